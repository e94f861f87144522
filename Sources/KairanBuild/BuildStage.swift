/// The stages of a build that people are told about while they wait. Each hop of the build reports its stage.
package enum BuildStage {
    case reading
    case planning
    case making(_ done: Int, of: Int)
    case checking
}

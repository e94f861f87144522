/// What a build is doing. Each hop reports its own, so that whoever waits can be told.
package enum BuildStage {
    case reading
    case planning
    case making(_ done: Int, of: Int)
    case checking
}

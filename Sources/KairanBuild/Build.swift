internal import KairanContent
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanTemplates

/// One build of a site, from its sources to the files of its publication:
///
///     SourceTree -> Content -> OutputPlan -> RenderedOutputs -> SealedOutputs -> Publication
///
/// Each hop is a function of the value before it. The sources are settled before the first hop, and nothing can be seen
/// in the published folder before the last one is through. A hop that finds mistakes is the last one, but whatever can
/// be checked without the next hop is checked all the same, so that one run reports all mistakes.
struct Build {
    let sources: SourceTree
    let options: BuildOptions
    /// Holds what is known of the last publication. Another thread may still be finding it out.
    let published: Concurrent<LookBack>
    let pictureCache: PictureCache
    /// Begins to write outputs where they will be published from; it returns nil if they stay in memory until then.
    let staging: @Sendable () -> StagedOutputs?
    let progress: (BuildStage) -> Void
    var reuse: Reuse
    var diagnostics: [Diagnostic] = []

    mutating func run() throws(OptionError) -> BuildResult {
        guard let declarations = try declare() else { return ended() }
        let moment = try options.moment(for: declarations.settings)
        if let unchanged = unchanged(at: moment) { return unchanged }

        let templates = compile(declarations)
        let content = read(declarations, templates)
        guard !diagnostics.hasErrors else { return ended(content, templates, at: moment) }

        let plan = plan(templates, content, at: moment)
        guard !diagnostics.hasErrors else { return ended(plan) }

        let rendered = render(plan)
        let sealed = seal(rendered, plan)
        return finished(sealed, plan)
    }
}

/// The stages of a build that people are told about while they wait. Each hop of the build reports its stage.
package enum BuildStage {
    case reading
    case planning
    case making(_ done: Int, of: Int)
    case checking
}

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
    /// The build before this one; nil if there is none whose outputs still stand.
    let earlier: EarlierBuild?
    /// The pages that somebody has open in a browser; they are made and shown before all other outputs.
    let seen: SeenPages?
    var diagnostics: [Diagnostic] = []

    mutating func run() throws(OptionError) -> BuildResult {
        let declared = try declare()
        guard declared.areWhole else { return ended(declared) }
        let moment = try options.moment(for: declared.declarations.settings)
        if let unchanged = unchanged(declared, at: moment) { return unchanged }

        let compiled = compile(declared)
        let read = read(compiled)
        guard !diagnostics.hasErrors else { return ended(read, compiled, at: moment) }

        let planned = plan(compiled, read.content, at: moment)
        guard !diagnostics.hasErrors else { return ended(planned) }

        let rendered = render(planned)
        let sealed = seal(rendered, planned)
        return finished(sealed, planned)
    }
}

/// The stages of a build that people are told about while they wait. Each hop of the build reports its stage.
package enum BuildStage {
    case reading
    case planning
    case making(_ done: Int, of: Int)
    case checking
}

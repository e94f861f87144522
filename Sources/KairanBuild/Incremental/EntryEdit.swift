internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// A build after one of the same process, between which only files of entries were edited.
///
/// This is what somebody does all day who writes beside an open page. Declarations and templates are then taken over as
/// they are.
struct EntryEdit: Sendable {
    let declarations: Declarations
    let templates: Templates

    /// Nil when something else may have changed.
    init?(_ earlier: EarlierBuild, _ sources: SourceTree, _ options: BuildOptions) {
        guard let plan = earlier.plan, earlier.record.sources.count == sources.known.count,
            earlier.record.head.inputs.starts(with: optionInputs(options))
        else { return nil }
        let content = plan.site.content
        let edited = zip(earlier.record.sources, sources.known).filter { $0.hash != $1.hash }.map(\.1.path)
        // Warnings about declarations and templates come from reading those, so then they have to be read again.
        guard edited.allSatisfy({ !content.entries(inFile: $0).isEmpty }),
            earlier.record.head.diagnostics.allSatisfy({ !content.entries(inFile: $0.span.path).isEmpty })
        else { return nil }
        declarations = Declarations(settings: content.settings, collections: content.collections.map(\.declaration))
        templates = plan.templates
    }
}

internal import KairanContent
internal import KairanModel
internal import KairanTemplates

/// The declarations and templates that a build takes over if only files of entries were edited since an earlier build
/// in the same process.
///
/// Such edits are the most common ones while somebody writes with a page open.
struct EntryEdit: Sendable {
    let declarations: Declarations
    let templates: Templates

    /// The result is nil if something else may have changed.
    init?(_ earlier: EarlierBuild, _ sources: SourceTree, _ options: BuildOptions) {
        guard let plan = earlier.plan, earlier.record.sources.count == sources.known.count,
            earlier.record.head.inputs.starts(with: optionInputs(options))
        else { return nil }
        let content = plan.site.content
        let edited = sources.known.indices.filter { earlier.record.sources[$0].hash != sources.known[$0].hash }
        // A warning about a declaration or a template comes from reading it, so then it has to be read again.
        guard edited.allSatisfy({ !content.entries(inFile: sources.known[$0].path).isEmpty }),
            earlier.record.head.diagnostics.allSatisfy({ !content.entries(inFile: $0.span.path).isEmpty })
        else { return nil }
        declarations = Declarations(settings: content.settings, collections: content.collections.map(\.declaration))
        templates = plan.templates
    }
}

internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// A file that is made of the entries of one collection or of several: a calendar of events, or a feed of items.
struct ListedFile {
    /// The file and its parts in messages, such as "calendar", "event" and "events".
    let name: String
    let part: String
    let parts: String
    let partWords: [String]
    let partHelp: String
    /// The words of queries that also say something of all collections together.
    let sharedWords: [String]
    let missing: Rule
    let misplaced: Rule
    let repeated: Rule
}

extension TemplateCompiler {
    /// Compiles what `each` names: a collection, or a list of collections, each a name or
    /// `{ each: NAME, where: …, event: … }`.
    ///
    /// - Parameter compile: Compiles one of them, given the mapping with its query and the part that is made of its
    ///   entries.
    mutating func sources<Source>(
        of node: SourceNode, _ file: ListedFile,
        _ compile: (inout TemplateCompiler, SourceNode, SourceNode) -> (query: Query, source: Source)?
    ) -> [Source]? {
        reader.require(
            ["each": "name the collection of its \(file.parts)"], in: node, file.missing, of: "a \(file.name)")
        let lists = shapes.severalLists(
            "each", of: node, each: [file.part], together: file.sharedWords, parts: file.parts, missing: file.missing,
            misplaced: file.misplaced)
        if lists == nil {
            reader.require([file.part: file.partHelp], in: node, file.missing, of: "a \(file.name)")
        }
        let shared = part(of: node, file)
        guard let lists else { return shared.flatMap { compile(&self, node, $0) }.map { [$0.source] } }
        var (sources, collections) = ([Source](), Set<String>())
        for list in lists {
            let mistakes = reader.diagnostics.errorCount
            let own = part(of: list, file)
            if own == nil, shared == nil {
                reader.require([file.part: file.partHelp], in: list, file.missing, of: "a list of 'each'")
            }
            let compiled = (own ?? shared).flatMap { compile(&self, list, $0) }
            // A mistake in the shared part is told once, not for each list.
            guard let compiled, reader.diagnostics.errorCount == mistakes else { return nil }
            // The identifier of an event or an item is that of its entry.
            if case .reference(let collection) = compiled.query.element, !collections.insert(collection).inserted {
                reader.error(
                    file.repeated, "the entries of \(collection) are listed twice, and each has one \(file.part)",
                    at: list["each"]?.span ?? list.span,
                    help: "list them once, with alternatives in a list below 'where', or make another \(file.name)")
                return nil
            }
            sources.append(compiled.source)
        }
        return sources.isEmpty ? nil : sources
    }

    private mutating func part(of node: SourceNode, _ file: ListedFile) -> SourceNode? {
        node[file.part].map { reader.corrected($0, allowed: file.partWords, what: "'\(file.part)'") }
    }
}

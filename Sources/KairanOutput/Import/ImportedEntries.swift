package import KairanModel
package import KairanReaders

/// What somebody asks of an import.
package struct ImportRequest: Sendable {
    package var template: Template
    package var json: SourceNode
    /// The one collection to write to; nil for all that the shape lists.
    package var collection: String?
    /// Of fields that the shape does not tell, as an author would write them.
    package var values: [String: String] = [:]
    package var updates = false
    /// Whether entries are numbered in their order, if the shape sorts by a number that it does not tell.
    package var numbers = false

    package init(template: Template, json: SourceNode) { (self.template, self.json) = (template, json) }
}

/// The files that make a site's endpoint give the JSON that was imported.
package struct ImportedEntries: Sendable {
    package struct File: Sendable, Equatable {
        /// Relative to the site's folder.
        package var path: String
        package var bytes: [UInt8]
        package var isNew: Bool
        /// What it is of in the JSON.
        package var origin: SourceSpan
        /// False when that has mistakes, so that the file lacks what they are about.
        package var isWhole = true
        /// For each of its lines the place in the JSON that told it.
        package var places: [SourceSpan?] = []
        /// How many of its first lines stay as they are.
        package var oldLineCount = 0
    }

    package var files: [File] = []
    /// How many entries were as the JSON tells them.
    package var sameCount = 0
    /// Those that the shape lists entries of, sorted.
    package var collections: [String] = []
    /// Where the JSON has addresses of pictures, which may be published under others.
    package var picturePlaces: Set<SourceSpan> = []
    /// Where it has HTML, of which only the plain text is known.
    package var htmlPlaces: Set<SourceSpan> = []
}

extension OutputPlan {
    /// Runs an endpoint's shape backwards over JSON.
    ///
    /// - Parameter sources: All of the site's.
    /// - Parameter saved: See `PictureFinder`.
    package func entries(
        of request: ImportRequest, _ sources: [SourceFile], saved: @escaping (String) -> [UInt8]?
    ) -> Diagnosed<ImportedEntries> {
        guard case .endpoint(let typed) = request.template.kind,
            let file = sources.first(where: { $0.path == request.template.path }), let node = readYAML(file).value
        else { return Diagnosed(ImportedEntries()) }
        let evaluator = Evaluator(site: site, form: .absolute)
        let template = node["data"] ?? node
        var shape = ShapeReader(evaluator: evaluator, collection: request.collection)
        shape.read(typed.shape, at: template, nil)
        guard !shape.diagnostics.hasErrors else { return Diagnosed(ImportedEntries(), shape.diagnostics) }
        guard !shape.drafts.isEmpty else {
            return Diagnosed(
                ImportedEntries(),
                [
                    Diagnostic(
                        .error, "import.shape",
                        "this shape lists no entries" + (request.collection.map { " of \($0)" } ?? ""),
                        at: template.span,
                        help: "import reads each, first, group and keyed over a collection")
                ])
        }
        var reader = ShapeReader(evaluator: evaluator, collection: request.collection)
        reader.read(typed.shape, at: template, request.json)
        var importer = EntryImporter(
            evaluator: evaluator, request: request, sources: sources, example: shape.drafts,
            pictures: PictureFinder(site.content, saved: saved))
        importer.add(reader.drafts)
        return Diagnosed(importer.result, reader.diagnostics + importer.diagnostics)
    }

    /// The bytes of the one output of a template without `for`.
    package func endpoint(ofTemplate path: String) -> Diagnosed<[UInt8]>? {
        guard let index = templates.templates.firstIndex(where: { $0.path == path }), let job = jobRanges[index].first
        else { return nil }
        let made = render(job, RenderOptions(style: .pretty))
        return Diagnosed(made.value.file.bytes, made.diagnostics)
    }
}

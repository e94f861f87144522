package import KairanModel
internal import KairanQueries
package import KairanReaders
package import KairanTemplates

/// The request for an import.
package struct ImportRequest: Sendable {
    package var template: Template
    package var json: SourceNode
    /// The id of the entry, if the template makes a file of each.
    package var id: String?
    /// The one collection to write to; nil for all collections that the shape lists.
    package var collection: String?
    /// The values of fields that the shape does not give, as an author would write them.
    package var values: [String: String] = [:]
    package var updates = false
    /// Whether an update may remove most of the entries.
    package var allowsLoss = false
    /// This is true if entries are numbered in their order, in case the shape sorts by a number that it does not give.
    package var numbers = false

    package init(template: Template, json: SourceNode) { (self.template, self.json) = (template, json) }

    /// The path of the file in the publication.
    package var output: String { template.pattern.text.replacing("{id}", with: id ?? "{id}") }
}

/// The files with which a site's endpoint gives the imported JSON.
package struct ImportedEntries: Sendable {
    package struct File: Sendable, Equatable {
        /// The path relative to the site's folder.
        package var path: String
        package var bytes: [UInt8]
        package var isNew: Bool
        /// The place in the JSON of the entry.
        package var origin: SourceSpan
        /// This is false if that entry has mistakes, so that the file lacks the fields concerned.
        package var isWhole = true
        /// For each line, the place in the JSON that gave it.
        package var places: [SourceSpan?] = []
        /// The number of lines at the start that stay unchanged.
        package var oldLineCount = 0
        /// This is true if lines without a place in the JSON were there before.
        package var isRewritten = false
        /// This is true if the file goes.
        package var isRemoved = false
    }

    /// An entry that the JSON lacks, and which therefore goes, or is chosen no more.
    package struct Gone: Sendable {
        package var id: String
        /// The file that has it.
        package var path: String
        /// The fields that choose it no more; empty if it is removed.
        package var flags: [String] = []
    }

    package var files: [File] = []
    package var gone: [Gone] = []
    /// This is true if hardly any entry would be left and nobody allowed that.
    package var losesMost = false
    /// The number of entries that already equal the JSON.
    package var sameCount = 0
    /// The collections whose entries the shape lists, sorted.
    package var collections: [String] = []
    /// The places of the addresses of pictures in the JSON. The pictures may be published under other addresses.
    package var picturePlaces: Set<SourceSpan> = []
    /// The places of HTML in the JSON, of which only the plain text is known.
    package var htmlPlaces: Set<SourceSpan> = []
}

extension OutputPlan {
    /// Runs an endpoint's shape backwards over JSON.
    ///
    /// - Parameter sources: All files of the site.
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
        shape.read(request, typed.shape, at: template, nil)
        guard !shape.diagnostics.hasErrors else { return Diagnosed(ImportedEntries(), shape.diagnostics) }
        guard !shape.drafts.isEmpty else {
            return Diagnosed(
                ImportedEntries(),
                [
                    Diagnostic(
                        .error, .importShape,
                        "this shape lists no entries" + (request.collection.map { " of \($0)" } ?? ""),
                        at: template.span,
                        help: "import reads each, first, group and keyed over a collection")
                ])
        }
        var reader = ShapeReader(evaluator: evaluator, collection: request.collection)
        reader.read(request, typed.shape, at: template, request.json)
        var importer = EntryImporter(
            evaluator: evaluator, request: request, sources: sources, example: shape, read: reader,
            pictures: PictureFinder(site.content, saved: saved))
        importer.add(reader.drafts)
        return Diagnosed(importer.result, reader.diagnostics + importer.diagnostics)
    }

    /// Returns the paths of the outputs that differ in another plan of the same templates, but for one.
    func changedOutputs(_ other: OutputPlan, except output: String) -> [String] {
        func hashes(_ plan: OutputPlan) -> [String: ContentHash] {
            var result: [String: ContentHash] = [:]
            for range in plan.jobRanges {
                for job in range where plan.jobs[job].path != output {
                    result[plan.jobs[job].path] = plan.render(job, RenderOptions(style: .pretty)).value.file.hash
                }
            }
            return result
        }
        let (before, after) = (hashes(self), hashes(other))
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    }

    /// Returns the bytes of the only output of a template, or of that at a path; nil if there is none.
    package func endpoint(ofTemplate path: String, at output: String? = nil) -> Diagnosed<[UInt8]>? {
        guard let index = templates.templates.firstIndex(where: { $0.path == path }),
            let job = jobRanges[index].first(where: { output == nil || jobs[$0].path == output })
        else { return nil }
        let made = render(job, RenderOptions(style: .pretty))
        return Diagnosed(made.value.file.bytes, made.diagnostics)
    }
}

extension ShapeReader {
    fileprivate mutating func read(
        _ request: ImportRequest, _ shape: Shape, at template: SourceNode, _ json: SourceNode?
    ) {
        if let id = request.id, case .entries(let query) = request.template.iteration {
            read(shape, ofEntry: id, query, at: template, json)
        } else {
            read(shape, at: template, json)
        }
    }
}

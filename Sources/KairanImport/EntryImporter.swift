internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// Makes entries from JSON: it finds existing entries, names new ones, and writes them.
struct EntryImporter {
    typealias Draft = ShapeReader.Draft

    let evaluator: Evaluator
    let request: ImportRequest
    let sources: [String: SourceFile]
    /// The facts that the shape gives about any entry.
    let example: [Draft]
    /// The queries of the shape for entries, of which drafts name theirs by its position.
    let queries: [ShapeReader.ListedQuery]
    var writer: FieldWriter
    var takenIDs: [String: Set<String>] = [:]
    var result = ImportedEntries()
    /// This is true if an entry does not fit into the list that holds the collection's other entries.
    var isTooMuchForList = false
    private var ownDiagnostics: [Diagnostic] = []

    var diagnostics: [Diagnostic] { ownDiagnostics + writer.diagnostics }

    init(
        evaluator: Evaluator, request: ImportRequest, sources: [SourceFile], example: ShapeReader, read: ShapeReader,
        pictures: PictureFinder
    ) {
        (self.evaluator, self.request) = (evaluator, request)
        (self.example, queries) = (example.drafts, read.queries)
        self.sources = Dictionary(sources.map { ($0.path, $0) }) { first, _ in first }
        writer = FieldWriter(evaluator: evaluator, pictures: pictures)
    }

    mutating func add(_ drafts: [Draft]) {
        result.collections = Set(example.map(\.collection)).sorted()
        for name in result.collections {
            guard let collection = evaluator.site.content.collection(name) else { continue }
            if let parent = collection.declaration.parent {
                refuse(drafts.filter { $0.collection == name }, of: collection.declaration, in: parent)
                continue
            }
            let merged = merged(drafts.filter { $0.collection == name }, collection.declaration)
            let before = self
            add(merged, to: collection, in: listFile(of: collection))
            // If some entries were in the list and some beside it, their order would change.
            if isTooMuchForList {
                self = before
                add(merged, to: collection, in: nil)
            }
            if merged.isEmpty { allowNone(in: collection, before: before.result.gone.count) }
        }
        for (path, picture) in writer.pictures.added.sorted(by: { $0.key < $1.key }) {
            result.files.append(
                .init(path: "content/\(path)", bytes: picture.bytes, isNew: true, origin: picture.address))
        }
        result.picturePlaces = writer.pictures.places
        let fields = drafts.flatMap(\.told.parts).map(\.told)
        result.htmlPlaces = Set(fields.compactMap { $0[.html]?.value?.span })
    }

    private mutating func add(_ drafts: [Draft], to collection: Collection, in list: SourceFile?) {
        let declaration = collection.declaration.asWritten
        writer.pictures.folder = declaration.name
        let trash = evaluator.site.content.trash.filter { $0.collection == declaration.name }.map(\.entry.id)
        takenIDs[declaration.name] = Set(
            collection.entries.map(\.id) + trash + drafts.compactMap { id(of: $0, declaration) })
        let matches = existing(drafts, collection)
        let new = zip(drafts, matches).filter { $1 == nil && $0.told.isWhole }.map(\.0)
        let count = ownDiagnostics.count
        if !new.isEmpty { checkFields(of: declaration, toldBy: new) }
        let isTold = !Array(ownDiagnostics[count...]).hasErrors
        if request.updates, let list, let pieces = ListPieces(list, columns: declaration.columns) {
            return rewrite(pieces, drafts, matches, collection, isTold: isTold)
        }
        if request.updates { removeFiles(of: takeGone(drafts, matches, collection), collection) }
        var places: [Int: Int] = [:]
        for (draft, match) in zip(drafts, matches) {
            let number = numberField(of: draft, declaration)
            let group = number.map { declaration.fields[$0.field].isUnique } == true ? 0 : draft.query
            places[group, default: 0] += 1
            let draft = numbered(
                draft, number, places[group] ?? 1, of: drafts.count, declaration, isThere: match != nil)
            if let match {
                change(
                    collection.entries[match], draft,
                    EntryReference(collection: position(of: declaration), index: match), declaration)
            } else {
                let count = writer.diagnostics.count
                write(draft, declaration, in: list, place: places[group] ?? 1, of: drafts.count)
                // A field with a mistake is already reported, so the author did not forget it.
                if let last = result.files.indices.last, !isTold || writer.diagnostics.count > count {
                    result.files[last].isWhole = false
                }
            }
        }
    }

    /// Reports entries that are records in the files of others, which the JSON does not name.
    private mutating func refuse(_ drafts: [Draft], of declaration: CollectionDeclaration, in parent: String) {
        guard let first = drafts.first else { return }
        let field = evaluator.site.content.collection(parent)?.declaration.holder(of: declaration.name)
        mistake(
            .error, .importShape,
            "\(declaration.name) are records in the files of \(parent), and this lists them alone",
            at: first.span,
            help: "import an endpoint that lists them with their \(parent): \(field?.name ?? declaration.name)")
    }

    func position(of declaration: CollectionDeclaration) -> Int {
        evaluator.site.content.position(of: declaration.name) ?? 0
    }

    mutating func mistake(
        _ severity: Diagnostic.Severity = .error, _ rule: Rule, _ message: String, at span: SourceSpan,
        help: String? = nil
    ) {
        ownDiagnostics.append(Diagnostic(severity, rule, message, at: span, help: help))
    }
}

internal import KairanContent
package import KairanModel
package import KairanQueries
internal import KairanReaders

/// The checked declaration of nearest cells.
package struct NearestTemplate: Sendable {
    package var query: Query
    /// The path of an entry's position.
    var at: Path
    /// The number of nearest entries that a client can find in its cell's file.
    var count: Int
    /// The number of entries above which a cell is cut.
    var perFile: Int
    /// The array in a cell's file.
    var cell: TypedShape
}

/// One of the files of nearest cells.
package enum NearestFile: Hashable, Sendable {
    /// The index, which says how the cells are cut. `most` is the largest number of entries in one file.
    case index(tree: String, most: Int)
    case cell([Value])
}

extension TemplateCompiler {
    static let nearestWords = ["description", "nearest", "at", "count", "paginate", "value"] + ShapeCompiler.queryWords

    mutating func nearest(_ head: TemplateHead) -> Template? {
        guard let node = head.node, let span = node["nearest"]?.span else { return nil }
        checkCellPattern(of: head)
        reader.require(
            [
                "at": "name the point of each: at: place", "count": "write how many each cell has: count: 5",
                "value": "write a mapping of keys to paths: value: { name: name }",
            ], in: node, .nearestMissing, of: "'nearest'")
        let count = node["count"].flatMap { reader.integer($0, "'count'", in: 1...100) }
        guard let query = shapes.query("nearest", node, in: Scope(root: [.names(schema.rootNames)])) else { return nil }
        let at = node["at"].flatMap { shapes.pointPath($0, of: query, in: Scope(root: []).entering(query)) }
        var names = schema.rootNames
        names.fields.append(.init("entries", .list(query.element)))
        let scope = Scope(root: [.names(names)])
        let value = node["value"].flatMap { shapes.shape($0, in: scope.entering(query), for: .endpoint) }
        guard let count, let at, let value, let perFile = perFile(node["paginate"], count),
            let entries = shapes.path("entries", in: scope, at: span)
        else { return nil }
        let cell = Shape.each(Query(source: .list(entries), element: query.element), value: value.shape)
        let list = TypedShape(cell, .list(value.type))
        return Template(
            path: head.file.path, pattern: head.pattern, iteration: .once, span: span,
            kind: .nearest(NearestTemplate(query: query, at: at, count: count, perFile: perFile, cell: list)),
            about: reader.shownText(node["description"], "'description'") ?? "",
            // A cell has some of the query's elements, like a page of a list.
            schema: schema.valueSchema(
                of: list, in: scope, of: .pages(query, size: perFile, first: nil), isLocalized: schema.isLocalized(head)
            ))
    }

    /// Checks that the cells stand beside the index, so that a client can find them by name alone.
    private mutating func checkCellPattern(of head: TemplateHead) {
        let name = head.file.path.split(separator: "/").last ?? ""
        if schema.placeholders(of: head) == ["cell"], name.contains("{cell}"), head.pattern.fileExtension == "json" {
            return
        }
        reader.error(
            .nearestPath, "'nearest' makes many files, but the template's name has no {cell}", at: head.start,
            help: "name it like templates/api/v1/near/{cell}.json.yml")
    }

    /// Returns the number of entries per file. If many entries are equally near, cutting does not help, so a file must
    /// have room for a few more.
    private mutating func perFile(_ node: SourceNode?, _ count: Int) -> Int? {
        let least = 2 * count + 8
        return node.map { reader.integer($0, "'paginate'", in: least...10_000) } ?? max(32, least)
    }
}

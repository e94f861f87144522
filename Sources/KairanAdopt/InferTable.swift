internal import KairanModel
internal import KairanReaders

/// A collection of the board: its fields, its entries, and the shapes of its views.
struct AdoptedCollection {
    struct Field {
        var name: String
        var type: SourceNode
        var sources: [SourceNode?]
        var isFlat: Bool

        /// The values of a choice; nil for any other kind.
        var choices: [String]? {
            (type["choice"] ?? type["choice?"])?.elements?.compactMap(\.scalar)
        }

        /// The number of entries by which a choice was inferred.
        var closedCount: Int? { choices == nil ? nil : sources.count { $0 != nil } }
    }

    enum Layout { case table, list, files }

    let name: String
    let word: String
    let ids: EntryIDs
    private(set) var fields: [Field] = []
    private(set) var layout = Layout.list
    /// The words of a query for each view, such as `where` and `sort`.
    private(set) var queries: [[(String, SourceNode)]] = []
    private var shapes: [SourceNode] = []
    /// The field whose values are the keys of `keyed`.
    private(set) var keyField = "id"
    private var orders: [(name: String, rows: [Int])] = []

    init(_ table: AdoptedTable, _ inference: FieldInference, isKeyed: Bool) throws(Unshaped) {
        (name, word, ids) = (table.name, table.word, EntryIDs(table))
        var names = table.names
        for (index, column) in table.columns.enumerated() {
            var inference = inference
            if index == ids.column { inference.isPlain = true }
            let field = try self.field(column, inference)
            shapes.append(field.shape)
            guard let type = field.type else { continue }
            fields.append(Field(name: column.name, type: type, sources: field.sources, isFlat: field.isFlat))
        }
        if isKeyed, !ids.areKeys {
            keyField = names.unique("key")
            let type: SourceNode = .object([("text", .object([("unique", .flag(true))]))])
            fields.append(Field(name: keyField, type: type, sources: table.keys.map(SourceNode.word), isFlat: true))
        }
        layout = layout(of: table)
        for view in table.views { queries.append(query(view, table, &names)) }
        if fields.isEmpty {
            fields.append(Field(name: "note", type: .word("text?"), sources: table.keys.map { _ in nil }, isFlat: true))
        }
    }

    /// Returns the field of a column. A single value that no field can have is a constant of the shape.
    private func field(
        _ column: AdoptedTable.Column, _ inference: FieldInference
    ) throws(Unshaped) -> InferredField {
        do throws(Unshaped) {
            return try inference.field(column.values, at: column.name, key: column.jsonKey)
        } catch {
            guard column.values.count == 1, let value = column.values[0] else { throw error }
            return InferredField(shape: .object([("literal", value)]), sources: [nil])
        }
    }

    /// The field by which people know an entry.
    var titleField: String? {
        ["title", "name", "headline"].first { name in
            fields.contains { $0.name == name && $0.type.scalar == "text" }
        }
    }

    var idField: String? {
        guard ids.column != nil else { return nil }
        return fields.first { field in zip(field.sources, ids.texts).allSatisfy { $0?.scalar == $1 } }?.name
    }

    /// The shape of a member of a view.
    func shape(of member: AdoptedTable.Member) -> SourceNode {
        if member.isID { return .word("id") }
        return member.column.map { shapes[$0] }
            ?? .object([("literal", SourceNode(.scalar("null", .null), span: SourceSpan(path: "")))])
    }

    /// The shape of a row as a view shows it.
    func shape(of view: AdoptedTable.View) throws(Unshaped) -> SourceNode {
        if view.isBare, let only = view.members.first { return shape(of: only) }
        return try objectShape(
            view.members.map { (shapeKey($0.key, isOmitted: $0.isOmitted), shape(of: $0)) }, key: name)
    }

    // MARK: The places of entries

    private func layout(of table: AdoptedTable) -> Layout {
        let texts = fields.flatMap { $0.sources.flatMap { $0?.allTexts ?? [] } }
        let isFlat = fields.allSatisfy(\.isFlat) && ids.texts.count > 1 && fields.count <= 20
        if isFlat, texts.allSatisfy({ fitsCell($0) }) { return .table }
        let isLong = texts.contains { $0.count > 240 || $0.filter { $0 == "\n" }.count > 2 }
        return ids.texts.count > 1 && ids.texts.count <= 500 && (isLong || table.hasFiles) ? .files : .list
    }

    private func fitsCell(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
        return text.count <= 200 && !first.properties.isWhitespace && !last.properties.isWhitespace
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0xFEFF }
    }

    // MARK: Which entries a view shows, and in which order

    private mutating func query(
        _ view: AdoptedTable.View, _ table: AdoptedTable, _ names: inout Names
    ) -> [(String, SourceNode)] {
        var words: [(String, SourceNode)] = []
        let shown = Set(view.rows)
        if shown.count < table.keys.count {
            let type: SourceNode = .object([("boolean", .object([("default", .flag(false))]))])
            let name = names.unique("in" + capitalized(view.label[...]))
            let sources = table.keys.indices.map { shown.contains($0) ? SourceNode.flag(true) : nil }
            fields.append(Field(name: name, type: type, sources: sources, isFlat: true))
            words.append(("where", .object([(name, .flag(true))])))
        }
        guard view.isOrdered, view.rows != natural.filter(shown.contains) else { return words }
        if let known = orders.first(where: { $0.rows == view.rows }) { return words + [("sort", .word(known.name))] }
        let name = names.unique(orders.isEmpty ? "order" : view.label + "Order")
        orders.append((name, view.rows))
        let places = Dictionary(view.rows.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
        let sources = table.keys.indices.map { places[$0].map(SourceNode.number) }
        fields.append(
            Field(
                name: name, type: .word(shown.count < table.keys.count ? "integer?" : "integer"), sources: sources,
                isFlat: true))
        return words + [("sort", .word(name))]
    }

    /// The rows in the order in which their entries are read.
    private var natural: [Int] {
        guard layout == .files else { return Array(ids.texts.indices) }
        return ids.texts.indices.sorted { "\(ids.texts[$0]).yml" < "\(ids.texts[$1]).yml" }
    }
}

extension SourceNode {
    /// The texts of all scalars in it.
    fileprivate var allTexts: [String] {
        switch content {
        case .scalar(let text, _): [text]
        case .sequence(let elements): elements.flatMap(\.allTexts)
        case .mapping(let members): members.flatMap(\.value.allTexts)
        }
    }
}

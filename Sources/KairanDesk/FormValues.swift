internal import KairanContent
internal import KairanEditing
internal import KairanModel
internal import KairanReaders

/// Turns values of a file into values of a form, and back. In a form every scalar is a text as it is written.
///
/// In a cell of a table, lists and the days of a schedule are written `a|b` and windows `2026-04-01/2026-04-30`; a form
/// shows them as in other files.
struct FormValues {
    /// The path of the file.
    let path: String
    /// The signs of the file if it is a table, so that an entry is a row of it.
    let table: TableSigns?

    init(in file: SourceFile) { (path, table) = (file.path, file.tableSigns) }

    /// This is true if the file is a table.
    var isTable: Bool { table != nil }

    func form(_ node: SourceNode?, as field: FieldDeclaration?) -> JSONValue {
        guard let node else { return .null }
        if case .oneOf(let types)? = field?.type, let field { return member(node, types, field) }
        if node.isNull { return .null }
        if case .dictionary? = field?.type, let members = node.members {
            return .array(
                members.map { [Self.key: .string($0.key), Self.value: form($0.value, as: field?.parts.first)] })
        }
        switch node.content {
        case .scalar(let text, _): return formScalar(text, field)
        case .sequence(let elements): return .array(elements.map { form($0, as: field?.parts.first) })
        case .mapping(let members):
            return .object(
                members.map { member in
                    (member.key, form(member.value, as: field?.part(member.key)))
                })
        }
    }

    /// Returns a value of one of several types, with the word for its type. A value that has none of them is as it is.
    private func member(_ node: SourceNode, _ types: OneOf, _ field: FieldDeclaration) -> JSONValue {
        if node.isNull { return types.allowsNull && !isTable ? [Self.type: .string(OneOf.null)] : .null }
        guard let part = member(of: node, field) else { return form(node, as: nil) }
        return [Self.type: .string(part.type.word), Self.value: form(node, as: part)]
    }

    /// Returns the type of a value among several.
    func member(of node: SourceNode, _ field: FieldDeclaration) -> FieldDeclaration? {
        field.member(of: node, in: table).map { field.parts[$0] }
    }

    // A form has the rows of a map in a list, and a value of one of several types beside the word for its type.
    private static let (key, value, type) = ("key", "value", "oneOf")

    /// Returns the way to a part of a form's values from the way to it in a file.
    func path(_ path: [String], in node: SourceNode?, as field: FieldDeclaration?) -> [String] {
        guard let field, let node, let first = path.first else { return path }
        func after(_ step: String, _ inner: SourceNode?, _ part: FieldDeclaration?) -> [String] {
            [step] + self.path(Array(path.dropFirst()), in: inner, as: part)
        }
        if case .oneOf = field.type { return [Self.value] + self.path(path, in: node, as: member(of: node, field)) }
        if case .record = field.type { return after(first, node[first], field.parts.first { $0.name == first }) }
        if case .dictionary = field.type {
            let index = node.members?.firstIndex { $0.key == first }
            return index.map { ["\($0)"] + after(Self.value, node[first], field.parts[0]) } ?? []
        }
        guard case .list = field.type, let elements = node.elements, let index = Int(first) else { return path }
        return after(first, elements.indices.contains(index) ? elements[index] : nil, field.parts[0])
    }

    private func formScalar(_ text: String, _ field: FieldDeclaration?) -> JSONValue {
        if field?.type == .boolean, let flag = coreBoolean(text) ?? table?.boolean(text) { return .string("\(flag)") }
        guard let table, let field else { return .string(text) }
        if let moment = field.column?.moment?.read(text) { return .string(moment) }
        let separator = field.cellSign
        let momentOfParts = field.parts.first?.column?.moment
        let parts = text.split(separator: separator).map { part in
            let part = String(part.trimmingSpaces())
            let type = field.parts.first?.type ?? .date
            return JSONValue.string(momentOfParts?.read(part) ?? plain(part, as: type, table))
        }
        if case .list(.oneOf) = field.type {
            let nodes = SourceNode(.scalar(text, .plain), span: SourceSpan(path: path)).parts(
                of: text, dividedBy: separator)
            return .array(nodes.map { form($0, as: field.parts[0]) })
        }
        if case .list = field.type { return .array(parts) }
        if field.type == .schedule, text.first?.isWholeNumber == true { return ["dates": .array(parts)] }
        let degrees = text.split(separator: ",").map { String($0.trimmingSpaces()) }
        if field.type == .point, degrees.count == 2 {
            return ["latitude": .string(degrees[0]), "longitude": .string(degrees[1])]
        }
        let ends = text.split(separator: "/", omittingEmptySubsequences: false)
        guard field.type == .window, ends.count == 2 else { return .string(plain(text, as: field.type, table)) }
        return .object(
            zip(["from", "until"], ends).compactMap { name, end in
                let end = end.trimmingSpaces()
                return end.isEmpty ? nil : (name, .string(table.plainMoment(String(end))))
            })
    }

    /// Returns what a cell says in the form of all other files.
    private func plain(_ cell: String, as type: FieldType, _ table: TableSigns) -> String {
        switch type {
        case .integer, .decimal: table.plainNumber(cell)
        case .date, .time, .dateTime, .window, .schedule: table.plainMoment(cell)
        case .text, .markdown, .html, .duration, .url, .email, .phone, .color, .image, .file, .choice, .version,
            .boolean, .point, .reference, .list, .record, .dictionary, .oneOf:
            cell
        }
    }

    /// Returns the value for a file, or nil for a field that is to go. A cell of a table has no way to write some
    /// values, such as a list with an element that has a `|` in it.
    ///
    /// - Parameters:
    ///   - value: The value of the form, read as JSON.
    ///   - old: The value in the file.
    func source(
        _ value: SourceNode, as field: FieldDeclaration, over old: SourceNode? = nil
    ) throws(CannotEdit) -> SourceNode? {
        try refuseSameKeys(value, field)
        let source = written(value, as: field, over: old)
        guard isTable, let source else { return source }
        let wished = FormValues(in: SourceFile(path: "", text: "")).form(value, as: nil).sorted
        let isNothing = value.text == "" || value.elements?.isEmpty == true
        // A number with a comma is right where the table has one.
        let isNumber = field.type == .decimal && value.scalar != nil
        guard !isNothing, !isNumber, form(source, as: field).sorted != wished else { return source }
        let isSchedule = field.type == .schedule
        throw CannotEdit(
            isSchedule
                ? "a table can only say that something is daily, or on single days"
                : "a cell of a table cannot hold this value",
            at: SourceSpan(path: path),
            help: isSchedule
                ? "choose one of these, or move the entry into a file of its own in a text editor"
                : "leave out '|' and languages of single elements, or move the entry into a file of its own")
    }

    private func refuseSameKeys(_ value: SourceNode, _ field: FieldDeclaration) throws(CannotEdit) {
        guard case .dictionary = field.type else { return }
        let keys = (value.elements ?? []).compactMap { $0[Self.key]?.text }
        guard let key = keys.first(where: { key in keys.count { $0 == key } > 1 }) else { return }
        throw CannotEdit(
            "the key '\(key)' appears twice", at: SourceSpan(path: path), help: "give each row a key of its own")
    }

    /// Returns the rows of a map as its members. A row without a key and a value is nothing yet.
    private func map(
        _ rows: [SourceNode], as field: FieldDeclaration, over old: SourceNode?, at span: SourceSpan
    ) -> SourceNode {
        let members = rows.compactMap { row -> SourceNode.Member? in
            let key = row[Self.key]?.text ?? ""
            let value = row[Self.value].flatMap { written($0, as: field.parts.first, over: old?[key]) }
            guard !key.isEmpty || value != nil else { return nil }
            return SourceNode.Member(
                key: key, keySpan: row.span, value: value ?? SourceNode(.scalar("", .null), span: row.span))
        }
        return SourceNode(.mapping(members), span: span)
    }

    private func written(
        _ value: SourceNode, as field: FieldDeclaration?, over old: SourceNode? = nil
    ) -> SourceNode? {
        guard !value.isNull else { return nil }
        if case .oneOf(let types)? = field?.type, let word = value[Self.type]?.text {
            if word == OneOf.null { return SourceNode(.scalar(word, .null), span: value.span) }
            let part = types.index(of: word).flatMap { field?.parts[$0] }
            let node = value[Self.value].flatMap { written($0, as: part) }
            guard let node, case .scalar(let text, .string) = node.content, types.needsQuotes(text) else { return node }
            return SourceNode(.scalar(text, .quoted), span: value.span)
        }
        if case .dictionary? = field?.type, let field, let rows = value.elements {
            return map(rows, as: field, over: old, at: value.span)
        }
        // Its parts may also have columns of their own.
        let isSplit = value.members != nil && old?.members != nil
        if let table, !isSplit, let cell = cell(value, as: field, over: old, table) { return cell }
        switch value.content {
        case .scalar(let text, _):
            return SourceNode(.scalar(text, scalarKind(of: text, as: field?.type)), span: value.span)
        case .sequence(let elements):
            let parts = elements.compactMap { written($0, as: field?.parts.first) }
            return SourceNode(.sequence(parts), span: value.span)
        case .mapping(let members):
            let parts = members.compactMap { member in
                let part = field?.part(member.key)
                return written(member.value, as: part, over: old?[member.key]).map {
                    SourceNode.Member(key: member.key, keySpan: member.keySpan, value: $0)
                }
            }
            return SourceNode(.mapping(parts), span: value.span)
        }
    }

    /// Returns an id as it is written in a file.
    func id(_ id: String, of declaration: CollectionDeclaration) -> SourceNode {
        let field = declaration.fields.first { $0.name == declaration.idField }
        let kind = isTable ? .plain : scalarKind(of: id, as: field?.type ?? .text)
        return SourceNode(.scalar(id, kind), span: SourceSpan(path: path))
    }

    private func cell(
        _ value: SourceNode, as field: FieldDeclaration?, over old: SourceNode?, _ table: TableSigns
    ) -> SourceNode? {
        let whole = old?.scalar ?? ""
        let olds = (value.elements == nil ? [whole[...]] : whole.split(separator: field?.cellSign ?? "|"))
            .map { String($0.trimmingSpaces()) }
        func local(_ text: String, _ type: FieldType?) -> String {
            if type == .decimal { return table.cell(ofNumber: text) }
            guard [.date, .time, .dateTime, .schedule].contains(type) else { return text }
            let like = olds.first { table.plainMoment($0) == text } ?? olds.first
            return like.map { table.cell(ofMoment: text, like: $0) } ?? text
        }
        func plain(_ text: String) -> SourceNode { SourceNode(.scalar(text, .plain), span: value.span) }
        func joined(_ elements: [SourceNode]) -> SourceNode {
            let texts = elements.compactMap(\.text).map { local($0, field?.parts.first?.type ?? field?.type) }
            return plain(texts.joined(separator: field?.cellSeparator ?? "|"))
        }
        if let elements = value.elements {
            let isOneOf = if case .list(.oneOf)? = field?.type { true } else { false }
            guard isOneOf || field?.parts.first?.column?.moment != nil else { return joined(elements) }
            return joined(elements.compactMap { written($0, as: field?.parts.first) })
        }
        if field?.type == .schedule, let dates = value["dates"] { return joined(dates.elements ?? [dates]) }
        if field?.type == .window, value.members != nil {
            return plain("\(value["from"]?.text ?? "")/\(value["until"]?.text ?? "")")
        }
        if field?.type == .point, let latitude = value["latitude"]?.text, let longitude = value["longitude"]?.text {
            return plain("\(latitude), \(longitude)")
        }
        if let moment = value.text.flatMap({ field?.column?.moment?.write($0) }) { return plain(moment) }
        return value.text.map { plain(local($0, field?.type)) }
    }

    /// Returns the kind that a scalar has in formats that tell kinds apart. A text that is none of its type is written
    /// as text, and the reader then says what is wrong with it.
    private func scalarKind(of text: String, as type: FieldType?) -> SourceNode.ScalarKind {
        switch type {
        case .integer, .decimal: DecimalNumber(text) == nil ? .string : .number
        case .boolean: ["true", "false"].contains(text) ? .boolean : .string
        case .date, .time, .dateTime: LocalDate(text) == nil && !text.contains(where: \.isNumber) ? .string : .dateTime
        case .window, .schedule, .point, .oneOf, nil: .plain
        case .text, .markdown, .html, .duration, .url, .email, .phone, .color, .image, .file, .choice, .version,
            .reference, .list, .record, .dictionary:
            .string
        }
    }
}

extension JSONValue {
    /// The value with the keys of its objects in order, without what is null in it, and the only day of a schedule as a
    /// list, as it may also be written.
    fileprivate var sorted: JSONValue {
        if case .array(let elements) = self { return .array(elements.filter { $0 != .null }.map(\.sorted)) }
        guard case .object(let members) = self else { return self }
        let sorted = members.filter { $0.value != .null }.sorted { $0.key < $1.key }.map { key, value in
            if key == "dates", case .string = value { return (key, JSONValue.array([value])) }
            return (key, value.sorted)
        }
        return .object(sorted)
    }
}

internal import KairanAuthoring
internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

/// Turns values of a file into values of a form, and back. In a form every scalar is a text as it is written.
///
/// In a cell of a table, lists and the days of a schedule are written `a|b` and windows `2026-04-01/2026-04-30`; a form
/// shows them as in other files.
struct FormValues {
    /// The path of the file.
    let path: String
    /// This is true if the file is a table, so that an entry is a row of it.
    let isTable: Bool

    init(in path: String) { (self.path, isTable) = (path, fileExtension(of: path) == "csv") }

    func form(_ node: SourceNode?, as field: FieldDeclaration?) -> JSONValue {
        guard let node, !node.isNull else { return .null }
        switch node.content {
        case .scalar(let text, _): return formScalar(text, field)
        case .sequence(let elements): return .array(elements.map { form($0, as: field?.parts.first) })
        case .mapping(let members):
            return .object(
                members.map { member in
                    (member.key, form(member.value, as: field?.parts.first { $0.name == member.key }))
                })
        }
    }

    private func formScalar(_ text: String, _ field: FieldDeclaration?) -> JSONValue {
        guard isTable, let field else { return .string(text) }
        let parts = text.split(separator: "|").map { JSONValue.string(String($0.trimmingSpaces())) }
        if case .list = field.type { return .array(parts) }
        if field.type == .schedule, text.first?.isWholeNumber == true { return ["dates": .array(parts)] }
        let degrees = text.split(separator: ",").map { String($0.trimmingSpaces()) }
        if field.type == .point, degrees.count == 2 {
            return ["latitude": .string(degrees[0]), "longitude": .string(degrees[1])]
        }
        let ends = text.split(separator: "/", omittingEmptySubsequences: false)
        guard field.type == .window, ends.count == 2 else { return .string(text) }
        return .object(
            zip(["from", "until"], ends).compactMap { name, end in
                let end = end.trimmingSpaces()
                return end.isEmpty ? nil : (name, .string(String(end)))
            })
    }

    /// Returns the value for a file, or nil for a field that is to go. A cell of a table has no way to write some values,
    /// such as a list with an element that has a `|` in it.
    ///
    /// - Parameter value: The value of the form, read as JSON.
    func source(_ value: SourceNode, as field: FieldDeclaration) throws(CannotEdit) -> SourceNode? {
        let source = written(value, as: field)
        guard isTable, let source else { return source }
        let wished = FormValues(in: "").form(value, as: field).sorted
        let isNothing = value.scalar == "" || value.elements?.isEmpty == true
        guard !isNothing, form(source, as: field).sorted != wished else { return source }
        let isSchedule = field.type == .schedule
        throw CannotEdit(
            isSchedule
                ? "a table can only say that something is daily, or on single days"
                : "a cell of a table cannot hold this value",
            at: SourceSpan(path: path),
            help: isSchedule
                ? "choose one of these, or move the entry into a file of its own in a text editor"
                : "leave out '|', or change the file in a text editor")
    }

    private func written(_ value: SourceNode, as field: FieldDeclaration?) -> SourceNode? {
        guard !value.isNull else { return nil }
        if isTable, let cell = cell(value, as: field) { return cell }
        let isByLocale = field?.isLocalized == true && value.members != nil
        switch value.content {
        case .scalar(let text, _):
            return SourceNode(.scalar(text, scalarKind(of: text, as: field?.type)), span: value.span)
        case .sequence(let elements):
            let parts = elements.compactMap { written($0, as: field?.parts.first) }
            return SourceNode(.sequence(parts), span: value.span)
        case .mapping(let members):
            let parts = members.compactMap { member in
                let part = isByLocale ? field : self.part(member.key, of: field)
                return written(member.value, as: part).map {
                    SourceNode.Member(key: member.key, keySpan: member.keySpan, value: $0)
                }
            }
            return SourceNode(.mapping(parts), span: value.span)
        }
    }

    private func part(_ key: String, of field: FieldDeclaration?) -> FieldDeclaration? {
        guard let field else { return nil }
        // The parts of a window are moments, and those of a point numbers.
        let type: FieldType? = field.type == .window ? .dateTime : field.type == .point ? .decimal : nil
        guard let type else { return field.parts.first { $0.name == key } }
        var part = field
        (part.name, part.type, part.isLocalized) = (key, type, false)
        return part
    }

    /// Returns an id as it is written in a file.
    func id(_ id: String, of declaration: CollectionDeclaration) -> SourceNode {
        let field = declaration.fields.first { $0.name == declaration.idField }
        let kind = isTable ? .plain : scalarKind(of: id, as: field?.type ?? .text)
        return SourceNode(.scalar(id, kind), span: SourceSpan(path: path))
    }

    private func cell(_ value: SourceNode, as field: FieldDeclaration?) -> SourceNode? {
        func plain(_ text: String) -> SourceNode { SourceNode(.scalar(text, .plain), span: value.span) }
        func joined(_ elements: [SourceNode]) -> SourceNode {
            plain(elements.compactMap(\.scalar).joined(separator: "|"))
        }
        if let elements = value.elements { return joined(elements) }
        if field?.type == .schedule, let dates = value["dates"] { return joined(dates.elements ?? [dates]) }
        if field?.type == .window, value.members != nil {
            return plain("\(value["from"]?.scalar ?? "")/\(value["until"]?.scalar ?? "")")
        }
        if field?.type == .point, let latitude = value["latitude"]?.scalar, let longitude = value["longitude"]?.scalar {
            return plain("\(latitude), \(longitude)")
        }
        return value.scalar.map(plain)
    }

    /// Returns the kind that a scalar has in formats that tell kinds apart. A text that is none of its type is written
    /// as text, and the reader then says what is wrong with it.
    private func scalarKind(of text: String, as type: FieldType?) -> SourceNode.ScalarKind {
        switch type {
        case .integer, .decimal: DecimalNumber(text) == nil ? .string : .number
        case .boolean: ["true", "false"].contains(text) ? .boolean : .string
        case .date, .time, .dateTime: LocalDate(text) == nil && !text.contains(where: \.isNumber) ? .string : .dateTime
        case .window, .schedule, .point, nil: .plain
        case .text, .markdown, .html, .duration, .url, .email, .phone, .color, .image, .file, .choice, .version,
            .reference, .list, .record, .dictionary:
            .string
        }
    }
}

extension JSONValue {
    /// The value with the keys of its objects in order, and the only day of a schedule as a list, as it may also be
    /// written.
    fileprivate var sorted: JSONValue {
        guard case .object(let members) = self else { return self }
        let sorted = members.sorted { $0.key < $1.key }.map { key, value in
            if key == "dates", case .string = value { return (key, JSONValue.array([value])) }
            return (key, value)
        }
        return .object(sorted)
    }
}

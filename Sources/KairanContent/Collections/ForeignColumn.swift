internal import KairanModel
internal import KairanReaders

/// A column of a table as another program writes it, such as the service of a form.
package struct ForeignColumn: Sendable {
    package var heading: String
    /// The pattern in which the other program writes days and times.
    package var moment: WrittenMoment?
    /// The sign or the text that the other program puts between the elements of a list.
    package var separator: String?
}

extension FieldDeclaration {
    /// The sign between the elements of a list in a cell of a table.
    package var cellSeparator: String { column?.separator ?? "|" }

    /// What divides a cell into the elements of a list: a sign without the spaces around it, or a text as it is written,
    /// such as ` and `, which is a word only with them.
    package var cellSign: String {
        let sign = cellSeparator.trimmingSpaces()
        return sign.count == 1 ? String(sign) : cellSeparator
    }

    /// The part of a field that has a key of its own: a member of a record, an end of a window, one of the degrees of a
    /// point, or the text in a language.
    package func part(_ key: String) -> FieldDeclaration? {
        if case .record = type { return parts.first { $0.name == key } }
        let types: [String: FieldType]? =
            type == .window
            ? ["from": .dateTime, "until": .dateTime]
            : type == .point ? ["latitude": .decimal, "longitude": .decimal] : nil
        guard let type = isLocalized ? type : types?[key] else { return nil }
        var part = self
        (part.type, part.isLocalized, part.column, part.partColumns) = (type, false, partColumns[key] ?? column, [:])
        return part
    }

    /// The keys of these parts, unless they are languages.
    fileprivate var partNames: [String] {
        if case .record = type { return parts.map(\.name) }
        return ["from", "until", "latitude", "longitude"].filter { part($0) != nil }
    }

    /// The field as messages on a table name it.
    var inTable: FieldDeclaration {
        guard let column else { return self }
        var field = self
        field.name = column.heading
        return field
    }
}

extension DeclarationReader {
    /// Reads `from: { name: お名前, at: { column: Timestamp, as: "M/d/yyyy H:mm" }, id: [Timestamp, お名前] }`, where a dot
    /// leads to a part.
    mutating func foreignColumns(_ node: SourceNode, of declaration: inout CollectionDeclaration) {
        guard let members = node.members else {
            return error(
                .declarationType, "'from' must be a mapping, not \(node.kindName)", at: node.span,
                help: "write a line for each field, with the heading of its column: 'name: Your name'")
        }
        var taken: Set<[String]> = []
        for member in members {
            if member.key == "id", declaration.source != nil, declaration.idField == nil {
                sourceID(member.value, of: &declaration)
            } else if member.key == "id" {
                foreignID(member.value, of: &declaration)
            } else {
                foreignColumn(member, &taken, of: &declaration)
            }
        }
        declaration.columns.idKey = declaration.idField ?? "id"
        declaration.ignoredColumns = declaration.ignoredKeys + declaration.columns.idHeadings.map(onOneLine)
        for key in declaration.ignoredKeys { _ = declaration.columns.add(key, path: [key]) }
    }

    /// Reads the heading of the column that has the ids, or a list of those of which ids are made.
    private mutating func foreignID(_ node: SourceNode, of declaration: inout CollectionDeclaration) {
        if let idField = declaration.idField {
            return error(
                .declarationKey, "the field '\(idField)' gives the id, so no column can", at: node.span,
                help: "write '\(idField): …' instead of 'id: …', or remove 'id: \(idField)' above")
        }
        if declaration.idPattern != nil {
            return error(
                .declarationKey, "the pattern of 'id' above makes the ids, so no column can", at: node.span,
                help: "remove this line, or the pattern")
        }
        guard node.elements != nil else {
            guard let heading = words(node, "the column of 'id'") else { return }
            return add(heading, ["id"], at: node.span, to: &declaration)
        }
        let help = "write id: [Timestamp, Name], with the headings of the columns of which ids are made"
        declaration.columns.idHeadings = texts(node, "'id'", help: help).map(\.text)
        if declaration.columns.idHeadings.isEmpty {
            error(.declarationType, "'id' names no column", at: node.span, help: Help(help))
        }
    }

    /// - Parameter taken: The ways to the fields and parts that have a column.
    private mutating func foreignColumn(
        _ member: SourceNode.Member, _ taken: inout Set<[String]>, of declaration: inout CollectionDeclaration
    ) {
        let path = member.key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let field = field(path[...], of: declaration.fields) else {
            if path.count > 1, let owner = self.field(path.dropLast(), of: declaration.fields) {
                return unknownPart(path, of: owner, at: member.keySpan)
            }
            return unknownField(member.key, among: declaration.fields, at: member.keySpan)
        }
        let isRest = (member.value["column"] ?? member.value).scalar == "*"
        if isRest, declaration.source != nil {
            return error(
                .fieldDeclaration, "'*' is for tables and files, and a source gives only what is named",
                at: member.value.span, help: "write the place of the value, or remove the line")
        }
        if isRest { return otherKeys(member, path, of: &declaration) }
        if case .record = field.type {
            let parts = field.parts.map { "\(member.key).\($0.name)" }
            return error(
                .fieldDeclaration, "'\(member.key)' is a record, which has a column for each of its parts",
                at: member.keySpan, help: "name \(parts.joined(separator: ", ")) instead")
        }
        if let other = taken.first(where: { $0.starts(with: path) || path.starts(with: $0) }) {
            return error(
                .fieldDeclaration,
                "'\(member.key)' has no column of its own beside that of '\(other.joined(separator: "."))'",
                at: member.keySpan, help: "name the field as a whole, or its parts")
        }
        taken.insert(path)
        let isEnd = path.count > 1 && self.field(path.dropLast(), of: declaration.fields)?.type == .window
        guard let column = foreignColumn(member, field, isEnd: isEnd) else { return }
        if declaration.source == nil { add(column.heading, path, at: member.value.span, to: &declaration) }
        Self.give(column, to: path[...], of: &declaration.fields, isLabel: declaration.source == nil)
    }

    /// Reads `rates: "*"`, or `times: { column: "*", as: H:mm }`: all keys that no other field names.
    private mutating func otherKeys(
        _ member: SourceNode.Member, _ path: [String], of declaration: inout CollectionDeclaration
    ) {
        let index = declaration.fields.firstIndex { $0.name == path[0] }
        guard path.count == 1, let index, case .dictionary = declaration.fields[index].type,
            !declaration.fields[index].isLocalized,
            declaration.fields[index].parts.allSatisfy(\.references.isEmpty)
        else {
            return error(
                .fieldDeclaration, "'*' stands for all other keys, which '\(member.key)' cannot have",
                at: member.value.span,
                help: "they are for a field such as '\(path[0]): { keyed: text }', without references")
        }
        if let other = declaration.fields.first(where: \.hasOtherKeys) {
            return error(
                .fieldDeclaration, "'\(other.name)' has all other keys already", at: member.value.span,
                help: "keep one of the two")
        }
        declaration.fields[index].hasOtherKeys = true
        if member.value.members != nil, let column = foreignColumn(member, declaration.fields[index], isEnd: false) {
            Self.give(column, toPartsOf: &declaration.fields[index])
        }
    }

    private mutating func unknownPart(_ path: [String], of field: FieldDeclaration, at span: SourceSpan) {
        if field.isLocalized {
            diagnostics.append(.unknownLocale(path[path.count - 1], among: locales, at: span))
            return
        }
        let owner = path.dropLast().joined(separator: ".")
        let names = nearestName(to: path[path.count - 1], in: field.partNames).map { [$0] } ?? field.partNames
        let (path, parts) = (path.joined(separator: "."), names.map { "\(owner).\($0)" })
        error(
            .fieldUnknown, "the collection has no field '\(path)'", at: span,
            help: parts.isEmpty
                ? "'\(owner)' has no parts: write '\(owner): …'"
                : parts.count == 1 ? "did you mean '\(parts[0])'?" : "parts: \(parts.joined(separator: ", "))")
    }

    private mutating func foreignColumn(
        _ member: SourceNode.Member, _ field: FieldDeclaration, isEnd: Bool
    ) -> ForeignColumn? {
        let (name, value) = (member.key, member.value)
        guard value.members != nil else {
            return words(value, "the column of '\(name)'").map { ForeignColumn(heading: onOneLine($0)) }
        }
        var (heading, moment, separator): (String?, WrittenMoment?, String?)
        for part in members(of: value, allowed: DeclarationWords.column, what: "the column of '\(name)'") {
            let text = words(part.value, "'\(part.key)' of '\(name)'")
            switch part.key {
            case "column": heading = text
            case "as": moment = text.flatMap { writtenMoment($0, field, isEnd: isEnd, at: part.value.span) }
            default: separator = text.flatMap { self.separator($0, field, at: part.value.span) }
            }
        }
        if value["column"] == nil {
            error(.declarationType, "the column of '\(name)' needs 'column'", at: value.span, help: "write its heading")
        }
        return heading.map { ForeignColumn(heading: onOneLine($0), moment: moment, separator: separator) }
    }

    private mutating func writtenMoment(
        _ pattern: String, _ field: FieldDeclaration, isEnd: Bool, at span: SourceSpan
    ) -> WrittenMoment? {
        // The pattern of a list or a mapping is that of each of its values.
        guard var moment = WrittenMoment(pattern, of: field.innermost.type) else {
            error(
                .declarationType, "'as' says how days and times are written, and '\(field.name)' has none", at: span,
                help:
                    "it is for date, time and dateTime, 'list' and 'keyed' of these, and the ends of a window, as in 'shown.from'"
            )
            return nil
        }
        // An end of a window is a day or a moment.
        if isEnd, moment.mistake != nil, let day = WrittenMoment(pattern, of: .date), day.mistake == nil {
            moment = day
        }
        if let help = moment.mistake {
            error(.timePattern, "'\(pattern)' cannot be read back", at: span, help: Help(help))
            return nil
        }
        return moment
    }

    private mutating func separator(_ text: String, _ field: FieldDeclaration, at span: SourceSpan) -> String? {
        let sign = text.trimmingSpaces()
        let isWord = sign.contains(where: \.isLetter)
        if case .list = field.type, !sign.isEmpty, !isWord || text.first == " " && text.last == " " { return text }
        error(
            .declarationType, "'by' is what stands between the elements of a list", at: span,
            help: isWord
                ? "write the spaces around it: by: \" \(sign) \""
                : "write it for a field that is a list, such as by: \",\" or by: \" and \"")
        return nil
    }

    private mutating func add(
        _ heading: String, _ path: [String], at span: SourceSpan, to declaration: inout CollectionDeclaration
    ) {
        let other = declaration.columns.path(of: heading)
        if declaration.columns.add(heading, path: path) { return }
        // A field can give the id, which needs no column of its own.
        let named = [path, other].filter { $0 != ["id"] }
        let giver = named.count == 1 && named[0].count == 1 ? named[0][0] : nil
        error(
            .fieldDeclaration, "two fields have the column '\(heading)'", at: span,
            help: giver.map {
                "write 'id: \($0)' at the top of the file, so that the field gives the id, and remove 'id' from 'from'"
            } ?? "keep one of the two")
    }

    private func field(_ path: some Sequence<String>, of fields: [FieldDeclaration]) -> FieldDeclaration? {
        var field: FieldDeclaration?
        for (depth, name) in path.enumerated() {
            if field?.isLocalized == true, !locales.codes.contains(name) { return nil }
            field = depth == 0 ? fields.first { $0.name == name } : field?.part(name)
            if field == nil { return nil }
        }
        return field
    }

    /// Gives a field its column. People then know the field by the heading, if that is a label and there is no other.
    private static func give(
        _ column: ForeignColumn, to path: ArraySlice<String>, of fields: inout [FieldDeclaration], isLabel: Bool
    ) {
        guard let index = fields.firstIndex(where: { $0.name == path.first }) else { return }
        if path.count > 1, case .record = fields[index].type {
            return give(column, to: path.dropFirst(), of: &fields[index].parts, isLabel: isLabel)
        }
        if path.count > 1 { return fields[index].partColumns[path[path.startIndex + 1]] = column }
        fields[index].column = column
        give(column, toPartsOf: &fields[index])
        if isLabel, fields[index].form.label == nil { fields[index].form.label = column.heading }
    }

    /// Gives the values in a list or a mapping the pattern of its column.
    private static func give(_ column: ForeignColumn, toPartsOf field: inout FieldDeclaration) {
        guard column.moment != nil, field.holdsOneType else { return }
        field.parts[0].column = ForeignColumn(heading: column.heading, moment: column.moment)
        give(column, toPartsOf: &field.parts[0])
    }
}

extension FieldDeclaration {
    /// This is true for a list, and for a mapping with keys that are data.
    fileprivate var holdsOneType: Bool { ["list", "keyed"].contains(type.word) }

    /// The field of the values in a list or a mapping, and in those that it holds; any other field is itself.
    fileprivate var innermost: FieldDeclaration { holdsOneType ? parts[0].innermost : self }
}

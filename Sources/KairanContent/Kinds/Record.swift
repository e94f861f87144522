internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let record = FieldKind(meaning: "a mapping", example: "{ … }", hasParts: true)
}

extension ValueReader {
    mutating func record(_ node: SourceNode, as field: FieldDeclaration) -> Value {
        guard case .record(let type) = field.type, let members = node.members else {
            let names = field.parts.map(\.name)
            error(
                .fieldType, "'\(field.name)' must be a mapping, not \(node.kindName)", at: node.span,
                help: isTable
                    ? Help("name the columns " + names.map { "\(field.name).\($0)" }.joined(separator: ", "))
                    : Help("write { " + names.map { "\($0): …" }.joined(separator: ", ") + " }"))
            return .missing
        }
        // In a table, every member has a column, even in a row that leaves out the whole record.
        if isTable, field.isOptional, node.isEmptyInTable { return .missing }
        let others = otherMembers
        otherMembers = []
        defer { otherMembers = others }
        let values = values(
            of: members, fields: type.isAudience ? field.unlimitedParts : field.parts, ignoring: field.ignoredKeys,
            at: node.span, in: "'\(field.name)'"
        ).values
        return .record(type.isAudience ? audience(values, node, field) : values, type)
    }
}

extension StoredEntryReader {
    func record(
        of type: FieldType, at place: SourcePlace, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        guard case .record(let type) = type, try reader.readInt() == type.fields.count else { throw DamagedBytes() }
        var values: [Value] = []
        for field in type.fields { values.append(try value(field.type, at: place, &reader)) }
        return .record(values, type)
    }
}

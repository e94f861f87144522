internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let map = FieldKind(meaning: "a mapping with keys of your own", example: "{ … }", hasParts: true)
}

extension ValueReader {
    mutating func map(_ node: SourceNode, as field: FieldDeclaration) -> Value {
        guard let members = node.members else {
            error(
                .fieldType, "'\(field.name)' must be a mapping, not \(node.kindName)", at: node.span,
                help: isTable ? "name the columns \(field.name).first, \(field.name).second" : "write { key: … }")
            return .missing
        }
        // In a table, a key has a column in every row, and an empty cell leaves it out.
        let given = isTable ? members.filter { !$0.value.isEmptyInTable } : members
        if isTable, given.isEmpty, field.isOptional { return .missing }
        for member in given where member.key.isEmpty {
            error(
                .fieldType, "a key of '\(field.name)' is empty", at: member.keySpan,
                help: "write the name by which the value is found")
        }
        checkCount(given.count, of: "key", node, field)
        return .dictionary(given.map { ($0.key, value($0.value, as: field.parts[0])) })
    }
}

extension StoredEntryReader {
    func map(
        of type: FieldType, at place: SourcePlace, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        guard case .dictionary(let element) = type else { throw DamagedBytes() }
        var pairs: [(key: String, value: Value)] = []
        for _ in 0..<(try reader.readCount()) {
            let key = try reader.readText()
            pairs.append((key, try value(element, at: place, &reader)))
        }
        return .dictionary(pairs)
    }
}

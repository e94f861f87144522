package import KairanModel
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
        if let collection = field.keysOf { checkKeys(members, in: collection, field) }
        checkCount(given.count, of: "key", node, field)
        return .dictionary(given.map { ($0.key, value($0.value, as: field.parts[0])) })
    }

    /// Reports keys that are no ids of a collection. A key of a table stands above all rows, and is told once.
    private mutating func checkKeys(_ members: [SourceNode.Member], in collection: String, _ field: FieldDeclaration) {
        let known = scope.entryIDs[collection]?.entries
        for member in members where known?[member.key] == nil && !member.key.isEmpty {
            if isTable, diagnostics.contains(where: { $0.span == member.keySpan }) { continue }
            let node = SourceNode(.scalar(member.key, .string), span: member.keySpan)
            _ = reference(member.key, collection, node, field)
        }
    }
}

extension FieldDeclaration {
    /// The meaning of its values, for people who write one.
    package var meaning: String {
        keysOf.map { "a mapping whose keys are ids of entries of \($0)" } ?? type.kind.meaning
    }

    var hasKeyedIDs: Bool { keysOf != nil || parts.contains(where: \.hasKeyedIDs) }

    /// Returns the keys in a value that are ids of entries, each with the collection of the entry.
    package func keyedIDs(in value: Value) -> [(collection: String, id: String)] {
        guard hasKeyedIDs else { return [] }
        if case .dictionary(let pairs) = value {
            let own = keysOf.map { collection in pairs.map { (collection, $0.key) } } ?? []
            return own + pairs.flatMap { parts[0].keyedIDs(in: $0.value) }
        }
        if case .record(let values, _) = value { return zip(parts, values).flatMap { $0.keyedIDs(in: $1) } }
        if case .list(let values) = value { return values.flatMap(parts[0].keyedIDs) }
        if case .member(let index, let value) = value { return parts[index].keyedIDs(in: value) }
        return []
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

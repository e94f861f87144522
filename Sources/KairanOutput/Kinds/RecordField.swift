internal import KairanContent
internal import KairanModel

extension FieldWriter {
    mutating func record(_ told: Told, _ type: RecordType) -> SourceNode? {
        if let value = told.value, value.members == nil { return value }
        var members: [SourceNode.Member] = []
        for (index, field) in type.fields.enumerated() {
            guard let part = told[.field(index)] ?? told.value?[field.name].map({ Told(value: $0) }),
                let node = node(part, field.type)
            else { continue }
            members.append(SourceNode.Member(key: field.name, keySpan: node.span, value: node))
        }
        return told.node(.mapping(members))
    }
}

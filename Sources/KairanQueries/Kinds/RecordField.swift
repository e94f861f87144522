internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static func record(_ type: RecordType) -> FieldTraits {
        FieldTraits(
            text: .none, isString: false, isSearched: false,
            editor: { fieldsSchema($0.field.parts, ignoring: $0.field.ignoredKeys, $0.locales) },
            editorWords: type.isAudience ? "The apps that it is for" : "A mapping of fields",
            isTold: { told in
                type.fields.enumerated().allSatisfy { index, field in
                    told[.field(index)].map { $0.tells(field.type) } ?? field.isOptional
                }
            }, written: { $0.record($1, type) })
    }
}

extension FieldWriter {
    mutating func record(_ told: Recovered, _ type: RecordType) -> SourceNode? {
        if let value = told.value, value.members == nil { return value }
        var members: [SourceNode.Member] = []
        for (index, field) in type.fields.enumerated() {
            guard let part = told[.field(index)] ?? told.value?[field.name].map({ Recovered(value: $0) }),
                let node = node(part, field.type)
            else { continue }
            members.append(SourceNode.Member(key: field.name, keySpan: node.span, value: node))
        }
        return told.node(.mapping(members))
    }
}

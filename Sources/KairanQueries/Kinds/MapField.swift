internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static func map(of element: FieldType) -> FieldTraits {
        FieldTraits(
            views: ["count": TypedStep(step: .count, type: .integer)], text: .none, isString: false, isSearched: false,
            editor: { schema in
                let limits = schema.field.limits
                // Only declared fields have a part, and no others are given to editors.
                let value = schema.field.parts.first.map(schema.part) ?? [:]
                return SchemaNode.object([("type", "object"), ("additionalProperties", value)])
                    .adding("minProperties", limits.minimum.map(JSONValue.init))
                    .adding("maxProperties", limits.maximum.map(JSONValue.init))
            }, editorWords: "A mapping with keys of your own",
            isTold: { $0.value?.members != nil }, written: { $0.map($1, of: element) })
    }
}

extension FieldWriter {
    mutating func map(_ told: Recovered, of element: FieldType) -> SourceNode? {
        guard let members = told.value?.members else { return told.value }
        let written = members.compactMap { member in
            node(Recovered(value: member.value), element).map {
                SourceNode.Member(key: member.key, keySpan: member.keySpan, value: $0)
            }
        }
        return told.node(.mapping(written))
    }
}

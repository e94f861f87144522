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
                // Each declared map has one part. Editors are given declared fields alone.
                let value = schema.field.parts.first.map(schema.part) ?? [:]
                return SchemaNode.object([("type", "object"), ("additionalProperties", value)])
                    .adding("propertyNames", schema.field.keysOf.map { _ in ["pattern": .string(Forms.wholeID)] })
                    .adding("minProperties", limits.minimum.map(JSONValue.init))
                    .adding("maxProperties", limits.maximum.map(JSONValue.init))
            }, editorWords: "A mapping with keys of your own",
            isTold: { told in
                told.elements.map { $0.allSatisfy { $0[.key] != nil && $0[.value]?.tells(element) == true } } ?? false
            }, written: { $0.map($1, of: element) })
    }
}

extension FieldWriter {
    mutating func map(_ told: Recovered, of element: FieldType) -> SourceNode? {
        var rows = told.value?.members?.map { (key: $0.key, value: Recovered(value: $0.value)) }
        if told.value == nil {
            rows = told.elements?.map { ($0[.key]?.value?.scalar ?? "", $0[.value] ?? Recovered()) }
        }
        guard let rows else { return told.value }
        let members = rows.compactMap { key, value in
            node(value, element).map { SourceNode.Member(key: key, keySpan: $0.span, value: $0) }
        }
        return told.node(.mapping(members))
    }
}

extension Step {
    // The parts of a row.
    fileprivate static let key = Step.field(0)
    fileprivate static let value = Step.field(1)
}

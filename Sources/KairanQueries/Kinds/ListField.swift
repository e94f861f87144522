internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static func list(of element: FieldType) -> FieldTraits {
        FieldTraits(
            views: ["count": TypedStep(step: .count, type: .integer)], text: .none, isString: false, isSearched: false,
            editor: { schema in
                let limits = schema.field.limits
                return SchemaNode.list(of: schema.element(schema.field.parts[0]))
                    .adding("minItems", limits.minimum.map(JSONValue.init))
                    .adding("maxItems", limits.maximum.map(JSONValue.init))
            }, editorWords: "A list",
            isTold: { $0.elements.map { $0.allSatisfy { $0.tells(element) } } ?? false },
            written: { $0.list($1, of: element) })
    }
}

extension FieldSchema {
    /// The schema of a list's element, which may be an entry of another collection.
    fileprivate func element(_ part: FieldDeclaration) -> SchemaNode {
        field.holdsEntries
            ? fieldsSchema(part.parts, ignoring: part.ignoredKeys, locales, others: ownKeySchemas) : self.part(part)
    }
}

extension FieldWriter {
    mutating func list(_ told: Recovered, of element: FieldType) -> SourceNode? {
        var elements = told.elements
        if elements == nil { elements = told.value?.elements?.map { Recovered(value: $0) } }
        guard let elements else { return told.value }
        let nodes = elements.compactMap { node($0, element) }
        return told.node(.sequence(nodes))
    }
}

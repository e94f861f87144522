internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let text = FieldTraits(
        isOrdered: true, isGroupable: true, isShownInCalendars: true, numbers: { _ in .text([:]) },
        schema: { limits in limits?.matches.map { .string(pattern: $0.anchored) } ?? .text },
        editor: { schema in
            let limits = schema.field.limits
            let minimum = limits.minimum ?? (schema.field.isOptional ? nil : DecimalNumber(1))
            return SchemaNode.object([("type", FieldSchema.scalar)])
                .adding("minLength", minimum.map(JSONValue.init))
                .adding("pattern", limits.matches.map { .string($0.anchored) })
                .adding("patternErrorMessage", schema.field.form.example.map { .string("write it as \($0)") })
                .adding("not", limits.maximum.map(longerText))
        })

    /// JSON Schema counts code points, and a character may have several of them. Editors therefore report a text as too
    /// long only if too many letters follow each other that are always characters by themselves.
    private static func longerText(than maximum: DecimalNumber) -> JSONValue {
        ["pattern": .string("[ -~ぁ-ゖァ-ヺー一-鿿가-힣]{\(maximum.wholePart + 1)}")]
    }
}

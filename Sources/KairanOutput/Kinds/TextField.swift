internal import KairanContent
internal import KairanModel

extension FieldTraits {
    static let text = FieldTraits(
        isOrdered: true, isGroupable: true, isShownInCalendars: true, numbers: { _ in .text([:]) },
        editor: { schema in
            let limits = schema.field.limits
            let minimum = limits.minimumLength ?? (schema.field.isOptional ? nil : 1)
            return SchemaNode.object([("type", FieldSchema.scalar)])
                .adding("minLength", minimum.map(JSONValue.integer))
                .adding("not", limits.maximumLength.map(longerText))
        })

    /// JSON Schema counts code points, of which a character may have many. So editors see that a text is too long where as
    /// many letters that are always characters of their own follow each other.
    private static func longerText(than maximum: Int) -> JSONValue {
        ["pattern": .string("[ -~ぁ-ゖァ-ヺー一-鿿가-힣]{\(maximum + 1)}")]
    }
}

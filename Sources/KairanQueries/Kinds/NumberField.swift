internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let integer: FieldTraits = {
        var traits = number("integer")
        (traits.isGroupable, traits.numbers) = (true, { _ in .own })
        traits.schema = { ValueSchema(.integer(range($0).sized)) }
        return traits
    }()

    static let decimal = number("number")

    private static func number(_ name: JSONValue) -> FieldTraits {
        FieldTraits(
            views: ["text": TypedStep(step: .displayText, type: .text)], isString: false, isOrdered: true, isWord: true,
            form: "0", shownForm: .grouped, schema: { ValueSchema(.number(range($0))) },
            editor: { schema in
                SchemaNode.object([("type", name)])
                    .adding("minimum", schema.field.limits.minimum.map(JSONValue.init))
                    .adding("maximum", schema.field.limits.maximum.map(JSONValue.init))
            }, isTold: { $0.has(.displayText) }, written: { $0.number($1) })
    }

    private static func range(_ limits: FieldLimits?) -> NumberRange {
        NumberRange(minimum: limits?.minimum, maximum: limits?.maximum)
    }
}

extension FieldWriter {
    func number(_ told: Recovered) -> SourceNode? {
        if let text = told[.displayText]?.value?.scalar {
            return told.number(LocaleData.shown(evaluator.locale.code).numbers.digits(of: text) ?? text)
        }
        return told.value
    }
}

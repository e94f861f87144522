internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static func choice(_ choice: Choice) -> FieldTraits {
        var views = ["label": TypedStep(step: .label, type: .text)]
        if choice.hasNumbers { views["number"] = TypedStep(step: .number, type: .integer) }
        return FieldTraits(
            views: views, isOrdered: true, isGroupable: true, isShownInCalendars: true,
            isWord: choice.options.allSatisfy { isPlainWord($0.value) }, numbers: { _ in .choice(choice) },
            schema: { _ in schema(of: choice) },
            editor: { _ in editorSchema(choice) },
            editorWords: choice.options.map { $0.value == $0.label ? $0.value : "\($0.value): \($0.label)" }
                .joined(separator: "; "),
            isTold: { $0.has(.label) || $0.has(.number) }, written: { $0.choice($1, choice) })
    }

    private static func schema(of choice: Choice) -> ValueSchema {
        let values = choice.options.map(\.value)
        guard choice.isOpen else { return ValueSchema(.oneOf(values.map(JSONScalar.string))) }
        var schema = ValueSchema.text
        schema.knownValues = values
        return schema
    }

    /// Describes a choice for editors. People read the labels, because the values may be cryptic.
    private static func editorSchema(_ choice: Choice) -> SchemaNode {
        let forms = choice.options.flatMap { option in plainForms(option.value).map { ($0, option.label) } }
        let hasLabels = choice.options.contains { $0.label != $0.value }
        return SchemaNode.object([("enum", .array(forms.map(\.0)))])
            .adding("enumDescriptions", hasLabels ? .array(forms.map { .string($0.1) }) : nil)
    }

    /// Returns the text, and the value that YAML reads from it without quotes.
    private static func plainForms(_ text: String) -> [JSONValue] {
        if text == "true" || text == "false" { return [.string(text), .boolean(text == "true")] }
        guard let number = DecimalNumber(text) else { return [.string(text)] }
        return [.string(text), JSONValue(number)]
    }

    private static func isPlainWord(_ text: String) -> Bool {
        text.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || "-_.".utf8.contains($0) || $0 >= 0x80 }
    }
}

extension Evaluator {
    func choiceView(_ step: Step, _ index: Int, _ choice: Choice) -> Value {
        guard step == .number else { return .text(label(index, of: choice)) }
        return choice.options[index].number.map(Value.integer) ?? .missing
    }

    func label(_ index: Int, of choice: Choice) -> String {
        let option = choice.options[index]
        return option.labels.isEmpty ? option.label : locale.shown(option.labels) ?? option.label
    }
}

extension FieldWriter {
    mutating func choice(_ told: Recovered, _ choice: Choice) -> SourceNode? {
        if let value = told.value { return value }
        let node = told[.number]?.value ?? told[.label]?.value
        let positions = choice.options.indices.filter { index in
            if let number = told[.number]?.value?.scalar {
                return choice.options[index].number.map(String.init) == number
            }
            return evaluator.label(index, of: choice) == told[.label]?.value?.scalar
        }
        if let only = positions.first, positions.count == 1 { return told.text(choice.options[only].value) }
        mistake(
            .importValue, "'\(node?.scalar ?? "")' is \(positions.isEmpty ? "none" : "more than one") of the choices",
            told, help: "choices: \(choice.options.map(\.value).joined(separator: ", "))")
        return nil
    }
}

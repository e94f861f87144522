internal import KairanContent
internal import KairanModel

extension Schema {
    static let labelView = ["label": TypedStep(step: .label, type: .text)]
    static let numberView = ["number": TypedStep(step: .number, type: .integer)]
}

extension Evaluator {
    func label(_ index: Int, of choice: Choice) -> String {
        let option = choice.options[index]
        return option.labels.isEmpty ? option.label : locale.shown(option.labels) ?? option.label
    }
}

extension FieldWriter {
    mutating func choice(_ told: Told, _ choice: Choice) -> SourceNode? {
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
            "import.value", "'\(node?.scalar ?? "")' is \(positions.isEmpty ? "none" : "more than one") of the choices",
            told, help: "choices: \(choice.options.map(\.value).joined(separator: ", "))")
        return nil
    }
}

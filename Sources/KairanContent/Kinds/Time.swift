internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let time = FieldKind(meaning: "a time, such as 18:30", example: "18:30")
}

extension ValueReader {
    mutating func time(_ written: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        let text = inOwnForm(written, field)
        if let time = LocalTime(withoutZeroFraction(text)) { return .time(time) }
        guard let whole = withoutFraction(text), LocalTime(whole) != nil else {
            return invalid(text, node, field, timeHelp(text) ?? momentHelp("18:30", field))
        }
        let mistake = MomentMistake.fraction(without: whole)
        error(mistake.rule, mistake.message(for: text), at: node.span, help: mistake.advice(for: text))
        return .missing
    }
}

internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let date = FieldKind(meaning: "a date, such as 2026-04-01", example: "2026-04-01", canBeID: true)
}

extension ValueReader {
    mutating func date(_ written: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        let text = inOwnForm(written, field)
        if let date = LocalDate(text) { return .date(date) }
        if text.utf8.count > 10, scope.timeZone.parse(text) != nil {
            return invalid(text, node, field, "write \(text.prefix(10)), or declare the field as dateTime")
        }
        return invalid(text, node, field, dayHelp(text, field) ?? momentHelp("2026-04-01", field))
    }
}

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
            let help: Help = "write \(text.prefix(10)), or declare the field as dateTime"
            // Programs that have no dates write the midnight at which a day begins.
            let isMidnight = text.dropFirst(10).wholeMatch(of: /[T ]00:00(:00(\.0+)?)?(Z|[+-]00:?00)?/) != nil
            let mend = Help.Mend.write(String(text.prefix(10)), for: text, isCertain: true)
            return invalid(text, node, field, isMidnight ? Help(help.words, mend) : help)
        }
        return invalid(text, node, field, dayHelp(text, field) ?? momentHelp("2026-04-01", field, text))
    }
}

internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let dateTime = FieldKind(
        meaning: "a date with a time, such as 2026-04-01T18:30", example: "2026-04-01T18:30")
}

extension ValueReader {
    mutating func dateTime(_ written: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        let text = inOwnForm(written, field)
        switch scope.timeZone.read(text) {
        case .success(let moment): return .dateTime(moment)
        case .failure(.form):
            return invalid(
                text, node, field, dayHelp(text, field, needsTime: true) ?? momentHelp("2026-04-01T09:00", field, text))
        case .failure(let mistake):
            error(mistake.rule, mistake.message(for: text), at: node.span, help: mistake.advice(for: text))
            return .missing
        }
    }
}

extension ByteWriter {
    mutating func write(_ moment: DateTime) {
        write(moment.date.daysSinceEpoch)
        write(moment.time.secondsSinceMidnight)
        write(moment.offset)
    }
}

extension ByteReader {
    mutating func readMoment() throws(DamagedBytes) -> DateTime {
        DateTime(
            date: LocalDate(daysSinceEpoch: try readInt()), time: LocalTime(secondsSinceMidnight: try readInt()),
            offset: try readInt())
    }
}

internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let schedule = FieldKind(
        meaning: "on which days: daily, { weekly: [sat, sun] }, { dates: [2026-04-01] } …",
        example: "{ weekly: [sat, sun] }", options: [], hasParts: true)
}

extension ValueReader {
    /// Reads `daily`, a mapping of rules, or in a table's cell `daily` or dates separated by `|`.
    mutating func schedule(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if node.scalar == "daily" { return .schedule(Schedule([.daily])) }
        var reader = ScheduleReader(in: scope.timeZone, naming: scope.dayFields)
        (reader.languages, reader.locales) = (scope.languages, scope.locales)
        let schedule: Schedule?
        if isTable, let cell = node.scalar, isDates(cell) {
            schedule = reader.table(splitCell(cell, node, field).map(inPlainForm))
        } else if !isTable, let members = node.members {
            schedule = reader.schedule(members, at: node.span, named: field.name)
        } else if let column = node.members?.first {
            // This is reported once for the column, and not for each of its cells.
            error(
                .fieldType, "a table's column cannot be a part of the schedule '\(field.name)'", at: column.keySpan,
                help: "name one column '\(field.name)' and \(Self.tableHelp)")
            return .missing
        } else if let text = node.scalar {
            return invalid(text, node, field, scheduleHelp(text))
        } else {
            error(
                .fieldType, "'\(field.name)' must be a schedule, not \(node.kindName)", at: node.span,
                help: "write daily, or { dates: [2026-04-20, 2026-05-11] }")
            return .missing
        }
        diagnostics += reader.diagnostics
        return schedule.map(Value.schedule) ?? .missing
    }

    private func isDates(_ cell: String) -> Bool { cell.contains("|") || cell.first?.isWholeNumber == true }

    private static let tableHelp =
        "write daily, or dates: 2026-04-20|2026-05-11; a rule must be in a YAML, TOML, JSON or Markdown file"

    private func scheduleHelp(_ text: String) -> Help {
        if let help = nearestHelp(to: text, in: ["daily"]) { return help }
        if isTable { return Help(Self.tableHelp) }
        if LocalDate(text) != nil {
            return .write("write { dates: [\(text)] }", "{ dates: [\(text)] }", for: text)
        }
        if ScheduleReader.weekdays.contains(text) {
            return .write("write { weekly: \(text) }", "{ weekly: \(text) }", for: text)
        }
        if text.uppercased().contains("FREQ=") { return "write { rrule: \"\(text)\", between: { from: 2026-04-02 } }" }
        return "write daily, or a rule such as { weekly: [sat, sun] }"
    }
}

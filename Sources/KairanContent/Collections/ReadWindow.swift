internal import KairanModel

extension ValueReader {
    /// `{ from: 2026-04-01, until: 2026-04-30 }`, `always`, or in a table cell `2026-04-01/2026-04-30`.
    mutating func window(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if node.isNull, isTable { return .window(Window()) }
        if node.isNull { return field.isOptional ? .missing : missingWindow(node, field) }
        if node.scalar == "always" { return .window(Window()) }
        let ends: (from: SourceNode?, until: SourceNode?)
        if let cell = node.scalar, cell.contains("/") {
            ends = split(cell, at: node.span)
        } else if node.members != nil {
            ends = (end("from", node, field), end("until", node, field))
        } else {
            return invalid(
                node.scalar ?? node.kindName, node, field, "write { from: 2026-04-01, until: 2026-04-30 }, or always")
        }
        return .window(window(from: ends.from, until: ends.until, field))
    }

    private mutating func missingWindow(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        error(
            "field.missing", "'\(field.name)' has no value", at: node.span,
            help: "write always, or { from: 2026-04-01 }")
        return .missing
    }

    private mutating func end(_ name: String, _ node: SourceNode, _ field: FieldDeclaration) -> SourceNode? {
        for member in node.members ?? [] where name == "from" && member.key != "from" && member.key != "until" {
            error(
                "field.unknown", "a window has no '\(member.key)'", at: member.keySpan,
                help: suggestion(for: member.key, in: ["from", "until"], kind: "it has"))
        }
        return node[name].flatMap { $0.isNull ? nil : $0 }
    }

    private func split(_ cell: String, at span: SourceSpan) -> (SourceNode?, SourceNode?) {
        let halves = cell.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let second = halves[0].unicodeScalars.count + 1
        func node(_ text: Substring, _ column: Int) -> SourceNode? {
            let trimmed = text.trimmingSpaces()
            guard !trimmed.isEmpty else { return nil }
            return SourceNode(
                .scalar(String(trimmed), .plain),
                span: span.advanced(byColumns: column, length: text.unicodeScalars.count))
        }
        return (node(halves[0], 0), node(halves[1], second))
    }

    private mutating func window(from: SourceNode?, until: SourceNode?, _ field: FieldDeclaration) -> Window {
        var window = Window()
        if let from, let moment = moment(from, field) { window.from = moment.moment }
        if let until, let moment = moment(until, field) {
            window.lastDay = moment.day
            window.until = moment.day.map { surroundings.timeZone.dateTime(date: $0.adding(days: 1)) } ?? moment.moment
        }
        if let start = window.from, let end = window.until, start >= end, let from {
            error(
                "window.order", "'\(field.name).from' is after '\(field.name).until'", at: from.span,
                help: "swap the two dates, or remove 'until' for an open end")
        }
        return window
    }

    /// A date or a date-time; `day` is set when it was a date.
    private mutating func moment(_ node: SourceNode, _ field: FieldDeclaration) -> (moment: DateTime, day: LocalDate?)?
    {
        if let text = node.scalar {
            if let day = LocalDate(text) { return (surroundings.timeZone.dateTime(date: day), day) }
            if let moment = surroundings.timeZone.parse(text) { return (moment, nil) }
        }
        error(
            "field.type", "'\(node.scalar ?? node.kindName)' is not a date or a date with a time", at: node.span,
            help: "write it as 2026-04-01 or 2026-04-01T09:00")
        return nil
    }
}

internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let window = FieldKind(
        meaning: "when it is shown: { from: 2026-04-01, until: 2026-04-30 }, one of the two, or always",
        example: "{ from: 2026-04-01, until: 2026-04-30 }", options: ["default"], hasParts: true)
}

extension ValueReader {
    /// Reads `{ from: 2026-04-01, until: 2026-04-30 }`, `always`, or in a table's cell `2026-04-01/2026-04-30`.
    mutating func window(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if node.isNull, isTable { return .window(Window()) }
        if node.isNull { return field.isOptional ? .missing : missingWindow(node, field) }
        if node.scalar == "always" { return .window(Window()) }
        let ends: (from: SourceNode?, until: SourceNode?)
        if let cell = node.scalar, cell.count(where: { $0 == "/" }) == 1 {
            let halves = node.parts(of: cell, dividedBy: "/").map { $0.scalar == "" ? nil : inPlainForm($0) }
            ends = (halves[0], halves[1])
        } else if node.members != nil {
            ends = (end("from", node, field), end("until", node, field))
        } else {
            return invalid(node.scalar ?? node.kindName, node, field, windowHelp(node.scalar ?? ""))
        }
        return .window(window(from: ends.from, until: ends.until, field))
    }

    private func windowHelp(_ text: String) -> Help {
        if isTable {
            let day = LocalDate(text)?.description ?? "2026-04-01"
            return "write \(day)/ for a start, /\(day) for an end, or both: 2026-04-01/2026-04-30"
        }
        if LocalDate(text) != nil { return "write { from: \(text) } for a start, or { until: \(text) } for an end" }
        return "write { from: 2026-04-01, until: 2026-04-30 }, or always"
    }

    private mutating func missingWindow(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        error(
            .fieldMissing, "'\(field.name)' has no value", at: node.span,
            help: "write always, or { from: 2026-04-01 }")
        return .missing
    }

    private mutating func end(_ name: String, _ node: SourceNode, _ field: FieldDeclaration) -> SourceNode? {
        for member in node.members ?? [] where name == "from" && member.key != "from" && member.key != "until" {
            error(
                .fieldUnknown, "a window has no '\(member.key)'", at: member.keySpan,
                help: fullWidthHelp(member.key)
                    ?? suggestion(for: member.key, in: ["from", "until"], kind: "it has"))
        }
        guard var end = node[name], !end.isNull else { return nil }
        if case .scalar(let text, let kind) = end.content, let part = field.part(name) {
            end.content = .scalar(inOwnForm(text, part), kind)
        }
        return end
    }

    private mutating func window(from: SourceNode?, until: SourceNode?, _ field: FieldDeclaration) -> Window {
        var window = Window()
        let (first, last) = (field.part("from") ?? field, field.part("until") ?? field)
        if let from { window.from = moment(from, first, daysLater: 0, openEnd: "leave 'from' out for no start") }
        if let until {
            window.lastDay = until.scalar.flatMap { LocalDate($0) }
            window.until = moment(until, last, daysLater: 1, openEnd: "leave 'until' out for no end")
        }
        guard let from, let start = window.from, let end = window.until, start >= end else { return window }
        if start == end, window.lastDay == nil {
            error(
                .windowOrder, "'\(field.name)' is empty: it ends at the moment at which it starts", at: from.span,
                help: "write a later 'until', or remove it for an open end")
        } else {
            error(
                .windowOrder,
                "'\(first.column?.heading ?? "\(field.name).from")' is after "
                    + "'\(last.column?.heading ?? "\(field.name).until")'", at: from.span,
                help: "swap the two dates, or remove 'until' for an open end")
        }
        return window
    }

    /// Reads a moment, or the start of a date or of a day after it.
    private mutating func moment(
        _ node: SourceNode, _ field: FieldDeclaration, daysLater: Int, openEnd: Help
    ) -> DateTime? {
        guard let text = node.scalar else {
            notAMoment(node.kindName, node, field)
            return nil
        }
        switch scope.timeZone.readMomentOrDay(text, daysLater: daysLater) {
        case .success(let moment): return moment
        case .failure(.form): notAMoment(text, node, field)
        case .failure(.year): error(.timeRange, MomentMistake.year.message(for: text), at: node.span, help: openEnd)
        case .failure(let mistake):
            error(mistake.rule, mistake.message(for: text), at: node.span, help: mistake.advice(for: text))
        }
        return nil
    }

    private mutating func notAMoment(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) {
        error(
            .fieldType, "'\(text)' is not a date or a date with a time", at: node.span,
            help: fullWidthHelp(text) ?? dayHelp(text, field) ?? momentHelp("2026-04-01 or 2026-04-01T09:00", field))
    }
}

extension ByteWriter {
    mutating func write(_ window: Window) {
        for moment in [window.from, window.until] {
            write(moment != nil)
            if let moment { write(moment) }
        }
        write(window.lastDay?.daysSinceEpoch)
    }
}

extension ByteReader {
    mutating func readWindow() throws(DamagedBytes) -> Window {
        Window(
            from: try readOptional { (reader) throws(DamagedBytes) in try reader.readMoment() },
            until: try readOptional { (reader) throws(DamagedBytes) in try reader.readMoment() },
            lastDay: try readOptionalInt().map(LocalDate.init(daysSinceEpoch:)))
    }
}

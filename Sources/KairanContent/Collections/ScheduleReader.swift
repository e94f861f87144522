internal import KairanModel

extension ValueReader {
    /// `daily`, a mapping of rules, or in a table cell `daily` or dates with `|` between.
    mutating func schedule(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if node.scalar == "daily" { return .schedule(Schedule([.daily])) }
        var reader = ScheduleReader()
        let schedule: Schedule?
        if isTable, let cell = node.scalar, isDates(cell) {
            schedule = reader.table(splitCell(cell, at: node.span, field))
        } else if !isTable, let members = node.members {
            schedule = reader.schedule(members, at: node.span, named: field.name)
        } else if let text = node.scalar {
            return invalid(text, node, field, scheduleHelp(text))
        } else {
            error(
                "field.type", "'\(field.name)' must be a schedule, not \(node.kindName)", at: node.span,
                help: isTable ? scheduleHelp("") : "write daily, or { dates: [2026-04-20, 2026-05-11] }")
            return .missing
        }
        diagnostics += reader.diagnostics
        return schedule.map(Value.schedule) ?? .missing
    }

    private func isDates(_ cell: String) -> Bool { cell.contains("|") || cell.first?.isWholeNumber == true }

    private func scheduleHelp(_ text: String) -> String {
        if nearestName(to: text, in: ["daily"]) != nil { return "did you mean 'daily'?" }
        if isTable {
            return "write daily, or dates: 2026-04-20|2026-05-11; a rule must be in a YAML, TOML, JSON or Markdown file"
        }
        if LocalDate(text) != nil { return "write { dates: [\(text)] }" }
        if ScheduleReader.weekdays.contains(text) { return "write { weekly: \(text) }" }
        if text.uppercased().contains("FREQ=") { return "write { rrule: \"\(text)\", between: { from: 2026-04-02 } }" }
        return "write daily, or such as { weekly: [sat, sun] }"
    }
}

/// Reads the rules of one schedule.
struct ScheduleReader {
    static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    private static let ruleWords = ["monthly", "weekly", "nth", "yearly", "dates", "rrule", "words"]

    var diagnostics: [Diagnostic] = []

    mutating func error(_ rule: String, _ message: String, at span: SourceSpan, help: String? = nil) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }

    mutating func table(_ cells: [SourceNode]) -> Schedule? {
        let dates = distinct(cells) { $0.date($1) }.sorted()
        return diagnostics.isEmpty && !dates.isEmpty ? Schedule([.dates(dates)]) : nil
    }

    /// Nil after a mistake.
    mutating func schedule(_ members: [SourceNode.Member], at span: SourceSpan, named name: String) -> Schedule? {
        let between = members.first { $0.key == "between" }
        let except = members.first { $0.key == "except" }
        var schedule = Schedule([])
        if let between { (schedule.from, schedule.until) = bounds(between.value) }
        let inner = RuleScope(from: schedule.from, hasFrom: between?.value["from"].map { !$0.isNull } ?? false)
        schedule.rules = rules(
            members.filter { !["between", "except"].contains($0.key) }, inner, others: ["daily", "between", "except"])
        if let except { schedule.exceptions = exceptions(except.value, inner) }
        guard diagnostics.isEmpty else { return nil }
        guard !schedule.rules.isEmpty else {
            error(
                "schedule.empty", "'\(name)' says no day", at: span,
                help: "add daily: true, or a rule such as weekly: [sat, sun]")
            return nil
        }
        checkHappens(schedule, at: span, named: name, between: between?.value, except: except?.value)
        return diagnostics.isEmpty ? schedule : nil
    }

    /// A schedule without days is a mistake of the part that takes the last of them away.
    private mutating func checkHappens(
        _ schedule: Schedule, at span: SourceSpan, named name: String, between: SourceNode?, except: SourceNode?
    ) {
        guard schedule.firstDay == nil else { return }
        var unexcepted = schedule
        unexcepted.exceptions = []
        var unbounded = unexcepted
        unbounded.until = nil
        if let except, unexcepted.firstDay != nil {
            error(
                "schedule.empty", "'\(name)' never happens: all its days are excepted", at: except.span,
                help: "except less, or leave the entry out")
        } else if let between, let day = unbounded.firstDay {
            error(
                "schedule.empty", "'\(name)' never happens: none of its days is then", at: between.span,
                help: "its first day after that is \(day)")
        } else {
            error(
                "schedule.empty", "'\(name)' never happens", at: (between ?? except)?.span ?? span,
                help: "its days are all before that")
        }
    }
}

/// What the parts of a schedule have in common.
struct RuleScope {
    /// Where an rrule starts; nil after a mistake in it too.
    var from: LocalDate?
    var hasFrom: Bool
    var isException = false
}

// MARK: Rules

extension ScheduleReader {
    fileprivate mutating func rules(
        _ members: [SourceNode.Member], _ scope: RuleScope, others: [String]
    ) -> [Schedule.Rule] {
        let words = members.first { $0.key == "words" }
        if let words, !members.contains(where: { $0.key == "rrule" }) {
            error(
                "schedule.word", "'words' says what an rrule means, and here is none", at: words.keySpan,
                help: "remove it: the other rules have words of their own")
        }
        return members.flatMap { member -> [Schedule.Rule] in
            switch member.key {
            case "monthly": return rule(member) { .monthly($0.distinct($1) { $0.dayOfMonth($1) }) }
            case "weekly": return rule(member) { .weekly($0.distinct($1) { $0.weekday($1) }) }
            case "yearly": return rule(member) { .yearly($0.distinct($1) { $0.monthDay($1) }) }
            case "dates": return rule(member) { .dates($0.distinct($1) { $0.date($1) }.sorted()) }
            case "nth": return (values(member) ?? []).flatMap { nth($0) }
            case "rrule": return recurrence(member, scope, words: words?.value).map { [.recurrence($0)] } ?? []
            case "words": return []
            case "daily": return daily(member, scope)
            default:
                error(
                    "schedule.word", "\(scope.isException ? "'except'" : "a schedule") has no '\(member.key)'",
                    at: member.keySpan,
                    help: suggestion(for: member.key, in: Self.ruleWords + others, kind: "it has"))
                return []
            }
        }
    }

    private mutating func rule(
        _ member: SourceNode.Member, _ read: (inout ScheduleReader, [SourceNode]) -> Schedule.Rule
    ) -> [Schedule.Rule] {
        values(member).map { [read(&self, $0)] } ?? []
    }

    private mutating func daily(_ member: SourceNode.Member, _ scope: RuleScope) -> [Schedule.Rule] {
        if scope.isException {
            error(
                "schedule.word", "'daily' would take every day away", at: member.keySpan, help: "remove it")
        } else if member.value.scalar != "true" {
            error("schedule.word", "'daily' can only be true", at: member.value.span, help: "write daily: true")
        }
        return [.daily]
    }

    /// The elements of a list, or the one value; nil after a mistake.
    private mutating func values(_ member: SourceNode.Member) -> [SourceNode]? {
        if let elements = member.value.elements, !elements.isEmpty { return elements }
        guard member.value.isNull || member.value.elements != nil else { return [member.value] }
        let example =
            switch member.key {
            case "monthly": "[5, 15, last]"
            case "weekly": "[sat, sun]"
            case "nth": "{ weekday: sat, week: 2 }"
            case "week": "2"
            case "weekday": "sat"
            case "yearly": "11-22"
            default: "[2026-04-20, 2026-05-11]"
            }
        error(
            "schedule.empty", "'\(member.key)' says no day",
            at: member.value.isNull ? member.keySpan : member.value.span,
            help: "write \(member.key): \(example), or remove it")
        return nil
    }

    fileprivate mutating func distinct<Part: Hashable>(
        _ nodes: [SourceNode], _ read: (inout ScheduleReader, SourceNode) -> Part?
    ) -> [Part] {
        var seen: Set<Part> = []
        return nodes.compactMap { node in
            guard let part = read(&self, node) else { return nil }
            if seen.insert(part).inserted { return part }
            error("schedule.day", "'\(node.scalar ?? "")' is there twice", at: node.span, help: "remove one")
            return nil
        }
    }

    /// `{ weekday: sat, week: 2 }`, each of them one or a list.
    private mutating func nth(_ node: SourceNode) -> [Schedule.Rule] {
        guard let members = node.members else {
            error(
                "field.type", "'nth' must be a mapping, not \(node.kindName)", at: node.span,
                help: "write nth: { weekday: sat, week: 2 }")
            return []
        }
        for member in members where !["weekday", "week"].contains(member.key) {
            error(
                "schedule.word", "'nth' has no '\(member.key)'", at: member.keySpan,
                help: suggestion(for: member.key, in: ["weekday", "week"], kind: "it has"))
        }
        for name in ["weekday", "week"] where node[name] == nil && diagnostics.isEmpty {
            error(
                "schedule.word", "'nth' lacks '\(name)'", at: node.span, help: "write nth: { weekday: sat, week: 2 }")
        }
        var (weeks, weekdays): ([Int], [Int]) = ([], [])
        for member in members {
            guard let values = ["weekday", "week"].contains(member.key) ? values(member) : nil else { continue }
            if member.key == "week" {
                weeks = distinct(values) { $0.week($1) }
            } else {
                weekdays = distinct(values) { $0.weekday($1) }
            }
        }
        return weeks.flatMap { week in weekdays.map { .nth(week: week, weekday: $0) } }
    }

    private mutating func recurrence(
        _ member: SourceNode.Member, _ scope: RuleScope, words: SourceNode?
    ) -> RecurrenceRule? {
        if let words, words.scalar == nil || words.isNull || words.scalar?.allSatisfy(\.isWhitespace) == true {
            error("field.type", "'words' must be text, not \(words.kindName)", at: words.span)
        }
        guard let text = member.value.scalar, !member.value.isNull else {
            error(
                "schedule.rrule", "'rrule' must be text, not \(member.value.kindName)", at: member.value.span,
                help: "write rrule: \"FREQ=WEEKLY;INTERVAL=2;BYDAY=TH\"")
            return nil
        }
        if !scope.hasFrom {
            error(
                "schedule.rrule", "an rrule needs a day to count from", at: member.keySpan,
                help: "add between: { from: 2026-04-02 }")
        }
        var reader = RecurrenceRuleReader(text, member.value)
        let parts = reader.parts()
        diagnostics += reader.diagnostics
        guard let parts, let from = scope.from else { return nil }
        let rule = RecurrenceRule(parts, start: from, text: reader.rule, words: words?.scalar)
        guard rule.isPossible else {
            error(
                "schedule.empty", "this rule has no day from \(from) on", at: member.value.span,
                help: "change or remove it")
            return nil
        }
        return rule
    }
}

// MARK: Bounds and exceptions

extension ScheduleReader {
    fileprivate mutating func bounds(_ node: SourceNode) -> (from: LocalDate?, until: LocalDate?) {
        guard let members = node.members else {
            error(
                "field.type", "'between' must be a mapping, not \(node.kindName)", at: node.span,
                help: "write between: { from: 2026-04-01, until: 2026-06-30 }")
            return (nil, nil)
        }
        for member in members where !["from", "until"].contains(member.key) {
            error(
                "schedule.word", "'between' has no '\(member.key)'", at: member.keySpan,
                help: suggestion(for: member.key, in: ["from", "until"], kind: "it has"))
        }
        let ends = ["from", "until"].map { name in node[name].flatMap { $0.isNull ? nil : $0 } }
        if ends[0] == nil, ends[1] == nil, diagnostics.isEmpty {
            error(
                "schedule.empty", "'between' has neither 'from' nor 'until'", at: node.span,
                help: "write between: { from: 2026-04-01 }, or remove it")
        }
        let from = ends[0].flatMap { date($0) }
        let until = ends[1].flatMap { date($0) }
        if let from, let until, from > until, let node = ends[0] {
            error(
                "schedule.order", "'between.from' is after 'between.until'", at: node.span,
                help: "swap the two dates, or remove 'until' for no end")
        }
        return (from, until)
    }

    /// Dates, or a mapping of rules.
    fileprivate mutating func exceptions(_ node: SourceNode, _ scope: RuleScope) -> [Schedule.Rule] {
        var scope = scope
        scope.isException = true
        if let members = node.members, !members.isEmpty { return rules(members, scope, others: []) }
        let nodes = node.elements ?? [node]
        guard !nodes.isEmpty, !node.isNull, node.members == nil else {
            error(
                "schedule.empty", "'except' says no day", at: node.span,
                help: "write except: [2026-04-29], or remove it")
            return []
        }
        return [.dates(distinct(nodes) { $0.date($1) }.sorted())]
    }
}

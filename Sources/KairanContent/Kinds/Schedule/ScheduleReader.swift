internal import KairanModel
internal import KairanReaders

/// Reads the rules of one schedule.
struct ScheduleReader {
    static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    static let ruleWords = ["monthly", "weekly", "nth", "yearly", "dates", "rrule", "text"]

    /// The time zone that gives the last moment of a rule its day.
    let timeZone: SiteTimeZone
    /// See `ValueScope.dayFields`.
    let dayFields: [String: [String]]
    /// The languages in which somebody may have written a weekday.
    var languages: [String] = []
    /// The locales of the site, if it names any.
    var locales: [SiteLocale] = []
    var diagnostics: [Diagnostic] = []

    init(in timeZone: SiteTimeZone, naming dayFields: [String: [String]]) {
        (self.timeZone, self.dayFields) = (timeZone, dayFields)
    }

    mutating func error(_ rule: Rule, _ message: String, at span: SourceSpan, help: Help? = nil) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }

    mutating func table(_ cells: [SourceNode]) -> Schedule? {
        let dates = distinct(cells) { $0.date($1) }.sorted()
        return !diagnostics.hasErrors && !dates.isEmpty ? Schedule([.dates(dates)]) : nil
    }

    /// Returns nil after a mistake.
    mutating func schedule(_ members: [SourceNode.Member], at span: SourceSpan, named name: String) -> Schedule? {
        let between = members.first { $0.key == "between" }
        let except = members.first { $0.key == "except" }
        var schedule = Schedule([])
        if let between { (schedule.from, schedule.until) = bounds(between.value) }
        let inner = RuleScope(from: schedule.from, hasFrom: between?.value["from"].map { !$0.isNull } ?? false)
        schedule.rules = rules(
            members.filter { !["between", "except"].contains($0.key) }, inner, others: ["daily", "between", "except"])
        if let words = members.first(where: { $0.key == "text" }), !members.contains(where: { $0.key == "rrule" }) {
            schedule.localizedWords = localizedWords(words)
        }
        if let except { schedule.exceptions = exceptions(except.value, inner) }
        guard !diagnostics.hasErrors else { return nil }
        guard !schedule.rules.isEmpty else {
            error(
                .scheduleEmpty, "'\(name)' names no day", at: span,
                help: "add daily: true, or a rule such as weekly: [sat, sun]")
            return nil
        }
        checkHappens(schedule, at: span, named: name, between: between?.value, except: except?.value)
        guard !diagnostics.hasErrors else { return nil }
        if let except { checkExceptions(schedule, except.value) }
        if let dates = members.first(where: { $0.key == "dates" }) { checkDates(schedule, dates.value) }
        return schedule.inOwnWords
    }

    /// Reports a schedule without days, at the part that removes the last of them.
    private mutating func checkHappens(
        _ schedule: Schedule, at span: SourceSpan, named name: String, between: SourceNode?, except: SourceNode?
    ) {
        // The days of entries are not known yet: see `checkNamedDays`.
        guard !schedule.namesDays, schedule.firstDay == nil else { return }
        var unexcepted = schedule
        unexcepted.exceptions = []
        var unbounded = unexcepted
        unbounded.until = nil
        if let except, unexcepted.firstDay != nil {
            error(
                .scheduleEmpty, "'\(name)' never happens: 'except' takes away all its days", at: except.span,
                help: "take away fewer days, or leave the entry out")
        } else if let between, let day = unbounded.firstDay {
            error(
                .scheduleEmpty, "'\(name)' never happens: none of its days is in that time", at: between.span,
                help: "its first day after that is \(day)")
        } else {
            error(
                .scheduleEmpty, "'\(name)' never happens", at: (between ?? except)?.span ?? span,
                help: "all its days are before that")
        }
    }
}

/// The facts that the parts of a schedule share.
struct RuleScope {
    /// The start of an rrule; nil also after a mistake in the start.
    var from: LocalDate?
    var hasFrom: Bool
    var isException = false
}

// MARK: Bounds and exceptions

extension ScheduleReader {
    fileprivate mutating func bounds(_ node: SourceNode) -> (from: LocalDate?, until: LocalDate?) {
        guard let members = node.members else {
            error(
                .fieldType, "'between' must be a mapping, not \(node.kindName)", at: node.span,
                help: "write between: { from: 2026-04-01, until: 2026-06-30 }")
            return (nil, nil)
        }
        let unknown = members.filter { !["from", "until"].contains($0.key) }
        for member in unknown {
            error(
                .scheduleWord, "'between' has no '\(member.key)'", at: member.keySpan,
                help: suggestion(for: member.key, in: ["from", "until"], kind: "it has"))
        }
        let ends = ["from", "until"].map { name in node[name].flatMap { $0.isNull ? nil : $0 } }
        if ends[0] == nil, ends[1] == nil, unknown.isEmpty {
            error(
                .scheduleEmpty, "'between' has neither 'from' nor 'until'", at: node.span,
                help: "write between: { from: 2026-04-01 }, or remove it")
        }
        let from = ends[0].flatMap { date($0) }
        let until = ends[1].flatMap { date($0) }
        if let from, let until, from > until, let node = ends[0] {
            error(
                .scheduleOrder, "'between.from' is after 'between.until'", at: node.span,
                help: "swap the two dates, or remove 'until' for no end")
        }
        return (from, until)
    }

    /// Reads exceptions, which are dates and collections that have dates, or a mapping of rules.
    fileprivate mutating func exceptions(_ node: SourceNode, _ scope: RuleScope) -> [Schedule.Rule] {
        var scope = scope
        scope.isException = true
        if let members = node.members, !members.isEmpty { return rules(members, scope, others: []) }
        let nodes = node.elements ?? [node]
        guard !nodes.isEmpty, !node.isNull, node.members == nil else {
            error(
                .scheduleEmpty, "'except' names no day", at: node.span,
                help: "write except: [2026-04-29], or remove it")
            return []
        }
        return dates(nodes)
    }
}

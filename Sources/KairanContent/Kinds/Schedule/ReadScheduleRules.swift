internal import KairanModel
internal import KairanReaders

extension ScheduleReader {
    mutating func rules(
        _ members: [SourceNode.Member], _ scope: RuleScope, others: [String]
    ) -> [Schedule.Rule] {
        let words = members.first { $0.key == "text" || isFormer($0, among: members) }
        if scope.isException, let words, words.key == "text", !members.contains(where: { $0.key == "rrule" }) {
            error(
                .scheduleWord, "'text' says what an rrule means, but there is none here", at: words.keySpan,
                help: "remove it")
        }
        return members.flatMap { member -> [Schedule.Rule] in
            switch member.key {
            case "monthly": return rule(member) { .monthly($0.distinct($1) { $0.dayOfMonth($1) }) }
            case "weekly": return rule(member) { .weekly($0.distinct($1) { $0.weekday($1) }) }
            case "yearly": return rule(member) { .yearly($0.distinct($1) { $0.monthDay($1) }) }
            case "dates": return values(member).map { dates($0) } ?? []
            case "nth": return (values(member) ?? []).flatMap { nth($0) }
            case "rrule": return recurrence(member, scope, words: words).map { [.recurrence($0)] } ?? []
            case "text": return []
            case _ where isFormer(member, among: members):
                let fix = Fix(.rename(member.keySpan, to: "text"))
                diagnostics.append(.formerWord("words", is: "text", at: member.keySpan, fix))
                return []
            case "daily": return daily(member, scope)
            default:
                error(
                    .scheduleWord, "\(scope.isException ? "'except'" : "a schedule") has no '\(member.key)'",
                    at: member.keySpan,
                    help: rule(meantBy: member)
                        ?? suggestion(for: member.key, in: Self.ruleWords + others, kind: "it has"))
                return []
            }
        }
    }

    /// Returns what to write for a word of other programs that says how often something recurs.
    private func rule(meantBy member: SourceNode.Member) -> Help? {
        guard ["every", "interval", "biweekly", "fortnightly", "weeks"].contains(member.key) else { return nil }
        let names = (member.value.elements ?? [member.value]).compactMap { $0.scalar?.lowercased() }
        let days = names.compactMap { name in
            Self.weekdays.first { name == $0 || name.hasPrefix($0) && name.hasSuffix("day") }
        }
        if member.key == "every", names == ["day"] { return "write daily: true" }
        if member.key == "every", !names.isEmpty, days.count == names.count {
            return "write weekly: \(days.count == 1 ? days[0] : "[\(days.joined(separator: ", "))]")"
        }
        return "instead, every second Friday is rrule: \"FREQ=WEEKLY;INTERVAL=2;BYDAY=FR\", with between: { from: … }"
    }

    /// This is true for the word for a rule's text that earlier versions had.
    private func isFormer(_ member: SourceNode.Member, among members: [SourceNode.Member]) -> Bool {
        member.key == "words" && !members.contains { $0.key == "text" }
    }

    private mutating func rule(
        _ member: SourceNode.Member, _ read: (inout ScheduleReader, [SourceNode]) -> Schedule.Rule
    ) -> [Schedule.Rule] {
        values(member).map { [read(&self, $0)] } ?? []
    }

    private mutating func daily(_ member: SourceNode.Member, _ scope: RuleScope) -> [Schedule.Rule] {
        if scope.isException {
            error(
                .scheduleWord, "'daily' would take away every day", at: member.keySpan, help: "remove it")
        } else if member.value.scalar != "true" {
            error(.scheduleWord, "'daily' can only be true", at: member.value.span, help: "write daily: true")
        }
        return [.daily]
    }

    /// Returns the elements of a list, or the one value. Returns nil after a mistake.
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
            .scheduleEmpty, "'\(member.key)' names no day",
            at: member.value.isNull ? member.keySpan : member.value.span,
            help: "write \(member.key): \(example), or remove it")
        return nil
    }

    mutating func distinct<Part: Hashable>(
        _ nodes: [SourceNode], _ read: (inout ScheduleReader, SourceNode) -> Part?
    ) -> [Part] {
        var seen: Set<Part> = []
        return nodes.compactMap { node in
            guard let part = read(&self, node) else { return nil }
            if seen.insert(part).inserted { return part }
            error(.scheduleDay, "'\(node.scalar ?? "")' appears twice", at: node.span, help: "remove one")
            return nil
        }
    }

    /// Reads `{ weekday: sat, week: 2 }`, in which each may be one value or a list.
    private mutating func nth(_ node: SourceNode) -> [Schedule.Rule] {
        guard let members = node.members else {
            error(
                .fieldType, "'nth' must be a mapping, not \(node.kindName)", at: node.span,
                help: "write nth: { weekday: sat, week: 2 }")
            return []
        }
        let unknown = members.filter { !["weekday", "week"].contains($0.key) }
        for member in unknown {
            error(
                .scheduleWord, "'nth' has no '\(member.key)'", at: member.keySpan,
                help: suggestion(for: member.key, in: ["weekday", "week"], kind: "it has"))
        }
        // A misspelt name is one mistake, not two.
        for name in ["weekday", "week"] where node[name] == nil && unknown.isEmpty {
            error(
                .scheduleWord, "'nth' lacks '\(name)'", at: node.span, help: "write nth: { weekday: sat, week: 2 }")
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
        _ member: SourceNode.Member, _ scope: RuleScope, words: SourceNode.Member?
    ) -> RecurrenceRule? {
        let meaning = words.map { localizedWords($0) } ?? []
        guard let text = member.value.scalar, !member.value.isNull else {
            error(
                .scheduleRrule, "'rrule' must be text, not \(member.value.kindName)", at: member.value.span,
                help: "write rrule: \"FREQ=WEEKLY;INTERVAL=2;BYDAY=TH\"")
            return nil
        }
        if !scope.hasFrom {
            error(
                .scheduleRrule, "an rrule needs a day to count from", at: member.keySpan,
                help: "add between: { from: 2026-04-02 }")
        }
        var reader = RecurrenceRuleReader(text, member.value, in: timeZone)
        let parts = reader.parts()
        diagnostics += reader.diagnostics
        guard let parts, let from = scope.from else { return nil }
        if parts.frequency == .weekly, !parts.positions.isEmpty, from.weekday != parts.weekStart {
            // RFC 5545 counts from the beginning of the week, and widespread programs from the start.
            let first = from.adding(days: -((from.weekday - parts.weekStart + 7) % 7))
            error(
                .scheduleRrule, "calendars do not agree on BYSETPOS in the week in which a rule begins",
                at: member.value.span, help: "begin with that week, from: \(first), or leave BYSETPOS out")
        }
        let rule = RecurrenceRule(parts, start: from, text: reader.rule, localizedWords: meaning)
        guard let first = rule.firstPossibleDay else {
            error(
                .scheduleEmpty, "this rule has no day from \(from) on", at: member.value.span,
                help: "change or remove it")
            return nil
        }
        if let until = parts.until, until < first {
            error(
                .scheduleEmpty, "this rule ends on \(until), before its first day, \(first)", at: member.value.span,
                help: "write a later UNTIL, or remove the rule")
            return nil
        }
        return rule
    }

    /// Reads what rules mean: one text, or one for each language.
    mutating func localizedWords(_ member: SourceNode.Member) -> [String] {
        let nodes = !locales.isEmpty ? member.value.members?.map(\.value) : nil
        for node in nodes ?? [member.value] {
            if let text = node.scalar, !node.isNull, !text.allSatisfy(\.isWhitespace) {
                diagnostics += unevaluatedNames(in: text, at: node.span, help: "write what it should show")
            } else {
                error(
                    .fieldType,
                    node.text?.allSatisfy(\.isWhitespace) == true
                        ? "'text' is empty" : "'text' must be text, not \(node.kindName)",
                    at: node.span,
                    help: node.members != nil && locales.isEmpty
                        ? "write one text, or name the languages in 'locales' of site.yml"
                        : "write what people read, such as every other Thursday, or leave it out")
            }
        }
        guard nodes != nil, !diagnostics.hasErrors else { return [member.value.scalar].compactMap(\.self) }
        var reader = DeclarationReader()
        let texts = reader.localizedWords(member, "'text'", locales) ?? []
        diagnostics += reader.diagnostics
        return reader.diagnostics.hasErrors ? [] : locales.compactMap { $0.chain.lazy.compactMap { texts[$0] }.first }
    }
}

package import KairanModel
internal import KairanReaders

private enum RuleTag: Int {
    case daily, monthly, weekly, nth, yearly, dates, recurrence, named
}

extension ByteWriter {
    package mutating func write(_ schedule: Schedule) {
        write(schedule.from?.daysSinceEpoch)
        write(schedule.until?.daysSinceEpoch)
        write(schedule.rules) { $0.write($1) }
        write(schedule.exceptions) { $0.write($1) }
        write(schedule.localizedWords) { $0.write($1) }
    }

    private mutating func write(_ rule: Schedule.Rule) {
        switch rule {
        case .daily: write(RuleTag.daily.rawValue)
        case .monthly(let days): write(.monthly, days)
        case .weekly(let weekdays): write(.weekly, weekdays)
        case .nth(let week, let weekday): write(.nth, [week, weekday])
        case .yearly(let days): write(.yearly, days.map { $0.month * 100 + $0.day })
        case .dates(let dates): write(.dates, dates.map(\.daysSinceEpoch))
        case .recurrence(let rule):
            write(RuleTag.recurrence.rawValue)
            write(rule.text)
            write(rule.start.daysSinceEpoch)
            write(rule.localizedWords) { $0.write($1) }
        case .named(let named):
            write(RuleTag.named.rawValue)
            write(named.collection)
            write(named.field)
        }
    }

    private mutating func write(_ tag: RuleTag, _ numbers: [Int]) {
        write(tag.rawValue)
        write(numbers) { $0.write($1) }
    }
}

extension ByteReader {
    mutating func readSchedule() throws(DamagedBytes) -> Schedule {
        let from = try readOptionalInt().map(LocalDate.init(daysSinceEpoch:))
        let until = try readOptionalInt().map(LocalDate.init(daysSinceEpoch:))
        let rules = try readList { (reader) throws(DamagedBytes) in try reader.readRule() }
        let exceptions = try readList { (reader) throws(DamagedBytes) in try reader.readRule() }
        var schedule = Schedule(rules, from: from, until: until, exceptions: exceptions)
        schedule.localizedWords = try readList { (reader) throws(DamagedBytes) in try reader.readText() }
        return schedule
    }

    private mutating func readRule() throws(DamagedBytes) -> Schedule.Rule {
        guard let tag = RuleTag(rawValue: try readInt()) else { throw DamagedBytes() }
        switch tag {
        case .daily: return .daily
        case .monthly: return .monthly(try readNumbers())
        case .weekly: return .weekly(try readNumbers())
        case .nth:
            let numbers = try readNumbers()
            guard numbers.count == 2 else { throw DamagedBytes() }
            return .nth(week: numbers[0], weekday: numbers[1])
        case .yearly:
            let days = try readNumbers().map { MonthDay(month: $0 / 100, day: $0 % 100) }
            guard !days.contains(nil) else { throw DamagedBytes() }
            return .yearly(days.compactMap(\.self))
        case .dates: return .dates(try readNumbers().map(LocalDate.init(daysSinceEpoch:)))
        case .recurrence: return .recurrence(try readRecurrence())
        case .named: return .named(NamedDays(collection: try readText(), field: try readText()))
        }
    }

    private mutating func readNumbers() throws(DamagedBytes) -> [Int] {
        try readList { (reader) throws(DamagedBytes) in try reader.readInt() }
    }

    private mutating func readRecurrence() throws(DamagedBytes) -> RecurrenceRule {
        let text = try readText()
        let start = LocalDate(daysSinceEpoch: try readInt())
        let words = try readList { (reader) throws(DamagedBytes) in try reader.readText() }
        // The text was valid when it was stored, and contains no moment any more, so the time zone does not matter.
        var reader = RecurrenceRuleReader(text, SourceNode(.scalar(text, .plain), span: SourceSpan(path: "")), in: .utc)
        guard let parts = reader.parts() else { throw DamagedBytes() }
        return RecurrenceRule(parts, start: start, text: text, localizedWords: words)
    }
}

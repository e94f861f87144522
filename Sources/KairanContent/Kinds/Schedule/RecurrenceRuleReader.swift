internal import KairanModel
internal import KairanReaders

/// Reads the text of an RFC 5545 RRULE, with the place of every part.
struct RecurrenceRuleReader {
    /// The rule without `RRULE:`, and with a date in the place of an UNTIL that is a moment in UTC.
    private(set) var rule: String
    /// The time zone that gives a moment its day.
    private let timeZone: SiteTimeZone
    private let node: SourceNode
    /// The text of the node.
    private let text: String
    private(set) var diagnostics: [Diagnostic] = []

    private struct Part {
        var name: Substring
        var value: Substring
        var values: [Substring] { value.split(separator: ",", omittingEmptySubsequences: false) }
    }

    init(_ text: String, _ node: SourceNode, in timeZone: SiteTimeZone) {
        (self.text, self.node, self.timeZone) = (text, node, timeZone)
        let prefix = "RRULE:"
        rule = String(text.uppercased().hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...])
    }

    private mutating func error(_ message: String, _ piece: Substring, help: Help? = nil) {
        diagnostics.append(
            Diagnostic(.error, .scheduleRrule, message, at: node.span.part(piece, of: text), help: help))
    }

    private static let names = [
        "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY", "BYSETPOS",
        "WKST",
    ]
    private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    /// Returns nil after a mistake.
    mutating func parts() -> RecurrenceRule.Parts? {
        let whole = text.suffix(rule.count)
        var given: [String: Part] = [:]
        for piece in whole.split(separator: ";", omittingEmptySubsequences: false) {
            let halves = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else {
                if piece.isEmpty {
                    error("a part of the rule is empty", piece, help: "write NAME=VALUE, or remove the ';' beside it")
                } else {
                    error(
                        "'\(piece)' is not a part of a rule", piece, help: "write NAME=VALUE, such as FREQ=WEEKLY")
                }
                continue
            }
            let name = halves[0].uppercased()
            guard Self.names.contains(name) else {
                unknown(halves[0])
                continue
            }
            if given.updateValue(Part(name: halves[0], value: halves[1]), forKey: name) != nil {
                error("'\(name)' appears twice", halves[0], help: "remove one")
            }
        }
        if given["FREQ"] == nil, diagnostics.isEmpty {
            error("the rule has no FREQ", whole, help: "begin it with FREQ=DAILY, WEEKLY, MONTHLY or YEARLY")
        }
        let parts = values(given)
        if diagnostics.isEmpty { checkTogether(parts, given) }
        return diagnostics.isEmpty ? parts : nil
    }

    private mutating func unknown(_ name: Substring) {
        if ["BYHOUR", "BYMINUTE", "BYSECOND"].contains(name.uppercased()) {
            error("a schedule consists of whole days, so it has no '\(name)'", name, help: "remove it")
        } else {
            error(
                "a rule has no '\(name)'", name,
                help: suggestion(for: name.uppercased(), in: Self.names, kind: "it has"))
        }
    }

    private mutating func values(_ given: [String: Part]) -> RecurrenceRule.Parts {
        var parts = RecurrenceRule.Parts()
        if let part = given["FREQ"] { parts.frequency = frequency(part.value) ?? .daily }
        if let part = given["INTERVAL"] { parts.interval = number(part, part.value, 1...999_999) ?? 1 }
        if let part = given["COUNT"] { parts.count = number(part, part.value, 1...999_999) }
        if let part = given["UNTIL"] { parts.until = until(part.value) }
        if let part = given["WKST"] { parts.weekStart = weekday(part.value)?.weekday ?? 1 }
        parts.months = numbers(given["BYMONTH"], 1...12)
        parts.weekNumbers = numbers(given["BYWEEKNO"], 1...53, isSigned: true)
        parts.yearDays = numbers(given["BYYEARDAY"], 1...366, isSigned: true)
        parts.monthDays = numbers(given["BYMONTHDAY"], 1...31, isSigned: true)
        parts.positions = numbers(given["BYSETPOS"], 1...366, isSigned: true)
        for piece in given["BYDAY"]?.values ?? [] {
            if let weekday = weekday(piece, mayBeNth: true), !parts.weekdays.contains(weekday) {
                parts.weekdays.append(weekday)
            }
        }
        return parts
    }

    private mutating func frequency(_ value: Substring) -> RecurrenceRule.Frequency? {
        let word = value.uppercased()
        if let frequency = RecurrenceRule.Frequency(rawValue: word) { return frequency }
        let known = RecurrenceRule.Frequency.allCases.map(\.rawValue)
        if ["HOURLY", "MINUTELY", "SECONDLY"].contains(word) {
            error(
                "a schedule consists of whole days, so nothing is \(word)", value,
                help: "write \(known.joined(separator: ", "))")
        } else {
            error("there is no FREQ '\(value)'", value, help: suggestion(for: word, in: known, kind: "write"))
        }
        return nil
    }

    private mutating func numbers(
        _ part: Part?, _ range: ClosedRange<Int>, isSigned: Bool = false
    ) -> [Int] {
        guard let part else { return [] }
        var numbers: [Int] = []
        for piece in part.values {
            if let number = number(part, piece, range, isSigned: isSigned), !numbers.contains(number) {
                numbers.append(number)
            }
        }
        return numbers
    }

    private mutating func number(
        _ part: Part, _ piece: Substring, _ range: ClosedRange<Int>, isSigned: Bool = false
    ) -> Int? {
        let digits = isSigned && "+-".contains(piece.first ?? " ") ? piece.dropFirst() : piece
        if digits.utf8.allSatisfy(isASCIIDigit), let number = Int(digits), range.contains(number) {
            return piece.hasPrefix("-") ? -number : number
        }
        let end = range.upperBound
        error(
            "'\(piece)' is not a value of \(part.name.uppercased())", piece,
            help: isSigned ? "write 1 to \(end), or -1 to -\(end) from the end" : "write 1 to \(end)")
        return nil
    }

    private mutating func weekday(_ piece: Substring, mayBeNth: Bool = false) -> RecurrenceRule.Weekday? {
        let name = piece.suffix(2).uppercased()
        let ordinal = piece.dropLast(2)
        let digits = "+-".contains(ordinal.first ?? " ") ? ordinal.dropFirst() : ordinal
        if let weekday = Self.weekdays.firstIndex(of: name), mayBeNth || ordinal.isEmpty {
            if ordinal.isEmpty { return .init(weekday: weekday) }
            if digits.utf8.allSatisfy(isASCIIDigit), let number = Int(digits), (1...53).contains(number) {
                return .init(ordinal: ordinal.hasPrefix("-") ? -number : number, weekday: weekday)
            }
        }
        let known = "write " + Self.weekdays.joined(separator: ", ")
        error(
            "'\(piece)' is not a weekday", piece,
            help: Help(mayBeNth ? known + "; 2SA is the second of them, -1SA the last" : known))
        return nil
    }

    /// Reads a date, optionally with a time of that day, or a moment in UTC, which gives its day in the site's time
    /// zone.
    private mutating func until(_ piece: Substring) -> LocalDate? {
        let form = /([0-9]{4})([0-9]{2})([0-9]{2})(?:T([0-9]{2})([0-9]{2})([0-9]{2})(Z?))?/
        if let (_, year, month, day, hour, minute, second, zone) = piece.wholeMatch(of: form)?.output,
            let date = LocalDate("\(year)-\(month)-\(day)")
        {
            guard let hour, let minute, let second, let zone else { return date }
            // A leap second belongs to the minute before.
            let time = "\(hour):\(minute):\(second == "60" ? "59" : second)"
            if zone.isEmpty, LocalTime(time) != nil { return date }
            if case .success(let moment) = timeZone.read("\(date)T\(time)Z"), !zone.isEmpty {
                rule.replace(piece, with: moment.date.description.replacing("-", with: ""))
                return moment.date
            }
        }
        let day = LocalDate(String(piece)).map { $0.description.replacing("-", with: "") }
        error(
            "'\(piece)' is not a date of an rrule", piece,
            help: day.map { .write("write it as \($0)", $0, for: String(piece)) } ?? "write it as 20261231")
        return nil
    }

    /// Reports parts that RFC 5545 allows by themselves but not together.
    private mutating func checkTogether(_ parts: RecurrenceRule.Parts, _ given: [String: Part]) {
        func refuse(_ name: String, _ reason: String, help: Help = "remove it") {
            if let part = given[name] { error("\(name) \(reason)", part.name, help: help) }
        }
        if parts.count != nil, parts.until != nil {
            refuse("UNTIL", "and COUNT are both there, and each says where the rule ends", help: "remove one")
        }
        let frequency = parts.frequency
        if parts.weekdays.contains(where: { $0.ordinal != nil }) {
            let help: Help = "write BYDAY without numbers"
            if frequency == .daily || frequency == .weekly {
                refuse("BYDAY", "takes no numbers with FREQ=\(frequency.rawValue)", help: help)
            } else if !parts.weekNumbers.isEmpty {
                refuse("BYDAY", "takes no numbers beside BYWEEKNO", help: help)
            }
        }
        if frequency == .weekly {
            refuse("BYMONTHDAY", "is not for FREQ=WEEKLY", help: "write FREQ=DAILY with it, or remove it")
        }
        if frequency != .yearly {
            refuse("BYYEARDAY", "is only for FREQ=YEARLY")
            refuse("BYWEEKNO", "is only for FREQ=YEARLY")
        }
        let hasSet = given.keys.contains { $0.hasPrefix("BY") && $0 != "BYSETPOS" }
        if !hasSet { refuse("BYSETPOS", "picks from what another BY part selects, but there is none") }
    }
}

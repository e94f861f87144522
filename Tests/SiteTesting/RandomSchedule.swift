package import KairanModel

/// Makes up schedules as JSON, which is what content may say and what the judge reads.
package struct RandomSchedule {
    private var random: SeededNumbers

    package init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    private static let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    private static let codes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    package mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    private mutating func some<Element>(_ elements: [Element], _ count: ClosedRange<Int>) -> [Element] {
        Array(elements.shuffled(using: &random).prefix(number(count)))
    }

    private mutating func signed(_ range: ClosedRange<Int>, _ count: ClosedRange<Int>) -> [Int] {
        some(Array(range) + range.map { -$0 }, count)
    }

    /// Makes up a day, often one at which a month or a year ends or begins.
    package mutating func day(_ years: ClosedRange<Int>) -> LocalDate {
        let year = number(years)
        let (month, day) =
            switch number(1...10) {
            case 1: (12, number(25...31))
            case 2: (1, number(1...7))
            case 3: (2, number(26...29))
            case 4: (number(1...12), number(28...31))
            default: (number(1...12), number(1...28))
            }
        return LocalDate(year: year, month: month, day: day) ?? LocalDate(daysSinceEpoch: 0)
    }
}

// MARK: Rules of RFC 5545

extension RandomSchedule {
    /// The text of a rule that counts from `start`.
    package mutating func recurrence(from start: LocalDate) -> String {
        let frequency = some(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"], 1...1)[0]
        var parts: [(name: String, value: String)] = [("FREQ", frequency)]
        func has(_ name: String) -> Bool { parts.contains { $0.name == name } }
        func add(_ name: String, _ values: [Int]) {
            parts.append((name, values.map(String.init).joined(separator: ",")))
        }
        if chance(50) { add("INTERVAL", [number(1...(frequency == "YEARLY" ? 5 : 9))]) }
        if chance(30) { add("BYMONTH", some(Array(1...12), 1...4)) }
        if frequency == "YEARLY" {
            // Of the weeks that are counted from a year's end, the judge knows only the last, and it wrongly takes the
            // last week of a year for the first days of the next.
            if chance(25) { add("BYWEEKNO", some(Array(1...51) + [-1], 1...4)) }
            if chance(20) { add("BYYEARDAY", chance(40) ? [100, 366, -1, -366] : signed(1...366, 1...9)) }
        }
        if frequency != "WEEKLY", chance(has("BYYEARDAY") ? 5 : 30) {
            add("BYMONTHDAY", chance(30) ? some([29, 30, 31, -1, -29, -31], 1...1) : signed(1...31, 1...8))
        }
        if chance(has("BYYEARDAY") || has("BYMONTHDAY") ? 20 : 60) {
            let isNth = frequency == "MONTHLY" || frequency == "YEARLY" && !has("BYWEEKNO")
            let ordinals = signed(1...(frequency == "MONTHLY" || has("BYMONTH") ? 5 : 53), 4...4).map(String.init)
            let names = zip(some(Self.codes, 1...4), isNth && chance(60) ? ordinals : ["", "", "", ""])
            parts.append(("BYDAY", names.map { $1 + $0 }.joined(separator: ",")))
        }
        if has("BYDAY") || has("BYMONTHDAY") || has("BYYEARDAY"), chance(40) {
            let most = ["DAILY": 1, "WEEKLY": 3, "MONTHLY": 4][frequency] ?? 9
            add("BYSETPOS", chance(50) ? some([1, -1], 1...2) : signed(1...most, 1...3))
        }
        if frequency == "WEEKLY", has("BYSETPOS") {
            // A rule with positions begins with the week.
            parts.append(("WKST", Self.codes[start.weekday]))
        } else if chance(50) {
            parts += some(Self.codes, 1...1).map { ("WKST", $0) }
        }
        if chance(20) {
            add("COUNT", [number(1...40)])
        } else if chance(20) {
            let end = day(start.year...(start.year + 20)).description.replacing("-", with: "")
            let times = ["", "T120000", "T000000Z", "T145959Z", "T150000Z", "T235959Z"]
            parts.append(("UNTIL", end + some(times, 1...1)[0]))
        }
        return parts.shuffled(using: &random).map { "\($0.name)=\($0.value)" }.joined(separator: ";")
    }
}

extension RandomSchedule {
    /// The text of a rule that our own words can say.
    package mutating func plainRecurrence(from start: LocalDate) -> String {
        func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ",") }
        let rules = [
            "FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY",
            "FREQ=WEEKLY;WKST=SU;BYDAY=" + some(Self.codes, 1...4).joined(separator: ","),
            "FREQ=MONTHLY;BYMONTHDAY=" + list(some(Array(1...31) + [-1], 1...4)), "FREQ=MONTHLY;BYMONTHDAY=-1,31",
            "FREQ=MONTHLY;BYDAY="
                + some(Self.codes, 1...3).map { "\(some([1, 2, 3, 4, 5, -1], 1...1)[0])\($0)" }.joined(separator: ","),
            "FREQ=YEARLY;BYMONTH=" + list(some(Array(1...12), 1...3)),
            "FREQ=YEARLY;BYMONTH=\(list(some(Array(1...12), 1...3)));BYMONTHDAY=" + list(some(Array(1...29), 1...3)),
        ]
        let until = LocalDate(daysSinceEpoch: start.daysSinceEpoch + number(0...3000)).description
        let ends = [
            "", ";COUNT=\(number(1...40))",
            ";UNTIL=\(until.replacing("-", with: ""))" + some(["", "T150000Z"], 1...1)[0],
        ]
        return some(rules, 1...1)[0] + some(ends, 1...1)[0]
    }
}

// MARK: Whole schedules

extension RandomSchedule {
    /// Makes up a schedule as JSON.
    package mutating func schedule() -> String {
        let from = day(1900...2040)
        let until = chance(50) ? LocalDate(daysSinceEpoch: from.daysSinceEpoch + number(0...3000)) : nil
        let hasFrom = chance(70)
        var members = rules(from, hasFrom: hasFrom, 1...3)
        if chance(10) { members.append("\"daily\":true") }
        let ends = [hasFrom ? "\"from\":\"\(from)\"" : nil, until.map { "\"until\":\"\($0)\"" }].compactMap(\.self)
        if !ends.isEmpty { members.append("\"between\":{\(ends.joined(separator: ","))}") }
        if chance(40) {
            let inner = rules(from, hasFrom: hasFrom, 1...2)
            members.append("\"except\":{\(inner.joined(separator: ","))}")
        } else if chance(30) {
            members.append("\"except\":\(dates(from))")
        }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func rules(_ from: LocalDate, hasFrom: Bool, _ count: ClosedRange<Int>) -> [String] {
        let kinds = ["monthly", "weekly", "nth", "yearly", "dates"] + (hasFrom ? ["rrule"] : [])
        return some(kinds, count).map { "\"\($0)\":" + rule($0, from) }
    }

    private mutating func rule(_ kind: String, _ from: LocalDate) -> String {
        func list(_ texts: [String]) -> String { texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ","))]" }
        func quoted(_ texts: [String]) -> [String] { texts.map { "\"\($0)\"" } }
        switch kind {
        case "monthly":
            return list(some((1...31).map(String.init) + ["\"last\""], 1...4))
        case "weekly": return list(quoted(some(Self.weekdays, 1...3)))
        case "nth":
            let weeks = list(some((1...5).map(String.init) + ["\"last\""], 1...2))
            return "{\"weekday\":\(list(quoted(some(Self.weekdays, 1...2)))),\"week\":\(weeks)}"
        case "yearly":
            var days = Set((0..<number(1...4)).map { _ in String(day(2000...2000).description.suffix(5)) })
            if chance(20) { days.insert("02-29") }
            return list(quoted(days.sorted()))
        case "dates": return dates(from)
        default: return "\"\(recurrence(from: from))\""
        }
    }

    private mutating func dates(_ from: LocalDate) -> String {
        let days = Set((0..<number(1...5)).map { _ in day(from.year...(from.year + 3)) })
        return "[" + days.sorted().map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }
}

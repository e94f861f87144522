import KairanModel
import Testing

/// Schedules of every kind are asked where a calendar is uneven.
struct ScheduleTests {
    private func day(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }

    private func days(_ schedule: Schedule, _ from: String, _ until: String) throws -> [String] {
        let range = try day(from).daysSinceEpoch..<(try day(until).daysSinceEpoch + 1)
        let days = schedule.days(in: range).map { LocalDate(daysSinceEpoch: $0) }
        #expect(range.map { LocalDate(daysSinceEpoch: $0) }.filter { schedule.contains($0) } == days)
        return days.map(\.description)
    }

    private func monthDay(_ text: String) -> MonthDay { MonthDay(text) ?? MonthDay(month: 1, day: 1)! }

    @Test(arguments: [
        ([5, 15], "2026-04-01", "2026-04-30", ["2026-04-05", "2026-04-15"]),
        ([31], "2026-01-31", "2026-05-31", ["2026-01-31", "2026-03-31", "2026-05-31"]),
        ([-1], "2026-01-01", "2026-04-30", ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]),
        ([31, -1, 30], "2026-04-01", "2026-05-31", ["2026-04-30", "2026-05-30", "2026-05-31"]),
        ([29], "2028-02-01", "2028-03-01", ["2028-02-29"]), ([29], "2100-02-01", "2100-02-28", []),
        ([29], "2000-02-29", "2000-02-29", ["2000-02-29"]), ([1], "2026-12-02", "2027-01-01", ["2027-01-01"]),
    ])
    func monthly(numbers: [Int], from: String, until: String, expected: [String]) throws {
        #expect(try days(Schedule([.monthly(numbers)]), from, until) == expected)
    }

    @Test(arguments: [
        ([6, 0], "2026-12-26", "2027-01-03", ["2026-12-26", "2026-12-27", "2027-01-02", "2027-01-03"]),
        ([3], "2026-04-01", "2026-04-08", ["2026-04-01", "2026-04-08"]),
        ([4], "1969-12-25", "1969-12-25", ["1969-12-25"]),
        ([1], "0001-01-01", "0001-01-07", ["0001-01-01"]), ([5], "9999-12-25", "9999-12-31", ["9999-12-31"]),
    ])
    func weekly(weekdays: [Int], from: String, until: String, expected: [String]) throws {
        #expect(try days(Schedule([.weekly(weekdays)]), from, until) == expected)
    }

    @Test(arguments: [
        (2, 6, "2026-04-01", "2026-05-31", ["2026-04-11", "2026-05-09"]),
        (1, 3, "2026-04-01", "2026-04-30", ["2026-04-01"]), (-1, 4, "2026-04-01", "2026-04-30", ["2026-04-30"]),
        (5, 4, "2026-04-01", "2026-07-31", ["2026-04-30", "2026-07-30"]),
        (5, 0, "2026-02-01", "2026-02-28", []), (5, 2, "2028-02-01", "2028-02-29", ["2028-02-29"]),
        (-1, 0, "2026-02-01", "2026-02-28", ["2026-02-22"]),
    ])
    func nth(week: Int, weekday: Int, from: String, until: String, expected: [String]) throws {
        #expect(try days(Schedule([.nth(week: week, weekday: weekday)]), from, until) == expected)
    }

    @Test(arguments: [
        (["11-22"], "2025-11-23", "2027-11-22", ["2026-11-22", "2027-11-22"]),
        (["12-31", "01-01"], "2026-12-31", "2027-01-01", ["2026-12-31", "2027-01-01"]),
        (["02-29"], "2023-01-01", "2032-12-31", ["2024-02-29", "2028-02-29", "2032-02-29"]),
        (["02-29"], "1896-03-01", "1904-02-29", ["1904-02-29"]),
        (["02-29"], "2000-01-01", "2000-12-31", ["2000-02-29"]),
    ])
    func yearly(texts: [String], from: String, until: String, expected: [String]) throws {
        #expect(try days(Schedule([.yearly(texts.map(monthDay))]), from, until) == expected)
    }

    @Test func aUnionHasEachDayOnce() throws {
        var schedule = Schedule([.weekly([3]), .monthly([1]), .dates([try day("2026-04-01"), try day("2026-04-03")])])
        #expect(try days(schedule, "2026-04-01", "2026-04-08") == ["2026-04-01", "2026-04-03", "2026-04-08"])
        schedule.exceptions = [.dates([try day("2026-04-03")]), .monthly([8])]
        #expect(try days(schedule, "2026-04-01", "2026-04-08") == ["2026-04-01"])
        (schedule.from, schedule.until) = (try day("2026-04-02"), try day("2026-04-15"))
        #expect(try days(schedule, "2026-03-01", "2026-05-01") == ["2026-04-15"])
    }

    @Test func bothEndsAreIncluded() throws {
        let schedule = Schedule([.daily], from: try day("2026-04-01"), until: try day("2026-04-03"))
        #expect(try days(schedule, "2026-03-30", "2026-04-05") == ["2026-04-01", "2026-04-02", "2026-04-03"])
        #expect(schedule.firstDay?.description == "2026-04-01")
        #expect(schedule.nextDay(after: try day("2026-04-02"))?.description == "2026-04-03")
        #expect(schedule.nextDay(after: try day("2026-04-03")) == nil)
        #expect(schedule.days(in: 0..<0).isEmpty)
    }

    @Test func theNextDayMayBeYearsAway() throws {
        let leapDay = Schedule([.yearly([monthDay("02-29")])])
        #expect(leapDay.nextDay(after: try day("1896-02-29"))?.description == "1904-02-29")
        #expect(leapDay.firstDay?.description == "0004-02-29")
        #expect(leapDay.nextDay(after: try day("9996-02-29")) == nil)
        let onSaturday = Schedule([.yearly([monthDay("02-29")])], exceptions: [.weekly([0, 1, 2, 3, 4, 5])])
        #expect(onSaturday.nextDay(after: try day("2020-02-29"))?.description == "2048-02-29")
        #expect(
            Schedule([.nth(week: 5, weekday: 1)]).nextDay(after: try day("2026-03-30"))?.description == "2026-06-29")
    }

    @Test func whatNeverHappens() throws {
        let (from, until) = (try day("2026-04-01"), try day("2026-04-30"))
        #expect(Schedule([.monthly([31])], from: from, until: until).firstDay == nil)
        #expect(Schedule([.daily], exceptions: [.weekly([0, 1, 2, 3, 4, 5, 6])]).firstDay == nil)
        #expect(Schedule([.dates([from])], exceptions: [.dates([from, until])]).firstDay == nil)
        #expect(Schedule([.dates([from])], from: until).firstDay == nil)
        #expect(Schedule([.yearly([monthDay("02-29")])], exceptions: [.monthly([29])]).firstDay == nil)
    }

    @Test func whatIsEndless() throws {
        let date = try day("2026-04-01")
        let cases: [(Schedule, Bool)] = [
            (Schedule([.daily]), true), (Schedule([.daily], until: date), false), (Schedule([.dates([date])]), false),
            (Schedule([.dates([date]), .yearly([monthDay("02-29")])]), true),
            (Schedule([.weekly([6])], exceptions: [.monthly([-1])]), true),
            (Schedule([.weekly([6]), .dates([date])], exceptions: [.weekly([6])]), false),
            (Schedule([.yearly([monthDay("02-29")])], exceptions: [.monthly([29])]), false),
        ]
        for (schedule, isEndless) in cases { #expect(schedule.isEndless == isEndless, "\(schedule)") }
    }

    @Test func theEndIsThatOfTheRulesToo() throws {
        let (early, late) = (try day("2026-04-01"), try day("2026-04-20"))
        #expect(Schedule([.daily]).end == nil)
        #expect(Schedule([.daily], until: early).end == early)
        #expect(Schedule([.dates([early, late])]).end == late)
        #expect(Schedule([.dates([early, late])], until: early).end == early)
        #expect(Schedule([.dates([late]), .weekly([6])]).end == nil)
        var parts = RecurrenceRule.Parts()
        parts.count = 3
        let counted = RecurrenceRule(parts, start: early, text: "")
        #expect(Schedule([.recurrence(counted)]).end == (try day("2026-04-03")))
        (parts.count, parts.until) = (nil, try day("2026-04-10"))
        let ended = RecurrenceRule(parts, start: early, text: "")
        #expect(Schedule([.recurrence(counted), .recurrence(ended)]).end == (try day("2026-04-10")))
        #expect(Schedule([.recurrence(ended)], until: try day("2026-04-05")).end == (try day("2026-04-05")))
    }

    @Test func allDaysUpToALimit() throws {
        let schedule = Schedule([.daily], from: try day("2026-04-01"), until: try day("2026-04-03"))
        #expect(schedule.allDays(atMost: 3)?.map { "\(LocalDate(daysSinceEpoch: $0))" }.last == "2026-04-03")
        #expect(schedule.allDays(atMost: 2) == nil)
        #expect(Schedule([.daily]).allDays(atMost: 1_000) == nil)
    }

    /// The 31st is the last day of the months that have it.
    @Test func theLastDayAndThe31stAreOneDay() throws {
        let schedule = Schedule([.monthly([31, -1])])
        #expect(
            try days(schedule, "2026-01-01", "2026-04-30") == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"])
    }
}

import KairanModel
import Testing

/// These rules python-dateutil, the judge of all others, takes in another way than RFC 5545 says.
struct RecurrenceRuleTests {
    private func days(_ parts: RecurrenceRule.Parts, from: String, until: String) throws -> [String] {
        let (first, last) = (try #require(LocalDate(from)), try #require(LocalDate(until)))
        let rule = RecurrenceRule(parts, start: first, text: "")
        return try #require(Schedule([.recurrence(rule)], from: first, until: last).allDays(atMost: 100))
            .map { LocalDate(daysSinceEpoch: $0).description }
    }

    /// The judge drops the days before the start first, and would take Wednesday.
    @Test func positionsCountFromTheStartOfTheWeek() throws {
        var parts = RecurrenceRule.Parts()
        parts.frequency = .weekly
        parts.weekdays = [1, 3, 5].map { .init(weekday: $0) }
        parts.positions = [1]
        #expect(try days(parts, from: "2026-04-01", until: "2026-04-14") == ["2026-04-06", "2026-04-13"])
        parts.positions = [2]
        #expect(try days(parts, from: "2026-04-01", until: "2026-04-14") == ["2026-04-01", "2026-04-08"])
    }

    /// The judge wants a day that fits both.
    @Test func weekdaysWithAndWithoutNumbersAddUp() throws {
        var parts = RecurrenceRule.Parts()
        parts.frequency = .monthly
        parts.weekdays = [.init(weekday: 1), .init(ordinal: 1, weekday: 2)]
        #expect(
            try days(parts, from: "2026-04-01", until: "2026-04-30") == [
                "2026-04-06", "2026-04-07", "2026-04-13", "2026-04-20", "2026-04-27",
            ])
    }

    /// ISO 8601: 1 and 2 January 2011 are in week 52 of 2010, which the judge does not see.
    @Test(arguments: [
        (52, ["2010-12-27", "2010-12-28", "2010-12-29", "2010-12-30", "2010-12-31", "2011-01-01", "2011-01-02"]),
        (-1, ["2010-12-27", "2010-12-28", "2010-12-29", "2010-12-30", "2010-12-31", "2011-01-01", "2011-01-02"]),
        (1, ["2011-01-03", "2011-01-04", "2011-01-05", "2011-01-06", "2011-01-07", "2011-01-08", "2011-01-09"]),
        (-52, ["2011-01-03", "2011-01-04", "2011-01-05", "2011-01-06", "2011-01-07", "2011-01-08", "2011-01-09"]),
    ])
    func weeksReachOverTheEndOfTheYear(week: Int, expected: [String]) throws {
        var parts = RecurrenceRule.Parts()
        parts.frequency = .yearly
        parts.weekNumbers = [week]
        #expect(try days(parts, from: "2010-12-20", until: "2011-01-12") == expected)
    }

    @Test func theFiftyThirdWeek() throws {
        var parts = RecurrenceRule.Parts()
        parts.frequency = .yearly
        parts.weekNumbers = [53]
        parts.weekdays = [.init(weekday: 5)]
        #expect(try days(parts, from: "2010-01-01", until: "2026-12-31") == ["2010-01-01", "2016-01-01", "2021-01-01"])
    }

    @Test func aCountIsALastDay() throws {
        var parts = RecurrenceRule.Parts()
        parts.frequency = .monthly
        parts.monthDays = [31]
        parts.count = 3
        let start = try #require(LocalDate("2026-04-01"))
        let rule = RecurrenceRule(parts, start: start, text: "")
        let schedule = Schedule([.recurrence(rule)], from: start)
        #expect(!schedule.isEndless)
        #expect(
            schedule.allDays(atMost: 3)?.map { "\(LocalDate(daysSinceEpoch: $0))" } == [
                "2026-05-31", "2026-07-31", "2026-08-31",
            ])
        #expect(schedule.nextDay(after: try #require(LocalDate("2026-08-31"))) == nil)
    }

    @Test func whatIsImpossible() throws {
        var parts = RecurrenceRule.Parts()
        parts.frequency = .yearly
        (parts.months, parts.monthDays) = ([2], [30])
        let start = try #require(LocalDate("2026-04-01"))
        #expect(RecurrenceRule(parts, start: start, text: "").firstPossibleDay == nil)
        (parts.monthDays, parts.interval) = ([29], 4)
        #expect(RecurrenceRule(parts, start: start, text: "").firstPossibleDay == nil)
        parts.count = 2
        let rule = RecurrenceRule(parts, start: start, text: "")
        #expect(Schedule([.recurrence(rule)], from: start).firstDay == nil)
        // Of every hundredth year, only those that 400 divides have 29 February.
        (parts.interval, parts.count) = (100, nil)
        let century = try #require(LocalDate("1900-01-01"))
        let leapCentury = RecurrenceRule(parts, start: century, text: "")
        #expect(Schedule([.recurrence(leapCentury)], from: century).firstDay?.description == "2000-02-29")
    }

    /// RFC 5545 leaves this open; python-dateutil does the same.
    @Test func aStartThatTheRuleDoesNotHitIsNoDay() throws {
        var parts = RecurrenceRule.Parts()
        parts.frequency = .weekly
        parts.interval = 2
        parts.weekdays = [.init(weekday: 1)]
        // 1 April 2026 is a Wednesday; its week is the first of each two.
        #expect(try days(parts, from: "2026-04-01", until: "2026-04-30") == ["2026-04-13", "2026-04-27"])
    }
}

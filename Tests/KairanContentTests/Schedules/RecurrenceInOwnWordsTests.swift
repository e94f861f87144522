import KairanModel
import Testing

/// Recurrence rules that our own words can say are read as those, because every language has texts for them.
struct RecurrenceInOwnWordsTests {
    @Test(arguments: [
        ("FREQ=DAILY", "daily: true"), ("FREQ=WEEKLY;BYDAY=SA,SU", "weekly: [sat, sun]"),
        ("FREQ=WEEKLY", "weekly: thu"), ("FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=MO", "weekly: mon"),
        ("FREQ=MONTHLY", "monthly: 2"), ("FREQ=MONTHLY;BYMONTHDAY=5,31,-1", "monthly: [5, 31, last]"),
        ("FREQ=MONTHLY;BYDAY=2SA,-1FR", "nth: [{ weekday: sat, week: 2 }, { weekday: fri, week: last }]"),
        ("FREQ=YEARLY", "yearly: 04-02"), ("FREQ=YEARLY;BYMONTH=11", "yearly: 11-02"),
        ("FREQ=YEARLY;BYMONTH=11,12;BYMONTHDAY=22", "yearly: [11-22, 12-22]"),
    ])
    func own(rule: String, words: String) throws {
        let expected = try #require(readSchedule("{ \(words), between: { from: 2026-04-02 } }").schedule)
        #expect(readSchedule("{ rrule: \"\(rule)\", between: { from: 2026-04-02 } }").schedule == expected)
        // This holds beside other rules too, and where days are taken away.
        let other = readSchedule("{ rrule: \"\(rule)\", dates: 2026-04-20, between: { from: 2026-04-02 } }").schedule
        #expect(other?.rules == expected.rules + [.dates([try #require(LocalDate("2026-04-20"))])])
        let less = readSchedule(
            "{ dates: [2026-01-01, 2026-04-15], except: { rrule: \"\(rule)\" }, between: { from: 2026-04-02 } }")
        #expect(less.schedule.map { $0.exceptions == expected.rules } ?? (rule == "FREQ=DAILY"))
    }

    /// The end of a rule that stands alone is the schedule's; beside other rules our own words cannot say it.
    @Test(arguments: ["UNTIL=20260418T145959Z", "COUNT=3"])
    func ownEnds(end: String) throws {
        let rule = "rrule: \"FREQ=WEEKLY;BYDAY=SA;\(end)\""
        let expected = readSchedule("{ weekly: sat, between: { from: 2026-04-02, until: 2026-04-18 } }").schedule
        #expect(readSchedule("{ \(rule), between: { from: 2026-04-02 } }").schedule == expected)
        #expect(readSchedule("{ \(rule), between: { from: 2026-04-02, until: 2026-05-30 } }").schedule == expected)
        let earlier = readSchedule("{ \(rule), between: { from: 2026-04-02, until: 2026-04-10 } }").schedule
        #expect(earlier?.until == LocalDate("2026-04-10"))
        let beside = try #require(readSchedule("{ \(rule), weekly: mon, between: { from: 2026-04-02 } }").schedule)
        #expect(beside.rules.contains { if case .recurrence = $0 { true } else { false } })
        #expect(beside.until == nil)
    }

    @Test(arguments: [
        "FREQ=DAILY;INTERVAL=2", "FREQ=DAILY;BYDAY=SA", "FREQ=WEEKLY;BYMONTH=4", "FREQ=MONTHLY;BYDAY=SA",
        "FREQ=MONTHLY;BYDAY=-2SA", "FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
        "FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1", "FREQ=YEARLY;BYMONTHDAY=5", "FREQ=YEARLY;BYDAY=1SA",
        "FREQ=YEARLY;BYWEEKNO=20", "FREQ=YEARLY;BYMONTH=2,3;BYMONTHDAY=30",
    ])
    func others(rule: String) throws {
        let schedule = try #require(readSchedule("{ rrule: \"\(rule)\", between: { from: 2026-04-02 } }").schedule)
        #expect(schedule.rules.count == 1)
        guard case .recurrence(let read)? = schedule.rules.first else {
            Issue.record("\(schedule.rules)")
            return
        }
        #expect(read.text == rule)
    }

    @Test func wordsOfItsOwnStay() {
        let text = "{ rrule: FREQ=WEEKLY;BYDAY=TH, text: film night, between: { from: 2026-04-02 } }"
        guard case .recurrence(let rule)? = readSchedule(text).schedule?.rules.first else {
            Issue.record("it was read as something else")
            return
        }
        #expect(rule.words == "film night")
    }
}

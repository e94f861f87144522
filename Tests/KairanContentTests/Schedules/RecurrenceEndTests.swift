import KairanContent
import KairanModel
import SiteTesting
import Testing

/// A recurrence rule whose UNTIL is a moment has a last day in the site's zone (RFC 5545, section 3.3.10).
@Suite struct RecurrenceEndTests {
    @Test(arguments: [
        ("20260501", "Asia/Tokyo", "2026-05-01"), ("20260501T030000Z", "Asia/Tokyo", "2026-05-01"),
        ("20260501T145959Z", "Asia/Tokyo", "2026-05-01"), ("20260501T150000Z", "Asia/Tokyo", "2026-05-02"),
        ("20260501T030000Z", "America/New_York", "2026-04-30"), ("20260501T040000Z", "America/New_York", "2026-05-01"),
        // The first moment is before clocks go forward, the second after.
        ("20260308T045959Z", "America/New_York", "2026-03-07"), ("20260309T040000Z", "America/New_York", "2026-03-09"),
        ("20260501T235960Z", "UTC", "2026-05-01"), ("20260501T030000Z", "UTC", "2026-05-01"),
        ("20261231T230000Z", "Europe/Berlin", "2027-01-01"), ("20260501T000000", "America/New_York", "2026-05-01"),
        ("20260501T235959", "Asia/Tokyo", "2026-05-01"),
    ])
    func lastDay(_ until: String, _ zone: String, _ expected: String) throws {
        for text in [
            "{ rrule: FREQ=DAILY;UNTIL=\(until), between: { from: 2026-01-01 } }",
            "{ rrule: RRULE:FREQ=DAILY;INTERVAL=1;UNTIL=\(until);WKST=SU, between: { from: 2026-01-01 } }",
            "{ daily: true, except: { rrule: FREQ=DAILY;UNTIL=\(until) }, between: { from: 2026-01-01 } }",
        ] {
            let read = readSchedule(text, in: zone)
            let schedule = try #require(read.schedule, "\(read.diagnostics)")
            let last = try #require(LocalDate(expected))
            let isExcepted = text.contains("except")
            #expect(schedule.contains(last) == !isExcepted, "\(text)")
            #expect(schedule.contains(last.adding(days: 1)) == isExcepted, "\(text)")
            // A record reads the rule's text again without a time zone.
            for case .recurrence(let rule) in schedule.rules + schedule.exceptions {
                #expect(!rule.text.contains("Z"), "\(rule.text)")
            }
        }
    }

    /// People read the rule's text if it has no other words.
    @Test func itsTextNamesTheDay() throws {
        let read = readSchedule(
            "{ rrule: FREQ=DAILY;INTERVAL=3;UNTIL=20260501T030000Z, between: { from: 2026-01-01 } }",
            in: "America/New_York")
        guard case .recurrence(let rule)? = read.schedule?.rules.first else {
            Issue.record("\(read.diagnostics)")
            return
        }
        #expect(rule.text == "FREQ=DAILY;INTERVAL=3;UNTIL=20260430")
    }

    @Test(arguments: [
        "20260431T030000Z", "20260501T240000Z", "20260501T036000Z", "20260501T030061", "20260501T030000z",
        "20260501T0300Z", "20260501T030000+0900", "99991231T230000Z",
    ])
    func whatIsNoMoment(_ until: String) {
        let read = readSchedule(
            "{ rrule: FREQ=DAILY;UNTIL=\(until), between: { from: 2026-01-01 } }", in: "Asia/Tokyo")
        #expect(read.diagnostics.map(\.rule.rawValue) == ["schedule.rrule"])
    }
}

import Foundation
import KairanModel
import SiteTesting
import Testing

struct DateTests {
    @Test(arguments: [
        "2026-02-29", "2026-02-31", "2026-13-01", "2026-00-10", "26-01-01", "2026-1-1", "2026/01/01", "x", "",
    ])
    func noSuchDay(text: String) {
        #expect(LocalDate(text) == nil)
    }

    @Test func leapDays() throws {
        #expect(LocalDate("2024-02-29")?.description == "2024-02-29")
        #expect(LocalDate("2000-02-29") != nil)
        #expect(LocalDate("1900-02-29") == nil)
        #expect(try #require(LocalDate("2024-02-29")).adding(days: 1).description == "2024-03-01")
    }

    /// Foundation's calendar is the judge of the day arithmetic.
    @Test func agreesWithTheCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        var weeks = Calendar(identifier: .iso8601)
        (calendar.timeZone, weeks.timeZone) = (.gmt, .gmt)
        let seed = printedSeed()
        var generator = SeededNumbers(seed: seed)
        for _ in 0..<5000 {
            let days = Int.random(in: -100_000...1_000_000, using: &generator)
            let date = LocalDate(daysSinceEpoch: days)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(days) * 86_400))
            let sameDay = parts.year == date.year && parts.month == date.month && parts.day == date.day
            #expect(sameDay && parts.weekday == date.weekday + 1, "seed \(seed), day \(days)")
            #expect(date.daysSinceEpoch == days, "seed \(seed)")
            let week = weeks.dateComponents(
                [.weekOfYear, .yearForWeekOfYear], from: Date(timeIntervalSince1970: Double(days) * 86_400))
            #expect(
                date.isoWeek.year == week.yearForWeekOfYear && date.isoWeek.week == week.weekOfYear,
                "seed \(seed), day \(days)")
        }
    }

    @Test(arguments: [
        ("2026-04-15T09:00", "2026-04-15T09:00:00+09:00"), ("2026-04-15T09:00:30", "2026-04-15T09:00:30+09:00"),
        ("2026-04-15T00:00Z", "2026-04-15T09:00:00+09:00"), ("2026-04-15 09:00", "2026-04-15T09:00:00+09:00"),
        ("2026-04-14T20:00-04:00", "2026-04-15T09:00:00+09:00"),
    ])
    func momentsInTokyo(text: String, expected: String) throws {
        let zone = try #require(SiteTimeZone(identifier: "Asia/Tokyo"))
        #expect(zone.parse(text)?.description == expected)
    }

    @Test(arguments: ["2026-04-15", "2026-04-15T", "2026-04-15T25:00", "2026-04-15T09:00+9", "T09:00", "2026-04-15T09"])
    func noMoment(text: String) throws {
        #expect(SiteTimeZone.utc.parse(text) == nil)
    }

    /// Forms that editors, content managers and spreadsheets write.
    @Test(arguments: [
        ("2026-05-01T12:57:00.000Z", "2026-05-01T21:57:00+09:00"),
        ("2026-05-01T12:57:00.000", "2026-05-01T12:57:00+09:00"),
        ("2026-05-01 13:44:54 +0200", "2026-05-01T20:44:54+09:00"),
        ("2026-05-01T13:44:54+0200", "2026-05-01T20:44:54+09:00"),
        ("2026-05-01T13:44:54+02", "2026-05-01T20:44:54+09:00"),
        ("2026-05-01 13:44 -03:30", "2026-05-02T02:14:00+09:00"),
        ("2026-05-01 04:44:54 UTC", "2026-05-01T13:44:54+09:00"),
        ("2026-05-01T12:57:00.0+00:00", "2026-05-01T21:57:00+09:00"),
    ]) func momentsOfOtherPrograms(_ text: String, _ expected: String) throws {
        let zone = try #require(SiteTimeZone(identifier: "Asia/Tokyo"))
        #expect(zone.parse(text)?.description == expected)
    }

    @Test(arguments: [
        "2026-05-01T12:57:00.125Z", "2026-05-01T12:57:00.", "2026-05-01 12:57:00 +2", "2026-05-01 12:57:00 JST",
        "2026-05-01T12:57:00  Z", "2026-05-01T25:57:00.000Z", "2026-05-01T12:57:00+2500",
    ]) func otherFormsAreNone(_ text: String) { #expect(SiteTimeZone.utc.parse(text) == nil) }

    @Test(arguments: [
        ("2026-03-08T02:00", "2026-03-08T03:00:00-04:00"), ("2026-03-08T02:59:59", "2026-03-08T03:59:59-04:00"),
    ])
    func noSuchTime(text: String, next: String) throws {
        let zone = try #require(SiteTimeZone(identifier: "America/New_York"))
        guard case .failure(.skipped(let moment, "America/New_York")) = zone.read(text) else {
            Issue.record("'\(text)' was read")
            return
        }
        #expect(moment.description == next)
    }

    /// If a time comes twice, the first is meant unless an offset says otherwise.
    @Test(arguments: [
        ("2026-11-01T01:30", "2026-11-01T01:30:00-04:00"), ("2026-11-01T01:30-05:00", "2026-11-01T01:30:00-05:00"),
        ("2026-03-08T03:00", "2026-03-08T03:00:00-04:00"), ("2026-03-08T01:59", "2026-03-08T01:59:00-05:00"),
    ])
    func timesAroundAChange(text: String, expected: String) throws {
        let zone = try #require(SiteTimeZone(identifier: "America/New_York"))
        #expect(zone.parse(text)?.description == expected)
    }

    /// RFC 3339 has four digits for a year and whole minutes for an offset.
    @Test(arguments: [
        ("UTC", "9999-12-31T23:59:59", true), ("UTC", "9999-12-31T23:59:59-01:00", false),
        ("UTC", "0001-01-01T00:00", true), ("UTC", "0001-01-01T00:00+01:00", false),
        ("Asia/Kathmandu", "9999-12-31T23:59:59Z", false), ("Asia/Kathmandu", "9999-12-31T18:00Z", true),
        ("Asia/Kathmandu", "0001-01-01T00:00", false), ("America/New_York", "9999-12-31T23:00", false),
        ("America/New_York", "0001-01-01T00:00Z", false), ("America/New_York", "1880-01-01T00:00", true),
    ])
    func yearsThatCanBeWritten(zone: String, text: String, isWritable: Bool) throws {
        let zone = try #require(SiteTimeZone(identifier: zone))
        let moment = zone.parse(text)
        #expect((moment != nil) == isWritable)
        guard let moment else { return }
        #expect(moment.offset % 60 == 0)
        #expect(zone.parse(moment.description) == moment)
    }

    @Test(arguments: [
        ("asia/tokyo", "Asia/Tokyo"), ("Tokyo", "Asia/Tokyo"), ("Asia/Tokio", "Asia/Tokyo"),
        ("new york", "America/New_York"), ("x", nil),
    ])
    func nearestTimeZone(name: String, expected: String?) {
        #expect(SiteTimeZone.nearestIdentifier(to: name) == expected)
    }

    /// A time of a day in an hour that clocks skip moves forward; in an hour that comes twice the first is meant.
    @Test(arguments: [
        ("2026-03-29", "01:59", 3600), ("2026-03-29", "03:00", 7200), ("2026-10-25", "01:59", 7200),
        ("2026-10-25", "02:30", 7200), ("2026-10-25", "03:00", 3600), ("2026-07-01", "00:00", 7200),
    ])
    func daylightSaving(day: String, time: String, offset: Int) throws {
        let zone = try #require(SiteTimeZone(identifier: "Europe/Berlin"))
        let moment = zone.dateTime(date: try #require(LocalDate(day)), time: try #require(LocalTime(time)))
        #expect(moment.offset == offset)
    }

    @Test(arguments: ["Tokyo", "Asia/Nowhere", "", "JST"])
    func noTimeZone(identifier: String) {
        #expect(SiteTimeZone(identifier: identifier) == nil)
    }

    @Test func windowsAreHalfOpen() throws {
        let zone = try #require(SiteTimeZone(identifier: "Asia/Tokyo"))
        let day = try #require(LocalDate("2026-04-30"))
        let window = Window(
            from: zone.parse("2026-04-01T09:00"), until: zone.dateTime(date: day.adding(days: 1)), lastDay: day)
        let phases = ["2026-04-01T08:59:59", "2026-04-01T09:00", "2026-04-30T23:59:59", "2026-05-01T00:00"]
            .compactMap { zone.parse($0) }.map { window.phase(at: $0) }
        #expect(phases == [.future, .now, .now, .past])
    }
}

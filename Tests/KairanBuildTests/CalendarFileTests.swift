import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanContracts
@testable import KairanPublish
@testable import KairanQueries

/// Other programs read our calendar files without errors, and expand them to the same days.
@Suite struct CalendarFileTests {
    /// Prints when each entry's events start, by the entry's id, as another library reads them.
    private static let expand = """
        import datetime, json, sys
        try:
            import icalendar, recurring_ical_events
        except ImportError:
            sys.exit("the calendar tests need modules: python3 -m pip install icalendar recurring-ical-events")
        calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
        assert not calendar.errors, calendar.errors
        starts = {}
        span = datetime.date(2026, 1, 1), datetime.date(2028, 1, 1)
        for event in recurring_ical_events.of(calendar).between(*span):
            assert not event.errors, event.errors
            start = event["DTSTART"].dt
            starts.setdefault(event["UID"].split(".")[0], []).append(start.isoformat())
        json.dump({uid: sorted(days) for uid, days in starts.items()}, sys.stdout)
        """

    @Test func goldenCalendarsAreReadByOthers() throws {
        let folder = sitesFolder.appending(path: "calendar/expected")
        let days = try events(of: readBytes(folder.appending(path: "days.ics").path))
        #expect(
            days["late"] == [
                "2026-03-27T20:00:00+01:00", "2026-04-10T20:00:00+02:00", "2026-04-17T20:00:00+02:00",
                "2026-04-24T20:00:00+02:00",
            ])
        #expect(days["weekly"]?.prefix(2) == ["2026-03-01", "2026-03-03"])
        #expect(days["counted"] == ["2026-03-29", "2026-03-30", "2026-03-31"])
        let moments = try events(of: readBytes(folder.appending(path: "moments-music.ics").path))
        #expect(moments == ["change": ["2026-03-29T01:30:00+01:00"]])
        let rules = try events(of: readBytes(folder.appending(path: "rules.ics").path))
        #expect(
            rules["last-and-31"] == [
                "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30",
            ])
        #expect(
            rules["recurrence-counted"]?.map { $0.prefix(16) } == [
                "2026-03-26T18:00", "2026-04-02T18:00", "2026-04-09T18:00",
            ])
        let dates = try readBytes(folder.appending(path: "dates.ics").path)
        // The long line is folded, and readers join it again.
        let summary = try runPython(
            "import icalendar, sys; sys.stdout.write(str(icalendar.Calendar.from_ical(sys.stdin.buffer.read()).walk('VEVENT')[1]['SUMMARY']))",
            input: dates)
        #expect(String(decoding: summary, as: UTF8.self).hasSuffix("途中では切れません"))
        for line in String(decoding: dates, as: UTF8.self).split(separator: "\r\n") { #expect(line.utf8.count <= 75) }
    }

    /// The ends are sums of a moment and a duration, also in the night in which clocks are put forward; the days off are
    /// those of another collection.
    @Test func calendarsOfAConferenceAndASchoolAreReadByOthers() throws {
        let ends = """
            import icalendar, json, sys
            calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
            assert not calendar.errors, calendar.errors
            json.dump({str(e["SUMMARY"]): [e.start.isoformat(), e.end.isoformat(), str(e.end.timestamp() - e.start.timestamp())]
                for e in calendar.walk("VEVENT")}, sys.stdout)
            """
        let sessions = try readBytes(sitesFolder.appending(path: "conference/expected/sessions.ics").path)
        #expect(
            try JSONDecoder().decode([String: [String]].self, from: try runPython(ends, input: sessions)) == [
                "Keynote": ["2026-03-28T09:00:00+01:00", "2026-03-28T10:00:00+01:00", "3600.0"],
                "Types and proofs": ["2026-03-28T10:00:00+01:00", "2026-03-28T10:45:00+01:00", "2700.0"],
                "Proofs": ["2026-03-28T10:30:00+01:00", "2026-03-28T11:15:00+01:00", "2700.0"],
                "Night": ["2026-03-29T01:00:00+01:00", "2026-03-29T04:00:00+02:00", "7200.0"],
            ])
        let lessons = try events(
            of: readBytes(sitesFolder.appending(path: "timetable/expected/lessons.ics").path))
        #expect(lessons["piano"] == ["2026-04-15", "2026-04-22", "2026-05-27"])
        #expect(lessons["open-house"] == ["2026-05-04"] && lessons["violin"]?.count == 25)
        #expect(lessons["violin"]?.contains("2026-05-04") == false)
    }

    @Test func alarmsAndLinksAreReadByOthers() throws {
        let read = """
            import icalendar, json, sys
            found = {}
            for event in icalendar.Calendar.from_ical(sys.stdin.buffer.read()).walk("VEVENT"):
                assert not event.errors, event.errors
                alarms = [
                    f"{a['ACTION']} {a['DESCRIPTION']} {(event.start + a['TRIGGER'].dt).isoformat()}"
                    for a in event.walk("VALARM")]
                found[str(event["SUMMARY"])] = alarms + ([str(event["URL"])] if "URL" in event else [])
            json.dump(found, sys.stdout)
            """
        func events(_ name: String) throws -> [String: [String]] {
            let bytes = try readBytes(sitesFolder.appending(path: "calendar/expected/\(name).ics").path)
            return try JSONDecoder().decode([String: [String]].self, from: try runPython(read, input: bytes))
        }
        let visits = try events("visits")
        #expect(
            visits["at-a-time"] == ["DISPLAY at-a-time 2026-03-20T17:15:00+01:00", "https://visit.example/"])
        #expect(visits["no-minutes"] == ["DISPLAY no-minutes 2026-03-20T18:00:00+01:00"])
        #expect(visits["on-a-day"] == [])
        #expect(
            try events("rules")["recurrence-counted"] == [
                "DISPLAY recurrence-counted 2026-03-26T16:30:00+01:00",
                "https://calendar.example/version.json?f%C3%BCr=recurrence-counted#recurrence-counted",
            ])
        #expect(try events("dates")["Once"] == ["DISPLAY Once 2026-02-27"])
    }

    /// Entries of different collections are events of one calendar, and keep the identifiers that they have elsewhere.
    @Test func calendarsOfSeveralCollectionsAreReadByOthers() throws {
        let read = """
            import icalendar, json, sys
            calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
            assert not calendar.errors, calendar.errors
            json.dump({str(e["UID"]): [e.start.isoformat(), e.end.isoformat(), str(len(e.walk("VALARM")))]
                for e in calendar.walk("VEVENT")}, sys.stdout)
            """
        func events(_ name: String) throws -> [String: [String]] {
            let bytes = try readBytes(sitesFolder.appending(path: "calendar/expected/\(name).ics").path)
            return try JSONDecoder().decode([String: [String]].self, from: try runPython(read, input: bytes))
        }
        let (several, dates) = (try events("several"), try events("dates"))
        #expect(Set(dates.keys).isSubset(of: several.keys) && several.count == dates.count + 4)
        #expect(
            several["1.shows@calendar.example"] == ["2026-03-20T18:00:00+01:00", "2026-03-20T19:30:00+01:00", "1"])
        #expect(several["once.events@calendar.example"] == ["2026-02-28", "2026-03-01", "0"])
    }

    /// A window with times keeps them; a window of whole days ends on the day after its last.
    @Test func windowsAreReadByOthers() throws {
        let ends = """
            import icalendar, json, sys
            events = icalendar.Calendar.from_ical(sys.stdin.buffer.read()).walk("VEVENT")
            json.dump({str(e["SUMMARY"]): [e.start.isoformat(), e.end.isoformat()] for e in events}, sys.stdout)
            """
        let bytes = try readBytes(sitesFolder.appending(path: "calendar/expected/stays.ics").path)
        let found = try JSONDecoder().decode([String: [String]].self, from: try runPython(ends, input: bytes))
        #expect(
            found == [
                "days": ["2026-03-20", "2026-03-23"], "midnights": ["2026-03-20", "2026-03-23"],
                "times": ["2026-03-20T18:00:00+01:00", "2026-03-22T12:00:00+01:00"],
                "from-a-day": ["2026-03-20T00:00:00+01:00", "2026-03-22T12:00:00+01:00"],
                "until-a-day": ["2026-03-20T18:00:00+01:00", "2026-03-23T00:00:00+01:00"],
                "from-elsewhere": ["2026-03-20", "2028-03-23"], "without-end": ["2026-03-20", "2026-03-21"],
                "with-time-without-end": ["2026-03-20T18:00:00+01:00", "2026-03-20T18:00:00+01:00"],
            ])
    }

    /// A calendar has the same days as `occurrences` of its entries, for random schedules, windows, times and zones.
    @Test func randomSchedulesAreExpandedToTheSameDays() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for zone in ["Asia/Tokyo", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"] {
            var entries = ""
            for number in 0..<40 { entries += Self.entry(number, &random) }
            let result = try build(
                SourceTree(files: Self.site(zone, entries).map { SourceFile(path: $0.key, text: $0.value) }),
                BuildOptions(clock: 1_775_779_200))
            try #require(!result.diagnostics.hasErrors, "seed \(seed): \(result.diagnostics)")
            let files = Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, $0.bytes) })
            let expected = try JSONDecoder().decode([String: [String]].self, from: Data(files["days.json"] ?? []))
            let found = try events(of: files["days.ics"] ?? [])
            for (id, days) in expected {
                #expect(
                    (found[id] ?? []).map { String($0.prefix(10)) } == days,
                    "seed \(seed), \(zone), \(id) of\n\(entries)")
            }
            #expect(Set(found.keys).isSubset(of: expected.keys))
        }
    }

    /// The file alone tells a zone's offsets for years to come, as far as its changes recur every year. The judge is
    /// python-dateutil, which is compared with Python's own time zones.
    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Auckland",
    ])
    func timeZonesAreThoseOfTheFile(_ zone: String) throws {
        let compare = """
            import datetime, sys, zoneinfo
            from dateutil.tz import tzical
            import io
            zone = tzical(io.StringIO(sys.stdin.read())).get()
            other = zoneinfo.ZoneInfo("\(zone)")
            day = datetime.datetime(2026, 1, 1, 12)
            while day.year < 2037:
                assert day.replace(tzinfo=zone).utcoffset() == day.replace(tzinfo=other).utcoffset(), day
                day += datetime.timedelta(days=1)
            """
        let entries = "- { id: a, days: { weekly: fri }, open: always, time: 18:30, minutes: 90 }\n"
        let files = Self.site(zone, entries).map { SourceFile(path: $0.key, text: $0.value) }
        let result = try build(SourceTree(files: files), BuildOptions(clock: 1_775_779_200))
        let calendar = try #require(result.files.first { $0.path == "days.ics" })
        _ = try runPython(compare, input: calendar.bytes)
    }

    private func events(of bytes: [UInt8]) throws -> [String: [String]] {
        try JSONDecoder().decode([String: [String]].self, from: try runPython(Self.expand, input: bytes))
    }

    private static func site(_ zone: String, _ entries: String) -> [String: String] {
        [
            "content/site.yml": "title: T\nurl: https://t.example/\ntimeZone: \(zone)\n",
            "content/events/_collection.yml":
                "fields: { days: schedule, open: window, time: time?, minutes: integer? }\n",
            "content/events/e.yml": entries,
            "templates/days.json.yml": """
            data:
              keyed: events
              by: id
              value: { occurrences: days, within: open, from: 2026-01-01, until: 2027-12-31 }

            """,
            "templates/days.ics.yml": """
            calendar: All
            each: events
            from: 2026-01-01
            until: 2027-12-31
            event: { title: id, on: days, within: open, time: time, duration: minutes }

            """,
        ]
    }

    private static func entry(_ number: Int, _ random: inout SeededNumbers) -> String {
        func one<Element>(_ elements: [Element]) -> Element {
            elements[Int.random(in: elements.indices, using: &random)]
        }
        let weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let rules = [
            "monthly: [\(Int.random(in: 1...31, using: &random)), last]",
            "monthly: \(Int.random(in: 1...28, using: &random))", "monthly: [31, last]",
            "weekly: [\(weekdays.shuffled(using: &random).prefix(2).joined(separator: ", "))]",
            "weekly: \(one(weekdays))",
            "nth: { weekday: \(one(weekdays)), week: \(one(["1", "2", "4", "last"])) }", "yearly: [02-29, 11-22]",
            "yearly: 12-31", "dates: [2026-05-01, 2026-04-30, 2027-02-28]",
            "weekly: \(one(weekdays)), monthly: 13",
        ]
        var schedule = one(rules)
        if Int.random(in: 0..<3, using: &random) == 0 { schedule += ", except: [2026-05-13, 2026-06-30, 2027-01-01]" }
        if Int.random(in: 0..<4, using: &random) == 0 {
            schedule += ", between: { from: 2026-0\(Int.random(in: 1...4, using: &random))-10, until: 2027-10-20 }"
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
            let interval = Int.random(in: 1...3, using: &random)
            schedule =
                "rrule: \"FREQ=WEEKLY;INTERVAL=\(interval);BYDAY=MO,TH\(one(["", ";COUNT=20", ";UNTIL=20270301"]))\", between: { from: 2026-02-03 }"
        }
        let window = one([
            "always", "always", "{ from: 2026-02-15 }", "{ until: 2027-11-30 }",
            "{ from: 2026-03-01T12:00, until: 2027-12-30T15:00 }",
        ])
        let time = one(["", "", ", time: 18:30, minutes: 90", ", time: 02:15"])
        return "- { id: e\(number), days: { \(schedule) }, open: \(window)\(time) }\n"
    }
}

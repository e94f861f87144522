import Foundation
import SiteTesting
import Testing

/// Calendars, JSON in pages and places.
@Suite struct PulledCalendarTests {
    private func pulled(_ calendar: String) throws -> String {
        let site = try PulledSite()
        try site.serve(calendar.replacing("\n", with: "\r\n"), at: "events.ics")
        try site.declare(
            "events", from: "events.ics", "format: ics",
            """
            fields: { name: text, days: schedule, begins: time?, ends: dateTime?, last: date, where: text?, tags: { list?: text }, place: point? }
            body: markdown
            from: { id: UID, name: SUMMARY, days: DTSTART, begins: DTSTART, ends: DTEND, last: DTEND, where: LOCATION, tags: CATEGORIES, place: GEO, body: DESCRIPTION }
            """)
        let run = try site.pull("--strict")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try kairan(["check", "\(site.box.path)/site"]).exitCode == 0)
        return try site.entries("events")
    }

    /// Recurring events with exceptions, one day that was moved, whole days over several days, folds and escapes.
    @Test func recurringEvents() throws {
        let calendar = """
            BEGIN:VCALENDAR
            PRODID:-//Google Inc//Google Calendar 70.9054//EN
            VERSION:2.0
            CALSCALE:GREGORIAN
            X-WR-CALNAME:Harbour
            X-WR-TIMEZONE:Europe/Berlin
            BEGIN:VTIMEZONE
            TZID:Europe/Berlin
            BEGIN:DAYLIGHT
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            TZNAME:CEST
            DTSTART:19700329T020000
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
            END:DAYLIGHT
            END:VTIMEZONE
            BEGIN:VEVENT
            DTSTART;TZID=Europe/Berlin:20260402T183000
            DTEND;TZID=Europe/Berlin:20260402T203000
            RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TH
            EXDATE;TZID=Europe/Berlin:20260416T183000
            DTSTAMP:20260401T000000Z
            UID:abc123@google.com
            SUMMARY:Repair café\\, with a very long name that the program folded in the mi
             ddle
            DESCRIPTION:Bring what is broken.\\n\\nTea\\; cake.
            LOCATION:Hall 2
            CATEGORIES:Repair,Tea\\, cake
            GEO:53.54;9.98
            BEGIN:VALARM
            ACTION:DISPLAY
            DESCRIPTION:Reminder
            END:VALARM
            END:VEVENT
            BEGIN:VEVENT
            DTSTART;TZID=Europe/Berlin:20260501T183000
            DTEND;TZID=Europe/Berlin:20260501T203000
            RECURRENCE-ID;TZID=Europe/Berlin:20260430T183000
            UID:abc123@google.com
            SUMMARY:Repair café on a Friday
            END:VEVENT
            BEGIN:VEVENT
            DTSTART;VALUE=DATE:20260523
            DTEND;VALUE=DATE:20260526
            UID:fair-2026
            SUMMARY:Fair
            END:VEVENT
            BEGIN:VEVENT
            DTSTART;TZID=Tokyo Standard Time:20260601T020000
            DURATION:PT90M
            UID:talk-1
            SUMMARY:Talk
            END:VEVENT
            END:VCALENDAR

            """
        let entries = try pulled(calendar)
        #expect(
            entries == """
                - id: abc123-google-com-fc6a9fcc
                  name: Repair café, with a very long name that the program folded in the middle
                  days:
                    rrule: FREQ=WEEKLY;INTERVAL=2;BYDAY=TH
                    between: { from: 2026-04-02 }
                    except: [2026-04-16, 2026-04-30]
                  begins: "18:30"
                  ends: 2026-04-02T20:30:00+02:00
                  last: 2026-04-02
                  where: Hall 2
                  tags: [Repair, "Tea, cake"]
                  place: { latitude: 53.54, longitude: 9.98 }
                  body: |-
                    Bring what is broken.

                    Tea; cake.
                - id: abc123-google-com-20260430-e6f6a5fd
                  name: Repair café on a Friday
                  days:
                    dates: [2026-05-01]
                  begins: "18:30"
                  ends: 2026-05-01T20:30:00+02:00
                  last: 2026-05-01
                - id: fair-2026
                  name: Fair
                  days:
                    dates: [2026-05-23, 2026-05-24, 2026-05-25]
                  ends: 2026-05-26T00:00:00+02:00
                  last: 2026-05-25
                - id: talk-1
                  name: Talk
                  days:
                    dates: [2026-05-31]
                  begins: "19:00"
                  ends: 2026-05-31T20:30:00+02:00
                  last: 2026-05-31

                """)
    }

    private func pulledDays(_ events: String, _ zone: String) throws -> Run {
        let site = try PulledSite()
        try site.box.write("title: T\nurl: https://t.example/\ntimeZone: \(zone)\n", to: "site/content/site.yml")
        let calendar = "BEGIN:VCALENDAR\n\(events)END:VCALENDAR\n"
        try site.serve(calendar.replacing("\n", with: "\r\n"), at: "events.ics")
        try site.declare(
            "events", from: "events.ics", "format: ics",
            "fields: { days: schedule }\nmayBeEmpty: true\nfrom: { id: UID, days: DTSTART }")
        var run = try site.pull("--strict")
        if run.exitCode == 0 { run.output = try site.entries("events") }
        return run
    }

    /// A series is meant in its own time zone, and becomes days of the site.
    @Test(arguments: [
        (
            "DTSTART:20260105T230000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3\nEXDATE:20260112T230000Z\n", "Asia/Seoul",
            "dates: [2026-01-06, 2026-01-20]"
        ),
        (
            "DTSTART;TZID=Asia/Seoul:20260105T080000\nRRULE:FREQ=WEEKLY;COUNT=2\n", "Asia/Seoul",
            "rrule: FREQ=WEEKLY;COUNT=2"
        ),
        (
            "DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260107\nRRULE:FREQ=WEEKLY;COUNT=2\n", "Asia/Seoul",
            "dates: [2026-01-05, 2026-01-06, 2026-01-12, 2026-01-13]"
        ),
        (
            "DTSTART:20260105T230000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO\n", "Asia/Seoul",
            ":4:1: error: this series recurs in another time zone, on other days than the site's, and has no end"
        ),
        (
            "DTSTART;VALUE=DATE:20260105\nDTEND;VALUE=DATE:20260107\nRRULE:FREQ=YEARLY\n", "Asia/Seoul",
            ":5:1: error: each time of this series lasts several days, and the series has no end"
        ),
        (
            "DTSTART:20260105T230000Z\nEXDATE;TZID=Nowhere:20260105T230000\n", "Asia/Seoul",
            ":4:1: error: the time zone 'Nowhere' is not known"
        ),
        ("DTSTART:20260105T230000Z\nRRULE:FREQ=WEEKLY;COUNT=2\nSTATUS:CANCELLED\n", "Asia/Seoul", "[]\n"),
    ])
    func series(_ lines: String, _ zone: String, _ expected: String) throws {
        let run = try pulledDays("BEGIN:VEVENT\n\(lines)UID:a\nEND:VEVENT\n", zone)
        #expect((run.output + run.errors).contains(expected), "\(run.output)\(run.errors)")
    }

    @Test func aMovedDayOfASeriesElsewhere() throws {
        let run = try pulledDays(
            """
            BEGIN:VEVENT
            DTSTART;TZID=America/New_York:20260105T200000
            RRULE:FREQ=WEEKLY;COUNT=3
            UID:a
            END:VEVENT
            BEGIN:VEVENT
            DTSTART;TZID=America/New_York:20260113T080000
            RECURRENCE-ID:20260113T010000Z
            UID:a
            END:VEVENT

            """, "Europe/Berlin")
        #expect(run.output.contains("dates: [2026-01-06, 2026-01-20]"), "\(run.output)\(run.errors)")
        #expect(run.output.contains("dates: [2026-01-13]"))
    }

    /// Pages by a path in the JSON, and by the header `Link` (RFC 8288).
    @Test(arguments: [true, false]) func jsonInPages(_ byPath: Bool) throws {
        let site = try PulledSite()
        for page in 1...3 {
            let next = page < 3 ? "/api?page=\(page + 1)" : ""
            let rule =
                byPath || next.isEmpty
                ? "{}" : "{\"headers\": {\"Link\": \"<\(next)>; rel=\\\"next\\\", </api>; rel=first\"}}"
            let after = !byPath ? "" : ", \"paging\": {\"next\": \(next.isEmpty ? "null" : "\"\(next)\"")}"
            try site.serve(
                "{\"items\": [{\"key\": \"a\(page)\"}, {\"key\": \"b\(page)\"}]\(after)}",
                at: page == 1 ? "api" : "api_page=\(page)", rule: rule)
        }
        try site.declare(
            "things", from: "api", "format: json, entries: items" + (byPath ? ", next: paging.next" : ""),
            "fields: { key: text }\nfrom: { id: key, key: key }")
        #expect(try site.pull("--strict").output == "things: 6 entries taken (6 new)\n")
        #expect(try site.entries("things").contains("- id: b3\n"))
        #expect(try site.pull().output == "things: unchanged, 6 entries\n")
    }

    @Test func pagesWithoutEnd() throws {
        let site = try PulledSite()
        try site.serve("{\"items\": [{\"key\": \"a\"}], \"next\": \"/api\"}", at: "api")
        try site.declare(
            "things", from: "api", "format: json, entries: items, next: next",
            "fields: { key: text }\nfrom: { id: key, key: key }")
        let run = try site.pull("--strict")
        #expect(
            run.exitCode == 1 && run.errors.contains("page 1 leads back to an earlier one [pull.items]"),
            "\(run.errors)")
        try site.serve("{\"items\": [], \"next\": \"https://other.example/api\"}", at: "api")
        #expect(try site.pull("--strict").errors.contains("the next page is at another host, 'other.example'"))
        for (value, kind) in [("[2]", "a list"), ("2", "a number"), ("true", "true or false"), ("{}", "a mapping")] {
            try site.serve("{\"items\": [], \"next\": \(value)}", at: "api")
            let run = try site.pull("--strict")
            #expect(run.errors.contains("'next' is \(kind) and not the address of the next page"), "\(run.errors)")
        }
        #expect(try site.log().contains("/2") == false)
    }

    /// A source with one page may leave out the next one in any of the usual ways.
    @Test(arguments: ["", ", \"next\": null", ", \"next\": \"\"", ", \"next\": false"])
    func onlyOnePage(_ rest: String) throws {
        let site = try PulledSite()
        try site.serve("{\"items\": [{\"key\": \"a\"}]\(rest)}", at: "api")
        try site.declare(
            "things", from: "api", "format: json, entries: items, next: next",
            "fields: { key: text }\nfrom: { id: key, key: key }")
        let run = try site.pull("--strict")
        #expect(run.output == "things: 1 entry taken (1 new)\n", "\(run.errors)")
    }

    @Test func geoJSON() throws {
        let site = try PulledSite()
        try site.serve(
            """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "id": "node/1", "geometry": {"type": "Point", "coordinates": [139.7671, 35.6812, 3]},
               "properties": {"name": "Station", "contact": {"website": "https://station.example/"}, "name:ja": "駅"}}
            ]}
            """, at: "places.geojson")
        try site.declare(
            "places", from: "places.geojson", "format: geojson",
            """
            fields: { name: text, ja: text, place: point, web: url? }
            from: { id: id, name: name, ja: "name:ja", place: geometry, web: contact.website }
            """)
        let run = try site.pull("--strict")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(
            try site.entries("places") == """
                - id: node-1-83c07300
                  name: Station
                  ja: 駅
                  place: { latitude: 35.6812, longitude: 139.7671 }
                  web: https://station.example/

                """)
    }
}

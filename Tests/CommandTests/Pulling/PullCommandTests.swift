import Foundation
import SiteTesting
import Testing

/// Entries are taken from sources of each kind, as their programs write them.
@Suite struct PullCommandTests {
    /// A sheet as Google publishes it: headings in words, dates of the country, quotes and empty cells.
    @Test func takesASheet() throws {
        let site = try PulledSite()
        try site.serve(
            "Room,Seats,Open from,Tags,Note\r\n\"Blue, upper\",12,4/1/2026,a|b,\"two\r\nlines\"\r\nGreen,7,12/24/2026,,\r\n",
            at: "rooms.csv")
        try site.declare(
            "rooms", from: "rooms.csv", "format: csv",
            """
            fields: { name: text, seats: integer, open: date, tags: { list?: text }, note: text? }
            from: { id: Room, name: Room, seats: Seats, open: { column: Open from, as: M/d/yyyy }, tags: Tags, note: Note }
            """)
        let run = try site.pull()
        #expect(run.output == "rooms: 2 entries taken (2 new)\n", "\(run.errors)")
        #expect(
            try site.entries("rooms") == """
                - id: blue-upper-490c727c
                  name: Blue, upper
                  seats: 12
                  open: 2026-04-01
                  tags: [a, b]
                  note: |-
                    two
                    lines
                - id: Green
                  name: Green
                  seats: 7
                  open: 2026-12-24

                """)
        #expect(try site.read("content/rooms/pulled.yml").hasPrefix("# Kept at \(site.address("rooms.csv"))\n"))
        #expect(try kairan(["check", "\(site.box.path)/site"]).exitCode == 0)
    }

    /// A sheet as Excel saves it in German, with a comma before decimals and the day before the month.
    @Test func takesASheetWithSemicolons() throws {
        let site = try PulledSite()
        try site.serve(
            "\u{FEFF}Raum;Preis;Plätze;Frei;Offen ab;Stufen\r\nBlau;1.234,50;12;WAHR;31.12.2026;0,5|1\r\n",
            at: "rooms.csv")
        try site.declare(
            "rooms", from: "rooms.csv", "format: csv",
            """
            fields: { name: text, price: decimal, seats: integer, free: boolean, open: date, steps: { list: decimal } }
            from: { id: Raum, name: Raum, price: Preis, seats: Plätze, free: Frei, open: Offen ab, steps: Stufen }
            """)
        let run = try site.pull()
        #expect(run.output == "rooms: 1 entry taken (1 new)\n", "\(run.errors)")
        #expect(
            try site.entries("rooms") == """
                - id: Blau
                  name: Blau
                  price: 1234.50
                  seats: 12
                  free: true
                  open: 2026-12-31
                  steps: [0.5, 1]

                """)
    }

    /// JSON with a list inside, numbers of seconds, null and names of a place.
    @Test func takesJSON() throws {
        let site = try PulledSite()
        try site.serve(
            """
            {"data": {"list": [
              {"id": 1, "name": "Fair", "at": "2026-04-05T12:00:00+09:00", "geo": {"lat": 35.1, "lng": 139.2}, "free": true},
              {"id": 2, "name": "12", "at": 1775390400, "geo": null, "free": false, "more": {"tags": ["a", "b: c"]}}
            ]}}
            """, at: "events")
        try site.declare(
            "events", from: "events", "format: json, entries: data.list",
            """
            fields: { name: text, at: dateTime, place: point?, free: boolean, tags: { list?: text } }
            from: { id: id, name: name, at: at, place: geo, free: free, tags: more.tags }
            """)
        #expect(try site.pull().output == "events: 2 entries taken (2 new)\n")
        #expect(
            try site.entries("events") == """
                - id: "1"
                  name: Fair
                  at: 2026-04-05T05:00:00+02:00
                  place: { latitude: 35.1, longitude: 139.2 }
                  free: true
                - id: "2"
                  name: "12"
                  at: 2026-04-05T14:00:00+02:00
                  free: false
                  tags: [a, "b: c"]

                """)
        #expect(try kairan(["check", "\(site.box.path)/site"]).exitCode == 0)
    }

    /// Nothing is written for a source that stays the same, and it is asked only for what is new.
    @Test func writesNothingForAnUnchangedSource() throws {
        let site = try PulledSite()
        try site.serve("[{\"id\": \"a\", \"n\": 1}]", at: "list")
        try site.declare("things", from: "list", "format: json", "fields: { n: integer }\nfrom: { id: id, n: n }")
        _ = try site.pull(environment: ["SOURCE_DATE_EPOCH": "1775000000"])
        let before = try site.read("content/things/_pulled.yml")
        #expect(before.contains("time: \"2026-03-31T23:33:20Z\"\n"))
        #expect(try site.pull().output == "things: unchanged, 1 entry\n")
        #expect(try site.read("content/things/_pulled.yml") == before)
        #expect(try site.log().contains("\"If-None-Match\""))
        // A host that knows no conditions, and other spaces in the answer, change nothing either.
        try site.serve("[ {\"id\": \"a\", \"n\": 1} ]", at: "list")
        #expect(try site.pull().output == "things: unchanged, 1 entry\n")
        #expect(try site.read("content/things/_pulled.yml") == before)
        // Another declaration takes other values from the same answer, so it is asked for again.
        try site.declare("things", from: "list", "format: json", "fields: { m: integer }\nfrom: { id: id, m: n }")
        #expect(try site.pull().output == "things: 1 entry taken (1 changed)\n")
        #expect(try site.entries("things") == "- id: a\n  m: 1\n")
    }
}

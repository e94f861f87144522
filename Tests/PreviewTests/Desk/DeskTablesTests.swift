import Foundation
import SiteTesting
import Testing

/// Tables are changed cell by cell, in the form of the program that wrote them.
@Suite struct DeskTablesTests {
    private static let talks = [
        "content/talks/_collection.yml": """
        entry: talk
        fields:
          time: window
          open: window?
          place: point?
          days: { list?: date }
        from:
          id: Nr
          time.from: { column: 開始, as: M/d/yyyy H:mm }
          time.until: { column: 終了, as: M/d/yyyy }
          place.latitude: 緯度
          place.longitude: 経度
          days: { column: 日, as: M/d/yyyy, by: "; " }

        """,
        "content/talks/form.csv":
            "Nr,開始,終了,open.from,open.until,緯度,経度,日\n1,4/1/2026 9:30,4/2/2026,2026-03-01,,35.5,139.7,\n",
    ]

    /// Each element of a list has the form of the table's program.
    @Test func editingListsOfDays() throws {
        var files = Self.talks
        files["content/talks/form.csv"] = "Nr,開始,終了,緯度,経度,日\n1,4/1/2026 9:30,,35.5,139.7,4/2/2026; 4/3/2026\n"
        let site = try EditedSite(DeskEntriesTests.files.merging(files) { $1 })
        #expect(try site.values("talks", "1")["days"] as? [String] == ["2026-04-02", "2026-04-03"])
        #expect(try site.save("talks", "1", ["days": ["2026-04-02", "2026-04-10"]]).status == 200)
        #expect(try site.text("content/talks/form.csv").contains(",4/2/2026; 4/10/2026\n"))
    }

    /// A table may have columns for the parts of a value.
    @Test func editingPartsInColumnsOfTheirOwn() throws {
        let site = try EditedSite(DeskEntriesTests.files.merging(Self.talks) { $1 })
        let values = try site.values("talks", "1")
        #expect(values["time"] as? [String: String] == ["from": "2026-04-01T09:30", "until": "2026-04-02"])
        #expect(values["place"] as? [String: String] == ["latitude": "35.5", "longitude": "139.7"])
        let changes: [String: Any] = [
            "time": ["from": "2026-04-01T10:00", "until": "2026-04-03"], "open": ["until": "2026-03-09"],
            "place": ["latitude": "35.6", "longitude": "139.7"],
        ]
        #expect(try site.save("talks", "1", changes).status == 200)
        #expect(
            try site.text("content/talks/form.csv")
                == "Nr,開始,終了,open.from,open.until,緯度,経度,日\n1,4/1/2026 10:00,4/3/2026,,2026-03-09,35.6,139.7,\n")
        // The table has no time of the end.
        let refused = try site.save("talks", "1", ["time": ["from": "2026-04-01T10:00", "until": "2026-04-03T12:00"]])
        #expect(refused.status == 422, "\(refused.json)")
    }

    private static let fares = [
        "content/fares/_collection.yml": """
        entry: fare
        fields:
          euros: decimal
          day: date?
          until: dateTime?
          steps: { list?: decimal }
          shown: window?
          fest: boolean?
          place: point?

        """,
        "content/fares/fares.csv":
            "\u{FEFF}id;euros;day;until;steps;shown;fest;place.latitude;place.longitude\r\n"
            + "tea;1,50;31.12.2026;01.01.2027 09:30;0,5|1;1.12.2026/31.12.2026;WAHR;48,1;11,5\r\n"
            + "milk;2;2026-12-30;;;;;;\r\n",
    ]

    /// Excel would read 1.50 as the first of May, so numbers keep their commas.
    @Test func tablesOfSpreadsheetsWithDecimalCommas() throws {
        let site = try EditedSite(DeskEntriesTests.files.merging(Self.fares) { $1 })
        let values = try site.values("fares", "tea")
        #expect(values["euros"] as? String == "1.50")
        #expect(values["day"] as? String == "2026-12-31")
        #expect(values["until"] as? String == "2027-01-01T09:30")
        #expect(values["steps"] as? [String] == ["0.5", "1"])
        #expect(values["shown"] as? [String: String] == ["from": "2026-12-01", "until": "2026-12-31"])
        #expect(values["fest"] as? String == "true")
        #expect(values["place"] as? [String: String] == ["latitude": "48.1", "longitude": "11.5"])
        let changes: [String: Any] = [
            "euros": "1.75", "day": "2027-01-02", "until": "2027-01-03T10:00", "steps": ["0.25", "2"],
            "place": ["latitude": "48.2", "longitude": "11.5"],
        ]
        let saved = try site.save("fares", "tea", changes)
        #expect(saved.status == 200, "\(saved.json)")
        #expect(try site.save("fares", "milk", ["euros": "2,5", "day": "2026-12-29"]).status == 200)
        let made: [String: Any] = ["euros": "-3.40", "day": "2027-01-04"]
        let reply = try site.post("create", ["collection": "fares", "id": "rye", "changes": made])
        #expect(reply.status == 200, "\(reply.json)")
        let bytes = try Data(contentsOf: site.box.url.appending(path: "content/fares/fares.csv"))
        #expect(
            String(decoding: bytes, as: UTF8.self).split(separator: "\r\n") == [
                "\u{FEFF}id;euros;day;until;steps;shown;fest;place.latitude;place.longitude",
                "tea;1,75;02.01.2027;03.01.2027 10:00;0,25|2;1.12.2026/31.12.2026;WAHR;48,2;11,5",
                "milk;2,5;2026-12-29;;;;;;", "rye;-3,40;2027-01-04;;;;;;",
            ])
    }

    /// Spreadsheets write the hours of the morning with one digit. A cell whose value stays is left as it is.
    @Test func hoursOfOneDigit() throws {
        let head = "id,start,at,stops,times.mill,times.abbey,note"
        let site = try EditedSite([
            "content/trips/_collection.yml": """
            entry: trip
            fields: { start: time, at: dateTime, stops: { list: time }, times: { keyed: time }, note: text }

            """,
            "content/trips/all.csv": "\(head)\none,9:30,2026-04-01 9:05,8:00|9:30:00,7:15,10:00,9:30\n",
        ])
        var values = try site.values("trips", "one")
        #expect(values["start"] as? String == "09:30" && values["at"] as? String == "2026-04-01 09:05")
        #expect(values["stops"] as? [String] == ["08:00", "09:30:00"] && values["note"] as? String == "9:30")
        var times = try #require(values["times"] as? [[String: String]])
        #expect(times.map { $0["value"] } == ["07:15", "10:00"])
        #expect(try site.save("trips", "one", values.filter { $0.key != "id" }).status == 200)
        #expect(
            try site.text("content/trips/all.csv").hasSuffix(
                "\none,9:30,2026-04-01 9:05,8:00|9:30:00,7:15,10:00,9:30\n"))
        times[1]["value"] = "10:05"
        values = ["start": "09:45", "stops": ["08:00", "11:00"], "times": times, "note": "09:30"]
        #expect(try site.save("trips", "one", values).status == 200)
        #expect(
            try site.text("content/trips/all.csv") == "\(head)\none,09:45,2026-04-01 9:05,8:00|11:00,7:15,10:05,09:30\n"
        )
    }
}

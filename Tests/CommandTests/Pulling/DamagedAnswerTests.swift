import Foundation
import SiteTesting
import Testing

/// Whatever a source answers, the program ends by itself, and what is written is whole and right.
@Suite struct DamagedAnswerTests {
    private static let feed = """
        <?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>T</title>
        <item><title>One &amp; two</title><guid>a-1</guid><pubDate>Wed, 01 Apr 2026 23:30:00 +0000</pubDate><description><![CDATA[<p>Text <b>bold</b> &#8230;</p><ul><li>x</li></ul>]]></description></item>
        <item><title>Three</title><guid>https://x.example/b?c=d</guid><pubDate>02 Apr 26 10:00 EST</pubDate><description>&lt;a href="/x"&gt;y&lt;/a&gt;</description></item>
        </channel></rss>
        """
    private static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a-1</id><title>One</title><updated>2026-04-02T09:00:00Z</updated><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a<br/>b</p></div></content></entry></feed>
        """
    private static let json = """
        [{"guid": "a-1", "title": "One", "pubDate": "2026-04-02T09:00:00Z", "description": "x"}, {"guid": 7, "title": "\\u00e9\\n", "pubDate": 1775390400, "description": null}]
        """
    private static let csv =
        "guid,title,pubDate,description\r\na-1,\"One, \"\"two\"\"\",2026-04-02T09:00:00Z,x\r\nb,Three,2026-04-02 09:00,\"a\r\nb\"\r\n"
    private static let calendar = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VEVENT\r
        UID:a-1\r
        SUMMARY:One\\, two and a lo\r
         ng line\r
        DTSTART;TZID=Europe/Berlin:20260402T183000\r
        RRULE:FREQ=WEEKLY;BYDAY=TH;UNTIL=20260601T000000Z\r
        EXDATE:20260409\r
        DESCRIPTION:x\\ny\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
    private static let places = """
        {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [139.7, 35.6]}, "properties": {"guid": "a-1", "title": "One", "pubDate": "2026-04-02", "description": "x"}}]}
        """

    private static let samples: [(format: String, text: String)] = [
        ("rss", feed), ("atom", atom), ("json", json), ("csv", csv), ("ics", calendar), ("geojson", places),
    ]

    /// All six kinds of sources are pulled at once, so that 500 answers are 84 runs.
    @Test func damagedAnswers() throws {
        let site = try PulledSite()
        let usual = "fields: { title: text, at: dateTime, place: point? }\nbody: markdown\n"
        for (format, text) in Self.samples {
            let from =
                switch format {
                case "atom": "from: { id: id, title: title, at: updated, body: content }"
                case "ics": "from: { id: UID, title: SUMMARY, at: DTSTART, days: DTSTART, body: DESCRIPTION }"
                case "geojson": "from: { id: guid, title: title, at: pubDate, place: geometry, body: description }"
                default: "from: { id: guid, title: title, at: pubDate, body: description }"
                }
            try site.serve(text, at: format)
            try site.declare(
                format, from: format, "format: \(format)",
                (format == "ics" ? usual.replacing("place: point?", with: "days: schedule") : usual) + from)
        }
        let first = try site.pull("--strict")
        #expect(first.exitCode == 0, "\(first.errors)")
        var random = SeededNumbers(seed: printedSeed())
        var (answers, kept) = (0, 0)
        while answers < 500 {
            var before: [String: String] = [:]
            for (format, text) in Self.samples {
                before[format] = try site.read("content/\(format)/pulled.yml")
                let bytes = mutated(Array(text.utf8), alphabet: Array("<>&;\"'{}[],:\\\n\r \u{0}é0aT-".utf8), &random)
                let isCut = Int.random(in: 0..<6, using: &random) == 0
                let end = isCut ? Int.random(in: 0...bytes.count, using: &random) : bytes.count
                try Data(bytes[..<end]).write(to: site.box.url.appending(path: "served/\(format)"))
                answers += 1
            }
            let run = try site.pull()
            #expect(run.exitCode == 0, "\(run.exitCode): \(run.errors)")
            // A site that was right is right after each pull.
            if run.output.contains(" taken") {
                let check = try kairan(["check", "\(site.box.path)/site"])
                #expect(check.exitCode == 0, "\(check.errors)")
            }
            for (format, _) in Self.samples {
                let line = run.output.split(separator: "\n").first { $0.hasPrefix("\(format): ") } ?? ""
                let isKept = line.contains(": kept the last good") || line.contains(": unchanged")
                let now = try site.read("content/\(format)/pulled.yml")
                #expect(isKept == (now == before[format]), "\(run.output)")
                kept += isKept ? 1 : 0
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: "\(site.box.path)/site/content/rss")
            #expect(Set(left) == ["_collection.yml", "_pulled.yml", "pulled.yml"])
        }
        print("damagedAnswers: \(answers) answers, \(kept) changed nothing")
        #expect(kept > 100)
    }
}

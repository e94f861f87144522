import Foundation
import SiteTesting
import Testing

@testable import KairanFormats

/// Programs that hold copies of events take every change, and none that is older.
@Suite struct CalendarChangesTests {
    /// Follows publications as programs do that compare the numbers of events (RFC 5546, 2.1.5), and remembers those of
    /// events that are gone. Each copy must be the published event, and a calendar that changed must be newer.
    private static let follow = """
        import icalendar, json, sys
        copies, last, problems = {}, None, []
        for number, text in enumerate(json.load(sys.stdin)):
            calendar = icalendar.Calendar.from_ical(text)
            stamp = calendar["LAST-MODIFIED"].dt
            if last and (text != last[1]) != (stamp > last[0]):
                problems.append(f"{number}: the calendar's stamp goes from {last[0]} to {stamp}")
            last = (stamp, text)
            for event in calendar.walk("VEVENT"):
                assert not event.errors, event.errors
                uid, order = str(event["UID"]), (event["SEQUENCE"], event["DTSTAMP"].dt)
                assert event["LAST-MODIFIED"].dt == event["DTSTAMP"].dt <= stamp
                facts = event.to_ical()
                if uid not in copies or order > copies[uid][0]:
                    copies[uid] = (order, facts)
                elif copies[uid][1] != facts:
                    problems.append(f"{number}: {uid} stays as it was at {copies[uid][0]}")
        print(json.dumps(problems))
        """

    @Test(arguments: ["events", "[matches, { each: events, where: { title: { exists: true } } }]"])
    func programsFollowRandomChanges(each: String) throws {
        let seed = printedSeed()
        var numbers = SeededNumbers(seed: seed)
        let box = try TemporaryFolder()
        try box.write(
            "title: T\nurl: https://t.example/\nmoment: 2026-04-15T09:00\n", to: "content/site.yml")
        try box.write("fields: { title: text, on: date }\nmayBeEmpty: true\n", to: "content/events/_collection.yml")
        try box.write("fields: { title: text, on: date }\n", to: "content/matches/_collection.yml")
        try box.write("- { id: a, title: Match, on: 2026-05-01 }\n", to: "content/matches/all.yml")
        try box.write(
            "calendar: Events\neach: \(each)\nevent: { title: title, on: on }\n", to: "templates/events.ics.yml")
        var events = ["a": ("A", 1), "b": ("B", 2), "c": ("C", 3)]
        var published: [String] = []
        // Chance may change little for a while, and more steps are then made.
        for step in 0..<200 where step < 30 || Set(published).count <= 8 {
            let id = ["a", "b", "c", "d"].randomElement(using: &numbers) ?? "a"
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: events[id] = nil
            case 1: events[id] = (Bool.random(using: &numbers) ? "A" : "B", 1)
            case 2: events[id]?.1 = Int.random(in: 1...9, using: &numbers)
            default: break
            }
            let lines = events.sorted { $0.key < $1.key }.map {
                "- { id: \($0.key), title: \($0.value.0), on: 2026-05-0\($0.value.1) }\n"
            }
            try box.write(lines.joined().isEmpty ? "[]\n" : lines.joined(), to: "content/events/all.yml")
            let memory = box.url.appending(path: ".kairan")
            if FileManager.default.fileExists(atPath: memory.path), Bool.random(using: &numbers) {
                try FileManager.default.removeItem(at: memory)
            }
            let built = try kairan(["build"], in: box.url)
            try #require(built.exitCode == 0, "\(built.errors)\(built.output)")
            published.append(try String(contentsOf: box.url.appending(path: "public/events.ics"), encoding: .utf8))
        }
        let problems = try runPython(Self.follow, input: Array(JSONEncoder().encode(published)))
        #expect(try JSONDecoder().decode([String].self, from: problems) == [], "seed \(seed)")
        #expect(Set(published).count > 8)
    }

    /// The published calendar may have other line ends, come from a program without numbers, or be damaged.
    @Test(arguments: [
        ("", nil, 1), ("BEGIN:VEVENT\nUID:a\nEND:VEVENT\n", 0, 0),
        ("LAST-MODIFIED:19700101T000007Z\r\nBEGIN:VEVENT\r\nSEQUENCE:3\r\nUID:a\r\nEND:VEVENT\r\n", 3, 7),
        ("BEGIN:VEVENT\nSEQUENCE:3\nUID:a\nEND:VEVENT\nBEGIN:VEVENT\nSEQUENCE:9\nUID:b\nEND:VEVENT\n", 3, 10),
        ("BEGIN:VEVENT\nSEQUENCE:3\nUID:a\nSUMMARY:x\nEND:VEVENT\n", nil, 4),
        ("BEGIN:VEVENT\nSEQUENCE:99999999999\nUID:a\nEND:VEVENT\n", 0, 0),
        ("BEGIN:VEVENT\nSEQUENCE:-1\nUID:a\nEND:VEVENT\n", 0, 0),
        ("LAST-MODIFIED:2026\nSEQUENCE:4\nEND:VEVENT\nBEGIN:VEVENT\nUID:a\n", nil, 1),
    ])
    func publishedCalendars(text: String, event: Int?, calendar: Int) {
        var lines = ContentLines()
        lines.add("UID", "a")
        let published = PublishedCalendar(Array(text.utf8))
        #expect(published.number(ofEventWith: lines) == event)
        #expect(published.number(ofCalendarWith: [lines]) == calendar)
        #expect(PublishedCalendar(nil).number(ofCalendarWith: [lines]) == 0)
    }
}

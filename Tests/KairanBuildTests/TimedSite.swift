import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting

@testable import KairanBuild
@testable import KairanPublish

/// A small site that a test makes up: conditions of all kinds that compare values with the moment of the build.
struct TimedSite {
    private(set) var files: [String: String] = [:]
    private(set) var conditions: [String] = []
    private let days = 14
    private let zoneName: String

    /// The site's first day.
    let start: LocalDate
    var zone: SiteTimeZone { SiteTimeZone(identifier: zoneName) ?? .utc }

    static let conditions = [
        "starts: { atMost: now }", "starts: { atLeast: now }", "starts: { moreThan: now }", "starts: { lessThan: now }",
        "starts: now", "starts: { not: now }", "starts: { in: [now, 2026-03-28T12:00] }",
        "starts: { moreThan: $site.moment }",
        "moments: { contains: now }", "venue.opens: { atMost: now }",
        "venue: { exists: true }, venue.opens: { moreThan: now }",
        "times.opens: { lessThan: now }", "shown.from: { atMost: now }", "shown.until: { moreThan: now }",
        "shown: now", "shown: { not: future }", "shown.phase: past", "shown: { on: today }",
        "date: { atMost: today }", "date: { moreThan: today + 2 days }", "date: { atLeast: this week }",
        "date: { lessThan: this month + 1 month - 3 days }", "date: today", "date: { not: today }",
        "date: { in: [today, 2026-04-01] }", "date: { atMost: $site.moment.date }",
        "date: { between: [today - 1 day, today + 1 day] }",
        "starts.date: { atMost: today }", "starts: { on: today }", "shown.lastDay: { atLeast: today }",
        "days: { on: today }",
        "hour: { atMost: $site.moment.time }", "hour: { moreThan: $site.moment.time }", "hour: $site.moment.time",
        "site.moment: { atLeast: 2026-03-29T12:00 }",
        "site.moment.time: { atMost: 15:30 }", "site.moment.date: { moreThan: 2026-03-30 }",
        "seconds: { lessThan: $site.moment.epoch }", "price: { moreThan: $site.moment.epoch }",
    ]

    init(_ random: inout SeededNumbers) {
        // Clocks go forward in Berlin on 29 March 2026, and back in Sydney on 5 April.
        zoneName = ["Europe/Berlin", "Australia/Sydney", "UTC"].randomElement(using: &random) ?? "UTC"
        start = LocalDate("2026-03-27") ?? LocalDate(daysSinceEpoch: 0)
        files["content/site.yml"] = "title: T\nurl: https://t.example/\ntimeZone: \(zoneName)\n"
        files["content/venues/_collection.yml"] = "fields: { opens: dateTime? }\n"
        files["content/venues/all.yml"] = (0..<2).map { "- { id: v\($0), opens: \(moment(&random)) }\n" }.joined()
        files["content/events/_collection.yml"] = """
            fields:
              starts: dateTime?
              date: date?
              hour: time?
              seconds: integer?
              price: decimal?
              shown: window
              days: schedule?
              moments: { list?: dateTime }
              times: { record?: { opens: dateTime? } }
              parts: { list?: { record: { starts: dateTime?, date: date? } } }
              venue: { reference?: venues }

            """
        files["content/events/all.yml"] = (0..<4).map { event($0, &random) }.joined()
        let names = ["a", "b", "c"]
        for name in names {
            conditions.append(alternatives(&random))
            let isOfVersion = Int.random(in: 0...2, using: &random) == 0
            let text = template(name, conditions.last ?? "", &random)
            files["templates/\(isOfVersion ? "api/v1/" : "")\(text.path)"] = text.text
        }
        files["templates/api/v1/events.json.yml"] =
            "data: { each: events, where: { starts: { atMost: now } }, value: id }\n"
        files["templates/api/v1/_version.yml"] = "status: draft\n"
        files["templates/revision.json.yml"] = "revision: { of: [api/v1/events.json] }\n"
        if Bool.random(using: &random) {
            files["content/terms/_collection.yml"] =
                "fields: { version: { version: { unique: true } }, from: date, text: text }\nagreement: { version: version, from: from }\n"
            files["content/terms/all.yml"] =
                "- { id: t1, version: 1.0, from: 2026-03-20, text: One }\n"
                + "- { id: t2, version: 2.0, from: \(start.adding(days: Int.random(in: 1...9, using: &random))), text: Two }\n"
        }
    }

    var sources: [SourceFile] { files.map { SourceFile(path: $0.key, text: $0.value) } }

    // MARK: Content

    private func event(_ number: Int, _ random: inout SeededNumbers) -> String {
        var fields = ["id: e\(number)", "shown: \(window(&random))"]
        func add(_ field: String, _ text: String, _ random: inout SeededNumbers) {
            if Int.random(in: 0...4, using: &random) > 0 { fields.append("\(field): \(text)") }
        }
        let seconds = zone.dateTime(date: day(&random)).epochSeconds + Int.random(in: 0..<86_400, using: &random)
        add("starts", moment(&random), &random)
        add("date", "\(day(&random))", &random)
        add("hour", time(&random), &random)
        add("seconds", "\(seconds)", &random)
        add("price", "\(seconds).5", &random)
        add("days", "{ weekly: [sun, thu] }", &random)
        add("moments", "[\(moment(&random)), \(moment(&random))]", &random)
        add("times", "{ opens: \(moment(&random)) }", &random)
        add("parts", "[{ starts: \(moment(&random)), date: \(day(&random)) }, { date: \(day(&random)) }]", &random)
        add("venue", "v\(number % 2)", &random)
        return "- { \(fields.joined(separator: ", ")) }\n"
    }

    private func day(_ random: inout SeededNumbers) -> LocalDate {
        start.adding(days: Int.random(in: 0..<days, using: &random))
    }

    private func time(_ random: inout SeededNumbers) -> String {
        ["00:00", "02:30", "03:00", "09:15:07", "23:59:59"].randomElement(using: &random) ?? ""
    }

    private func moment(_ random: inout SeededNumbers) -> String {
        let midnight = zone.dateTime(date: day(&random)).epochSeconds
        let hour = [0, 0, 7_200, 9_000, 43_201].randomElement(using: &random) ?? 0
        return "\(zone.dateTime(epochSeconds: midnight + hour))"
    }

    private func window(_ random: inout SeededNumbers) -> String {
        let (from, until) = (day(&random), day(&random))
        return [
            "always", "{ from: \(from) }", "{ until: \(until)T18:00 }",
            "{ from: \(min(from, until)), until: \(max(from, until).adding(days: 7)) }",
        ]
        .randomElement(using: &random) ?? ""
    }

    // MARK: Templates

    private func alternatives(_ random: inout SeededNumbers) -> String {
        let chosen = Self.conditions.shuffled(using: &random)
        switch Int.random(in: 0...5, using: &random) {
        case 0: return "[{ \(chosen[0]) }, { \(chosen[1]) }]"
        case 1: return "{ id: { not: e0 }, \(chosen[0]) }"
        default: return "{ \(chosen[0]) }"
        }
    }

    private func template(
        _ name: String, _ condition: String, _ random: inout SeededNumbers
    ) -> (path: String, text: String) {
        switch Int.random(in: 0...6, using: &random) {
        case 0:
            return (
                "\(name)/{id}.json.yml",
                "for: { each: events, where: \(condition) }\ndata: { id: id, starts: starts }\n"
            )
        case 1: return ("\(name).json.yml", "data: { n: { count: events, where: \(condition) } }\n")
        case 2:
            return (
                "\(name).html.mustache",
                "---\ndata: { some: { each: events, where: \(condition) } }\n---\n<p>{{#some}}{{id}} {{/some}}</p>\n"
            )
        case 3:
            let words = "title: id, text: id, url: { text: \"{site.path}robots.txt#{id}\" }"
            return ("\(name)/{part}.json.yml", "search:\n  - { each: events, where: \(condition), \(words) }\n")
        case 4:
            let inner =
                [
                    "starts: { atMost: now }", "date: { moreThan: today }", "date: today",
                    "starts: { lessThan: $starts }",
                    "site.moment: { lessThan: $starts }", "date: { atMost: $site.moment.date + 1 day }",
                ]
                .randomElement(using: &random) ?? ""
            return (
                "\(name).json.yml",
                "data: { each: events, value: { id: id, parts?: { each: parts, where: { \(inner) }, value: date } } }\n"
            )
        default: return ("\(name).json.yml", "data: { each: events, where: \(condition), sort: -starts, value: id }\n")
        }
    }

    // MARK: Moments

    /// Moments at which something may change, in seconds since 1970: the content's bounds, each midnight, and others.
    func candidates(_ random: inout SeededNumbers) -> [Int] {
        let zone = zone
        var moments: Set<Int> = []
        for text in files.filter({ $0.key.hasPrefix("content/") }).values {
            for match in text.matches(of: /\d{4}-\d\d-\d\dT[^,} \]]+/) {
                if let moment = zone.parse(String(match.output)) { moments.insert(moment.epochSeconds) }
            }
            for match in text.matches(of: /: (1\d{9})(\.5)?[,} ]/) { moments.insert(Int(match.output.1) ?? 0) }
        }
        for count in 0...days {
            let day = start.adding(days: count)
            moments.insert(zone.dateTime(date: day).epochSeconds)
            for time in ["02:30", "03:00", "09:15:07", "12:00", "15:30", "23:59:59"].compactMap({ LocalTime($0) }) {
                moments.insert(zone.dateTime(date: day, time: time).epochSeconds)
            }
        }
        moments.formUnion(moments.map { $0 + 1 })
        for _ in 0..<10 {
            moments.insert(zone.dateTime(date: day(&random)).epochSeconds + Int.random(in: 0..<86_400, using: &random))
        }
        return moments.sorted()
    }
}

import Foundation
import KairanModel
import SiteTesting
import Testing

/// Others say the same of the dates and orders in the golden site `languages`.
@Suite struct LanguageSiteTests {
    private struct Person: Decodable {
        var name: String
        var born: String
        var full: String
        var long: String
        var medium: String
        var short: String
        var steps: String
    }

    private func people(_ language: String) throws -> [Person] {
        let path = sitesFolder.appending(path: "languages/expected/\(language)/dates.json").path
        return try JSONDecoder().decode([Person].self, from: Data(try readBytes(path)))
    }

    @Test(arguments: ["de", "sv", "ru"]) func datesAreThoseOfBabel(language: String) throws {
        let judge = """
            import datetime, json, sys
            from babel.dates import format_date
            days = json.load(sys.stdin)
            json.dump([[format_date(datetime.date.fromisoformat(day), form, "\(language)")
                for form in ("full", "long", "medium", "short")] for day in days], sys.stdout)
            """
        let people = try people(language)
        let days = try JSONEncoder().encode(people.map(\.born))
        let answers = try JSONDecoder().decode([[String]].self, from: try runPython(judge, input: Array(days)))
        #expect(people.count == 8 && people.map { [$0.full, $0.long, $0.medium, $0.short] } == answers)
    }

    /// Lists, pages, groups and what is before and after have one order, that of the language.
    @Test(arguments: ["de", "sv", "ru"]) func namesAreInTheOrderOfNode(language: String) throws {
        let names = try people(language).map(\.name)
        let sorted: [String] = try Node.run(
            "console.log(JSON.stringify(input.sort(new Intl.Collator('\(language)', { numeric: true }).compare)));",
            input: Array(names.reversed()))
        #expect(names == sorted)
        let folder = sitesFolder.appending(path: "languages/expected/\(language)")
        func found(_ path: String, _ pattern: Regex<(Substring, Substring)>) throws -> [String] {
            let text = String(decoding: try readBytes(folder.appending(path: path).path), as: UTF8.self)
            return text.matches(of: pattern).map { String($0.1) }
        }
        let link = /">(.*?)<\/a>/
        let pages = try ["index.html", "2.html", "3.html"].flatMap { try found($0, link) }
        #expect(pages == names)
        let ids = ["Adam": "adam", "Ärla": "aerla", "Åke": "ake", "Öscar": "oscar", "Otto": "otto", "Zoë": "zoe"]
        for (position, name) in names.enumerated() {
            guard let id = ids[name] else { continue }
            let around = [position - 1, position + 1].filter(names.indices.contains).map { names[$0] }
            #expect(try found("people/\(id).html", link) == around)
        }
    }
}

import Foundation
import SiteTesting
import Testing

@Suite struct AdoptPropertyTests {
    /// Random folders of JSON come out equal, whether a shape makes a file or it is copied.
    @Test func randomFoldersComeOutEqual() throws {
        let seed = printedSeed()
        for round in 0..<12 {
            let box = try TemporaryFolder()
            var folder = RandomJSONFolder(numbers: SeededNumbers(seed: seed &+ UInt64(round)))
            for (path, text) in folder.files() { try box.write(text, to: "api/\(path)") }
            let before = try filesIn(box.url)
            let run = try kairan(["adopt", "api", "--format", "json"], in: box.url)
            #expect(run.exitCode == 0, "seed \(seed), round \(round): \(run.output)\(run.errors)")
            #expect(try filesIn(box.url.appending(path: "api")).count == before.count)
            let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            let copied = report?["copied"] as? [[String: String]] ?? []
            #expect(copied.allSatisfy { $0["reason"]?.isEmpty == false })
            #expect(report?["shaped"] as? Int == before.count - copied.count)
            let differences = try AdoptCommandTests.differences(in: box.url, "api", prefix: "api")
            #expect(differences == "", "seed \(seed), round \(round)")
            let again = try kairan(["adopt", "api", "--into", "again"], in: box.url)
            #expect(again.exitCode == 0)
            var (first, second) = (
                try filesIn(box.url.appending(path: "board")), try filesIn(box.url.appending(path: "again"))
            )
            for path in Array(first.keys) where path.hasPrefix("public/") || path.hasPrefix(".kairan/") {
                first[path] = nil
            }
            // These two tell what the board is called.
            for path in ["content/site.yml", "README.md"] { (first[path], second[path]) = (nil, nil) }
            #expect(first == second, "seed \(seed), round \(round)")
        }
    }
}

/// A folder of random JSON with habits that people have, and some that they should not have.
private struct RandomJSONFolder {
    var numbers: SeededNumbers

    mutating func files() -> [(String, String)] {
        var files: [(String, String)] = []
        for version in ["v1", "v2"].prefix(chance(2) ? 2 : 1) {
            for index in 0..<Int.random(in: 2...5, using: &numbers) {
                files.append(("\(version)/file\(index).json", root()))
            }
            guard chance(2) else { continue }
            let columns = self.columns()
            for index in 0..<Int.random(in: 2...4, using: &numbers) {
                files.append(("\(version)/rows/\(index).json", row(columns, index, key: "id")))
            }
        }
        return files
    }

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &numbers) == 0 }

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int.random(in: list.indices, using: &numbers)]
    }

    private mutating func root() -> String {
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: return table()
        case 1:
            return
                "{\"\(pick(["items", "data", "ads", "value", "each"]))\":\(table()),\"count\":\(pick(["2", "\"x\""]))}"
        case 2:
            let columns = self.columns()
            let rows = (0..<3).map { "\"k\($0)\":\(row(columns, $0, key: nil))" }
            return "{\(rows.joined(separator: ","))}"
        case 3: return "{\"a\":\(value(2)),\"text\":\(value(2)),\"first\":\(value(3)),\"é\":\(value(1))}"
        default: return value(3)
        }
    }

    private mutating func table() -> String {
        let columns = self.columns()
        let key = pick(["id", "slug", nil])
        let rows = (0..<Int.random(in: 1...6, using: &numbers)).map { row(columns, $0, key: key) }
        return "[\(rows.joined(separator: ","))]"
    }

    private struct Column {
        var key: String
        var kind: Int
        var missing: Int
    }

    private mutating func columns() -> [Column] {
        let keys = ["title", "date", "text", "label", "each", "名前", "a b", "url", "kind", "price", "body", "literal"]
        return keys.shuffled(using: &numbers).prefix(Int.random(in: 1...6, using: &numbers)).map {
            Column(
                key: $0, kind: Int.random(in: 0..<12, using: &numbers), missing: Int.random(in: 0..<12, using: &numbers)
            )
        }
    }

    private mutating func row(_ columns: [Column], _ index: Int, key: String?) -> String {
        var members = key.map { ["\"\($0)\":\($0 == "id" ? "\(index + 1)" : "\"row-\(index)\"")"] } ?? []
        for column in columns {
            let isMissing = column.missing < 3 && chance(3)
            if isMissing, column.missing == 0 { continue }
            members.append("\"\(column.key)\":\(isMissing && column.missing == 1 ? "null" : cell(column.kind))")
        }
        if members.isEmpty { members.append("\"only\":true") }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func cell(_ kind: Int) -> String {
        switch kind {
        case 0: pick(["1", "20", "-3", "0"])
        case 1: pick(["1.5", "2", "1e3", "0.10", "-0.25"])
        case 2: pick(["true", "false"])
        case 3: pick(["\"2026-04-01\"", "\"2026-12-31\""])
        case 4: pick(["\"2026/04/01\"", "\"2026/12/31\""])
        case 5: pick(["\"https://a.example/\"", "\"https://b.example/x?y=1\""])
        case 6: pick(["\"open\"", "\"closed\""])
        case 7: pick(["[]", "[\"a\",\"b\"]", "[\"x|y\"]", "[\"\"]"])
        case 8: "{\"x\":\(pick(["1", "2"])),\"y\":\(text())}"
        case 9: "[{\"n\":\(text()),\"m\":\(pick(["1", "2.5"]))}]"
        case 10: value(1)
        default: text()
        }
    }

    private mutating func text() -> String {
        pick([
            #""""#, #"" ""#, #""plain""#, #""two\nlines""#, #""a: b #c""#, #"" space ""#, #""null""#, #""true""#,
            #""3.10""#, #""- x""#, #""{x}""#, #""日本語、「改行」""#, #""quote \" and \\ back""#, #""tab\there""#, #""=1+1""#,
            #""one\n\ntwo\nthree\nfour\n""#, #""&amp; & <b>""#, #""\u2028""#, #""2026-13-45""#, #""25:00""#, #""👨‍👩‍👧""#,
            #""~""#,
        ])
    }

    private mutating func value(_ depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &numbers) {
        case 0: pick(["0", "-1", "12345", "1.25", "9007199254740993", "1E2"])
        case 1: pick(["true", "false", "null"])
        case 2, 3, 4: text()
        case 5: "[\((0..<Int.random(in: 0...3, using: &numbers)).map { _ in value(depth - 1) }.joined(separator: ","))]"
        default: "{\"p\":\(value(depth - 1)),\"text\":\(value(depth - 1))}"
        }
    }
}

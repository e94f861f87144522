import Foundation
import SiteTesting
import Testing

/// Random next versions of adopted JSON. Each is taken, or the reason is told at its place and nothing is written.
@Suite struct ImportUpdatePropertyTests {
    @Test func randomChangesAreTaken() throws {
        let seed = printedSeed()
        var (taken, told) = (0, 0)
        for round in 0..<10 {
            var json = ChangingJSON(numbers: SeededNumbers(seed: seed &+ UInt64(round)), kind: round % 5)
            let box = try ImportUpdateTests.board(json.text)
            for change in 0..<30 {
                let before = json
                json.change()
                let place = "seed \(seed), round \(round), change \(change): \(before.text) -> \(json.text)"
                try box.write(json.text, to: "next.json")
                let files = try filesIn(box.url)
                let folder = box.board
                let run = try kairan(["import", "../next.json", "--endpoint", "v1/news", "--update"], in: folder)
                if run.exitCode == 0 {
                    try ImportUpdateTests.expectPublished(json.text, in: box, place)
                    taken += 1
                } else {
                    #expect(run.exitCode == 1, "\(place): \(run.errors)")
                    #expect(run.errors.contains(#/next\.json:[0-9]+:[0-9]+: error:/#), "\(place): \(run.errors)")
                    #expect(try filesIn(box.url) == files, "\(place)")
                    json = before
                    told += 1
                }
            }
        }
        #expect(taken + told == 300)
        #expect(told <= 3, "seed \(seed): \(told) of 300 are not taken")
    }
}

/// JSON of one form, whose values, elements and their order change.
private struct ChangingJSON {
    var numbers: SeededNumbers
    /// Tells whether it is a table, a list in an object beside values, a map, a list without ids, or nested lists.
    let kind: Int
    private var top = ("2026-08-05", "aa")
    private var rows: [Row] = []
    private var next = 0

    private struct Row {
        var key: String
        var title: String
        var count: Int
        var isOn: Bool
        var note: String?
        var tags: [String]
        var parts: [(String, Int)]
    }

    init(numbers: SeededNumbers, kind: Int) {
        (self.numbers, self.kind) = (numbers, kind)
        for _ in 0..<6 { rows.append(row()) }
        // Every form occurs from the beginning, so that no change needs another shape.
        (rows[0].note, rows[1].note) = ("first", nil)
        (rows[2].tags, rows[2].parts) = (["red", "blue"], [("nut", 2), ("bolt", 3)])
    }

    mutating func change() {
        switch Int.random(in: 0..<7, using: &numbers) {
        case 0: top = ("2026-08-\(Int.random(in: 10...28, using: &numbers))", word())
        case 1: rows.insert(row(), at: Int.random(in: 0...rows.count, using: &numbers))
        case 2 where rows.count > 3: rows.remove(at: position())
        case 3: rows.shuffle(using: &numbers)
        case 4: rows.swapAt(position(), position())
        default:
            let index = position()
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: rows[index].title = word()
            case 1: rows[index].count = Int.random(in: -9...99, using: &numbers)
            case 2: rows[index].isOn.toggle()
            case 3: rows[index].note = rows[index].note == nil ? word() : nil
            case 4: rows[index].tags = list { $0.word() }
            default: rows[index].parts = list { ($0.word(), Int.random(in: 0...9, using: &$0.numbers)) }
            }
        }
    }

    private mutating func position() -> Int { Int.random(in: rows.indices, using: &numbers) }

    private mutating func row() -> Row {
        next += 1
        let note = next % 2 == 0 ? word() : nil
        return Row(
            key: "k\(next)", title: word(), count: next, isOn: next % 2 == 0, note: note, tags: list { $0.word() },
            parts: list { ($0.word(), 1) })
    }

    private mutating func list<Element>(_ make: (inout Self) -> Element) -> [Element] {
        (0..<Int.random(in: 0...3, using: &numbers)).map { _ in make(&self) }
    }

    private mutating func word() -> String {
        let words = [
            "plain", "two words", "a, b", "x \"quoted\"", "colon: yes", "# no comment", "two\nlines", "日本語", "1.50",
            "yes", "- dash", "{x}", "it's", "null",
        ]
        return words[Int.random(in: words.indices, using: &numbers)] + " \(Int.random(in: 0...999, using: &numbers))"
    }

    var text: String {
        let all = rows.map { row in
            let note = row.note.map { ", \"note\": \(quoted($0))" } ?? ""
            let parts = row.parts.map { "{ \"name\": \(quoted($0.0)), \"size\": \($0.1) }" }.joined(separator: ", ")
            let tags = row.tags.map(quoted).joined(separator: ", ")
            let lists = kind == 0 ? "" : ", \"tags\": [\(tags)]" + (kind == 4 ? ", \"parts\": [\(parts)]" : "")
            let id = kind == 2 || kind == 3 ? "" : "\"id\": \"\(row.key)\", "
            let key = kind == 2 ? "\"\(row.key)\": " : ""
            let plain = "\"title\": \(quoted(row.title)), \"count\": \(row.count), \"on\": \(row.isOn)"
            return "\(key){ \(id)\(plain)\(note)\(lists) }"
        }.joined(separator: ",\n  ")
        if kind == 2 { return "{\n  \(all)\n}\n" }
        if kind == 0 { return "[\n  \(all)\n]\n" }
        return "{ \"updated\": \"\(top.0)\", \"hash\": \(quoted(top.1)), \"items\": [\n  \(all)\n] }\n"
    }

    private func quoted(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
    }
}

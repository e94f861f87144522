import Foundation
import SiteTesting
import Testing

/// What the gate refuses would break an app, or is a strictness that the guide tells of.
@Suite struct RefusedChangesTests {
    private struct Change {
        var (rule, judgement, kind, before, after): (String, String, String, String, String)

        init?(_ line: String) {
            let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard !line.hasPrefix("#"), parts.count == 5 else { return nil }
            (rule, judgement, kind, before, after) = (parts[0], parts[1], parts[2], parts[3], parts[4])
        }
    }

    @Test func everyRefusalWasJudged() throws {
        let file = packageFolder.appending(path: "Tests/Contracts/refused.txt")
        let changes = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap {
            Change(String($0))
        }
        var wrong: [String] = []
        for change in changes {
            let found = try rules(of: change)
            if !found.contains("contract.\(change.rule)") { wrong.append("\(change): \(found)") }
        }
        #expect(wrong == [])
        let counts = Dictionary(grouping: changes, by: \.judgement).mapValues(\.count)
        #expect(Set(counts.keys).isSubset(of: ["breaks", "strict", "alarm"]) && changes.count >= 150)
        #expect(counts["alarm", default: 0] * 50 <= changes.count, "\(counts)")
    }

    /// Publishes the board as it was before, and returns what the gate says of it afterwards.
    private func rules(of change: Change) throws -> [String] {
        let board = ContractBoard()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/ads/{id}.html.mustache": "---\nfor: ads\n---\n{{title}}\n",
            "content/ads/a.yml": "title: A\nkind: pr\nrank: 1\n", "content/ads/b.yml": "title: B\nkind: pr\nrank: 2\n",
        ] { try board.write(text, to: path) }
        try write(change.kind, change.before, to: board)
        #expect(try board.build() == [], "\(change)")
        try write(change.kind, change.after, to: board)
        return try board.build()
    }

    private func write(_ kind: String, _ text: String, to board: ContractBoard) throws {
        let value = "data: { each: ads, value: \(kind == "value" ? text : "{ it: it }") }\n"
        let field = kind == "field" ? text : "text?"
        try board.write(
            "fields:\n  title: text\n  about: text?\n  rank: integer\n  it: \(field)\n"
                + "  kind: { choice: { values: [pr, univ], numbers: { pr: 0, univ: 1 } } }\n",
            to: "content/ads/_collection.yml")
        try board.write(kind == "data" ? "data: \(text)\n" : value, to: "templates/api/v1/x.json.yml")
        if kind == "files" { try board.write("for: ads\ndata: \(text)\n", to: "templates/api/v1/x/{id}.json.yml") }
    }
}

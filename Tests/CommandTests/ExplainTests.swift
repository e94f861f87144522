import Foundation
import KairanModel
import SiteTesting
import Testing

@Suite struct ExplainTests {
    struct Explained: Decodable {
        let id, topic, brokenBy, mend, why, example: String
    }

    private static func list() throws -> String { try kairan(["explain", "--format", "json"]).output }

    static func rules() throws -> [Explained] { try JSONDecoder().decode([Explained].self, from: Data(list().utf8)) }

    @Test func everyRuleIsExplainedOnce() throws {
        let explained = try Self.rules().map(\.id)
        #expect(explained == Rule.allCases.map(\.rawValue))
    }

    /// A rule that no code names is one that no diagnostic can have.
    @Test func everyRuleIsUsed() throws {
        let sources = packageFolder.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
        var names: Set<Substring> = []
        for path in files where path.hasSuffix(".swift") && !path.hasSuffix("/Rule.swift") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            names.formUnion(text.matches(of: /\.([a-z][A-Za-z]+)/).map(\.1))
        }
        let unused = Rule.allCases.filter { rule in
            let words = rule.rawValue.split(separator: ".")
            return !names.contains("\(words[0])\(words[1].prefix(1).uppercased())\(words[1].dropFirst())")
        }
        #expect(unused == [])
    }

    @Test func anExplanationHasAllItsParts() throws {
        for rule in try Self.rules() {
            #expect([rule.brokenBy, rule.mend, rule.why].allSatisfy { !$0.isEmpty }, "\(rule.id)")
            let lines = rule.example.split(separator: "\n").dropFirst().dropLast()
            let (before, after) = (lines.filter { $0.hasPrefix("- ") }, lines.filter { $0.hasPrefix("+ ") })
            #expect(!before.isEmpty && !after.isEmpty && before.count + after.count == lines.count, "\(rule.id)")
            #expect(before.map { $0.dropFirst(2) } != after.map { $0.dropFirst(2) }, "\(rule.id)")
        }
    }

    /// `UPDATE_GOLDEN=1` writes the entries of the guide's pages on messages.
    @Test func theGuideHasAPageForEach() throws {
        let entries = packageFolder.appending(path: "content/messages/all.json")
        #expect(try goldenDifference(Self.list(), entries) == nil)
    }

    @Test(arguments: ["window.order", "[window.order]"]) func oneRule(_ name: String) throws {
        let run = try kairan(["explain", name])
        #expect(run.exitCode == 0 && run.errors == "")
        #expect(
            run.output == """
                window.order

                broken by: an end before the start, or at the same moment
                mend: swap the two; a later end

                No moment is inside such a window: the entry would never be shown. Often the year of one of the \
                dates is wrong.

                  - shown: { from: 2026-12-01, until: 2026-10-31 }
                  + shown: { from: 2026-10-01, until: 2026-10-31 }

                """)
    }

    @Test func links() throws {
        let run = try kairan(["explain", "agreement.changed"])
        #expect(run.output.contains("broken by: a version that users agreed to differs from the text"))
    }

    @Test(arguments: [("window.ordr", "did you mean 'window.order'?"), ("weather", "'kairan explain' lists them")])
    func anUnknownRule(_ name: String, _ help: String) throws {
        let run = try kairan(["explain", name])
        #expect(run.exitCode == 2)
        #expect(run.errors == "Error: there is no rule '\(name)'; \(help)\n")
    }
}

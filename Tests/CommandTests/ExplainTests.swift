import Foundation
import KairanModel
import SiteTesting
import Testing

@Suite struct ExplainTests {
    struct Section: Decodable {
        let title: String
        let rules: [Explained]
    }

    struct Explained: Decodable {
        let rule, brokenBy, mend, why: String
        let before, after: [String]
    }

    static func sections() throws -> [Section] {
        try JSONDecoder().decode([Section].self, from: Data(try kairan(["explain", "--format", "json"]).output.utf8))
    }

    @Test func everyRuleIsExplainedOnce() throws {
        let explained = try Self.sections().flatMap(\.rules).map(\.rule)
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
        for rule in try Self.sections().flatMap(\.rules) {
            let texts = [rule.brokenBy, rule.mend, rule.why] + rule.before + rule.after
            #expect(texts.allSatisfy { !$0.isEmpty }, "\(rule.rule)")
            #expect(!rule.before.isEmpty && !rule.after.isEmpty && rule.before != rule.after, "\(rule.rule)")
        }
    }

    /// `UPDATE_GOLDEN=1` rewrites the tables.
    @Test func theGuideHasTheSameTables() throws {
        let page = packageFolder.appending(path: "content/guide/mistakes.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(text.range(of: "## Every rule\n"))
        var tables = ""
        for section in try Self.sections() {
            tables += "\n### \(section.title)\n\n| rule | is broken by | mend |\n| --- | --- | --- |\n"
            for rule in section.rules { tables += "| `\(rule.rule)` | \(rule.brokenBy) | \(rule.mend) |\n" }
        }
        #expect(try goldenDifference(text[..<start.upperBound] + tables, page) == nil)
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

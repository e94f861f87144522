import Foundation
import SiteTesting
import Testing

@Suite struct ExplainTests {
    struct Section: Decodable {
        let title: String
        let rules: [Rule]
    }

    struct Rule: Decodable {
        let rule, brokenBy, mend, why: String
        let before, after: [String]
    }

    static func sections() throws -> [Section] {
        try JSONDecoder().decode([Section].self, from: Data(try kairan(["explain", "--format", "json"]).output.utf8))
    }

    @Test func everyRuleIsExplainedOnce() throws {
        let explained = try Self.sections().flatMap(\.rules).map(\.rule)
        #expect(Set(explained).count == explained.count)
        let rules = try rulesOfSources()
        #expect(rules.count > 200)
        #expect(rules.subtracting(explained).sorted() == [], "rules that Sources/kairan/Explanations lacks")
        #expect(Set(explained).subtracting(rules).sorted() == [], "explanations of no rule")
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

    /// Finds rules as texts of their form, and as the cases of the one type whose names are rules.
    private func rulesOfSources() throws -> Set<String> {
        let sources = packageFolder.appending(path: "Sources")
        var rules: Set<String> = []
        let files = try #require(FileManager.default.enumerator(atPath: sources.path))
        for case let path as String in files
        where path.hasSuffix(".swift") && !path.hasPrefix("KairanClients/")
            && !path.hasPrefix("kairan/Explanations/") && !path.hasPrefix("kairan/Examples/")
        {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            rules.formUnion(text.matches(of: /"([a-z][a-zA-Z]*\.[a-z][a-zA-Z]*)"/).map { String($0.1) })
            if path.hasSuffix("/ContractChange.swift") {
                for line in text.matches(of: /case ([a-zA-Z, ]+)\n/) {
                    rules.formUnion(line.1.split(separator: ", ").map { "contract.\($0)" })
                }
            }
        }
        return rules.subtracting(names)
    }

    /// Names of files and paths that look like rules, and what `kairan diff` tells, which is news and no mistake.
    private let names: Set = [
        "agreements.json", "changelog.json", "index.html", "a.json", "a.txt", "preview.js", "leaflet.pdf",
        "manifest.json", "openapi.json", "page.path",
        "page.url", "picture.png", "robots.txt", "site.yml", "sitemap.xml", "versions.json", "json.schemas",
        "yaml.schemas", "nicknames.word", "agreement.new", "agreement.coming", "address.moved", "data.mended",
        "window.ends",
    ]
}

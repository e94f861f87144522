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

                a board that breaks it: kairan explain window.order --example try

                """)
    }

    /// The board is written, breaks its rule, and can be mended.
    @Test func aBoardThatBreaksARule() throws {
        let box = try TemporaryFolder()
        let run = try kairan(["explain", "link.anchor", "--example", "try it"], in: box.url)
        #expect(run.exitCode == 0 && run.errors == "")
        #expect(
            run.output == """
                try it: a board that breaks link.anchor
                look at:
                  content/terms/3.9.md
                run, mend, and run again:
                  kairan check 'try it'

                """)
        let broken = try kairan(["check", "try it"], in: box.url)
        #expect(broken.exitCode == 1 && broken.errors.contains("the page has no place '#hours' [link.anchor]"))
        let text = try String(contentsOf: box.url.appending(path: "try it/content/terms/3.9.md"), encoding: .utf8)
        try box.write(text.replacing("#hours", with: "#opening-hours"), to: "try it/content/terms/3.9.md")
        let mended = try kairan(["check", "try it"], in: box.url)
        #expect(mended.exitCode == 0 && mended.errors == "")
    }

    /// A rule that compares with what was published has a publication.
    @Test func aBoardThatWasPublished() throws {
        let box = try TemporaryFolder()
        let run = try kairan(["explain", "contract.endpointRemoved", "--example", "try"], in: box.url)
        #expect(
            run.output == """
                try: a board that breaks contract.endpointRemoved
                it was published before, into its public/
                look at:
                  templates/api/v1/clubs.json.yml, which is gone
                run, mend, and run again:
                  kairan check try

                """)
        #expect(try filesIn(box.url)["try/public/api/v1/clubs.json"] != nil)
    }

    @Test(arguments: [
        (["link.dead", "--example", "full"], "nothing was written: full is not empty; name a new folder"),
        (["link.dead", "--example", "full/file"], "full/file is a file, not a folder"),
        (["live.type", "--example", "try"], "live.type has no board to try: it takes a host that answers"),
        (["--example", "try"], "--example needs a rule, as in kairan explain window.order --example try"),
        (["link.dead", "--example", ""], "--example needs a folder, such as --example try"),
    ]) func noBoard(_ arguments: [String], _ message: String) throws {
        let box = try TemporaryFolder()
        try box.write("x", to: "full/file")
        let run = try kairan(["explain"] + arguments, in: box.url)
        #expect(run.exitCode == 2 && run.errors.hasPrefix("Error: \(message)\n"), "\(run.errors)")
        #expect(try filesIn(box.url).count == 1)
    }

    @Test func aRuleWithoutABoard() throws {
        let run = try kairan(["explain", "live.type"])
        #expect(run.output.hasSuffix("\n\nthere is no board to try: it takes a host that answers\n"), "\(run.output)")
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

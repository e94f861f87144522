import Foundation
import SiteTesting
import Testing

/// In a folder that released apps read, known mistakes have to stay, but they must not hide others from `kairan lint`.
@Suite struct LintBaselineTests {
    /// Makes a folder with three mistakes: a picture that is not what its name says, a dead link and a missing key.
    private func oldFolder() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write(LintCommandTests.jpeg, to: "api/bread.png")
        try box.write(
            "{ \"ads\": [\n  { \"id\": 1, \"image\": \"bread.png\" },\n  { \"image\": \"gone.png\" }\n] }\n",
            to: "api/ads.json")
        try box.write(
            Data(
                #"{ "type": "object", "properties": { "ads": { "type": "array", "items": { "type": "object", "properties": { "id": { "type": "integer" } }, "required": ["id"] } } } }"#
                    .utf8),
            to: "ad.json")
        return box
    }

    private func lint(_ arguments: String..., in box: borrowing TemporaryFolder) throws -> Run {
        try kairan(["lint", "api", "--schema", "ads.json=ad.json"] + arguments, in: box.url)
    }

    @Test func aRuleIsIgnoredAndTheReportSaysSo() throws {
        let box = try oldFolder()
        let run = try lint("--ignore", "image.format", "--ignore", "json.comment", in: box)
        #expect(run.exitCode == 1 && !run.errors.contains("bread.png' is"), "\(run.errors)")
        #expect(
            run.errors.hasSuffix(
                "\n2 mistakes in 1 JSON file, 1 picture; 1 mistake ignored by --ignore image.format; "
                    + "0 mistakes ignored by --ignore json.comment\n"), "\(run.errors)")
        let all = try lint(
            "--ignore", "image.format", "--ignore", "link.dead", "--ignore", "schema.value", in: box)
        #expect(all.exitCode == 0 && all.errors == "", "\(all.errors)")
        #expect(
            all.output.hasPrefix(
                "1 JSON file, 1 picture: no other mistakes; 1 mistake ignored by --ignore image.format; "))
    }

    @Test func whatABaselineListsIsNotReportedAndWhatIsNewIs() throws {
        let box = try oldFolder()
        let written = try lint("--write-baseline", "known.json", in: box)
        #expect(
            written.exitCode == 0 && written.output == "known.json: 3 known mistakes written\n", "\(written.errors)")
        let baseline = try String(contentsOf: box.url.appending(path: "known.json"), encoding: .utf8)
        #expect(try goldenDifference(baseline, sitesFolder.appending(path: "lint/baseline.json")) == nil)
        let quiet = try lint("--baseline", "known.json", in: box)
        #expect(quiet.exitCode == 0 && quiet.errors == "", "\(quiet.errors)")
        #expect(
            quiet.output.hasPrefix(
                "1 JSON file, 1 picture: no other mistakes; 3 mistakes ignored by --baseline known.json; "))

        // Lines and elements before a known mistake change nothing; one more of its kind is new.
        try box.write(
            "{\n  \"ads\": [\n  { \"id\": 5 },\n  { \"id\": 1, \"image\": \"bread.png\" },\n  { \"image\": \"gone.png\" },\n"
                + "  { \"id\": 7, \"image\": \"gone.png\" }\n] }\n", to: "api/ads.json")
        let more = try lint("--baseline", "known.json", in: box)
        #expect(more.exitCode == 1)
        #expect(
            more.errors.hasPrefix("api/ads.json:6:23: error: 'gone.png' leads to nothing [link.dead]\n"),
            "\(more.errors)")
        #expect(
            more.errors.hasSuffix(
                "\n1 mistake in 1 JSON file, 1 picture; 3 mistakes ignored by --baseline known.json\n"))

        // A mistake that is mended can be taken out of the list.
        try box.write("{ \"ads\": [] }\n", to: "api/ads.json")
        let less = try lint("--baseline", "known.json", in: box)
        #expect(
            less.exitCode == 0 && less.errors.components(separatedBy: "[baseline.gone]").count == 3, "\(less.errors)")
        #expect(
            less.errors.contains("known.json:3:5: warning: 'ads.json' no longer has this mistake: "), "\(less.errors)"
        )
        _ = try lint("--write-baseline", "known.json", in: box)
        let shrunk = try lint("--baseline", "known.json", in: box)
        #expect(shrunk.exitCode == 0 && shrunk.errors == "", "\(shrunk.errors)")
    }

    @Test func whatIsIgnoredInReportsForPrograms() throws {
        let box = try oldFolder()
        _ = try lint("--write-baseline", "known.json", "--ignore", "link.dead", "--ignore", "schema.value", in: box)
        let options = ["--baseline", "known.json", "--ignore", "link.dead"]
        func run(_ format: String) throws -> Run {
            try kairan(["lint", "api", "--schema", "ads.json=ad.json", "--format", format] + options, in: box.url)
        }
        let github = try run("github")
        #expect(github.exitCode == 1 && github.output.components(separatedBy: "\n").count == 2, "\(github.output)")
        #expect(
            github.errors == "1 mistake in 1 JSON file, 1 picture; 1 mistake ignored by --baseline known.json; "
                + "1 mistake ignored by --ignore link.dead\n")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(run("json").output.utf8)) as? [String: Any])
        #expect((json["diagnostics"] as? [Any])?.count == 1 && json["done"] as? Bool == false)
        let ignored = try #require(json["ignored"] as? [[String: Any]])
        #expect(ignored.map { $0["by"] as? String } == ["--baseline known.json", "--ignore link.dead"])
        #expect(ignored.map { $0["count"] as? Int } == [1, 1])
        let sarif = try #require(
            try JSONSerialization.jsonObject(with: Data(run("sarif").output.utf8)) as? [String: Any])
        let results = try #require((sarif["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
        #expect(results.map { $0["ruleId"] as? String } == ["schema.value", "image.format", "link.dead"])
        let reasons = results.map { ($0["suppressions"] as? [[String: String]])?.map { $0["justification"] ?? "" } }
        #expect(reasons == [[], ["--baseline known.json"], ["--ignore link.dead"]])
        #expect(
            results.flatMap { $0["suppressions"] as? [[String: String]] ?? [] }.allSatisfy { $0["kind"] == "external" })
    }

    /// The baseline is not checked as JSON of the folder, and its texts are no links.
    @Test func aBaselineMayLieInTheFolder() throws {
        let box = try TemporaryFolder()
        try box.write("[\"none.png\"]", to: "a.json")
        #expect(try kairan(["lint", ".", "--write-baseline", "known.json"], in: box.url).exitCode == 0)
        let run = try kairan(["lint", ".", "--baseline", "./known.json"], in: box.url)
        #expect(
            run.exitCode == 0 && run.errors == "" && run.output.hasPrefix("1 JSON file, 0 pictures: "), "\(run.errors)")
        let again = try kairan(["lint", ".", "--write-baseline", "known.json"], in: box.url)
        #expect(again.output == "known.json: 1 known mistake written\n")
    }

    @Test func aFileThatIsNoBaselineIsNotOverwritten() throws {
        let box = try TemporaryFolder()
        for text in ["{ \"ads\": [] }", "not JSON", "{ \"findings\": [{ \"id\": 1 }] }"] {
            try box.write(text, to: "a.json")
            let run = try kairan(["lint", ".", "--write-baseline", "a.json"], in: box.url)
            #expect(run.exitCode == 2)
            #expect(run.errors == "Error: a.json exists and is not a baseline; name another file\n")
            #expect(try String(contentsOf: box.url.appending(path: "a.json"), encoding: .utf8) == text)
        }
    }

    @Test func aBaselineWithMistakes() throws {
        let box = try TemporaryFolder()
        try box.write("{\n  \"findings\": [\n    { \"rule\": \"link.dead\" },\n    7\n  ]\n}\n", to: "known.json")
        let run = try kairan(["lint", ".", "--baseline", "known.json"], in: box.url)
        #expect(run.exitCode == 1 && run.errors.components(separatedBy: "[baseline.entry]").count == 3, "\(run.errors)")
        #expect(run.errors.contains("known.json:3:5: error: "), "\(run.errors)")
    }

    /// A mistake in spite of which apps can read the file hides no other.
    @Test func afterAByteOrderMarkAndAKeyTwiceLinksAreChecked() throws {
        let box = try TemporaryFolder()
        try box.write("\u{FEFF}{ \"a\": 1, \"a\": \"none.png\" }", to: "a.json")
        let run = try kairan(["lint", ".", "--ignore", "json.byteOrderMark"], in: box.url)
        #expect(run.exitCode == 1)
        for words in ["a.json:1:11: error: 'a' is given more", "a.json:1:16: error: 'none.png' leads to nothing"] {
            #expect(run.errors.contains(words), "\(run.errors)")
        }
    }

    /// Every mistake that lint reports can be ignored by the name of its rule.
    @Test func everyRuleOfLintIsKnown() throws {
        let box = try TemporaryFolder()
        let texts = try FileManager.default.contentsOfDirectory(atPath: sitesFolder.appending(path: "lint").path)
            .map { try String(contentsOf: sitesFolder.appending(path: "lint/\($0)"), encoding: .utf8) }
        let rules = Set(texts.flatMap { $0.matches(of: /error: .*\[(\w+\.\w+)\]\n/).map { String($0.1) } })
        #expect(rules.count > 10)
        for rule in rules.subtracting(["schema.word"]).sorted() {
            #expect(try kairan(["lint", ".", "--ignore", rule], in: box.url).exitCode == 0, "\(rule)")
        }
    }
}

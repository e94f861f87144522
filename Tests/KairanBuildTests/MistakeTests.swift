import Foundation
import KairanReaders
import SiteTesting
import Testing

/// Each case of the texts in `Tests/Sites/mistakes` is laid over `base`, a site without mistakes that was published
/// before, either as it is or with what the case says of that.
@Suite struct MistakeTests {
    /// `KAIRAN_CASES=image-` runs only the cases whose name contains this.
    static let cases = mistakeCases.filter { one in
        !one.isMadeByTest && one.name.contains(ProcessInfo.processInfo.environment["KAIRAN_CASES"] ?? one.name)
    }

    @Test(arguments: cases) func report(_ one: MistakeCase) throws {
        let box = try MistakeBox(after: one.before)
        try box.folder.lay(one.site, over: "site")
        try box.folder.lay(one.published, over: "public")
        let before = try box.publication()
        let run = try box.build()
        // Numbers of bytes and milliseconds belong to the summary, which other tests read.
        let difference = try one.difference(to: run.errors)
        #expect(difference == nil, "\(difference ?? "")")
        let hasErrors = run.errors.contains(": error: ")
        #expect(run.exitCode == (hasErrors ? 1 : 0))
        if hasErrors {
            #expect(run.output == "")
            #expect(try box.publication() == before)
        } else {
            #expect(run.output.contains(" in \(box.output)"))
        }
    }

    /// Each case shows its mends, so that a review sees all of them in one place.
    @Test(arguments: cases) func mends(_ one: MistakeCase) throws {
        let box = try MistakeBox(after: one.before)
        try box.folder.lay(one.site, over: "site")
        try box.folder.lay(one.published, over: "public")
        let site = URL(filePath: box.folder.path + "/site")
        let run = try kairan(["check", "--fix", "--dry-run"], in: site)
        // The mistakes that stay are told of behind the mends; each has its own place in the case already.
        let last = /(?m)^(nothing that Kairan can mend|[0-9]+ mistakes? mended in .*)\n/
        let end = try #require(run.errors.firstMatch(of: last), "\(run.errors)")
        let mends = run.output.isEmpty ? "" : String(run.errors[..<end.range.upperBound]) + run.output
        let difference = try one.difference(toMends: mends)
        #expect(difference == nil, "\(difference ?? "")")
        #expect(run.exitCode == (run.errors[end.range.upperBound...].contains(": error: ") ? 1 : 0))
    }

    /// Each rule that has one right answer has a case that is mended.
    @Test func manyRulesHaveMends() {
        let mends = mistakeCases.compactMap(\.fixed).map { String(decoding: $0, as: UTF8.self) }.joined()
        let rules = Set(mends.matches(of: /(?m)^mended: .*? \[([a-zA-Z]+\.[a-zA-Z]+)\]/).map(\.output.1))
        #expect(rules.count >= 60, "\(rules.sorted())")
    }

    @Test func aVersionWithoutQuotesKeepsItsZeroInYAML() throws {
        let box = try MistakeBox()
        try box.folder.write("---\nversion: 3.10\npublished: 2026-04-01\n---\n", to: "site/content/terms/3.10.md")
        #expect(try box.build().exitCode == 0)
        let term = try String(contentsOfFile: box.output + "/api/v1/term.json", encoding: .utf8)
        #expect(term == "{\n  \"currentTermVersion\": \"3.10\"\n}\n")
    }

    @Test func aDroppedScriptIsNowhereInTheOutput() throws {
        let box = try MistakeBox()
        try box.folder.lay(mistakeCase("markdown-raw-html").site, over: "site")
        #expect(try box.build().exitCode == 0)
        let files = try filesIn(URL(filePath: box.output))
        for (path, bytes) in files {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("<script"), "\(path)")
        }
        let ads = String(decoding: try #require(files["api/v1/ads.json"]), as: UTF8.self)
        #expect(ads.contains("Fresh") && !ads.contains("script"))
    }

    @Test func aFolderThatIsNoSite() throws {
        let box = try TemporaryFolder()
        let run = try kairan(["build"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(
            run.errors == """
                content/site.yml:1:1: error: there is no content/site.yml [site.missing]
                help: run kairan in the site's folder, or name it: kairan build path/to/site; kairan init writes a new one
                1 mistake; nothing was published, the last publication stays

                """)
        #expect(try filesIn(box.url).isEmpty)
    }

    @Test(arguments: [
        ("nosuch", "there is no such file or folder"), ("file", "a file stands where a folder is needed"),
    ])
    func aFolderThatIsNone(name: String, reason: String) throws {
        let box = try TemporaryFolder()
        try box.write("", to: "file")
        let run = try kairan(["check", name], in: box.url)
        #expect(run.exitCode == 3)
        #expect(run.errors == "error: \(name): \(reason)\n")
    }
}

/// A copy of the site without mistakes, published once.
struct MistakeBox: ~Copyable {
    let folder: TemporaryFolder
    var output: String { folder.path + "/public" }

    private static let published = Result { try publication(after: [:]) }

    /// - Parameter before: Files that are laid over the base for its publication, and then removed.
    init(after before: [String: [UInt8]] = [:]) throws {
        let folder = try TemporaryFolder()
        try folder.lay(before.isEmpty ? Self.published.get() : Self.publication(after: before), over: "public")
        try folder.lay(mistakeCase("base").site, over: "site")
        self.folder = folder
    }

    /// Publishes the base with other files laid over it, and returns what is then published.
    private static func publication(after before: [String: [UInt8]]) throws -> [String: [UInt8]] {
        let folder = try TemporaryFolder()
        try folder.lay(mistakeCase("base").site.merging(before) { $1 }, over: "site")
        let first = try buildSite(in: folder.path, ["--first-publication"])
        #expect(first.exitCode == 0 && first.errors == "", "\(first.errors)")
        return try filesIn(folder.url.appending(path: "public"))
    }

    func build(_ arguments: [String] = []) throws -> Run { try buildSite(in: folder.path, arguments) }

    func publication() throws -> [String: PublishedFile] {
        try SiteTesting.publication(URL(filePath: output))
    }
}

private func buildSite(in folder: String, _ arguments: [String]) throws -> Run {
    try kairan(["build", "--out", folder + "/public"] + arguments, in: URL(filePath: folder + "/site"))
}

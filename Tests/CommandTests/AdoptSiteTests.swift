import Foundation
import SiteTesting
import Testing

/// Made-up sites of other generators, `Tests/AdoptSites/<name>/old`, and the boards that they become, `board`.
@Suite struct AdoptSiteTests {
    static let folder = sitesFolder.deletingLastPathComponent().appending(path: "AdoptSites")

    @Test(arguments: [("jekyll-club", "jekyll"), ("hugo-kitchen", "hugo"), ("jekyll-plain", "jekyll")])
    func boardIsMade(_ name: String, _ generator: String) throws {
        let box = try TemporaryFolder()
        try box.lay(Self.folder.appending(path: "\(name)/old"), over: "old")
        let before = try filesIn(box.url.appending(path: "old"))
        let run = try kairan(["adopt", "--from", generator, "old", "--into", "board"], in: box.url)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(try filesIn(box.url.appending(path: "old")) == before)
        try Self.compare(try filesIn(box.url.appending(path: "board")), with: name, run.output + run.errors)
        let build = try kairan(["build", "board", "--first-publication"], in: box.url)
        #expect(build.exitCode == 0, "\(build.output)\(build.errors)")
        try Self.checkAddresses(of: name, in: box.url.appending(path: "board/public"))
    }

    /// Looks for a file at each address that the old site had.
    private static func checkAddresses(of name: String, in published: URL) throws {
        let list = try String(contentsOf: folder.appending(path: "\(name)/addresses.txt"), encoding: .utf8)
        let redirects = try? String(contentsOf: published.appending(path: "_redirects"), encoding: .utf8)
        for address in list.split(separator: "\n") {
            let path = String(address.dropFirst()) + (address.hasSuffix("/") ? "index.html" : "")
            let isThere = FileManager.default.fileExists(atPath: published.appending(path: path).path)
            let leadsOn = redirects?.contains("\(address) ") == true
            #expect(isThere || leadsOn, "\(address)")
        }
    }

    /// Files that every new board has are no part of the expectation.
    private static let shared = [
        ".devcontainer/", ".github/", ".vscode/", ".schemas/", ".taplo.toml", ".gitignore", ".gitattributes",
        "templates/assets/site.css", "templates/assets/brand.css", "templates/_layouts/base.html.mustache",
        "templates/404.html.mustache", "templates/assets/mark.svg", "README.md",
    ]

    private static func compare(_ made: [String: [UInt8]], with name: String, _ report: String) throws {
        for path in [".github/workflows/publish.yml", ".gitignore", "README.md", ".vscode/settings.json"] {
            #expect(made[path] != nil, "\(path)")
        }
        var made = made.filter { file in !shared.contains { file.key.hasPrefix($0) } }
        made["report.txt"] = Array(report.utf8)
        let golden = folder.appending(path: "\(name)/board")
        if updatesGolden, FileManager.default.fileExists(atPath: golden.path) {
            try FileManager.default.removeItem(at: golden)
        }
        for (path, bytes) in made.sorted(by: { $0.key < $1.key }) {
            let file = golden.appending(path: path)
            if updatesGolden {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: file)
            }
            let expected = try filesIn(golden)[path]
            #expect(expected != nil, "\(path) is new")
            #expect(difference(expected ?? [], bytes).map { "\(path): \($0)" } == nil)
        }
        #expect(try filesIn(golden).keys.sorted() == made.keys.sorted())
    }
}

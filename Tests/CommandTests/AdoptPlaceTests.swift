import Foundation
import SiteTesting
import Testing

/// A board beside the JSON that it was made of, at the addresses that apps know.
@Suite struct AdoptPlaceTests {
    /// Apps that are out read the addresses that they know.
    @Test(arguments: [
        // An `api/` without versions, in its folder and by itself; the top of a repository; a path of one's own.
        ([".", "--into", "../board"], "site/api/news.json", "api/news.json"),
        (["api", "--into", "../board"], "site/api/news.json", "api/news.json"),
        ([".", "--into", "../board", "--out", "."], "site/news.json", "news.json"),
        ([".", "--into", ".", "--out", "."], "site/news.json", "news.json"),
        ([".", "--into", "../board", "--out", "data/de/"], "site/news.json", "data/de/news.json"),
        ([".", "--into", "../board"], "site/news.json", "api/v1/news.json"),
    ])
    func addressesStay(_ words: [String], _ given: String, _ address: String) throws {
        let box = try TemporaryFolder()
        try box.write(#"[{"id":"a","n":1},{"id":"b","n":2}]"#, to: given)
        let site = box.url.appending(path: "site")
        let run = try kairan(["adopt"] + words, in: site)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let board = site.appending(path: words[2])
        let build = try kairan(["build", "--first-publication"], in: board)
        #expect(build.exitCode == 0, "\(build.errors)")
        #expect(FileManager.default.fileExists(atPath: board.appending(path: "public/\(address)").path))
        #expect(run.output.contains("no contract for 1 JSON file: ") == !address.hasPrefix("api/v1/"), "\(run.output)")
        #expect(try kairan(["build"], in: board).output.contains("nothing changed"))
    }

    @Test(arguments: ["..", "/api", "api//v1", "a/../b", ".hidden", "_api", "{x}", ""])
    func outIsAPathInPublic(_ path: String) throws {
        let box = try TemporaryFolder()
        try box.write("[1]\n", to: "api/a.json")
        let run = try kairan(["adopt", "api", "--out", path], in: box.url)
        #expect(run.exitCode == 2 && run.errors.contains("--out needs a path in public/"), "\(run.errors)")
        #expect(try filesIn(box.url).count == 1)
    }

    @Test func addressesOfABranchAreTold() throws {
        let box = try TemporaryFolder()
        try box.lay(AdoptCommandTests.folder.appending(path: "index-and-items/api/v1/images"), over: "site/images")
        let branch = "https://raw.githubusercontent.com/club/app/main/"
        try box.write(#"[{"id":"a","p":"\#(branch)images/tea-hour.png"}]"#, to: "site/news.json")
        let moved = try kairan(["adopt", "site", "--into", "moved"], in: box.url)
        #expect(
            moved.output.contains("warning: the JSON names its files below \(branch); --out . keeps these addresses\n"))
        let run = try kairan(["adopt", "site", "--out", ".", "--url", branch], in: box.url)
        #expect(run.output.contains("\n\(branch) stays right if public/ becomes the branch main; "), "\(run.output)")
        #expect(try AdoptCommandTests.differences(in: box.url, "site", prefix: "") == "")
    }

    /// An adopted board also gets the files of `kairan init`, and no file that exists is changed.
    @Test func whatEveryBoardHasIsThere() throws {
        let box = try TemporaryFolder()
        try box.write(#"[{"id":"a","n":1},{"id":"b","n":2}]"#, to: "api/v1/rows.json")
        #expect(try kairan(["adopt", "api", "--title", "Rows"], in: box.url).exitCode == 0)
        #expect(try kairan(["init", "new", "--example", "empty"], in: box.url).exitCode == 0)
        let files = try filesIn(box.url)
        for path in [
            ".github/workflows/publish.yml", ".gitignore", ".gitattributes", ".devcontainer/devcontainer.json",
        ] { #expect(files["board/\(path)"] == files["new/\(path)"] && files["new/\(path)"] != nil, "\(path)") }
        #expect(try kairan(["schema", "board", "--devcontainer"], in: box.url).output == "nothing changed\n")
        let readme = String(decoding: files["board/README.md"] ?? [], as: UTF8.self)
        #expect(readme.hasPrefix("# Rows\n") && !readme.contains("{{") && !readme.contains("draft"))
        #expect(readme.contains("| change rows | edit `content/rows/rows.csv`; `kairan new rows` writes a new one |\n"))
        #expect(readme.contains("run `kairan import FILE --endpoint api/v1/rows --update`"))
        let build = try kairan(["build", "board", "--first-publication", "--strict"], in: box.url)
        #expect(build.exitCode == 0 && build.errors == "", "\(build.errors)")
    }

    @Test(arguments: [".", "api"]) func whatIsThereStays(_ folder: String) throws {
        let box = try TemporaryFolder()
        let mine = [
            "README.md": "# Mine\n", ".gitignore": "*.swp\n", ".vscode/settings.json": "{} // mine\n",
            ".schemas/mine": "x\n",
            ".github/workflows/publish.yml": "name: mine\n", "api/v1/a.json": "[1]\n",
        ]
        for (path, text) in mine { try box.write(text, to: path) }
        let planned = try kairan(["adopt", folder, "--into", ".", "--dry-run"], in: box.url)
        #expect(try filesIn(box.url).count == mine.count)
        let run = try kairan(["adopt", folder, "--into", "."], in: box.url)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let files = try filesIn(box.url)
        for (path, text) in mine { #expect(files[path] == Array(text.utf8), "\(path)") }
        for line in [
            ".gitignore stays as it is; add to it: .kairan/, .*.kairan-*, .DS_Store, Thumbs.db, *~, .*.sw?",
            "README.md stays as it is", ".vscode/settings.json stays as it is",
        ] { #expect(run.output.contains("\n\(line)\n") && planned.output.contains("\n\(line)\n"), "\(run.output)") }
        let count = files.count - mine.count
        #expect(run.output.hasSuffix("\n\(count) files written; next: kairan build --first-publication\n"))
        #expect(planned.output.hasSuffix("\n\(count) files would be written\n"), "\(planned.output)")
        #expect(try kairan(["build", "--first-publication"], in: box.url).exitCode == 0)
        #expect(try filesIn(box.url)["public/api/v1/a.json"] != nil)
    }
}

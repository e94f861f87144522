import Foundation
import SiteTesting
import Testing

@Suite struct InitCommandTests {
    static let examples = ["campus", "deals", "cinemas", "conference", "studies", "footprints", "releases", "empty"]

    @Test(arguments: examples) func builtWithoutAWarningOnAnyDay(_ example: String) throws {
        let box = try TemporaryFolder()
        let run = try kairan(["init", "board", "--example", example], in: box.url)
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        #expect(
            run.output.hasSuffix(
                " files written; next: cd board && kairan serve --open, then kairan build --first-publication\n"))
        let site = box.url.appending(path: "board")
        let files = try filesIn(site)
        #expect(files.count == run.output.split(separator: "\n").count - 1)
        for path in [
            "README.md", ".gitignore", ".gitattributes", ".github/workflows/publish.yml", ".vscode/settings.json",
            ".taplo.toml", ".devcontainer/devcontainer.json",
            ".schemas/_site.schema.json", "templates/api/v1/_version.yml",
        ] { #expect(files[path] != nil, "\(path)") }
        for day in ["2020-01-01", "2026-05-05", "2041-12-31"] {
            let first = day > "2020-01-01" ? [] : ["--first-publication"]
            let build = try kairan(["build", "--strict", "--at", day] + first, in: site)
            #expect(build.exitCode == 0 && build.errors == "", "\(build.errors)")
        }
        #expect(try kairan(["schema", "--devcontainer"], in: site).output == "nothing changed\n")
        #expect(try kairan(["explain"], in: site).exitCode == 0)
    }

    @Test func theFirstOfThemInThisFolder() throws {
        let box = try TemporaryFolder()
        try box.write("MIT\n", to: "LICENSE")
        let run = try kairan(["init"], in: box.url)
        #expect(
            run.exitCode == 0
                && run.output.hasSuffix(
                    "files written; next: kairan serve --open, then kairan build --first-publication\n")
        )
        #expect(run.output.contains("\ncontent/clubs/choir.md\n"))
        #expect(try filesIn(box.url)["LICENSE"] == Array("MIT\n".utf8))
    }

    @Test(arguments: [
        (".taplo.toml", ".taplo.toml"), ("content/mine.md", "content"), ("public/index.html", "public"),
        (".vscode/settings.json", ".vscode/settings.json"),
        (".github/workflows/publish.yml", ".github/workflows/publish.yml"),
    ])
    func nothingThatIsThereIsTouched(_ path: String, _ shown: String) throws {
        let box = try TemporaryFolder()
        try box.write("mine\n", to: path)
        let run = try kairan(["init", "."], in: box.url)
        #expect(run.exitCode == 2 && run.output == "")
        #expect(run.errors == "Error: nothing was written: \(shown) already exists; name another folder\n")
        #expect(try filesIn(box.url) == [path: Array("mine\n".utf8)])
    }

    @Test func notEvenALinkThatLeadsNowhere() throws {
        let box = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: box.path + "/.taplo.toml", withDestinationPath: "nowhere")
        #expect(try kairan(["init"], in: box.url).exitCode == 2)
    }

    @Test func whatAFreshRepositoryHasStays() throws {
        let box = try TemporaryFolder()
        let mine = [
            "README.md": "# Mine\n", "LICENSE": "MIT\n", ".gitignore": "*.swp\n", ".gitattributes": "public/** -text\n",
            ".devcontainer/devcontainer.json": "{}\n",
        ]
        for (path, text) in mine { try box.write(text, to: path) }
        let run = try kairan(["init"], in: box.url)
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        for line in [
            "README.md stays as it is",
            ".gitignore stays as it is; add to it: .kairan/, .*.kairan-*, .DS_Store, Thumbs.db, *~, .*.sw?",
            ".gitattributes stays as it is", ".devcontainer/devcontainer.json stays as it is",
        ] { #expect(run.output.contains("\n\(line)\n"), "\(run.output)") }
        let files = try filesIn(box.url)
        for (path, text) in mine { #expect(files[path] == Array(text.utf8), "\(path)") }
        #expect(files["content/site.yml"] != nil)
    }

    @Test(arguments: [("f", "f"), ("f/g", "f"), (".", ".github")])
    func aFileWhereAFolderHasToBe(_ folder: String, _ file: String) throws {
        let box = try TemporaryFolder()
        try box.write("mine\n", to: file)
        let run = try kairan(["init", folder], in: box.url)
        #expect(run.exitCode == 2 && run.errors == "Error: \(file) is a file, not a folder\n", "\(run.errors)")
        #expect(try filesIn(box.url) == [file: Array("mine\n".utf8)])
    }

    @Test func aFolderThatAShellWouldTakeForTwo() throws {
        let box = try TemporaryFolder()
        let run = try kairan(["init", "it's here", "--example", "empty"], in: box.url)
        #expect(
            run.output.hasSuffix(
                "next: cd 'it'\\''s here' && kairan serve --open, then kairan build --first-publication\n"),
            "\(run.output)")
    }

    /// Whoever replaces all collections of an example keeps its README.
    @Test(arguments: examples) func itsReadmeNamesNoCollection(_ example: String) throws {
        let box = try TemporaryFolder()
        _ = try kairan(["init", "--example", example], in: box.url)
        let files = try filesIn(box.url)
        let readme = try text(files["README.md"])
        #expect(readme.contains("kairan serve --open") && !readme.contains("{{") && !readme.contains("window"))
        let words = Set(readme.split { !$0.isLetter })
        for path in files.keys where path.hasSuffix("/_collection.yml") {
            let name = path.split(separator: "/")[1]
            #expect(!words.contains(name), "\(name)")
        }
        for picture in ["hero.svg", "mark.svg", "share.png"] {
            #expect(readme.contains("`\(picture)`") && files["templates/assets/\(picture)"] != nil)
        }
        #expect(readme.contains("`templates/404.html.mustache`"))
        #expect(readme.contains("`templates/_strings.yml`") == (files["templates/_strings.yml"] != nil))
        for path in readme.matches(of: /`((?:content|templates|\.\w+)\/[^`]*)`/).map({ String($0.1) }) {
            #expect(files.keys.contains { $0.hasPrefix(path) }, "\(path)")
        }
    }

    /// Each page leads readers to the feed, if there is one.
    @Test(arguments: examples) func pagesLinkTheFeed(_ example: String) throws {
        let box = try TemporaryFolder()
        _ = try kairan(["init", "--example", example], in: box.url)
        #expect(try kairan(["build", "--strict", "--first-publication"], in: box.url).exitCode == 0)
        let made = try filesIn(box.url.appending(path: "public"))
        let hasFeed = ["campus", "releases"].contains(example)
        #expect((made["feed.xml"] != nil) == hasFeed)
        let base = try #require(try text(made["404.html"]).firstMatch(of: /"([^"]*)assets\/site\.css"/)).1
        for page in made.keys where page.hasSuffix(".html") && !page.hasPrefix("api/") {
            let html = try text(made[page])
            let feeds = html.matches(of: /<link rel="alternate" type="application\/atom\+xml" [^>]* href="([^"]*)">/)
            #expect(feeds.map(\.1) == (hasFeed ? ["\(base)feed.xml"] : []), "\(page)")
        }
    }

    /// Whoever changes the title has to change nothing else: no other file has it, and the picture has no words.
    @Test(arguments: examples) func onlyItsSettingsHaveItsName(_ example: String) throws {
        let box = try TemporaryFolder()
        _ = try kairan(["init", "--example", example], in: box.url)
        var files = try filesIn(box.url)
        let file = files.removeValue(forKey: "content/site.yml")
        let settings = String(decoding: try #require(file), as: UTF8.self)
        for name in settings.matches(of: /title: ([^,\n]+)/).map({ String($0.1) }) {
            let others = files.filter { String(decoding: $0.value, as: UTF8.self).contains(name) }
            #expect(others.keys.sorted() == [], "\(name)")
        }
        let picture = try #require(files["templates/assets/share.png"])
        #expect(picture[16..<24] == [0, 0, 4, 176, 0, 0, 2, 118] && picture.count < 8_000)
    }

    /// This example uses most of the language, so all that it makes is kept.
    @Test func releasesStayAsTheyAre() throws {
        let box = try TemporaryFolder()
        _ = try kairan(["init", "--example", "releases"], in: box.url)
        let build = try kairan(["build", "--strict", "--first-publication", "--at", "2026-04-15"], in: box.url)
        #expect(build.exitCode == 0, "\(build.errors)")
        let golden = packageFolder.appending(path: "Tests/Examples/releases")
        let made = try filesIn(box.url.appending(path: "public")).filter {
            !$0.key.hasPrefix(".") && !$0.key.hasSuffix(".css") && !$0.key.hasSuffix(".png")
        }
        for (path, bytes) in made {
            let text = String(decoding: bytes, as: UTF8.self)
            let difference = try goldenDifference(text, golden.appending(path: path))
            #expect(difference == nil, "\(path)\n\(difference ?? "")")
        }
        #expect(Set(try filesIn(golden).keys) == Set(made.keys))
        let templates = try filesIn(box.url.appending(path: "templates")).filter { file in
            !["_layouts/", "404", "assets/", "_partials/"].contains { file.key.hasPrefix($0) }
        }
        let lines = templates.values.map { $0.count { $0 == UInt8(ascii: "\n") } }.reduce(0, +)
        #expect(lines < 160, "a whole board stays small")
    }

    /// The header of each page already has the site's name.
    @Test(arguments: examples) func aPageSaysEachThingOnce(_ example: String) throws {
        let box = try TemporaryFolder()
        _ = try kairan(["init", "--example", example], in: box.url)
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        // The page at the root of a board in two languages is one that Kairan makes.
        let isTranslated = try filesIn(box.url)["templates/_strings.yml"] != nil
        let pages = try filesIn(box.url.appending(path: "public")).filter {
            $0.key.hasSuffix("index.html") && !$0.key.hasPrefix("api/") && !(isTranslated && $0.key == "index.html")
        }
        #expect(!pages.isEmpty)
        for (path, bytes) in pages {
            let page = String(decoding: bytes, as: UTF8.self)
            let title = try #require(page.firstMatch(of: /<a class="name" [^>]*><img [^>]*>([^<]*)</)).1
            #expect(!page.contains("<h1>\(title)</h1>") && !page.contains(" 0 yen"), "\(path)")
        }
    }

    @Test func theListOfExamples() throws {
        let box = try TemporaryFolder()
        let run = try kairan(["init", "--list"], in: box.url)
        #expect(run.exitCode == 0 && run.errors == "")
        let names = run.output.split(separator: "\n").map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
        #expect(names == ["SITES"] + Self.examples + ["LOOKS"] + Self.looks)
        #expect(run.output.contains("conference  a conference in two languages: "))
        #expect(try filesIn(box.url).isEmpty)
    }

    private static let looks = ["plain", "paper", "campus", "harbour", "night", "candy"]

    /// A look is one file and the colours of three pictures, and every other file of the site is the same.
    @Test(arguments: looks.map { ("campus", $0) } + examples.map { ($0, "night") })
    func aLookIsOneFileAndPictures(_ example: String, _ look: String) throws {
        let box = try TemporaryFolder()
        _ = try kairan(["init", "usual", "--example", example], in: box.url)
        #expect(try kairan(["init", "other", "--example", example, "--look", look], in: box.url).exitCode == 0)
        var (usual, other) = (
            try filesIn(box.url.appending(path: "usual")), try filesIn(box.url.appending(path: "other"))
        )
        for path in ["brand.css", "mark.svg", "hero.svg", "share.png"].map({ "templates/assets/\($0)" }) {
            #expect(usual[path] != nil && other[path] != nil && usual[path] != other[path], "\(path)")
            usual[path] = nil
            other[path] = nil
        }
        #expect(usual == other)
        let judge = """
            import struct, sys, zlib
            bytes = sys.stdin.buffer.read()
            at = 8
            while at < len(bytes):
                length, = struct.unpack(">I", bytes[at:at + 4])
                code, = struct.unpack(">I", bytes[at + 8 + length:at + 12 + length])
                assert zlib.crc32(bytes[at + 4:at + 8 + length]) == code
                if bytes[at + 4:at + 8] == b"PLTE": print(*(bytes[at + 8 + n:at + 11 + n].hex() for n in range(0, length, 3)))
                at += 12 + length
            """
        let folder = box.url.appending(path: "other/templates/assets")
        let picture = try Array(Data(contentsOf: folder.appending(path: "share.png")))
        let palette = String(decoding: try runPython(judge, input: picture), as: UTF8.self)
        let mark = try String(contentsOf: folder.appending(path: "mark.svg"), encoding: .utf8)
        let ground = try #require(mark.firstMatch(of: /#([0-9a-f]{6})/)).output.1
        #expect(palette.split(whereSeparator: \.isWhitespace).contains(ground), "\(palette)")
        #expect(try kairan(["build", "other", "--strict", "--first-publication"], in: box.url).exitCode == 0)
    }

    @Test func anExampleWithoutItsOption() throws {
        let box = try TemporaryFolder()
        let run = try kairan(["init", "cinemas"], in: box.url)
        #expect(run.exitCode == 2 && run.errors.contains("write kairan init cinemas --example cinemas"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: box.url.path).isEmpty)
        #expect(try kairan(["init", "./cinemas"], in: box.url).exitCode == 0)
    }

    @Test func anUnknownLook() throws {
        let box = try TemporaryFolder()
        let run = try kairan(["init", "--look", "nigh"], in: box.url)
        #expect(run.exitCode == 2 && run.errors == "Error: there is no look 'nigh'; did you mean 'night'?\n")
        #expect(try filesIn(box.url).isEmpty)
    }

    /// Each example can have a search page, which its pages lead to and which builds without a warning.
    @Test(arguments: examples) func withSearch(_ example: String) throws {
        let box = try TemporaryFolder()
        let run = try kairan(["init", "--example", example, "--with", "search"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("search/{part}.json.yml\n"))
        let build = try kairan(["build", "--strict", "--first-publication"], in: box.url)
        #expect(build.exitCode == 0, "\(build.errors)")
        let made = try filesIn(box.url.appending(path: "public"))
        let json = try kairan(["init", "other", "--with", "search", "--format", "json"], in: box.url)
        let facts = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect((facts?["written"] as? [String])?.contains("other/templates/assets/search.js") == true)
        let language = made["en/index.html"] == nil ? "" : "en/"
        let start = String(decoding: try #require(made["\(language)index.html"]), as: UTF8.self)
        #expect(start.contains("\(language)search/\">Search</a>") && made["\(language)search/index.json"] != nil)
    }

    /// A board that is there gets the same, and nothing of it changes.
    @Test func searchForABoardThatIsThere() throws {
        let site = try TemporaryFolder()
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\nlocales: { en: English, de: Deutsch }\n",
            "content/clubs/_collection.yml":
                "label: \"Q&A: {{all}}\"\ntitle: called\nfields: { code: integer, called: text, note: text? }\nbody: markdown\n",
            "content/clubs/choir.md": "---\ncode: 7\ncalled: Choir\n---\nWe sing.\n",
            "content/hidden/_collection.yml": "fields: { name: text }\n",
            "content/hidden/a.yml": "name: A\n",
            "templates/{locale}/clubs/{id}.html.mustache": "---\nfor: clubs\n---\n<p>{{called}}</p>",
        ]
        for (path, text) in files { try site.write(text, to: path) }
        // Mistakes in entries and templates are no reason to wait.
        try site.write("---\ncode: x\n---\n", to: "content/clubs/wrong.md")
        try site.write("{{nothing}}", to: "templates/wrong.html.mustache")
        let before = try filesIn(site.url)
        let run = try kairan(["init", "--with", "search"], in: site.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        for path in ["content/clubs/wrong.md", "templates/wrong.html.mustache"] {
            try FileManager.default.removeItem(at: site.url.appending(path: path))
        }
        #expect(run.output.contains("the search finds clubs; a link to it:\n"))
        let link = try #require(run.output.split(separator: "\n").last { $0.hasPrefix("<a ") })
        #expect(link == "<a href=\"{{locale.path}}search/\">{{strings.search}}</a>")
        let after = try filesIn(site.url)
        #expect(before.allSatisfy { after[$0.key] == $0.value || $0.key.contains("wrong.") })
        #expect(
            after["templates/{locale}/search/{part}.json.yml"].map { String(decoding: $0, as: UTF8.self) } == """
                search:
                  - each: clubs
                    title: called
                    label: "Q&A: {{all}}"
                    text: [called, note, body.text]

                """)
        try site.write("\(link)", to: "templates/{locale}/index.html.mustache")
        let check = try kairan(["check"], in: site.url)
        #expect(check.exitCode == 0, "\(check.errors)")
        let look = try kairan(["init", "--with", "search", "--look", "night"], in: site.url)
        #expect(look.exitCode == 2 && look.errors.contains("a board is there"))
        let again = try kairan(["init", "--with", "search"], in: site.url)
        #expect(again.exitCode == 2 && again.errors.contains("nothing was written: "))
    }

    /// Each page of the example in two languages leads to itself in the other one, and is in its language as a whole.
    @Test func aBoardInTwoLanguages() throws {
        let box = try TemporaryFolder()
        let run = try kairan(["init", "--example", "conference", "--with", "search"], in: box.url)
        #expect(run.exitCode == 0 && !run.output.contains("in English"), "\(run.errors)")
        let build = try kairan(["build", "--strict", "--first-publication"], in: box.url)
        #expect(build.exitCode == 0, "\(build.errors)")
        let made = try filesIn(box.url.appending(path: "public"))
        let pages = made.filter { $0.key.hasSuffix(".html") && $0.key.wholeMatch(of: /(en|pt)\/.*/) != nil }
        #expect(pages.count == 22)
        for (path, bytes) in pages {
            let page = String(decoding: bytes, as: UTF8.self)
            let (own, other) = path.hasPrefix("en") ? ("en", "pt") : ("pt", "en")
            let rest = path.dropFirst(2).replacing("index.html", with: "")
            #expect(page.contains("<html lang=\"\(own)\" dir=\"ltr\">"), "\(path)")
            #expect(
                page.contains("<p class=\"languages\"><a href=\"/harbour/\(other)\(rest)\" hreflang=\"\(other)\""),
                "\(path)")
            for code in ["en", "pt", "x-default"] {
                let language = code == "pt" ? "pt" : "en"
                let link = "hreflang=\"\(code)\" href=\"https://example.org/harbour/\(language)\(rest)\">"
                #expect(page.contains(link), "\(path)")
            }
        }
        let search = String(decoding: try #require(made["pt/search/index.html"]), as: UTF8.self)
        #expect(search.contains("<h1>Pesquisa</h1>") && search.contains(" resultados.\""))
        #expect(try text(made["pt/search/entries-0.json"]).contains("\"label\":\"Sessões\""))
        #expect(try text(made["index.html"]).contains("hreflang=\"pt\""))
        // A board in one language has nothing for languages.
        _ = try kairan(["init", "other"], in: box.url)
        for (path, bytes) in try filesIn(box.url.appending(path: "other/templates")) where !path.hasSuffix(".png") {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("strings.") && !text.contains("locale") && !text.contains("translations"), "\(path)")
        }
    }

    private func text(_ bytes: [UInt8]?) throws -> String { String(decoding: try #require(bytes), as: UTF8.self) }

    @Test func anUnknownExample() throws {
        let box = try TemporaryFolder()
        let run = try kairan(["init", "--example", "cinema"], in: box.url)
        #expect(run.exitCode == 2)
        #expect(run.errors == "Error: there is no example 'cinema'; did you mean 'cinemas'?\n")
        #expect(try filesIn(box.url).isEmpty)
    }

    /// Only its head and the one line to fill in are others, and that it names GitHub's actions by their versions. The line
    /// names nobody until then: an account on GitHub cannot have such a name.
    @Test func theWorkflowIsTheOneOfThisRepository() throws {
        let box = try TemporaryFolder()
        _ = try kairan(["init"], in: box.url)
        func lines(_ folder: URL) throws -> ArraySlice<Substring> {
            try String(contentsOf: folder.appending(path: ".github/workflows/publish.yml"), encoding: .utf8)
                .replacing(/@[0-9a-f]{40} # (v[0-9]+)[.0-9]*/) { "@\($0.output.1)" }
                .split(separator: "\n").drop { $0.hasPrefix("#") }
        }
        let version = try kairan(["--version"]).output.trimmingCharacters(in: .newlines)
        let (mine, own) = (try lines(box.url), try lines(packageFolder))
        let differing = zip(mine, own).filter { $0 != $1 }
        #expect(mine.count == own.count && differing.count == 1)
        #expect(
            differing.first.map { [$0.0, $0.1] } == [
                "        uses: _OWNER_/kairan@v\(version) # Fill in the owner of Kairan's repository.",
                "        uses: ./",
            ])
    }
}

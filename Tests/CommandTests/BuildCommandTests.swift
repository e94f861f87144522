import Foundation
import SiteTesting
import Testing

@Suite struct BuildCommandTests {
    @Test func theSummaryOfABuild() throws {
        let box = try TemporaryFolder()
        try box.lay(mistakeCase("base").site, over: ".")
        let first = try kairan(["build"], in: box.url)
        #expect(first.exitCode == 0)
        #expect(first.errors == "")
        let form = /6 entries, 4 pages, 2 endpoints, 2 KB; (.*) in public; \d+ ms\nv1 is a draft .*\n/
        #expect(try form.wholeMatch(in: first.output)?.1 == "11 added")
        try box.write("{ \"name\": \"Igo\" }", to: "content/clubs/go.json")
        try FileManager.default.removeItem(atPath: box.path + "/content/ads/winter.md")
        try box.write("extra", to: "templates/extra.txt")
        // Only HTML is a page.
        try box.write("<rss/>", to: "templates/podcast.xml.mustache")
        try FileManager.default.removeItem(atPath: box.path + "/templates/api/v1/term.json.yml")
        let second = try kairan(["build"], in: box.url)
        #expect(
            second.output.hasPrefix("5 entries, 4 pages, 1 endpoint, 2 KB; 2 added, 1 changed, 1 removed in public; "))
    }

    @Test func aSecondBuildChangesNothing() throws {
        let box = try publishedSite()
        let before = try publication(box.url.appending(path: "public"))
        let run = try kairan(["build"], in: box.url)
        #expect(run.exitCode == 0)
        #expect(run.output.contains("; nothing changed in public; "))
        #expect(try publication(box.url.appending(path: "public")) == before)
    }

    @Test func aDamagedListOfFilesIsTold() throws {
        let box = try publishedSite()
        try box.write("<<<<<<< HEAD\n", to: "public/.kairan.json")
        let run = try kairan(["build"], in: box.url)
        #expect(run.exitCode == 0)
        #expect(run.errors.hasPrefix("public/.kairan.json:1:1: warning: "))
        #expect(run.output.contains("; the list of files made anew in public; "))
        #expect(try kairan(["build"], in: box.url).output.contains("; nothing changed in public; "))
    }

    /// A file is removed only if it still holds what the list says that Kairan wrote. A path that somebody added to the
    /// list stays, and so does an output that somebody changed.
    @Test func aListedPathIsNoProof() throws {
        let box = try publishedSite()
        try box.write("precious", to: "public/photos/mine.jpg")
        let list = try String(contentsOf: box.url.appending(path: "public/.kairan.json"), encoding: .utf8)
        let line = "\"photos/mine.jpg\": \"0123456789abcdef0123456789abcdef\""
        let claimed = list.replacing("\"files\": {\n", with: "\"files\": {\n    \(line),\n")
        #expect(claimed != list)
        try box.write(claimed, to: "public/.kairan.json")
        try box.write("theirs", to: "public/api/v1/term.json")
        try FileManager.default.removeItem(atPath: box.path + "/templates/api/v1/term.json.yml")
        let run = try kairan(["build"], in: box.url)
        #expect(run.exitCode == 0)
        for path in ["photos/mine.jpg", "api/v1/term.json"] {
            #expect(run.errors.contains("public/\(path):1:1: warning: '\(path)' is no longer an output, but stays"))
        }
        let files = try filesIn(box.url.appending(path: "public"))
        #expect(files["photos/mine.jpg"] == Array("precious".utf8) && files["api/v1/term.json"] == Array("theirs".utf8))
        // From then on the files are somebody else's.
        let next = try kairan(["build"], in: box.url)
        #expect(next.errors == "" && next.output.contains("; nothing changed in public; "))
    }

    @Test(arguments: [
        ".kairan", ".kairan/out", "./.kairan/", "content/../.kairan/a/b", "link/out", ".git", "content", ".", "missing",
        "missing/",
    ])
    func anOutputFolderOfTheSitesOwnIsMisuse(folder: String) throws {
        let box = try publishedSite()
        try FileManager.default.createSymbolicLink(atPath: box.path + "/link", withDestinationPath: ".kairan")
        try FileManager.default.createSymbolicLink(
            atPath: box.path + "/missing", withDestinationPath: "content/missing")
        let before = try filesIn(box.url.appending(path: ".kairan"))
        let run = try kairan(["build", "--out", folder], in: box.url)
        #expect(run.exitCode == 2 && run.errors.contains("would mix outputs into the site's '"))
        #expect(try filesIn(box.url.appending(path: ".kairan")) == before)
    }

    @Test func aNameOfTheBuildsOwnIsMisuse() throws {
        let box = try publishedSite()
        let run = try kairan(["build", "--out", ".public.kairan-staging"], in: box.url)
        #expect(run.exitCode == 2 && run.errors.contains("is a name reserved for builds"), "\(run.errors)")
    }

    /// A build that was killed leaves such files only together with its lock.
    @Test(arguments: [".public.kairan-staging/mine", ".public.kairan-retired/mine", ".public.kairan-lock"])
    func whatStandsAtANameOfTheBuildsOwnStays(path: String) throws {
        let box = try publishedSite()
        try box.write("mine", to: path)
        let before = try filesIn(box.url)
        try box.write("{{site.title}}, anew\n", to: "templates/anew.html.mustache")
        let run = try kairan(["build"], in: box.url)
        #expect(run.exitCode == 3 && run.errors.contains("that Kairan did not make"), "\(run.errors)")
        let after = try filesIn(box.url)
        #expect(before.allSatisfy { after[$0.key] == $0.value })
    }

    @Test func hiddenFilesOfTemplatesArePublishedUnlessAnEditorLeftThem() throws {
        let box = try publishedSite()
        let before = try publication(box.url.appending(path: "public"))
        let leftovers = [".DS_Store", "._site.css", ".#index", ".index.swp", ".gitkeep", "site.css~", "#site.css#"]
        for name in leftovers { try box.write("x", to: "templates/\(name)") }
        try box.write("x", to: "content/.hidden/x.md")
        #expect(try kairan(["build"], in: box.url).output.contains("; nothing changed in public; "))
        #expect(try publication(box.url.appending(path: "public")) == before)
        for name in [".well-known/security.txt", ".htaccess"] { try box.write("x", to: "templates/\(name)") }
        #expect(try kairan(["build"], in: box.url).output.contains("; 2 added in public; "))
    }

    @Test func strictlyAWarningPublishesNothing() throws {
        let box = try publishedSite()
        let before = try publication(box.url.appending(path: "public"))
        try box.write("{{name}}", to: "templates/_partials/unused.html.mustache")
        for command in ["build", "check"] {
            let run = try kairan([command, "--strict"], in: box.url)
            #expect(run.exitCode == 1)
            #expect(run.errors.hasPrefix("templates/_partials/unused.html.mustache:1:1: error: "))
        }
        #expect(try publication(box.url.appending(path: "public")) == before)
        #expect(try kairan(["build"], in: box.url).exitCode == 0)
        #expect(try kairan(["build", "--strict"], in: box.url).exitCode == 1)
    }

    @Test func checkWritesNothing() throws {
        let box = try TemporaryFolder()
        try box.lay(mistakeCase("base").site, over: ".")
        let before = try publication(box.url)
        let run = try kairan(["check"], in: box.url)
        #expect(run.exitCode == 0)
        #expect(
            run.output.wholeMatch(of: /6 entries, .* 2 KB; no mistakes, nothing written; \d+ ms\nv1 is a draft .*\n/)
                != nil)
        #expect(try publication(box.url) == before)
        #expect(!FileManager.default.fileExists(atPath: box.path + "/public"))
        try box.write("{ \"name\": \"Go\", }", to: "content/clubs/go.json")
        let failed = try kairan(["check"], in: box.url)
        #expect(failed.exitCode == 1)
        #expect(failed.errors.hasSuffix("\n1 mistake\n"))
    }

    @Test func theSiteAndTheOutputCanBeElsewhere() throws {
        let box = try publishedSite()
        let expected = try filesIn(box.url.appending(path: "public"))
        let elsewhere = try TemporaryFolder()
        let run = try kairan(["build", box.path, "--out", "deep/er/board"], in: elsewhere.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try filesIn(elsewhere.url.appending(path: "deep/er/board")) == expected)
        #expect(
            try kairan(["build", box.path], in: elsewhere.url).output.contains("nothing changed in \(box.path)/public"))
    }

    @Test(arguments: [("/board/", "https://example.org/board/"), ("https://example.net/x", "https://example.net/x/")])
    func base(_ base: String, _ address: String) throws {
        let box = try publishedSite()
        #expect(try kairan(["build", "--base", base], in: box.url).exitCode == 0)
        let files = try filesIn(box.url.appending(path: "public"))
        #expect(text(files["robots.txt"]).contains("Sitemap: \(address)sitemap.xml"))
        #expect(text(files["sitemap.xml"]).contains("<loc>\(address)clubs/choir/</loc>"))
        #expect(text(files["api/v1/ads.json"]).contains("\"image\": \"\(address)ads/images/bread.437f1e31.png\""))
    }

    @Test func compactJSON() throws {
        let box = try publishedSite()
        #expect(try kairan(["build", "--compact"], in: box.url).exitCode == 0)
        let files = try filesIn(box.url.appending(path: "public"))
        #expect(text(files["api/v1/term.json"]) == "{\"currentTermVersion\":\"3.9\"}\n")
        #expect(try kairan(["build", "--pretty"], in: box.url).output.contains("; 2 changed in public;"))
    }

    @Test func compactJSONFeed() throws {
        let box = try TemporaryFolder()
        try box.lay(sitesFolder.appending(path: "feeds/site"), over: ".")
        #expect(try kairan(["build", "--compact"], in: box.url).exitCode == 0)
        let feed = text(try filesIn(box.url.appending(path: "public"))["json.json"])
        #expect(feed.hasPrefix("{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"News\","))
        #expect(feed.firstIndex(of: "\n") == feed.indices.last)
    }

    static let moments: [(arguments: [String], epoch: String?, ids: String)] = [
        ([], nil, "[1]"), (["--at", "2026-03-31"], nil, "[]"), (["--at", "2026-04-01"], nil, "[1]"),
        (["--at", "2026-04-01T00:00"], nil, "[1]"), (["--at", "2026-03-31T23:59:59"], nil, "[]"),
        (["--at", "2026-03-31T15:00:00Z"], nil, "[1]"), (["--at", "2026-04-30T23:59"], nil, "[1]"),
        (["--at", "2026-05-01"], nil, "[]"), (["--at", "2027-01-01"], nil, "[2]"),
        // The site's own moment outweighs the environment's, and `--at` outweighs both.
        ([], "1800000000", "[1]"), (["--at", "2027-01-01"], "0", "[2]"),
    ]

    @Test(arguments: moments) func at(_ arguments: [String], _ epoch: String?, _ ids: String) throws {
        let box = try publishedSite()
        let environment = epoch.map { ["SOURCE_DATE_EPOCH": $0] } ?? [:]
        #expect(try kairan(["build", "--compact"] + arguments, in: box.url, environment: environment).exitCode == 0)
        let made = text(try filesIn(box.url.appending(path: "public"))["api/v1/ads.json"])
        let found = made.matches(of: /"id":(\d+)/).map { String($0.1) }
        #expect("[\(found.joined(separator: ","))]" == ids)
    }

    @Test(arguments: [("1775000000", "2026-04-01T08:33:20+09:00"), ("0", "1970-01-01T09:00:00+09:00")])
    func theEnvironmentIsTheClock(_ epoch: String, _ moment: String) throws {
        let box = try publishedSite()
        try box.write("title: Board\nurl: https://example.org/\ntimeZone: Asia/Tokyo\n", to: "content/site.yml")
        try box.write("data: site.moment\n", to: "templates/moment.json.yml")
        #expect(try kairan(["build"], in: box.url, environment: ["SOURCE_DATE_EPOCH": epoch]).exitCode == 0)
        #expect(text(try filesIn(box.url.appending(path: "public"))["moment.json"]) == "\"\(moment)\"\n")
    }

    @Test func list() throws {
        let box = try publishedSite()
        let collections = try kairan(["list"], in: box.url)
        #expect(collections.exitCode == 0)
        #expect(collections.output.contains("\nclubs       3        name: text; tags: list of texts\n"))
        #expect(
            try kairan(["list", "ads", "--at", "2026-12-24"], in: box.url).output == """
                id      place                    window
                spring  content/ads/spring.md:1  past
                winter  content/ads/winter.md:1  now

                """)
        let outputs = try kairan(["list", "--outputs", "--site", box.path])
        #expect(outputs.output.contains("clubs/choir/index.html   templates/clubs/{id}/index.html.mustache\n"))
        let entries = try kairan(["list", "terms", "--format", "json"], in: box.url).output
        #expect(entries == "[{\"file\":\"content/terms/3.9.md\",\"id\":\"3.9\",\"line\":1,\"window\":\"\"}]\n")
        let numbers = try kairan(["list", "--format", "json"], in: box.url).output
        #expect(
            numbers.contains(
                #"{"collection":"clubs","entries":3,"fields":[{"name":"name","type":"text"},{"name":"tags","type":"list of texts"}]}"#
            ), "\(numbers)")
    }

    private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
}

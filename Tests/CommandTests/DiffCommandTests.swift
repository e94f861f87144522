import Foundation
import SiteTesting
import Testing

/// These tests run `kairan diff` on a site that was published and then edited.
@Suite struct DiffCommandTests {
    struct Edit: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var file: String
        var text: String
        /// The expected lines about the API, without the names of their rules.
        var lines: [String]
        var exitCode: Int32 = 10
    }

    static let edits: [Edit] = [
        Edit(testDescription: "nothing", file: "content/ads/all.yml", text: ads, lines: [], exitCode: 0),
        Edit(
            testDescription: "a value is lost", file: "content/ads/all.yml",
            text: ads.replacingOccurrences(of: ", alt: Bread", with: "").replacingOccurrences(
                of: ", alt: Bikes", with: ""),
            lines: ["v1 (current)", "data    ads.json: apps on v1 lose 'imageDescription' in 2 ads: 1, 2"]),
        Edit(
            testDescription: "a value comes, another is changed", file: "content/ads/all.yml",
            text: ads.replacingOccurrences(of: "Noodles", with: "Soups, alt: Bowl"),
            lines: [
                "v1 (current)", "data    ads.json: 1 ad now has 'imageDescription': 3",
                "data    ads.json: 'name' changed in 1 ad: 3", "v2 (draft)",
                "data    ads.json: 'name' changed in 1 ad: 3",
            ]),
        Edit(
            testDescription: "entries come, go and change places", file: "content/ads/all.yml",
            text: """
                - { id: b, number: 2, title: Cycles, alt: Bikes }
                - { id: a, number: 1, title: Bakery, alt: Bread, order: 1 }
                - { id: d, number: 4, title: Flowers, order: 2 }

                """,
            lines: [
                "v1 (current)", "data    ads.json: 1 ad is gone: 3", "data    ads.json: 1 ad is new: 4",
                "data    ads.json: the ads are in a different order", "v2 (draft)", "data    ads.json: 1 ad is gone: 3",
                "data    ads.json: 1 ad is new: 4", "data    ads.json: the ads are in a different order",
            ]),
        Edit(
            testDescription: "a key more", file: "templates/api/v1/ads.json.yml",
            text: adsTemplate.replacingOccurrences(of: "name: title", with: "name: title, place: order"),
            lines: [
                "v1 (current)", "grows   ads.json: 'items[].place' is new",
                "data    ads.json: 3 ads now have 'place': 1, 2, 3", "clients in use can read everything",
            ]),
        Edit(
            testDescription: "a key less", file: "templates/api/v1/ads.json.yml",
            text: adsTemplate.replacingOccurrences(of: ", name: title", with: ""),
            lines: [
                "v1 (current)", "breaks  ads.json: 'items[].name' would be gone",
                "data    ads.json: apps on v1 lose 'name' in 3 ads: 1, 2, 3",
                "clients in use cannot read it, and keep the last publication",
            ], exitCode: 11),
        Edit(
            testDescription: "a key less in a draft", file: "templates/api/v2/ads.json.yml",
            text: "data: { each: ads, sort: order, value: { id: number } }\n",
            lines: [
                "v2 (draft)", "changes ads.json: '[].name' would be gone",
                "data    ads.json: apps on v2 lose 'name' in 3 ads: 1, 2, 3",
                "clients in use cannot read it, and keep the last publication",
            ]),
        Edit(
            testDescription: "an id that was published is gone", file: "content/deals/all.yml",
            text: "- { id: curry-day, title: Curry, shown: { until: 2026-05-24 } }\n",
            lines: [
                "v1 (current)",
                "breaks  deals/{id}.json: 'deals/soba.json' would be gone; a published file may go only when its entry is in the trash or its time is over",
                "data    deals/{id}.json: 1 deal is gone: soba", "clients in use can read everything",
            ], exitCode: 11),
        Edit(
            testDescription: "an entry is put into the trash", file: "content/deals/all.yml",
            text: deals.replacingOccurrences(of: "id: soba", with: "id: soba, deleted: 2026-04-19"),
            lines: ["v1 (current)", "data    deals/{id}.json: 1 deal is gone: soba"]),
        Edit(
            testDescription: "windows that end soon", file: "content/deals/all.yml",
            text: deals.replacingOccurrences(of: "2026-05-24", with: "2026-04-24").replacingOccurrences(
                of: "shown: always", with: "shown: { until: 2026-04-24T18:00 }"),
            lines: ["v1 (current)", "soon    2 deals end on Friday (2026-04-24): curry-day, soba"]),
        Edit(
            testDescription: "users are asked to agree again", file: "content/terms/3-2.md",
            text: "---\nversion: 3.2.0\n---\nBe nice.\n",
            lines: ["site", "asks    terms 3.2.0 asks everyone to agree again"]),
        Edit(
            testDescription: "what users agreed to is another text", file: "content/terms/3-1.md",
            text: "---\nversion: 3.1.0\n---\nBe nice.\n",
            lines: [
                "site", "breaks  the text of version 3.1.0 of terms is not the one that was published",
            ], exitCode: 11),
        Edit(
            testDescription: "a page", file: "templates/index.html.mustache", text: "<h2>{{site.title}}</h2>\n",
            lines: ["pages: 1 changed"]),
    ]

    @Test(arguments: edits) func inWords(_ edit: Edit) throws {
        let box = try Self.published()
        try box.write(edit.text, to: edit.file)
        let run = try Self.diff([], box.url)
        #expect(run.errors == "")
        let told = run.output.split(separator: "\n").dropLast().filter { !$0.hasPrefix("other files: ") }
        let lines = told.map { line in
            line.replacing(#/\ \[[a-zA-Z.]+\]$/#, with: "").trimmingCharacters(in: .whitespaces)
        }
        #expect(lines == edit.lines)
        #expect(run.exitCode == edit.exitCode)
        #expect(try Self.diff([], box.url).output == run.output)
    }

    /// The report says what a maintainer would tell a colleague, with the weightiest first.
    @Test func threeKindsOfNews() throws {
        let box = try Self.site()
        try box.write(Self.ads.replacing("Noodles", with: "Noodles, alt: Bowl"), to: "content/ads/all.yml")
        #expect(try kairan(["build", "--at", "2026-04-20"], in: box.url).exitCode == 0)
        try box.write(
            Self.ads.replacing(", alt: Bread", with: "").replacing("alt: Bikes", with: "alt: \"\""),
            to: "content/ads/all.yml")
        try box.write(
            Self.deals.replacing("2026-05-24", with: "2026-04-24").replacing(
                "shown: always", with: "shown: { until: 2026-04-24T18:00 }"), to: "content/deals/all.yml")
        try box.write("---\nversion: 3.2.0\n---\nBe nice.\n", to: "content/terms/3-2.md")
        let run = try Self.diff([], box.url)
        #expect(
            run.output == """
                site
                  asks    terms 3.2.0 asks everyone to agree again [agreement.new]
                v1 (current)
                  data    ads.json: apps on v1 lose 'imageDescription' in 3 ads: 1, 2, 3 [data.lost]
                  soon    2 deals end on Friday (2026-04-24): curry-day, soba [window.ends]
                other files: 4 changed
                compared with public, nothing breaks

                """, "\(run.errors)")
    }

    /// Losses are told together, whichever list of the file an entry is in.
    @Test func listsOfOneCollection() throws {
        let box = try Self.site()
        let shape = "{ each: ads, where: { number: N }, value: { id: number, alt: alt } }"
        try box.write(
            "data:\n  first: \(shape.replacing("N", with: "1"))\n  others: \(shape.replacing("N", with: "2"))\n",
            to: Self.adsFile)
        #expect(try kairan(["build", "--at", "2026-04-20"], in: box.url).exitCode == 0)
        try box.write(
            Self.ads.replacing(", alt: Bread", with: "").replacing(", alt: Bikes", with: ""), to: "content/ads/all.yml")
        let run = try Self.diff(["--format", "json"], box.url)
        #expect(run.output.contains(#""message":"apps on v1 lose 'alt' in 2 ads: 1, 2""#), "\(run.output)")
        #expect(run.output.contains(#""path":"first[].alt, others[].alt""#), "\(run.output)")
    }

    @Test func theLastLineSaysWhatItComesTo() throws {
        let box = try Self.published()
        #expect(try Self.diff([], box.url).output == "no changes compared with public\n")
        try box.write(Self.adsTemplate.replacingOccurrences(of: ", name: title", with: ""), to: Self.adsFile)
        let broken = try Self.diff([], box.url).output
        #expect(broken.hasSuffix("\ncompared with public, 1 change would break what others rely on\n"))
        let build = try kairan(["build", "--at", "2026-04-20"], in: box.url)
        #expect(build.exitCode == 1, "a build is refused for it")
    }

    @Test func aVersionThatGoes() throws {
        let box = try Self.published()
        try FileManager.default.removeItem(at: box.url.appending(path: "templates/api/v1"))
        let run = try Self.diff([], box.url)
        #expect(run.exitCode == 11)
        #expect(
            run.output.contains("  breaks  the whole version v1, published as current, would be gone"), "\(run.output)")
        #expect(run.output.contains("  data    ads.json: the file is gone [data.removed]\n"), "\(run.output)")
    }

    @Test func mistakesAreOfTheContent() throws {
        let box = try Self.published()
        try box.write(Self.ads.replacingOccurrences(of: "number: 1", with: "number: one"), to: "content/ads/all.yml")
        let run = try Self.diff([], box.url)
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.contains("content/ads/all.yml:1:20: error: 'one' is not an integer"), "\(run.errors)")
    }

    @Test func nothingIsWritten() throws {
        let box = try Self.published()
        try box.write("- { id: x, number: 9, title: X }\n", to: "content/ads/all.yml")
        let before = try publication(box.url)
        _ = try Self.diff([], box.url)
        #expect(try publication(box.url) == before)
    }
}

// These tests are about what the site is compared with.
extension DiffCommandTests {
    @Test func anotherFolder() throws {
        let box = try Self.published()
        try box.write("[{\"id\": 1, \"name\": \"Baker\"},]", to: "old/api/v2/ads.json")
        try box.write("{\"items\": [{\"name\": \"Baker\", \"id\": 1}]}", to: "old/api/v1/ads.json")
        try box.write("{}", to: "old/api/v1/gone.json")
        let run = try Self.diff(["--against", "old"], box.url)
        #expect(run.exitCode == 10)
        #expect(
            run.output.split(separator: "\n") == [
                "site", "  asks    terms 3.1.0 asks everyone to agree [agreement.new]", "v1 (current)",
                "  data    ads.json: 'name' changed in 1 ad: 1 [data.changed]",
                "  data    ads.json: 1 ad now has 'imageDescription': 1 [data.gained]",
                "  data    ads.json: 2 ads are new: 2, 3 [data.added]",
                "  data    deals/{id}.json: 2 deals are new: curry-day, soba [data.added]",
                "  data    gone.json: the file is gone [data.removed]", "v2 (draft)",
                "  data    ads.json: the published file is not valid JSON; the new one is [data.mended]",
                "pages: 2 added; other files: 16 added", "compared with old, nothing breaks",
            ], "\(run.output)")
    }

    @Test(arguments: ["content", "empty"]) func aFolderThatIsNoPublication(_ folder: String) throws {
        let box = try Self.published()
        try box.write("User-agent: *\n", to: "empty/robots.txt")
        let run = try Self.diff(["--against", folder], box.url)
        #expect(run.exitCode == 2 && run.output == "")
        #expect(run.errors.hasPrefix("Error: '\(folder)' is not a publication of this site: "), "\(run.errors)")
    }

    @Test func aDecision() throws {
        let box = try Self.broken()
        let decision = ["--accept-breaking", "keyRemoved:v1/ads", "--why", "No app showed it."]
        let run = try Self.diff(decision, box.url)
        #expect(run.exitCode == 10 && run.errors == "", "\(run.errors)")
        #expect(
            run.output.hasPrefix(
                "v1 (current)\n  allowed ads.json: 'items[].name' would be gone: No app showed it. [contract.keyRemoved]\n"
            ), "\(run.output)")
        let json = try Self.diff(decision + ["--format", "json"], box.url)
        #expect(json.output.contains("\"weight\":\"accepted\""))
        let unused = try Self.diff(["--accept-breaking", "keyRemoved:v1/deals", "--why", "X"], box.url)
        #expect(unused.exitCode == 11 && unused.errors.hasPrefix("warning: nothing to accept: "), "\(unused.errors)")
        #expect(!unused.output.contains("contract.unused"), "\(unused.output)")
    }

    @Test func whatPeopleAgreeTo() throws {
        let box = try Self.published()
        try box.write("---\nversion: 3.2.0\n---\nBe nice.\n", to: "content/terms/3-2.md")
        let asked = try Self.diff(["--format", "json"], box.url)
        for part in [
            #""difference":["- Be kind.","+ Be nice."],"elements":["3.2.0"]"#, #""path":"terms""#,
            #""rule":"agreement.new""#, #""weight":"asking""#,
        ] { #expect(asked.output.contains(part), "\(asked.output)") }
        try box.write("---\nversion: 3.1.0\n---\nBe nice.\n", to: "content/terms/3-1.md")
        let refused = try Self.diff(["--format", "json"], box.url)
        #expect(refused.output.contains(#""difference":["- Be kind.","+ Be nice."],"elements":[]"#))
        let sarif = try Self.diff(["--format", "sarif"], box.url)
        #expect(
            sarif.output.contains(#"is not the one that was published\n- Be kind.\n+ Be nice.""#), "\(sarif.output)")
    }

    /// Nobody is asked yet, but the maintainer has to know that everybody will be.
    @Test func whatPeopleWillAgreeTo() throws {
        let box = try Self.published()
        try box.write(
            "fields: { version: { version: { unique: true } }, from: date }\nbody: markdown\n"
                + "agreement: { version: version, from: from }\n", to: "content/terms/_collection.yml")
        try box.write("---\nversion: 3.1.0\nfrom: 2026-01-01\n---\nBe kind.\n", to: "content/terms/3-1.md")
        try box.write("---\nversion: 3.2.0\nfrom: 2026-05-15\n---\nBe nice.\n", to: "content/terms/3-2.md")
        let run = try Self.diff([], box.url)
        let line = "  soon    terms 3.2.0 asks everyone to agree again on Friday (2026-05-15) [agreement.coming]\n"
        #expect(run.output.contains(line), "\(run.output + run.errors)")
        #expect(!run.output.contains("agreement.new"))
    }

    @Test func anotherAddress() throws {
        let box = try Self.published()
        let settings = "title: T\nurl: https://new.example/\ntimeZone: Europe/Berlin\n"
        try box.write(settings, to: "content/site.yml")
        let run = try Self.diff([], box.url)
        let line =
            "  breaks  the address 'https://t.example/api/v1' becomes 'https://new.example/api/v1' [contract.moved]\n"
        #expect(run.exitCode == 11 && run.output.contains(line), "\(run.output)")
        let build = ["build", "--at", "2026-04-20"]
        #expect(try kairan(build, in: box.url).exitCode == 1)
        let why = ["--accept-breaking", "moved:v1", "--why", "The old host leads to the new one."]
        #expect(try kairan(build + why, in: box.url).exitCode == 0)
    }

    @Test func aBuildElsewhereSaysThatNothingWasCompared() throws {
        let box = try Self.broken()
        let note = "note: what apps and users rely on was not compared, as nothing was published in elsewhere; "
        let first = try kairan(["build", "--at", "2026-04-20", "--out", "elsewhere"], in: box.url)
        #expect(first.exitCode == 0)
        #expect(first.output.hasSuffix(note + "kairan check compares with public\n"), "\(first.output)")
        let second = try kairan(["build", "--at", "2026-04-20", "--out", "elsewhere"], in: box.url)
        #expect(second.exitCode == 0 && !second.output.contains("note: "), "\(second.output)")
    }

    @Test func aSiteThatWasNeverPublished() throws {
        let box = try Self.site()
        let run = try Self.diff([], box.url)
        #expect(run.exitCode == 10)
        #expect(run.output.contains("  data    ads.json: the file is new [data.added]\n"), "\(run.output)")
    }

    /// The site may be a part of its repository, and `kairan diff` may be called as git hooks call it.
    @Test(arguments: ["", "boards/harbour"]) func aRevision(below folder: String) throws {
        let box = try Self.published(in: folder)
        let site = box.url.appending(path: folder)
        try git(["init", "-q"], in: box.path)
        try git(["add", "-A"], in: box.path)
        try git(["commit", "-q", "-m", "1"], in: box.path)
        try FileManager.default.removeItem(at: site.appending(path: "public"))
        try box.write(
            Self.ads.replacingOccurrences(of: "Cycles", with: "Bikes"),
            to: (folder.isEmpty ? "" : folder + "/") + "content/ads/all.yml")
        let temporary = try TemporaryFolder()
        let environment = ["GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index", "TMPDIR": temporary.path]
        let run = try Self.diff(["--against", "HEAD"], site, environment)
        #expect(run.exitCode == 10, "\(run.errors)")
        #expect(run.output.hasPrefix("v1 (current)\n  data    ads.json: 'name' changed in 1 ad: 2 [data.changed]\n"))
        #expect(run.output.hasSuffix("\ncompared with HEAD, nothing breaks\n"))
        for (revision, exitCode) in [("none", 2), ("--all", 2)] as [(String, Int32)] {
            let wrong = try Self.diff(["--against=\(revision)"], site, environment)
            #expect(wrong.exitCode == exitCode)
            #expect(wrong.errors.contains("'\(revision)' is neither a folder nor a revision"), "\(wrong.errors)")
        }
        #expect(try filesIn(temporary.url).isEmpty)
    }

    @Test func noRepository() throws {
        let box = try Self.published()
        let environment = ["GIT_CEILING_DIRECTORIES": box.url.deletingLastPathComponent().path]
        let run = try Self.diff(["--against", "main"], box.url, environment)
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("not in a git repository"), "\(run.errors)")
    }
}

// The tests use this site with two versions of an API.
extension DiffCommandTests {
    static let adsFile = "templates/api/v1/ads.json.yml"
    static let ads = """
        - { id: a, number: 1, title: Bakery, alt: Bread }
        - { id: b, number: 2, title: Cycles, alt: Bikes }
        - { id: c, number: 3, title: Noodles }

        """
    static let deals = """
        - { id: curry-day, title: Curry, shown: { until: 2026-05-24 } }
        - { id: soba, title: Soba, shown: always }

        """
    static let adsTemplate = """
        data:
          items: { each: ads, sort: order, value: { id: number, imageDescription: alt, name: title } }

        """
    static let files = [
        "content/site.yml": "title: T\nurl: https://t.example/\ntimeZone: Europe/Berlin\n",
        "content/ads/_collection.yml":
            "entry: ad\nfields: { number: integer, title: text, alt: text?, order: { integer: { default: 0 } } }\n",
        "content/ads/all.yml": ads,
        "content/deals/_collection.yml": "entry: deal\nfields: { title: text, shown: window }\n",
        "content/deals/all.yml": deals,
        "content/terms/_collection.yml": """
        fields: { version: { version: { unique: true } } }
        body: markdown
        agreement: { version: version }

        """,
        "content/terms/3-1.md": "---\nversion: 3.1.0\n---\nBe kind.\n",
        "templates/api/v1/_version.yml": "status: current\n",
        "templates/api/v1/deals/{id}.json.yml":
            "for: { each: deals, where: { shown: now } }\ndata: { id: id, title: title }\n",
        "templates/api/v2/_version.yml": "status: draft\n",
        "templates/api/v2/ads.json.yml": "data: { each: ads, sort: order, value: { id: number, name: title } }\n",
        "templates/index.html.mustache": "<h1>{{site.title}}</h1>\n",
        adsFile: adsTemplate,
    ]

    static func site(in folder: String = "") throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        for (path, text) in files { try box.write(text, to: folder.isEmpty ? path : "\(folder)/\(path)") }
        return box
    }

    static func published(in folder: String = "") throws -> TemporaryFolder {
        let box = try site(in: folder)
        let build = try kairan(["build", "--at", "2026-04-20", "--no-cache"], in: box.url.appending(path: folder))
        #expect(build.exitCode == 0, "\(build.errors)")
        return box
    }

    static func broken() throws -> TemporaryFolder {
        let box = try published()
        try box.write(adsTemplate.replacingOccurrences(of: ", name: title", with: ""), to: adsFile)
        return box
    }

    static func diff(_ arguments: [String], _ folder: URL, _ environment: [String: String] = [:]) throws -> Run {
        try kairan(["diff", "--at", "2026-04-20"] + arguments, in: folder, environment: environment)
    }
}

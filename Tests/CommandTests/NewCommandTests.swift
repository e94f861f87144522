import Foundation
import SiteTesting
import Testing

@Suite struct NewCommandTests {
    @Test func everyFieldWithWhatItMayBe() throws {
        let box = try deals()
        let values = ["--set", "shop=bakery", "--set", "category=food", "--set", "days=daily"]
        let run = try kairan(["new", "deals", "Autumn festival"] + values, in: box.url)
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        let draft = "a draft without a text: write one, and remove 'channel: preview' to publish it\n"
        #expect(run.output == "content/deals/autumn-festival.md\n" + draft)
        #expect(
            try text("content/deals/autumn-festival.md", in: box.url) == """
                ---
                # title: a text; at most 60 characters
                title: Autumn festival
                # shop: the id of an entry of shops (bakery, books, noodles)
                shop: bakery
                # category: one of food (Food and drink), things (Things), fun (Fun)
                category: food
                # days: on which days: daily, { weekly: [sat, sun] }, { dates: [2026-04-01] } …
                days: daily
                # off: a whole number; from 1 to 90; may be left out
                # off: 1
                # picture: a picture (PNG, JPEG, GIF, WebP or SVG), by its path from this file; may be left out
                # picture: picture.png
                # a draft, which only the preview shows: to publish it, remove the next line
                channel: preview
                ---

                """)
    }

    /// Nothing is published before its text is written.
    @Test(arguments: [nil, "It is green."]) func anEntryWithoutATextIsADraft(_ body: String?) throws {
        let box = try site("campus")
        let given = ["--set", "date=2026-04-06"] + (body.map { ["--set", "body=\($0)"] } ?? [])
        #expect(try kairan(["new", "notices", "Lost umbrella"] + given, in: box.url).exitCode == 0)
        #expect(try kairan(["build", "--strict", "--first-publication"], in: box.url).exitCode == 0)
        let page = "public/notices/lost-umbrella/index.html"
        #expect(FileManager.default.fileExists(atPath: box.path + "/" + page) == (body != nil))
        #expect(try kairan(["build", "--channel", "preview"], in: box.url).exitCode == 0)
        let preview = "public/preview/notices/lost-umbrella/index.html"
        #expect(FileManager.default.fileExists(atPath: box.path + "/" + preview))
    }

    /// The words that a declaration has for people are in the file, and in the schemas of editors.
    @Test func theWordsOfTheDeclaration() throws {
        let box = try TemporaryFolder()
        try box.write("title: Board\nurl: https://t.example/\ntimeZone: Asia/Tokyo\n", to: "content/site.yml")
        try box.write(
            """
            fields:
              title: text
              venue: { record?: { name: text, room: text? } }
            form:
              title: { label: Title, description: "Short, for the front page" }
              venue: Where
              venue.name: { example: Town hall }

            """, to: "content/fairs/_collection.yml")
        try box.write("- { id: a, title: A }\n", to: "content/fairs/all.yml")
        try box.write("data: { each: fairs, value: title }\n", to: "templates/fairs.json.yml")
        let run = try kairan(["new", "fairs", "Spring fair"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(
            try text("content/fairs/spring-fair.yml", in: box.url) == """
                # title: Title; Short, for the front page; a text
                title: Spring fair
                # venue: Where; name: text, room: text; may be left out
                # venue: { name: Town hall, room: … }

                """)
        #expect(try kairan(["schema"], in: box.url).exitCode == 0)
        let schema = try text(".schemas/fairs.schema.json", in: box.url)
        #expect(schema.contains("Title; Short, for the front page; A text"), "\(schema)")
    }

    @Test func aWindowThatNobodyGaveIsAlways() throws {
        let box = try site("campus")
        let run = try kairan(["new", "notices", "Lost umbrella", "--set", "date=2026-04-06"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try text("content/notices/lost-umbrella.md", in: box.url).contains("\nshown: always\n"))
    }

    @Test func givenByOptionsItBuilds() throws {
        let box = try deals()
        let values = ["shop=bakery", "category=food", "days={ weekly: sat }", "off=20", "body=Bread: **half** price."]
        let run = try kairan(
            ["new", "deals", "Bread: half price", "--format", "json"] + values.flatMap { ["--set", $0] }, in: box.url)
        #expect(
            run.output
                == "{\"diagnostics\":[],\"done\":true,\"path\":\"content/deals/bread-half-price.md\"}\n")
        let check = try kairan(["check", "--strict", "--first-publication"], in: box.url)
        #expect(check.exitCode == 0, "\(check.errors)")
        #expect(try text("content/deals/bread-half-price.md", in: box.url).contains("\ntitle: \"Bread: half price\"\n"))
    }

    @Test func aWrongValueIsShownAndNothingIsWritten() throws {
        let box = try deals()
        let before = try filesIn(box.url)
        let run = try kairan(
            ["new", "deals", "Bread", "--set", "category=foods", "--set", "shop=baker", "--set", "off=200"], in: box.url
        )
        #expect(run.exitCode == 1)
        for words in [
            "did you mean 'food'?", "did you mean 'bakery'?", "[field.limit]", "3 mistakes; nothing was written",
        ] {
            #expect(run.errors.contains(words), "\(run.errors)")
        }
        #expect(try filesIn(box.url) == before)
    }

    @Test func withoutABodyItIsYAML() throws {
        let box = try deals()
        let run = try kairan(["new", "shops", "茶", "--id", "tea", "--set", "street=1 Quay Road"], in: box.url)
        #expect(run.exitCode == 0 && run.output == "content/shops/tea.yml\n", "\(run.errors)")
        #expect(try kairan(["check"], in: box.url).exitCode == 0)
    }

    @Test func aFileThatIsThereStays() throws {
        let box = try deals()
        let before = try filesIn(box.url)
        let run = try kairan(["new", "deals", "Bowl day"], in: box.url)
        #expect(run.exitCode == 2)
        #expect(run.errors == "Error: content/deals/bowl-day.md already exists; name another: --id bowl-day-2\n")
        // An id that stands in another file is refused too.
        let taken = try kairan(["new", "shops", "Books", "--set", "street=1 Quay Road"], in: box.url)
        #expect(taken.exitCode == 1 && taken.errors.contains("[id.duplicate]"), "\(taken.errors)")
        #expect(try filesIn(box.url) == before)
    }

    /// If a field gives the id, any file name will do, so nobody has to think of one.
    @Test(arguments: [
        (["--set", "version=2.0.0"], "content/terms/2.0.0.yml\n"),
        (["First", "--set", "version=2.0.0"], "content/terms/2.0.0.yml\n"),
        (["利用規約", "--set", "version=2.0.0"], "content/terms/2.0.0.yml\n"),
        (["House rules", "--set", "version=2.0.0"], "content/terms/house-rules.yml\n"),
        (["First", "--set", "version=1.0.9"], "content/terms/version-1.yml\n"),
        (["First", "--set", "version=2.0.0", "--id", "second"], "content/terms/second.yml\n"),
    ])
    func noFilesNameIsAskedForWhereAFieldGivesTheID(_ arguments: [String], _ output: String) throws {
        for hasTitle in arguments[0] == "--set" ? [false] : [false, true] {
            let box = try terms(hasTitle: hasTitle)
            let run = try kairan(["new", "terms", "--set", "published=2026-05-01"] + arguments, in: box.url)
            #expect(run.exitCode == 0 && run.output == output && run.errors == "", "\(run.output)\(run.errors)")
            #expect(try kairan(["check"], in: box.url).exitCode == 0)
        }
    }

    /// A title belongs to no field that is about something else.
    @Test func numbersAndFlagsHaveNoQuotes() throws {
        let box = try TemporaryFolder()
        try box.write("title: Board\nurl: https://board.example/\n", to: "content/site.yml")
        try box.write(
            "fields: { depth: integer, shares: { list: decimal }, dry: boolean, owner: text? }\nmayBeEmpty: true\n",
            to: "content/wells/_collection.yml")
        try box.write("{{site.title}}\n", to: "templates/index.html.mustache")
        let run = try kairan(
            ["new", "wells", "At the gate", "--set", "depth=-2", "--set", "shares=-0.5|1", "--set", "dry=true"],
            in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let text = try String(contentsOf: box.url.appending(path: "content/wells/at-the-gate.yml"), encoding: .utf8)
        #expect(text.contains("\ndepth: -2\n") && text.contains("\nshares: [-0.5, 1]\n"), "\(text)")
        #expect(text.contains("\ndry: true\n") && text.contains("\n# owner: "), "\(text)")
    }

    @Test func oneForEachLanguageIsYAML() throws {
        let box = try TemporaryFolder()
        try box.write(
            "title: Board\nurl: https://board.example/\nlocales: { en: { name: English }, de: { name: Deutsch } }\n",
            to: "content/site.yml")
        try box.write(
            "fields: { title: text, alt: { text: { localized: true } }, note: { text?: { localized: true } } }\nmayBeEmpty: true\n",
            to: "content/wells/_collection.yml")
        try box.write("{{site.title}}\n", to: "templates/index.html.mustache")
        let run = try kairan(
            ["new", "wells", "Gate", "--set", "alt={ en: A well, de: Ein Brunnen }", "--set", "note={braces}"],
            in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let text = try String(contentsOf: box.url.appending(path: "content/wells/gate.yml"), encoding: .utf8)
        #expect(text.contains("\nalt: { en: A well, de: Ein Brunnen }\n"), "\(text)")
        #expect(text.contains("\nnote: \"{braces}\"\n"), "\(text)")
    }

    @Test func withoutItsFieldTheFieldIsMissingAndNoFilesName() throws {
        let box = try terms(hasTitle: false)
        let run = try kairan(["new", "terms"], in: box.url)
        #expect(run.exitCode == 2)
        #expect(
            run.errors == "Error: nothing was written: the version also needs --set version=… --set published=…\n")
        let asked = try kairanOnATerminal(
            ["new", "terms"], in: box.url, environment: ["TERM": "dumb"], typing: "1.0.0\n2.0.0\n2026-05-01\n")
        #expect(asked.exitCode == 0 && asked.shown.hasSuffix("published: content/terms/2.0.0.yml\n"), "\(asked.shown)")
        #expect(!asked.shown.contains("\nid: "), "\(asked.shown)")
    }

    private func terms(hasTitle: Bool) throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("title: Board\nurl: https://board.example/\n", to: "content/site.yml")
        try box.write(
            "entry: version\nid: version\nfields:\n  version: version\n  published: date\n\(hasTitle ? "  title: text\n" : "")",
            to: "content/terms/_collection.yml")
        let title = hasTitle ? "title: Rules\n" : ""
        for (name, version) in [("first", "1.0.0"), ("1.0.9", "1.0.1")] {
            try box.write(
                "version: \(version)\npublished: 2026-04-01\n\(title)", to: "content/terms/\(name).yml")
        }
        try box.write("{{site.title}}\n", to: "templates/index.html.mustache")
        return box
    }

    static let misuses = [
        (["shop", "Tea"], "there is no collection 'shop'; did you mean 'shops'?"),
        (["shops", "Tea", "--set", "streat=1"], "the shop has no field 'streat'; did you mean 'street'?"),
        (["shops", "茶"], "name the file with letters and digits, '-', '_', '.' and '+': --id shop-1"),
        (
            ["shops", "Tea", "--id", "../tea"],
            "name the file with letters and digits, '-', '_', '.' and '+': --id shop-1"
        ),
        (["deals"], "give a title: kairan new deals \"…\""),
        (["deals", ""], "give a title: kairan new deals \"…\""),
        (["shops", "Tea"], "nothing was written: the shop also needs --set street=…"),
        (["shops", "Tea", "--set", "street=1", "--set", "street=2"], "'street' is given twice"),
        (["shops", "Tea", "--set", "name=Coffee"], "'name' is given twice"),
        (["shops", "Tea", "--set", "street"], "--set needs a field and a value, such as --set kind=pr, not 'street'"),
    ]

    @Test(arguments: misuses) func misuse(_ arguments: [String], _ message: String) throws {
        let box = try deals()
        let run = try kairan(["new"] + arguments, in: box.url)
        #expect(run.exitCode == 2 && run.errors.hasPrefix("Error: \(message)\n"), "\(run.errors)")
    }

    @Test func onATerminalItAsksUntilTheAnswerIsRight() throws {
        let box = try deals()
        let run = try kairanOnATerminal(
            ["new", "deals"], in: box.url, environment: ["TERM": "dumb"],
            typing: "Tea time\nbaker\nbakery\nfood\n\n")
        #expect(run.exitCode == 0, "\(run.shown)")
        #expect(run.shown.contains("shop: the id of an entry of shops (bakery, books, noodles)\nshop: "))
        #expect(run.shown.contains("there is no 'baker' in shops; did you mean 'bakery'?\n"))
        #expect(run.shown.contains("content/deals/tea-time.md\nto fill in: days\na draft without a text: "))
        let written = try text("content/deals/tea-time.md", in: box.url)
        for line in ["title: Tea time", "shop: bakery", "category: food", "days:   # fill in"] {
            #expect(written.contains("\n\(line)\n"), "\(line)")
        }
    }

    @Test func noMoreAnswersEndIt() throws {
        let box = try deals()
        let before = try filesIn(box.url)
        let run = try kairanOnATerminal(
            ["new", "deals"], in: box.url, environment: ["TERM": "dumb"], typing: "Tea time\n")
        #expect(run.exitCode == 2 && run.shown.hasSuffix("\nshop: \nError: nothing was written\n"), "\(run.shown)")
        #expect(try filesIn(box.url) == before)
    }

    @Test(arguments: [("", "always"), ("{ from: 2026-04-01 }", "{ from: 2026-04-01 }")])
    func whatWouldStandThereByItselfIsAskedToo(_ answer: String, _ value: String) throws {
        let box = try site("campus")
        let run = try kairanOnATerminal(
            ["new", "notices", "Lost umbrella"], in: box.url, environment: ["TERM": "dumb"],
            typing: "2026-04-06\n\(answer)\n")
        #expect(run.exitCode == 0 && run.shown.contains("\nshown [always]: "), "\(run.shown)")
        #expect(try text("content/notices/lost-umbrella.md", in: box.url).contains("\nshown: \(value)\n"))
    }

    /// These titles give no file name, the name of a file that is there, and an id that stands in another file.
    @Test(arguments: [
        ("notices", "落とし物", "name the file with letters"),
        ("notices", "Bicycles", "content/notices/bicycles.md already exists"),
        ("shops", "Books", "books"),
    ])
    func theFilesNameIsAskedBeforeTheRest(_ collection: String, _ title: String, _ reason: String) throws {
        let box = try site(collection == "shops" ? "deals" : "campus")
        let answer = collection == "shops" ? "1 Quay Road" : "2026-04-06\n"
        let run = try kairanOnATerminal(
            ["new", collection, title], in: box.url, environment: ["TERM": "dumb"], typing: "another\n\(answer)\n")
        #expect(run.exitCode == 0, "\(run.shown)")
        let questions = try #require(run.shown.firstRange(of: "id: "))
        #expect(run.shown[..<questions.lowerBound].contains(reason), "\(run.shown)")
        #expect(!run.shown[..<questions.lowerBound].contains("date: ") && run.shown.contains("/another."))
    }

    @Test func aWrongOptionIsToldBeforeTheFirstQuestion() throws {
        let box = try deals()
        let run = try kairanOnATerminal(
            ["new", "deals", "Tea", "--set", "off=200"], in: box.url, environment: ["TERM": "dumb"])
        #expect(
            run.exitCode == 1 && !run.shown.contains("shop: ") && run.shown.contains("[field.limit]"), "\(run.shown)")
    }

    @Test func aPlaceHasAnExample() throws {
        let box = try site("footprints")
        let run = try kairanOnATerminal(
            ["new", "spots", "Lighthouse"], in: box.url, environment: ["TERM": "dumb"],
            typing: "35.68, 139.77\n2026-04-06\n4\ntown\n")
        #expect(run.exitCode == 0 && run.shown.contains("such as 35.68, 139.77\nplace: "), "\(run.shown)")
        #expect(try text("content/spots/lighthouse.md", in: box.url).contains("\nplace: 35.68, 139.77\n"))
    }

    private func deals() throws -> TemporaryFolder { try site("deals") }

    private func site(_ example: String) throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        #expect(try kairan(["init", "--example", example], in: box.url).exitCode == 0)
        return box
    }

    private func text(_ path: String, in folder: URL) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
}

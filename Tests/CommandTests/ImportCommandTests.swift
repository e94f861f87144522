import Foundation
import SiteTesting
import Testing

@Suite struct ImportCommandTests {
    private static let right = #"{"items":[{"id":2,"name":"B"},{"id":1,"name":"A: \"x\" #1"}]}"#

    @Test func entriesAreWrittenAndBuiltAgain() throws {
        let box = try Self.site()
        try box.write(Self.right, to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output == "new: content/ads/b.md\nnew: content/ads/a-x-1.md\n2 files written\n")
        let file = try filesIn(box.url)["content/ads/a-x-1.md"]
        #expect(
            file.map { String(decoding: $0, as: UTF8.self) }
                == "---\nnumber: 1\nname: \"A: \\\"x\\\" #1\"\nshown: always\norder: 2\n---\n")
        #expect(try kairan(["build", "--compact"], in: box.url).exitCode == 0)
        let made = try filesIn(box.url)["public/ads.json"] ?? []
        #expect(String(decoding: made, as: UTF8.self) == Self.right + "\n")
        let again = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(again.output == "nothing to write; 2 entries already there\n")
    }

    /// An audience keeps its seed, so its share keeps its devices.
    @Test func audiencesComeBack() throws {
        let box = try Self.site()
        try box.write("fields: { audience: audience? }\n", to: "content/prompts/_collection.yml")
        try box.write(
            "data: { each: prompts, value: { id: id, audience: audience } }\n", to: "templates/prompts.json.yml")
        let old =
            #"[{"id":"a","audience":{"platforms":["ios"],"versions":"<2.0.0","share":12.5,"#
            + #""from":"2026-04-01T09:00:00Z","seed":"old/7"}},{"id":"b","audience":null}]"#
        try box.write(old, to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "prompts"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let file = try filesIn(box.url)["content/prompts/a.yml"].map { String(decoding: $0, as: UTF8.self) }
        let parts = [
            "platforms: [ios]", "versions: \"<2.0.0\"", "share: 12.5", "from: 2026-04-01T09:00", "seed: old/7",
        ]
        #expect(file == "audience:\n" + parts.map { "  \($0)\n" }.joined())
    }

    @Test func nothingIsOverwrittenWithoutUpdate() throws {
        let box = try Self.site()
        let old = "---\nnumber: 1\n# kept\nname: Old\nshown: { from: 2026-01-01 }\n---\nText.\n"
        try box.write(old, to: "content/ads/one.md")
        try box.write(#"{"items": [{"id": 1, "name": "New"}]}"#, to: "old.json")
        let before = try filesIn(box.url)
        let run = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(
            run.exitCode == 1
                && run.errors.contains("content/ads/one.md:1 has different values for 'name' [import.exists]")
        )
        #expect(try filesIn(box.url) == before)
        let dry = try kairan(["import", "old.json", "--endpoint", "ads", "--update", "--dry-run"], in: box.url)
        #expect(dry.output == "changed: content/ads/one.md\n1 file would be written\n", "\(dry.errors)")
        #expect(try filesIn(box.url) == before)
        #expect(try kairan(["import", "old.json", "--endpoint", "ads", "--update"], in: box.url).exitCode == 0)
        let new = try filesIn(box.url)["content/ads/one.md"] ?? []
        #expect(String(decoding: new, as: UTF8.self) == old.replacing("Old", with: "New"))
    }

    @Test func mistakesAreSaidAtTheirPlacesAndRepaired() throws {
        let box = try Self.site()
        try box.write(
            "\u{FEFF}{\n  // ads\n  'items': [\n    {\"id\": \"x\", \"name\": \"B\"},\n  ]\n}\n", to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(run.exitCode == 1)
        for mistake in [
            "old.json:1:1: error: the file starts with an invisible byte order mark [json.byteOrderMark]",
            "old.json:2:3: error: JSON has no comments [json.comment]",
            "old.json:3:3: error: text needs double quotes, not single ones [json.quote]",
            "old.json:4:29: error: a comma before the closing ']' [json.trailingComma]",
        ] { #expect(run.errors.contains(mistake), "\(run.errors)") }
        let repaired = try kairan(["import", "old.json", "--endpoint", "ads", "--repair"], in: box.url)
        #expect(repaired.exitCode == 1, "\(repaired.errors)")
        #expect(
            repaired.errors.contains("old.json:4:12: error: 'x' is not an integer [field.type]"),
            "\(repaired.errors)")
        try box.write("{'items': [{\"id\": 3, \"name\": \"B\"},]}", to: "old.json")
        let done = try kairan(["import", "old.json", "--endpoint", "ads", "--repair"], in: box.url)
        #expect(done.exitCode == 0 && done.errors.contains("warning: a comma before the closing ']'"), "\(done.errors)")
    }

    @Test func whatHasNoWayBackIsSaidBefore() throws {
        let box = try Self.site()
        try box.write(
            "data: { each: ads, value: { both: { text: \"{name}{number}\" } } }\n", to: "templates/both.json.yml")
        try box.write("data: { each: ads, value: { id: number } }\n", to: "templates/ids.json.yml")
        try box.write("[{\"id\": 1}]", to: "ids.json")
        let before = try filesIn(box.url)
        let both = try kairan(["import", "ids.json", "--endpoint", "both"], in: box.url)
        #expect(both.exitCode == 1 && both.errors.contains("templates/both.json.yml:1:"), "\(both.errors)")
        #expect(both.errors.contains("[import.shape]"))
        let ids = try kairan(["import", "ids.json", "--endpoint", "ids"], in: box.url)
        #expect(
            ids.errors.contains("nothing here gives 'name', which new entries need [import.field]"), "\(ids.errors)")
        let none = try kairan(["import", "ids.json", "--endpoint", "idz"], in: box.url)
        #expect(none.exitCode == 2 && none.errors.contains("there is no endpoint 'idz'"), "\(none.errors)")
        #expect(try filesIn(box.url) == before)
        let set = try kairan(
            ["import", "ids.json", "--endpoint", "ids", "--set", "name=N", "--set", "shown=always"], in: box.url)
        #expect(set.exitCode == 0, "\(set.errors)")
    }

    /// Mistakes of JSON, of the shape and of values are said in one run, each at its place in the JSON.
    @Test func allMistakesAreSaidAtOnce() throws {
        let box = try Self.site(tags: true)
        try box.write(
            """
            { "items": [
              { "id": 1, "name": "A", "tags": null, "when": null },
              { "id": "x", "name": "B", "tags": [], "when": "2026-02-30" },
              { "id": 3, "nome": "C", "tags": [], "when": null },
              { "id": 4, "name": "D", "tags": [], "when": null },
              { "id": 4, "name": "E", "tags": [], "when": null, },
              17,
            ] }
            """, to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(try goldenDifference(run.errors, sitesFolder.appending(path: "import/all-at-once.txt")) == nil)
        #expect(try filesIn(box.url)["content/ads/a.md"] == nil)
    }

    @Test func otherOrderIsSaidOnce() throws {
        let box = try Self.site()
        try box.write(
            "{ data: { each: ads, sort: number, value: { id: number, name: name } } }\n", to: "templates/all.json.yml")
        try box.write(#"[{"id": 3, "name": "C"}, {"id": 1, "name": "A"}, {"id": 2, "name": "B"}]"#, to: "old.json")
        let run = try kairan(
            ["import", "old.json", "--endpoint", "all", "--set", "shown=always"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(
            run.errors.hasPrefix(
                "old.json:1:2: error: the endpoint would have these 3 elements in a different order: this one would be number 3, not 1 [import.difference]"
            ), "\(run.errors)")
        #expect(run.errors.hasSuffix("1 mistake; nothing was written\n"), "\(run.errors)")
    }

    /// Old JSON stands where the endpoint will be published: the message names a command that compares the two.
    @Test(arguments: [("public", []), ("it's out", ["--at", "2026-05-01", "--out", "it's out"])])
    func oldJSONInThePublication(_ folder: String, _ options: [String]) throws {
        let box = try Self.site()
        let old = #"{ "items": [ {"name": "A", "id": 1}, {"id": 2, "name": "B"} ] }"#
        try box.write(old, to: "\(folder)/ads.json")
        #expect(try kairan(["import", "\(folder)/ads.json", "--endpoint", "ads"], in: box.url).exitCode == 0)
        let build = try kairan(["build"] + options, in: box.url)
        let command =
            options.isEmpty ? "kairan diff --against public" : "kairan diff --against 'it'\\''s out' --at 2026-05-01"
        #expect(build.exitCode == 3)
        #expect(
            build.errors
                == "error: Kairan did not make these files and will not replace them; move them away: ads.json\n"
                + "help: if apps read them, \(command) shows whether they would read the same; then move them away\n")
        let diff = ["diff", "--against", folder]
        let same = try kairan(diff, in: box.url)
        #expect(same.exitCode == 10 && !same.output.contains("data"), "\(same.output)\(same.errors)")
        try box.write(old.replacing("B", with: "C"), to: "\(folder)/ads.json")
        let other = try kairan(diff, in: box.url)
        #expect(other.output.contains("ads.json: 'name' changed in 1 ad: 2 [data.changed]"), "\(other.output)")
        let files = try filesIn(box.url)
        #expect(
            files["\(folder)/ads.json"].map { String(decoding: $0, as: UTF8.self) } == old.replacing("B", with: "C"))
    }

    @Test func markdownDoesNotComeBackFromHTML() throws {
        let box = try Self.site()
        for (name, keys) in [("html", "html: body.html"), ("both", "html: body.html, text: body.text")] {
            try box.write(
                "data: { each: ads, where: { shown: now }, value: { id: number, name: name, \(keys) } }\n",
                to: "templates/\(name).json.yml")
        }
        try box.write(#"[{"id": 1, "name": "A", "html": "<p><em>B</em></p>\n"}]"#, to: "html.json")
        let alone = try kairan(["import", "html.json", "--endpoint", "html"], in: box.url)
        #expect(alone.exitCode == 1)
        #expect(
            alone.errors.contains("templates/html.json.yml:1:82: error: 'body' cannot be recovered from HTML alone"),
            "\(alone.errors)")
        #expect(alone.errors.contains("help: publish body.text too"))
        try box.write(#"[{"id": 1, "name": "A", "html": "<p><em>B</em></p>", "text": "B"}]"#, to: "both.json")
        let both = try kairan(["import", "both.json", "--endpoint", "both"], in: box.url)
        #expect(both.errors.contains("both.json:1:33: error: the endpoint would have \"<p>B</p>"), "\(both.errors)")
        #expect(both.errors.contains("help: the Markdown that the HTML was made from is unknown"))
        try box.write(#"[{"id": 1, "name": "A", "html": ""}]"#, to: "html.json")
        #expect(try kairan(["import", "html.json", "--endpoint", "html"], in: box.url).exitCode == 0)
    }

    @Test(
        arguments: [
            ("https://e.example/api/ads.json?a=1&b", "curl -fsSL -o ads.json 'https://e.example/api/ads.json?a=1&b'"),
            ("HTTP://e.example/it's", "curl -fsSL -o old-api.json 'HTTP://e.example/it%27s'"),
            ("https://e.example/-x.json", "curl -fsSL -o old-api.json 'https://e.example/-x.json'"),
        ]) func addressesAreNotFetched(_ address: String, _ line: String) throws
    {
        let box = try Self.site()
        let run = try kairan(["import", address, "--endpoint", "ads"], in: box.url)
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("save the file first: \(line), then import"), "\(run.errors)")
    }

    @Test(arguments: [
        ("running", "\"PT1H44M\""), ("running.minutes", "104"), ("running.text", "\"1 h 44 min\""),
        ("{ text: \"{running}\" }", "\"PT1H44M\""),
    ])
    func aDurationIsWrittenAsPeopleDo(shape: String, json: String) throws {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\nlanguage: en\n", to: "content/site.yml")
        try box.write(
            "entry: film\nmayBeEmpty: true\nfields: { running: duration }\n", to: "content/films/_collection.yml")
        try box.write("data: { each: films, value: { id: id, at: \(shape) } }\n", to: "templates/films.json.yml")
        try box.write("[{\"id\": \"a\", \"at\": \(json)}]", to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "films"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let file = try filesIn(box.url)["content/films/a.yml"] ?? filesIn(box.url)["content/films/a.md"] ?? []
        #expect(String(decoding: file, as: UTF8.self).contains("running: 1h 44m\n"))
    }

    /// The end of a window is read back from what readers see: its last day, or a moment.
    @Test(arguments: [
        ("shown.until.text", "\"2026-04-30\"", "2026-04-30"),
        ("shown.until.text", "\"2026-04-30 18:00\"", "2026-04-30T18:00"),
        ("shown.until", "\"2026-05-01T00:00:00Z\"", "2026-04-30"),
    ])
    func theLastDayOfAWindowIsReadBack(shape: String, json: String, end: String) throws {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\nlanguage: en\n", to: "content/site.yml")
        try box.write("mayBeEmpty: true\nfields: { shown: window }\n", to: "content/ads/_collection.yml")
        try box.write("data: { each: ads, value: { id: id, at: \(shape) } }\n", to: "templates/ads.json.yml")
        try box.write("[{\"id\": \"a\", \"at\": \(json)}]", to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let file = try filesIn(box.url)["content/ads/a.yml"] ?? []
        #expect(String(decoding: file, as: UTF8.self) == "shown: { until: \(end) }\n")
    }

    @Test func forPrograms() throws {
        let box = try Self.site()
        try box.write(Self.right, to: "old.json")
        for arguments in [["--dry-run"], ["--set", "nome=x"]] {
            let run = try kairan(
                ["import", "old.json", "--endpoint", "ads", "--format", "sarif"] + arguments, in: box.url)
            #expect(
                run.errors == ""
                    && run.output.hasPrefix("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\""))
            #expect(run.output.contains("\"level\":\"error\"") == (run.exitCode == 1))
        }
        try box.write(
            "{ data: { each: ads, value: { id: number, name: name, image: image.url } } }\n",
            to: "templates/pictures.json.yml")
        try box.write(#"[{"id": 1, "name": "A", "image": ""}]"#, to: "empty.json")
        let empty = try kairan(
            ["import", "empty.json", "--endpoint", "pictures", "--set", "shown=always"], in: box.url)
        #expect(empty.errors.contains("empty.json:1:34: error: an empty text is not an address"), "\(empty.errors)")
        let none = try kairan(["import", "old.json", "--endpoint", "ads", "--pictures", "none"], in: box.url)
        #expect(none.exitCode == 2 && none.errors.contains("there is no folder 'none'"), "\(none.errors)")
        let set = try kairan(["import", "old.json", "--endpoint", "ads", "--set", "shown=soon"], in: box.url)
        #expect(set.errors.contains("--set shown=soon:1:1: error: "), "\(set.errors)")
    }

    static func site(tags: Bool = false) throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try box.write(
            """
            entry: ad
            fields:
              number: { integer: { unique: true } }
              name: text
              shown: window
              order: { integer: { default: 0 } }
              image: image?\(tags ? "\n  tags: { list: text }\n  when: date?" : "")
            body: markdown

            """, to: "content/ads/_collection.yml")
        try box.write(
            "data: { items: { each: ads, where: { shown: now }, sort: [order, number], value: { id: number, name: name\(tags ? ", tags: tags, when: when" : "") } } }\n",
            to: "templates/ads.json.yml")
        return box
    }
}

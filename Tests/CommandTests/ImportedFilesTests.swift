import Foundation
import SiteTesting
import Testing

extension ImportCommandTests {
    /// One run reports control characters, another encoding, tokens, keys, types, days and pictures, each at its place.
    @Test func nothingInTheFileHidesAnotherMistake() throws {
        let box = try Self.site(tags: true)
        try box.write(
            "{ data: { items: { each: ads, sort: [order, number], value: { id: number, name: name, tags: tags, when?: when, image?: image.url } } } }\n",
            to: "templates/ads.json.yml")
        let text = """
            { "items": [
              { "id": 1, "name": "A\u{1}B\u{7F}", "tags": [], "when": "2026-02-30" },
              { "id": "x", "name": "tab\there \\u0000", "tags": "none" },
              { "id": 3, "id": 4, "name": "C", "tags": [] },
              { "id" 5, "name": 'D', "tags": [], "image": "images/gone.png" },
              { "id": 6, "name": "open, "tags": [] },
              { "id": 07, "name": "E", "tags": [] },
              { "id": 8, "name": "\u{FFFD}", "tags": [] },
              { "id": 9, "name": "F, "tags": ["a", "b"] },
              { "id": "y", "name": "the "best" of all", "tags": [] },
              { "id": "z", "name": "open, and no comma }
              { "id": 1.5, "name": "H", "tags": [1] },
              { "id": 10, 'name': "G", "tags": [], // end
              }
            ] }

            """
        // This puts a letter of Latin-1 into the file.
        let bytes = Data(text.utf8).split(separator: Data("\u{FFFD}".utf8), omittingEmptySubsequences: false)
        try box.write(bytes[0] + Data([0xE9]) + bytes[1], to: "old.json")
        let run = try kairan(
            ["import", "old.json", "--endpoint", "ads", "--set", "shown=always"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(try goldenDifference(run.errors, sitesFolder.appending(path: "import/nothing-hidden.txt")) == nil)
        #expect(try filesIn(box.url).keys.filter { $0.hasPrefix("content/ads/") } == ["content/ads/_collection.yml"])
    }

    /// Some readers of YAML take these characters for line breaks.
    @Test(arguments: ["~ a )\u{2028}@b", "a \u{2029} b", "a\u{2028}"])
    func separatorsComeBack(_ text: String) throws {
        let box = try Self.calendar("")
        try box.write("entry: word\nfields: { text: text }\nmayBeEmpty: true\n", to: "content/words/_collection.yml")
        try box.write("data: { each: words, value: { id: id, text: text } }\n", to: "templates/words.json.yml")
        let json = "[{\"id\":\"a\",\"text\":\"\(text)\"}]"
        try box.write(json, to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "words"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
    }

    /// The days that `occurrences` lists come back as a schedule that has them, and is built again.
    @Test(arguments: [
        ("as: [EEEE, yyyyMMdd]", ["Monday", "20260401"], "days:\n  weekly: [mon]\n  dates: [2026-04-01]\n"),
        ("as: [EEEE, yyyyMMdd]", ["20260406", "20260408"], "days:\n  dates: [2026-04-06, 2026-04-08]\n"),
        (
            "as: [EEE, dd.MM.yyyy]", ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], "days: daily\n"
        ),
        ("as: d MMMM", ["1 April", "30 April"], "days:\n  dates: [2026-04-01, 2026-04-30]\n"),
        ("within: shown", ["2026-04-02", "2026-04-05"], "days:\n  dates: [2026-04-02, 2026-04-05]\n"),
        ("as: EEEE", ["Wednesday", "Wednesday", "Wednesday", "Wednesday", "Wednesday"], "days:\n  weekly: [wed]\n"),
    ])
    func listedDaysAreASchedule(_ pattern: String, _ days: [String], _ written: String) throws {
        let box = try Self.calendar(pattern)
        let list = days.map { "\"\($0)\"" }.joined(separator: ",")
        let json = "[{\"id\":\"swim\",\"days\":[\(list)]}]"
        try box.write(json, to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "days", "--set", "shown=always"], in: box.url)
        #expect(run.exitCode == 0 && run.errors.contains("[import.days]"), "\(run.errors)")
        let file = try String(contentsOf: box.url.appending(path: "content/openings/swim.yml"), encoding: .utf8)
        #expect(file == written + "shown: always\n")
        #expect(try kairan(["build", "--compact"], in: box.url).exitCode == 0)
        let made = try String(contentsOf: box.url.appending(path: "public/days.json"), encoding: .utf8)
        #expect(made == json + "\n")
        let again = try kairan(["import", "old.json", "--endpoint", "days"], in: box.url)
        #expect(again.output == "nothing to write; 1 entry already there\n" && again.errors == "", "\(again.errors)")
    }

    @Test(arguments: [
        (
            "", "\"2026-05-01\"",
            "1:23: error: no day from 2026-04-01 until 2026-04-30 is written like this [import.text]"
        ),
        ("", "\"2026-04-01\",\"2026-04-01\"", "1:23: error: this is listed more than once [import.text]"),
        (
            "as: EEEE", "\"Monday\"",
            "1:23: error: this is written for 4 days from 2026-04-01 until 2026-04-30, and it is unclear"
        ),
        ("", "\"2026-04-05\",\"2026-04-02\"", "1:23: error: the endpoint would have "),
        ("as: [EEEE, yyyyMMdd]", "\"20260406\",\"20260413\",\"20260420\",\"20260427\"", "[import.difference]"),
        ("", "", "1:22: error: there is nothing here, but every opening has 'days', a schedule [import.value]"),
    ])
    func daysThatNoScheduleGives(_ pattern: String, _ list: String, _ message: String) throws {
        let box = try Self.calendar(pattern)
        try box.write("[{\"id\":\"swim\",\"days\":[\(list)]}]", to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "days", "--set", "shown=always"], in: box.url)
        #expect(run.exitCode == 1 && run.errors.contains(message), "\(run.errors)")
        #expect(!run.errors.contains("[field.missing]"), "\(run.errors)")
    }

    private static func calendar(_ pattern: String) throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try box.write(
            "entry: opening\nfields:\n  days: schedule\n  shown: window\n", to: "content/openings/_collection.yml")
        let words = pattern.isEmpty ? "" : ", \(pattern)"
        try box.write(
            "data: { each: openings, value: { id: id, days: { occurrences: days, from: 2026-04-01, until: 2026-04-30\(words) } } }\n",
            to: "templates/days.json.yml")
        return box
    }

    /// Long texts are written as people write them, and read as they were.
    @Test(arguments: [
        ("one: \"two\"\n\n- three\n  # four", "name: |-\n  one: \"two\"\n\n  - three\n    # four\n"),
        ("one\n", "name: |\n  one\n"), ("one\n\n", "name: |+\n  one\n\n"), ("\none", "name: \"\\none\"\n"),
        (" one\ntwo", "name: \" one\\ntwo\"\n"), ("one\n \ntwo", "name: \"one\\n \\ntwo\"\n"),
        ("one\u{2028}\ntwo", "name: \"one\\u2028\\ntwo\"\n"),
        (
            String(repeating: "a: b ", count: 20) + "c",
            "name: |-\n  \(String(repeating: "a: b ", count: 20))c\n"
        ),
        (String(repeating: "plain ", count: 20) + "c", "name: \(String(repeating: "plain ", count: 20))c\n"),
    ])
    func longTextsAreBlocks(_ text: String, _ written: String) throws {
        let box = try Self.site()
        let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
        let json = "{\"items\":[{\"id\":1,\"name\":\(quoted)}]}"
        try box.write(json, to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let path = try #require(run.output.firstMatch(of: /new: (\S+)\n/)?.1)
        let file = try String(contentsOf: box.url.appending(path: String(path)), encoding: .utf8)
        #expect(file.contains("number: 1\n" + written), "\(file)")
        // The import has compared what is built from memory; this compares what is built from the written file.
        let again = try kairan(["import", "old.json", "--endpoint", "ads"], in: box.url)
        #expect(again.output == "nothing to write; 1 entry already there\n", "\(again.errors)")
    }

    /// New entries stand where the collection's others do.
    @Test(arguments: [
        (
            "all.yml", "# Shops.\n- id: one\n  name: One\n  tags: [o]\n",
            "- id: tea\n  name: Two\n  about: |-\n    a: b\n    c\n  tags: [x, y]\n"
                + "- id: zoo\n  name: \"3: Three\"\n  tags: [z]\n"
        ),
        (
            "all.csv", "id,name,tags,about\none,One,o,\n",
            "tea,Two,x|y,\"a: b\nc\"\nzoo,3: Three,z,\n"
        ),
        (
            "all.csv", "\"id\",name,tags,about\none,One,o,\n",
            "tea,Two,x|y,\"a: b\nc\"\nzoo,3: Three,z,\n"
        ),
        (
            "all.csv", "\u{FEFF}id,name,tags,about\r\none,One,o,\r\n",
            "tea,Two,x|y,\"a: b\r\nc\"\r\nzoo,3: Three,z,\r\n"
        ),
        (
            "all.csv", "\u{FEFF}sep=;\r\nid;name;tags;about\r\none;One;o;\r\n",
            "tea;Two;x|y;\"a: b\r\nc\"\r\nzoo;3: Three;z;\r\n"
        ),
        (
            "all.yml", "# Shops.\r\n- id: one\r\n  name: One\r\n\r\n  tags: [o]\r\n",
            "- id: tea\r\n  name: Two\r\n  about: |-\r\n    a: b\r\n    c\r\n  tags: [x, y]\r\n"
                + "- id: zoo\r\n  name: \"3: Three\"\r\n  tags: [z]\r\n"
        ),
    ])
    func newEntriesStandWithTheOthers(_ name: String, _ old: String, _ added: String) throws {
        let box = try Self.shops()
        try box.write(old, to: "content/shops/\(name)")
        let run = try kairan(["import", "old.json", "--endpoint", "shops"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output == "changed: content/shops/\(name)\n1 file written; 1 entry already there\n")
        // A String of the file would lack its byte order mark.
        let file = try #require(try filesIn(box.url)["content/shops/\(name)"])
        #expect(file.elementsEqual((old + added).utf8), "\(String(decoding: file, as: UTF8.self).debugDescription)")
        #expect(try kairan(["build", "--compact"], in: box.url).exitCode == 0)
        let json = try filesIn(box.url)
        #expect(json["public/shops.json"].map { $0.dropLast() } == json["old.json"].map { $0[...] })
    }

    /// New entries have a file each if the others have one, or if the list cannot take them.
    @Test(arguments: [
        ("one.yml", "name: One\ntags: [o]\n"), ("all.yml", "[{ id: one, name: One, tags: [o] }]\n"),
        ("all.csv", "id,name,tags\none,One,o\n"),
    ])
    func newEntriesHaveFilesOfTheirOwn(_ name: String, _ old: String) throws {
        let box = try Self.shops()
        try box.write(old, to: "content/shops/\(name)")
        let run = try kairan(["import", "old.json", "--endpoint", "shops"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let file = try String(contentsOf: box.url.appending(path: "content/shops/tea.yml"), encoding: .utf8)
        #expect(file.hasPrefix("name: Two\n"))
    }

    @Test func aMistakeInAListIsOneInTheJSON() throws {
        let box = try Self.shops()
        try box.write("- id: one\n  name: One\n  tags: [o]\n", to: "content/shops/all.yml")
        let json = try String(contentsOf: box.url.appending(path: "old.json"), encoding: .utf8)
        try box.write(json.replacing("\"zoo\"", with: "\"one\""), to: "old.json")
        let run = try kairan(["import", "old.json", "--endpoint", "shops"], in: box.url)
        #expect(run.exitCode == 1 && run.errors.contains("old.json:1:"), "\(run.errors)")
    }

    private static func shops() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try box.write(
            "entry: shop\nfields:\n  name: text\n  about: text?\n  tags: { list: text }\n",
            to: "content/shops/_collection.yml")
        try box.write(
            "data: { each: shops, value: { id: id, name: name, about?: about, tags: tags } }\n",
            to: "templates/shops.json.yml")
        try box.write(
            #"[{"id":"one","name":"One","tags":["o"]},{"id":"tea","name":"Two","about":"a: b\nc","tags":["x","y"]},"#
                + #"{"id":"zoo","name":"3: Three","tags":["z"]}]"#, to: "old.json")
        return box
    }
}

import Foundation
import SiteTesting
import Testing

/// An update that removes entries, or changes other files of the publication.
@Suite struct ImportGoneTests {
    private static func site(_ flags: String = "") throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("title: T\nurl: https://t.example/\n", to: "content/site.yml")
        try box.write(
            "entry: ad\nfields:\n  name: text\n  inV2: { boolean: { default: false } }\n"
                + "  public: { boolean: { default: false } }\n", to: "content/ads/_collection.yml")
        try box.write("id,name,inV2,public\na,A,true,true\nb,B,true,true\nc,C,,true\n", to: "content/ads/ads.csv")
        let shape = "value: { id: id, name: name } }\n"
        try box.write("data: { each: ads, where: { public: true }, \(shape)", to: "templates/api/v1/i.json.yml")
        try box.write(
            "data: { each: ads, where: { inV2: true, public: true }, \(shape)", to: "templates/api/v2/i.json.yml")
        try box.write("data: { each: ads, \(shape)", to: "templates/all.json.yml")
        return box
    }

    private static func update(
        _ json: String, _ endpoint: String, in box: borrowing TemporaryFolder, _ more: [String] = []
    ) throws -> Run {
        try box.write(json, to: "next.json")
        return try kairan(["import", "next.json", "--endpoint", endpoint, "--update"] + more, in: box.url)
    }

    private static func table(_ box: borrowing TemporaryFolder) throws -> String {
        String(decoding: try filesIn(box.url)["content/ads/ads.csv"] ?? [], as: UTF8.self)
    }

    /// An entry leaves an endpoint by a field that chooses for no other one.
    @Test func onlyTheEndpointsOwnFlagChanges() throws {
        let box = try Self.site()
        let run = try Self.update(#"[{ "id": "a", "name": "A" }]"#, "v2/i", in: box)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(try Self.table(box).contains("\nb,B,,true\n"))
        #expect(run.output.contains("no longer inV2: b\n"), "\(run.output)")
        #expect(!run.output.contains("too:"), "\(run.output)")
    }

    @Test func aFlagOfOthersIsRefused() throws {
        let box = try Self.site()
        let before = try Self.table(box)
        let run = try Self.update(#"[{ "id": "a", "name": "A" }, { "id": "c", "name": "C" }]"#, "v1/i", in: box)
        #expect(run.exitCode == 1, "\(run.output)")
        #expect(
            run.errors.contains("no 'b' any more, and other templates use what chooses it here: 'public'"),
            "\(run.errors)")
        #expect(run.errors.contains("content/ads/ads.csv:3"), "\(run.errors)")
        #expect(try Self.table(box) == before)
    }

    @Test func otherOutputsThatChangeAreTold() throws {
        let box = try Self.site()
        let json = #"[{ "id": "a", "name": "A!" }, { "id": "b", "name": "B" }]"#
        let dry = try Self.update(json, "v2/i", in: box, ["--dry-run"])
        #expect(dry.output.contains("would change too: all.json, api/v1/i.json\n"), "\(dry.output)\(dry.errors)")
        let run = try Self.update(json, "v2/i", in: box)
        #expect(run.output.contains("changes too: all.json, api/v1/i.json\n"), "\(run.output)\(run.errors)")
    }

    @Test func aReferenceToWhatGoesIsRefused() throws {
        let box = try Self.site()
        try box.write("entry: note\nfields: { ad: { reference: ads } }\n", to: "content/notes/_collection.yml")
        try box.write("ad: b\n", to: "content/notes/n.yml")
        let json = #"[{ "id": "a", "name": "A" }, { "id": "c", "name": "C" }]"#
        let run = try Self.update(json, "all", in: box)
        #expect(run.exitCode == 1 && run.errors.contains("content/notes/n.yml:1"), "\(run.output)\(run.errors)")
    }

    @Test func removedEntriesAreNamed() throws {
        let box = try Self.site()
        let run = try Self.update(#"[{ "id": "a", "name": "A" }]"#, "all", in: box)
        #expect(
            run.output.contains("removed from content/ads/ads.csv: b, c\n") && run.output.contains("; 2 removed\n"),
            "\(run.output)\(run.errors)")
    }

    /// The collection and the shape stay, and the next version of the JSON can have elements again.
    @Test(arguments: [true, false]) func noElementsAreTaken(isTable: Bool) throws {
        let box = try ImportUpdateTests.board(
            isTable
                ? #"{ "items": [ { "id": "a", "n": "A" }, { "id": "b", "n": "B" } ] }"#
                : #"{ "items": [ { "id": "a", "n": [["A"]] }, { "id": "b", "n": [["B"]] } ] }"#)
        let template = try filesIn(box.board)["templates/api/v1/news.json.yml"]
        for json in [
            #"{ "items": [] }"#,
            isTable ? #"{ "items": [ { "id": "c", "n": "C" } ] }"# : #"{ "items": [ { "id": "c", "n": [["C"]] } ] }"#,
        ] {
            try box.write(json, to: "next.json")
            let run = try kairan(["import", "../next.json", "--endpoint", "v1/news", "--update"], in: box.board)
            #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
            #expect(try filesIn(box.board)["templates/api/v1/news.json.yml"] == template)
            try ImportUpdateTests.expectPublished(json, in: box)
        }
    }

    @Test func aTenthIsRefused() throws {
        let box = try Self.site()
        let rows = (10...30).map { "x\($0),X,," }.joined(separator: "\n")
        try box.write("id,name,inV2,public\n\(rows)\n", to: "content/ads/ads.csv")
        let json = #"[{ "id": "x10", "name": "X" }]"#
        let run = try Self.update(json, "all", in: box)
        #expect(run.exitCode == 1 && run.errors.contains("only 1 of 21 entries of ads"), "\(run.output)\(run.errors)")
        #expect(run.errors.contains("--allow-removals"), "\(run.errors)")
        let done = try Self.update(json, "all", in: box, ["--allow-removals"])
        #expect(done.exitCode == 0 && done.output.contains("20 removed"), "\(done.output)\(done.errors)")
    }

    /// JSON that was cut off is not taken for JSON of another form.
    @Test(arguments: [#"{ "items": [ { "id": "x10", "n": "A" } ] }"#, #"{ "items": [ { "id": "x10", "m": 1 } ] }"#])
    func aTenthOfAnAdoptedBoardIsRefused(json: String) throws {
        let rows = (10...30).map { "{ \"id\": \"x\($0)\", \"n\": \"A\" }" }.joined(separator: ", ")
        let box = try ImportUpdateTests.board("{ \"items\": [ \(rows) ] }")
        try box.write(json, to: "next.json")
        let before = try filesIn(box.board)
        let run = try kairan(["import", "../next.json", "--endpoint", "v1/news", "--update"], in: box.board)
        #expect(run.exitCode == 1 && run.errors.contains("--allow-removals"), "\(run.output)\(run.errors)")
        #expect(try filesIn(box.board) == before)
    }

    /// What cannot be read would be written a second time.
    @Test func aFileWithMistakesIsRefused() throws {
        let box = try Self.site()
        try box.write("id,name,inV2,public\na,A,true,true\nb\n", to: "content/ads/ads.csv")
        let before = try filesIn(box.url)
        let run = try Self.update(#"[{ "id": "a", "name": "A" }, { "id": "b", "name": "B" }]"#, "all", in: box)
        #expect(run.exitCode == 1 && run.errors.contains("content/ads/ads.csv:3"), "\(run.output)\(run.errors)")
        #expect(try filesIn(box.url).filter { $0.key != "next.json" } == before)
    }
}

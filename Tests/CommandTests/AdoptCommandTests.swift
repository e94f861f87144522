import Foundation
import SiteTesting
import Testing

/// Made-up APIs of different habits, `Tests/Adopt/<name>/api`, and the boards that they become, `board`.
@Suite struct AdoptCommandTests {
    static let folder = sitesFolder.deletingLastPathComponent().appending(path: "Adopt")
    static let names = [
        "flat-folder", "index-and-items", "japanese-board", "maps-by-id", "mixed-types", "nested-lists", "root-arrays",
        "several-types", "sparse-records", "three-versions", "words-of-shapes", "wrapped-answers",
    ]

    @Test(arguments: names) func boardGivesEveryFileBack(_ name: String) throws {
        let box = try TemporaryFolder()
        try box.lay(Self.folder.appending(path: "\(name)/api"), over: "api")
        let before = try filesIn(box.url.appending(path: "api"))
        let run = try kairan(["adopt", "api", "--into", "board"], in: box.url)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(try filesIn(box.url.appending(path: "api")) == before)
        try Self.compare(try filesIn(box.url.appending(path: "board")), with: name, run.output)
        #expect(try Self.differences(in: box.url, "api", prefix: "api") == "")
    }

    @Test func nearlyAllFilesAreShaped() throws {
        var (shaped, all) = (0, 0)
        for name in Self.names {
            let given = try filesIn(Self.folder.appending(path: "\(name)/api")).keys.filter { $0.hasSuffix(".json") }
            let copied = try filesIn(Self.folder.appending(path: "\(name)/board/templates")).keys
                .filter { $0.hasSuffix(".json") }
            (shaped, all) = (shaped + given.count - copied.count, all + given.count)
        }
        #expect(all > 50)
        #expect(shaped * 100 >= all * 95, "\(shaped) of \(all)")
    }

    /// Objects and lists with a key for each record are one collection, and few values close no choice.
    @Test func keysOfRecordsAreNoCollections() throws {
        let box = try TemporaryFolder()
        let watches = (0..<81).map { #""brand\#($0)":[{"model":"M\#($0)","price":\#($0)}]"# }
        try box.write("{\(watches.joined(separator: ","))}", to: "api/v1/watches.json")
        let slots = (1...8).map { #""slot\#($0)":{"a":\#($0)\#($0 % 3 == 0 ? #","b":"x""# : "")}"# }
        try box.write(#"{"slots":{\#(slots.joined(separator: ","))}}"#, to: "api/v1/slots.json")
        let rows = (0..<40).map {
            #"{"id":\#($0),"kind":"\#(["aa", "bb"][$0 % 2])","one":"same","rare":"\#($0 == 7 ? "x" : "y")"}"#
        }
        try box.write("[\(rows.joined(separator: ","))]", to: "api/v1/rows.json")
        try box.write(#"[{"id":1,"lang":"en"},{"id":2,"lang":"en"},{"id":3,"lang":"fr"}]"#, to: "api/v1/few.json")
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let files = try filesIn(box.url.appending(path: "board"))
        let collections = files.keys.filter { $0.hasSuffix("_collection.yml") }.sorted()
        #expect(
            collections == ["few", "rows", "slots", "watches"].map { "content/\($0)/_collection.yml" }, "\(run.output)")
        #expect(run.output.contains("4 of 4 JSON files shaped"))
        #expect(run.output.split(separator: "\n").filter { $0.hasPrefix("closed") } == ["closed: rows.kind: aa, bb"])
        let declaration = String(decoding: files["content/rows/_collection.yml"] ?? [], as: UTF8.self)
        #expect(declaration.contains("# These are all values that 40 entries have"))
        #expect(try Self.differences(in: box.url, "api", prefix: "api") == "")
    }

    @Test func misnamedPictureStaysAndMissingFileFails() throws {
        let box = try TemporaryFolder()
        try box.lay(Self.folder.appending(path: "index-and-items/api/v1/images"), over: "api/v1/images")
        let images = box.url.appending(path: "api/v1/images")
        try FileManager.default.moveItem(
            at: images.appending(path: "tea-hour.png"), to: images.appending(path: "tea-hour.jpg"))
        try box.write(#"[{"id":"a","p":"images/tea-hour.jpg"},{"id":"b","p":"images/x.png"}]"#, to: "api/v1/p.json")
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        #expect(
            run.output.contains("warning: 'tea-hour.jpg' is a PNG picture, not what its name says; it keeps its name"))
        #expect(!run.output.contains("left out"))
        #expect(try Self.differences(in: box.url, "api", prefix: "api") == "")
        #expect(try filesIn(box.url)["board/public/api/v1/images/tea-hour.jpg"] != nil)
        try box.write("no picture", to: "api/v1/images/x.png")
        let refused = try kairan(["adopt", "api", "--into", "again"], in: box.url)
        #expect(refused.exitCode == 2)
        #expect(
            refused.errors.contains("v1/p.json:1 names v1/images/x.png, which would be left out"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: box.url.appending(path: "again").path))
    }

    @Test func optionalListsOfRecordsAreShaped() throws {
        let box = try TemporaryFolder()
        try box.write(
            #"[{"id":"a","x":[{"n":1}]},{"id":"b"},{"id":"c","y":{"z":[{"m":"q"}]}},{"id":"d","y":{"w":1}}]"#,
            to: "api/v1/a.json")
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.output.contains("1 of 1 JSON file shaped"), "\(run.output)\(run.errors)")
        #expect(try Self.differences(in: box.url, "api", prefix: "api") == "")
    }

    @Test func onlyAFreePlaceIsWrittenTo() throws {
        let box = try TemporaryFolder()
        try box.write("[1]\n", to: "api/v1/a.json")
        try box.write("mine\n", to: "board/notes.txt")
        for path in ["one/content/a.md", "two/templates/a", "three/public/a", "four/adopted.lock"] {
            try box.write("mine\n", to: path)
        }
        let before = try filesIn(box.url)
        for target in [
            "one", "two", "three", "four", "api/board", "api/new/deep/board", "new/../api/board", "board/notes.txt",
        ] {
            let run = try kairan(["adopt", "api", "--into", target], in: box.url)
            #expect(run.exitCode == 2, "\(target): \(run.output)\(run.errors)")
        }
        #expect(try kairan(["adopt", "api", "--into", "new", "--dry-run"], in: box.url).exitCode == 0)
        #expect(try kairan(["adopt", "nowhere", "--into", "new"], in: box.url).exitCode == 3)
        #expect(try kairan(["adopt", "board", "--into", "new"], in: box.url).exitCode == 2)
        #expect(try filesIn(box.url) == before)
    }

    @Test(arguments: [["api", "--title", " "], ["api", "--title", ""], ["api", "--into", ""], [""]])
    func emptyWordsAreRefused(_ words: [String]) throws {
        let box = try TemporaryFolder()
        try box.write("[1]\n", to: "api/v1/a.json")
        let run = try kairan(["adopt"] + words, in: box.url)
        #expect(run.exitCode == 2)
        let name = words.count > 1 ? words[1] : "adopt"
        #expect(run.errors.contains("\(name) needs"), "\(run.errors)")
        #expect(try filesIn(box.url).count == 1)
    }

    @Test func brokenJSONIsNamedAndRepairedOnlyWhenAsked() throws {
        let box = try TemporaryFolder()
        try box.write(
            "{\n  // the ads\n  \"ads\": [{ \"id\": 1, \"client\": \"Bakery\" },]\n}\n", to: "api/v1/ads.json")
        let refused = try kairan(["adopt", "api"], in: box.url)
        #expect(refused.exitCode == 1)
        #expect((refused.output + refused.errors).contains("api/v1/ads.json:2:3: error: JSON has no comments"))
        #expect((refused.output + refused.errors).contains("api/v1/ads.json:3:42: error:"))
        #expect(try filesIn(box.url).count == 1)
        let run = try kairan(["adopt", "api", "--repair"], in: box.url)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        try box.write("{\"ads\":[{\"id\":1,\"client\":\"Bakery\"}]}", to: "api/v1/ads.json")
        #expect(try Self.differences(in: box.url, "api", prefix: "api") == "")
    }

    @Test func whatIsCopiedIsNamedWithTheReason() throws {
        let box = try TemporaryFolder()
        try box.write(#"[{"id":1,"a":2,"b":3},{"id":2,"b":3,"a":2}]"#, to: "api/v1/order.json")
        try box.write(#"[{"id":1,"a":null},{"id":2},{"id":3,"a":{"b":5}}]"#, to: "api/v1/nulls.json")
        try box.write(#"{"id":1,"n":9007199254740993}"#, to: "api/v2/large.json")
        try box.write("not JSON", to: "api/v1/notes.txt")
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        // Another order of keys is the same data.
        for line in [
            "api/v1/order.json  entries of order; the keys of the object in line 1 come in the order of the others",
            "api/v1/nulls.json  copied as it is, because 'a' is null in one object and missing in another",
            "api/v2/large.json  copied as it is, because ",
        ] { #expect(run.output.contains("\n\(line)"), "\(run.output)") }
        #expect(run.output.contains("no contract for v2: v2/large.json: 9007199254740993 is too large"))
        #expect(try filesIn(box.url)["board/templates/api/v1/_version.yml"] != nil)
        #expect(run.output.contains("1 other file kept"))
    }

    @Test func whatCannotBePublishedIsLeftOut() throws {
        let box = try TemporaryFolder()
        try box.write(#"[{"n":"a","p":"x.png"},{"n":"b","p":"y.png"}]"#, to: "api/v1/pictures.json")
        for path in ["x.png", "y.png", "_draft.json"] { try box.write("[]", to: "api/v1/\(path)") }
        try box.write("<!DOCTYPE html><title>x</title><a href=\"gone.html\">x</a>", to: "api/v1/page.html")
        // Whoever follows the JSON would find nothing.
        let refused = try kairan(["adopt", "api"], in: box.url)
        #expect(refused.exitCode == 2)
        #expect(refused.errors.contains("v1/pictures.json:1 names v1/x.png"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: box.path + "/board"))
        try box.write(#"[{"n":"a","p":"x"},{"n":"b","p":"y"}]"#, to: "api/v1/pictures.json")
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        for path in ["x.png", "y.png", "_draft.json", "page.html"] {
            #expect(run.output.contains("left out: api/v1/\(path): "))
        }
        #expect(run.output.contains("1 of 2 JSON files shaped; built in memory, all but those left out"))
        let build = try kairan(["build", "board", "--first-publication"], in: box.url)
        #expect(build.exitCode == 0, "\(build.errors)")
    }

    @Test func filesOfHostsAndHiddenOnesAreKept() throws {
        let box = try TemporaryFolder()
        try box.write("[1]", to: "site/api/v1/a.json")
        try box.write(#"{"version":1,"include":["/*"]}"#, to: "site/_routes.json")
        try box.write(#"[{"name":"x"}]"#, to: "site/.well-known/links.json")
        for path in ["_headers", ".well-known/z"] { try box.write("x\n", to: "site/\(path)") }
        let run = try kairan(["adopt", "site"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(!run.output.contains("left out"), "\(run.output)")
        #expect(
            run.output.contains(
                "site/_routes.json            copied as it is, because it is for the host, and not for apps"))
        #expect(try Self.differences(in: box.url, "site", prefix: "") == "")
        // A file that may be a secret is not published because it happens to be there.
        try box.write("KEY=1\n", to: "site/.env")
        let again = try kairan(["adopt", "site", "--into", "other", "--dry-run"], in: box.url)
        #expect(again.output.contains("left out: site/.env: its name begins with '.', and such files may hold secrets"))
    }

    @Test func namesThatCannotBePublishedAreLeftOutWithTheirOwnReasons() throws {
        let box = try TemporaryFolder()
        try box.write("[1]", to: "api/v1/a.json")
        for path in ["_headers", "v1/a{b}.txt", "v1/a{b.json", "v1/_draft/b.json"] {
            try box.write("[2]", to: "api/\(path)")
        }
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("left out: api/_headers: hosts read it only at the top of public/, and"))
        for path in ["v1/a{b}.txt", "v1/a{b.json"] {
            #expect(run.output.contains("left out: api/\(path): a '{' in the name of a template"))
        }
        #expect(run.output.contains("left out: api/v1/_draft/b.json: names that begin with '_' are not published"))
        let build = try kairan(["build", "board", "--first-publication"], in: box.url)
        #expect(build.exitCode == 0, "\(build.errors)")
    }

    @Test func pictureThatIsNamedByItsAddressStaysThere() throws {
        let box = try TemporaryFolder()
        try box.lay(Self.folder.appending(path: "index-and-items/api/v1/images"), over: "api/v1/images")
        let url = "https://harbour.example/board/"
        try box.write(
            #"[{"id":"a","p":"\#(url)api/v1/images/tea-hour.png","q":"/board/api/v1/images/tea-hour.png"}]"#,
            to: "api/v1/pictures.json")
        #expect(try kairan(["adopt", "api", "--url", url], in: box.url).exitCode == 0)
        let files = try filesIn(box.url)
        let declaration = String(decoding: files["board/content/pictures/_collection.yml"] ?? [], as: UTF8.self)
        #expect(declaration.contains("  p: image\n  q: image\n"))
        #expect(try Self.differences(in: box.url, "api", prefix: "api") == "")
    }

    @Test func versionWithAFileOfContractsHasNoneAndSaysSo() throws {
        let box = try TemporaryFolder()
        for path in ["v1/openapi.json", "v1/a.json", "v2/a.json"] { try box.write(#"[{"id":1}]"#, to: "api/\(path)") }
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("no contract for v1: v1/openapi.json: a contract has a file of its own there\n"))
        #expect(!run.output.contains("no contract for v2"))
        #expect(try Self.differences(in: box.url, "api", prefix: "api") == "")
    }

    @Test func numbersComeOutWithTheSameValues() throws {
        let box = try TemporaryFolder()
        let numbers = #"[{"id":1,"n":1.50},{"id":2,"n":1e5},{"id":3,"n":-2.5E-3},{"id":4,"n":-0}]"#
        try box.write(numbers, to: "api/v1/n.json")
        try box.write(#"{"list":[1e3,2.0]}"#, to: "api/v1/list.json")
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("2 of 2 JSON files shaped"), "\(run.output)")
        #expect(try Self.differences(in: box.url, "api", prefix: "api") == "")
        let made = try filesIn(box.url)["board/public/api/v1/list.json"] ?? []
        #expect(String(decoding: made, as: UTF8.self).filter { !$0.isWhitespace } == #"{"list":[1000,2]}"#)
    }

    @Test func validJSONThatCannotBePublishedIsLeftOut() throws {
        let box = try TemporaryFolder()
        try box.write(#"{"text":"a\u0000b"}"#, to: "api/v1/null.json")
        try box.write(String(repeating: "[", count: 250) + String(repeating: "]", count: 250), to: "api/v1/deep.json")
        try box.write("[1]", to: "api/v1/a.json")
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let reason = "an invisible control character, which no text may hold (line 1)"
        #expect(run.output.contains("left out: api/v1/null.json: \(reason)"))
        #expect(run.output.contains("left out: api/v1/deep.json: nested more than 128 levels deep (line 1)"))
        #expect(run.output.contains("1 of 3 JSON files shaped"))
        try box.write("{\"text\":\"a\u{0}b\"}", to: "api/v1/null.json")
        #expect(try kairan(["adopt", "api", "--into", "other"], in: box.url).exitCode == 1)
    }

    @Test func linksThatLeadNowhereOrOutsideAreLeftOut() throws {
        let box = try TemporaryFolder()
        try box.write("[1]", to: "api/v1/a.json")
        try box.write("[2]", to: "other.json")
        for (name, target) in [("dead", "nothing.json"), ("outward", "../../other.json"), ("inward", "a.json")] {
            try FileManager.default.createSymbolicLink(
                atPath: box.url.appending(path: "api/v1/\(name).json").path, withDestinationPath: target)
        }
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("left out: api/v1/dead.json: this symbolic link leads to nothing"))
        #expect(run.output.contains("left out: api/v1/outward.json: this symbolic link leads out of the folder"))
        #expect(run.output.contains("2 of 2 JSON files shaped; built in memory, all but those left out"))
    }

    @Test func ofTwoNamesThatDifferInCaseOneIsLeftOut() throws {
        let box = try TemporaryFolder()
        for name in ["tags", "Tags", "items/x", "items/X", "items/y"] {
            try box.write(#"{"name":"\#(name)"}"#, to: "api/v1/\(name).json")
        }
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("left out: api/v1/tags.json: its name differs from that of v1/Tags.json only"))
        #expect(run.output.contains("left out: api/v1/items/x.json: its name differs from that of v1/items/X.json"))
        #expect(run.output.contains("3 of 5 JSON files shaped"))
        for name in ["tags", "items/x"] {
            try FileManager.default.removeItem(at: box.url.appending(path: "api/v1/\(name).json"))
        }
        #expect(try Self.differences(in: box.url, "api", prefix: "api") == "")
    }

    // MARK: Comparing

    /// Compares the files of a board with the golden ones, or rewrites these.
    private static func compare(_ made: [String: [UInt8]], with name: String, _ report: String) throws {
        // The files that every board has are tested elsewhere.
        var made = made.filter { !$0.key.hasPrefix(".") && $0.key != "README.md" }
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

    /// Builds the board, and returns how the published files differ from those in the folder.
    static func differences(in box: URL, _ given: String, prefix: String) throws -> String {
        let build = try kairan(["build", "board", "--first-publication"], in: box)
        #expect(build.exitCode == 0, "\(build.output)\(build.errors)")
        let compared = try run(
            URL(filePath: "/usr/bin/env"),
            ["python3", folder.appending(path: "same.py").path, given, "board/public/\(prefix)"], in: box)
        #expect(compared.exitCode == 0, "\(compared.errors)")
        return compared.output
    }
}

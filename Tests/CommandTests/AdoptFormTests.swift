import Foundation
import SiteTesting
import Testing

/// The report says for each JSON file how natural it is in the board.
@Suite struct AdoptFormTests {
    private static let files = [
        "a.json": #"[{"id":"x","n":1},{"id":"y","n":2}]"#,
        "both.json": #"{"name":"Both","films":[{"id":1,"t":"q"},{"id":2,"t":"r"}],"rooms":[{"id":5,"s":9}]}"#,
        "copied.json": #"[{"id":1,"a":null},{"id":2},{"id":3,"a":{"b":5}}]"#,
        "empty.json": "[]",
        "info.json": #"{"name":"Harbour","open":true}"#,
        "items/one.json": #"{"id":"one","n":1}"#,
        "items/two.json": #"{"id":"two","n":2}"#,
        "order.json": #"[{"id":1,"a":2,"b":3},{"id":2,"b":3,"a":2}]"#,
        "tags.json": #"["red","green"]"#,
    ]

    @Test func eachFileHasItsLine() throws {
        let box = try TemporaryFolder()
        for (path, text) in Self.files { try box.write(text, to: "api/v1/\(path)") }
        let run = try kairan(["adopt", "api"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("api/v1/") }.map(String.init)
        #expect(
            lines == [
                "api/v1/a.json        entries of a",
                "api/v1/both.json     entries of films and rooms, and values in both",
                "api/v1/copied.json   copied as it is, because 'a' is null in one object and missing in another (line 1)",
                "api/v1/empty.json    always the same",
                "api/v1/info.json     values, in info",
                "api/v1/items/*.json  2 files, an entry of items each",
                "api/v1/order.json    entries of order; the keys of the object in line 1 come in the order of the others",
                "api/v1/tags.json     a list, in tags",
            ], "\(run.output)")
        let quiet = try kairan(["adopt", "api", "--into", "quiet", "--quiet"], in: box.url)
        #expect(quiet.exitCode == 0 && quiet.output == "" && quiet.errors == "", "\(quiet.output)")
    }

    @Test func programsGetTheKindOfEachFile() throws {
        let box = try TemporaryFolder()
        for (path, text) in Self.files { try box.write(text, to: "api/v1/\(path)") }
        let run = try kairan(["adopt", "api", "--dry-run", "--format", "json"], in: box.url)
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let forms = report?["forms"] as? [[String: Any]] ?? []
        let kinds = ["entries", "entries", "copied", "constant", "values", "entry", "entry", "entries", "list"]
        #expect(forms.map { $0["path"] as? String } == Self.files.keys.sorted().map { "v1/\($0)" })
        #expect(forms.map { $0["kind"] as? String } == kinds)
        #expect(forms[1]["collections"] as? [String] == ["films", "rooms", "both"])
        #expect(forms[0]["remark"] == nil && forms[2]["remark"] != nil && forms[7]["remark"] != nil)
    }
}

import KairanContent
import KairanReaders
import KairanTemplates
import Testing

@testable import KairanContracts

/// Elements of lists are recognized by their ids, or by what they have in common, and changes in them are found.
@Suite struct DocumentChangeTests {
    static let cases: [(old: String, new: String, changes: [String])] = [
        ("{}", "{}", []),
        // No reader sees this change.
        (#"{"a": 1, "b": [1, 2]}"#, #"{"b":[1,2],"a":1}"#, []),
        // A reader that wants an integer refuses the other.
        (#"{"a": 1}"#, #"{"a": 1.0}"#, ["changed a"]),
        (#"{"a": 1}"#, #"{"a": null}"#, ["lost a"]),
        (#"{"a": 1}"#, "{}", ["lost a"]),
        (#"{"a": null}"#, #"{"a": false}"#, ["gained a"]), (#"{"a": "x"}"#, #"{"a": ""}"#, ["lost a"]),
        (#"{"a": ""}"#, #"{"a": null}"#, ["changed a"]), (#"{"a": ""}"#, #"{"a": ""}"#, []),
        (#"{"a": null}"#, "{}", ["changed a"]),
        (#"{"a": "1"}"#, #"{"a": 1}"#, ["changed a"]),
        (#"{"a": {"b": {"c": 1}}}"#, #"{"a": {"b": {"c": 2}}}"#, ["changed a.b.c"]),
        (#"{"a": [1]}"#, #"{"a": {}}"#, ["changed a"]),
        // Elements are recognized by an id, wherever it stands.
        (
            #"[{"n": 1, "id": "x"}, {"n": 2, "id": "y"}]"#, #"[{"n": 2, "id": "y"}, {"n": 5, "id": "z"}]"#,
            ["removed [] x", "added [] z"]
        ),
        (#"[{"id": 1, "n": 1}]"#, #"[{"id": 1, "n": 2}]"#, ["changed [] n 1"]),
        (#"[{"place_id": 1, "n": 1}]"#, #"[{"place_id": 1, "n": 2}]"#, ["changed [] n 1"]),
        (#"[{"id": 1}, {"id": 2}]"#, #"[{"id": 2}, {"id": 1}]"#, ["reordered []"]),
        // An id that two elements have is none; then those with most in common are taken for the same.
        (
            #"[{"id": 1, "t": "a", "u": "p"}, {"id": 1, "t": "b", "u": "q"}]"#,
            #"[{"id": 1, "t": "a", "u": "r"}, {"id": 1, "t": "b", "u": "q"}]"#, ["changed [] u a"]
        ),
        (#"[{"t": 1}, {"t": 1}]"#, #"[{"t": 1}, {"t": 2}]"#, ["changed [] t #2"]),
        (#"[{"t": 1}, {"t": 1}]"#, #"[{"t": 1}]"#, ["removed [] #2"]),
        // A list of plain values has elements if it is the document, and is one value if it is a part of it.
        (#"["a", "b"]"#, #"["a", "c"]"#, ["removed [] b", "added [] c"]),
        (#"{"tags": ["a"]}"#, #"{"tags": ["b"]}"#, ["changed tags"]),
        (#"[{"id": 1, "tags": ["a"]}]"#, #"[{"id": 1, "tags": ["b"]}]"#, ["changed [] tags 1"]),
        (#"{"c": [[1, 2], [3, 4]]}"#, #"{"c": [[1, 2], [3, 5]]}"#, ["changed c"]),
        // Lists may stand in lists.
        (
            #"{"c": [{"id": "k", "s": [{"id": 1}]}]}"#, #"{"c": [{"id": "k", "s": [{"id": 1}, {"id": 2}]}]}"#,
            ["added c[].s[] 2"]
        ),
        ("[]", #"[{"id": 1}]"#, ["added [] 1"]),
    ]

    @Test(arguments: cases) func found(_ old: String, _ new: String, _ changes: [String]) throws {
        #expect(try Self.changes(old, new, .value) == changes)
    }

    @Test func keysThatAreData() throws {
        let outline = DocumentOutline.object(["by": .dictionary(of: "deals", .value)])
        let (old, new) = (#"{"by": {"a": {"n": 1}, "b": {}}}"#, #"{"by": {"a": {"n": 2}, "c": {}}}"#)
        #expect(try Self.changes(old, new, outline) == ["removed by{} b", "changed by{} n a", "added by{} c"])
    }

    @Test func plainValuesOfEntries() throws {
        let outline = DocumentOutline.object(["ids": .list(of: "deals", .value)])
        #expect(
            try Self.changes(#"{"ids": ["a", "b"]}"#, #"{"ids": ["b"]}"#, outline) == ["removed ids[] a"])
    }

    private static func changes(_ old: String, _ new: String, _ outline: DocumentOutline) throws -> [String] {
        let documentsOf = [old, new].map { readJSON(SourceFile(path: "d.json", bytes: Array($0.utf8))).value }
        let (before, after) = (try #require(documentsOf[0]), try #require(documentsOf[1]))
        return documentChanges(from: before, to: after, outline).map { change in
            [change.kind.rawValue, change.place.list, change.place.key, change.element].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }
}

import KairanModel
import KairanReaders
import Testing

@testable import KairanEditing

/// Fixes change the bytes that they name, and are proved by reading the file back.
@Suite struct ApplyFixesTests {
    /// Returns a fix that gives every key `old` another name.
    private func renaming(_ editor: SourceEditor, to name: String = "new") -> [Fix] {
        keys("old", in: editor.root).map { Fix(.rename($0, to: name)) }
    }

    private func keys(_ key: String, in node: SourceNode) -> Set<SourceSpan> {
        let inner = (node.elements ?? node.members?.map(\.value) ?? []).flatMap { keys(key, in: $0) }
        return Set(inner + (node.members ?? []).filter { $0.key == key }.map(\.keySpan))
    }

    @Test(arguments: [
        ("a.yml", "old: 1 # why\nb: 2\n", "new: 1 # why\nb: 2\n"),
        ("a.yml", "a: { \"old\": 1, 'old ': 2, c: {old: 3} }", "a: { \"new\": 1, 'old ': 2, c: {new: 3} }"),
        ("a.yml", "? old\n: x\n", "? new\n: x\n"),
        ("a.yml", "- old: |\n    old: x\n\n- old:\n", "- new: |\n    old: x\n\n- new:\n"),
        ("a.yml", "a: &x { old: 1 }\nb: *x\nc: { <<: *x, d: 2 }\n", "a: &x { new: 1 }\nb: *x\nc: { <<: *x, d: 2 }\n"),
        ("a.yml", "é: \"old\"\r\nö: { ü: 1, old: 2 }\r\n", "é: \"old\"\r\nö: { ü: 1, new: 2 }\r\n"),
        ("a.json", "{\"a\": [{ \"old\" : 1}, {\"old\":2} ]}", "{\"a\": [{ \"new\" : 1}, {\"new\":2} ]}"),
        ("a.toml", "old = 1\na = { old = 2, \"old\" = 3 }\n", nil),
        (
            "a.toml", "a.old = 1 # x\n[b]\n\"old\" = 2\n[[c]]\nold = 3\n",
            "a.new = 1 # x\n[b]\n\"new\" = 2\n[[c]]\nnew = 3\n"
        ),
        ("a.md", "---\nold: 1\n---\nold: text\r\n", "---\nnew: 1\n---\nold: text\r\n"),
        ("a.html.mustache", "+++\nold = 1\n+++\n{{old}}", "+++\nnew = 1\n+++\n{{old}}"),
    ]) func renamesKeys(_ path: String, _ text: String, _ expected: String?) throws {
        guard let expected else {
            #expect(throws: CannotEdit.self) { _ = try SourceEditor(SourceFile(path: path, text: text)) }
            return
        }
        var editor = try SourceEditor(SourceFile(path: path, text: text))
        let fixes = renaming(editor)
        #expect(try editor.apply(fixes) == Set(fixes))
        #expect(String(decoding: editor.file.bytes, as: UTF8.self) == expected)
    }

    /// A name that is taken would make two keys of one.
    @Test(arguments: ["a: { old: 1, new: 2 }\n", "old: 1\nnew: 2\n", "new: 1\nold: 2\n"])
    func changesNothingThatWouldSaySomethingElse(_ text: String) throws {
        var editor = try SourceEditor(SourceFile(path: "a.yml", text: text))
        let fixes = renaming(editor)
        #expect(throws: CannotEdit.self) { _ = try editor.apply(fixes) }
        #expect(String(decoding: editor.file.bytes, as: UTF8.self) == text)
    }

    /// The first change is made last, so one that cannot be made takes back those behind it.
    @Test func makesAllOrNone() throws {
        let text = "a: { old: 1, new: 2 }\nold: 3\n"
        var editor = try SourceEditor(SourceFile(path: "a.yml", text: text))
        let fixes = renaming(editor)
        #expect(fixes.count == 2)
        #expect(throws: CannotEdit.self) { _ = try editor.apply(fixes) }
        #expect(String(decoding: editor.file.bytes, as: UTF8.self) == text)
    }

    @Test func losesNoComment() throws {
        let text = "a:\n  old: 1 # why\n  b: 2\n"
        var editor = try SourceEditor(SourceFile(path: "a.yml", text: text))
        let value = try #require(editor.root["a"])
        let fix = Fix(.replace(value.span, with: .member("new", .text("x"))))
        #expect(throws: CannotEdit.self) { _ = try editor.apply([fix]) }
        #expect(String(decoding: editor.file.bytes, as: UTF8.self) == text)
    }

    /// Of two fixes that overlap, the later one is made, and the other one can be made when its places are known again.
    @Test func leavesOutWhatOverlaps() throws {
        var editor = try SourceEditor(SourceFile(path: "a.yml", text: "old: { old: 1 }\nb: 2\n"))
        let root = editor.root
        let outer = try #require(root.members?[0])
        let inner = try #require(outer.value.members?[0])
        let whole = Fix(
            .rename(outer.keySpan, to: "new"), .replace(inner.value.span, with: .text("x")),
            .add(after: outer.keySpan, key: "c", .list([.kept(inner.value.span)])))
        let small = Fix(.rename(inner.keySpan, to: "new"))
        #expect(try editor.apply([whole, small]) == [small])
        #expect(String(decoding: editor.file.bytes, as: UTF8.self) == "old: { new: 1 }\nb: 2\n")
        #expect(try editor.apply([whole]) == [whole])
        #expect(String(decoding: editor.file.bytes, as: UTF8.self) == "new: { new: x }\nc: [1]\nb: 2\n")
    }
}

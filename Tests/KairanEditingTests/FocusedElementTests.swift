@testable import KairanEditing
import KairanModel
import KairanReaders
import SiteTesting
import Testing

/// An entry of a long list is edited without the others, and that gives the same bytes.
@Suite struct FocusedElementTests {
    private let list = """
        # All clubs
        - id: a
          name: Chess   # plays white
          # about b
        - id: b
          name: "Go & shogi"
          about: |
            - id: x
            Two lines.

        - { id: c, name: Cards }
        -
          id: d
          name: Darts

        """

    private func starts(_ text: String) throws -> [SourceSpan] {
        let read = readYAML(SourceFile(path: "content/clubs/all.yml", text: text))
        return try #require(read.value?.elements).map(\.span)
    }

    private func focused(_ text: String, _ span: SourceSpan) -> SourceEditor? {
        SourceEditor(SourceFile(path: "content/clubs/all.yml", text: text), elementAt: span)
    }

    @Test func sameAsTheWholeFile() throws {
        for text in [list, list.replacing("&", with: "and"), list.replacing("\n", with: "\r\n")] {
            for (index, span) in try starts(text).enumerated() {
                let changes: [(SourceStep, SourceNode?)] = [
                    (.key("name"), .text("New: name")), (.key("name"), nil),
                    (.key("note"), .text("One\ntwo\n")),
                    (.key("tags"), .texts("x", "y")),
                ]
                for (step, value) in changes {
                    guard var editor = focused(text, span) else { continue }
                    var whole = try SourceEditor(editor.file)
                    #expect(editor.root.elements?.first?.span == whole.root.elements?[index].span)
                    try editor.set([.element(0), step], to: value, order: ["id", "name", "note"])
                    try whole.set([.element(index), step], to: value, order: ["id", "name", "note"])
                    #expect(editor.file.bytes == whole.file.bytes, "\(index) \(step)")
                }
            }
        }
        // The element with a `&` might have an anchor; a `-` alone on its line is not where its element starts.
        let isFocused = try starts(list).map { focused(list, $0) != nil }
        #expect(isFocused == [true, false, true, false])
    }

    @Test func realLists() throws {
        var count = 0
        for file in try editableContent() where ["yml", "yaml"].contains(file.fileExtension) {
            let whole = try SourceEditor(file)
            for (index, element) in (whole.root.elements ?? []).enumerated() {
                guard let focused = SourceEditor(file, elementAt: element.span) else { continue }
                for member in element.members ?? [] {
                    var (one, other) = (focused, whole)
                    try one.set([.element(0), .key(member.key)], to: .text("New # text: 1\n\n - a"))
                    try other.set([.element(index), .key(member.key)], to: .text("New # text: 1\n\n - a"))
                    #expect(one.file.bytes == other.file.bytes, "\(file.path): \(index) \(member.key)")
                    count += 1
                }
            }
        }
        #expect(count > 20)
    }

    @Test func notAnElement() throws {
        let span = SourceSpan(path: "content/clubs/all.yml", line: 2, column: 3)
        for text in [
            "- a: 1\n- a: &x 2\n", "a: 1\nb: 2\n", "- a: 1\n- {a: 2\n", "- a: 1\n- b\n  c: d\n", "", "- a: 1\n",
        ] {
            #expect(focused(text, span) == nil, "\(text)")
        }
    }
}

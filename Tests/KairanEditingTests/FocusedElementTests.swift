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

    private let tables = [
        "id,name,note\na,Chess,\nb,\"Go, \"\"or\"\" shogi\",\"one\ntwo\"\n\nc,Cards,x\nd,Darts,last",
        "\u{FEFF}id,w.from,w.until,note\r\na,1,2,\"x\r\ny\"\r\nb,,,\r\n,,,\r\nc,3,,z\r\n",
        "\"i\nd\",id,name\n1,a,A,\n2,b,B\n3,c,\"C\"\n",
    ]

    /// A row is changed as in the whole table, byte for byte, and refused as there.
    @Test func rowsOfTables() throws {
        var (changed, refused) = (0, 0)
        for text in tables {
            let file = SourceFile(path: "content/clubs/all.csv", text: text)
            let whole = try SourceEditor(file)
            for (index, row) in try #require(whole.root.elements).enumerated() {
                let focused = try #require(SourceEditor(file, elementAt: row.span), "\(text) \(index)")
                let one = try #require(focused.root.elements?.first)
                #expect("\(one)" == "\(row)")
                for key in ["id", "name", "note", "w", "new"] {
                    for value in [.text("New, \"text\"\n"), .text("a\r"), .text(""), .text("\u{1}"), nil]
                        as [SourceNode?]
                    {
                        var (own, other) = (focused, whole)
                        let answers = [
                            refusal { () throws(CannotEdit) in try own.set([.element(0), .key(key)], to: value) },
                            refusal { () throws(CannotEdit) in try other.set([.element(index), .key(key)], to: value) },
                        ]
                        #expect(answers[0] == answers[1], "\(index) \(key)")
                        #expect(own.file.bytes == other.file.bytes, "\(index) \(key)")
                        #expect(own.file.bytes == file.bytes || answers[0] == nil)
                        if own.file.bytes != file.bytes { changed += 1 }
                        if answers[0] != nil { refused += 1 }
                    }
                }
            }
        }
        #expect(changed > 30 && refused > 20)
    }

    private func refusal(_ change: () throws(CannotEdit) -> Void) -> String? {
        do throws(CannotEdit) {
            try change()
            return nil
        } catch {
            return error.diagnostic.message
        }
    }

    @Test func notARow() throws {
        let span = SourceSpan(path: "content/clubs/all.csv", line: 2)
        for text in [
            "id,a\nx\n", "id,a\n\"x,1\n", "id,a\nx,1,2\n", "id,a\n\nx,1\n", "id,a\n,\n", "id,a\n", "id,id\nx,1\n",
        ] {
            let file = SourceFile(path: "content/clubs/all.csv", text: text)
            #expect(SourceEditor(file, elementAt: span) == nil, "\(text)")
        }
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

import KairanEditing
import KairanReaders
import Testing

/// Two changes of one file are joined, and what both changed is asked.
@Suite struct JoinedFileTests {
    /// Files in which lines of both collide, so that values are joined: what is common, one's own, theirs, and the
    /// result.
    @Test(arguments: [
        ("a.yml", "a: 1\nb: 2\n", "a: 3\nb: 2\n", "a: 1\nb: 4\n", "a: 3\nb: 4\n"),
        ("a.yml", "a: 1\n", "a: 1\nb: 2\n", "a: 1\nc: 3\n", "a: 1\nb: 2\nc: 3\n"),
        ("a.yml", "a: 1\nb: 2\n", "a: 3\nb: 2\n", "a: 1\n", "a: 3\n"),
        ("a.csv", "id,n\na,1\nb,2\n", "id,n\na,3\nb,2\n", "id,n\na,1\nb,4\n", "id,n\na,3\nb,4\n"),
        ("a.csv", "id,n\na,1\n", "id,n\na,1\nb,2\n", "id,n\na,1\nc,3\n", "id,n\na,1\nb,2\nc,3\n"),
        (
            "a.yml", "- id: a\n  n: 1\n- id: b\n  n: 2\n", "- id: a\n  n: 1\n- id: b\n  n: 3\n", "- id: a\n  n: 4\n",
            "- id: a\n  n: 4\n- id: b\n  n: 3\n?b"
        ),
        (
            "a.md", "---\na: 1\nb: 2\n---\nX\n", "---\na: 3\nb: 2\n---\nX\n", "---\na: 1\nb: 4\n---\nY\n",
            "---\na: 3\nb: 4\n---\nY\n"
        ),
        ("a.yml", "a: 1\n", "a: 2\n", "a: 3\n", "a: 2\n?a"),
        ("a.txt", "x\n", "y\n", "z\n", "y\n?"),
    ])
    func values(path: String, base: String, mine: String, theirs: String, expected: String) {
        let parts = expected.split(separator: "?", omittingEmptySubsequences: false)
        let joined = join(path, base, mine, theirs, asked: nil)
        #expect(joined.bytes.map { String(decoding: $0, as: UTF8.self) } == String(parts[0]))
        let asked = joined.conflicts.map { $0.place.joined(separator: ".") }
        #expect(asked == (parts.count > 1 ? [String(parts[1])] : []))
        let chosen = join(path, base, mine, theirs, asked: .theirs)
        #expect(chosen.conflicts.isEmpty)
    }

    @Test func oneSideAlone() {
        #expect(join("a.yml", "a: 1\n", "a: 1\n", "a: 2\n", asked: nil).bytes == Array("a: 2\n".utf8))
        #expect(join("a.yml", "a: 1\n", "a: 2\n", "a: 1\n", asked: nil).bytes == Array("a: 2\n".utf8))
        #expect(join("a.yml", "a: 1\n", nil, "a: 1\n", asked: nil).bytes == nil)
        #expect(join("a.yml", "a: 1\n", nil, "a: 2\n", asked: nil).conflicts.count == 1)
        #expect(join("a.yml", "a: 1\n", nil, "a: 2\n", asked: .theirs).bytes == Array("a: 2\n".utf8))
    }

    /// Where values are joined, entries stay in one's own order, and two of one id are no result.
    @Test func entriesOfLists() {
        let list = "- { id: a, n: 1 }\n- { id: b, n: 1 }\n"
        let moved = "- { id: b, n: 1 }\n- { id: a, n: 1 }\n"
        let mine = "- { id: a, n: 2 }\n- { id: b, n: 1 }\n"
        #expect(join("a.yml", list, mine, moved, asked: nil).bytes == Array(mine.utf8))
        let twice = list + "- { id: c, n: 1 }\n- { id: c, n: 2 }\n"
        let joined = JoinedFile(
            "a.yml", base: Array(list.utf8), mine: Array((list + "- { id: c, n: 1 }\n").utf8),
            theirs: Array((list + "- { id: c, n: 2 }\n").utf8), joinLines: { _, _, _ in Array(twice.utf8) },
            choose: { _ in nil })
        #expect(joined.conflicts.map(\.place) == [["c", "n"]])
    }

    /// Ids may be made of fields.
    @Test func idsOfFields() {
        let (base, mine, theirs) = ("t,n\na,1\n", "t,n\na,1\nb,2\n", "t,n\na,1\nc,3\n")
        let joined = JoinedFile(
            "a.csv", base: Array(base.utf8), mine: Array(mine.utf8), theirs: Array(theirs.utf8),
            id: { $0["t"]?.text.map { "x-" + $0 } }, joinLines: { _, _, _ in nil }, choose: { _ in nil })
        #expect(joined.bytes == Array("t,n\na,1\nb,2\nc,3\n".utf8))
    }

    private func join(
        _ path: String, _ base: String, _ mine: String?, _ theirs: String, asked: JoinedFile.Side?
    ) -> JoinedFile {
        JoinedFile(
            path, base: Array(base.utf8), mine: mine.map { Array($0.utf8) }, theirs: Array(theirs.utf8),
            joinLines: { _, _, _ in nil }, choose: { _ in asked })
    }
}

import KairanModel
import SiteTesting
import Testing

@testable import KairanDesk

/// What is kept to take saves back.
@Suite struct SavedChangesTests {
    private func name(_ number: Int) throws -> EntryName {
        try EntryName(Array("{\"collection\": \"names\", \"id\": \"n\(number)\"}".utf8))
    }

    /// A table that is as long as a year of deals takes no more memory for a save than the row that was saved.
    @Test func aSaveKeepsTheBytesThatItTookOut() throws {
        let rows = (1...2000).map { "n\($0),a name of the row \($0)\n" }
        var changes = SavedChanges()
        var table = rows
        for number in 1...100 {
            let before = Array(table.joined().utf8)
            table[number * 7] = "n\(number * 7 + 1),\(number)\n"
            let after = Array(table.joined().utf8)
            let file = SavedFile(before: before, after: after)
            #expect(file.before(after) == before)
            changes.keep(SavedChange(files: ["all.csv": file]), of: try name(number))
        }
        #expect(changes.byteCount < 100 * 40)
    }

    @Test(arguments: [
        ("", "a"), ("a", ""), ("aaa", "aa"), ("aa", "aaa"), ("abcabc", "abc"), ("one two", "one three two"), ("x", "x"),
    ]) func everySaveCanBeTakenBack(_ before: String, _ after: String) {
        let (before, after) = (Array(before.utf8), Array(after.utf8))
        let file = SavedFile(before: before, after: after)
        #expect(file.isAfter(after))
        #expect(file.before(after) == before)
        #expect(SavedFile(before: nil, after: after).before(after) == nil)
    }

    @Test func theFirstSavesAreForgottenBeyondTheLimit() throws {
        var changes = SavedChanges(limit: 100)
        for number in 1...6 {
            changes.keep(
                SavedChange(files: ["a": SavedFile(before: Array(repeating: 1, count: 30), after: [])]),
                of: try name(number))
        }
        #expect(try (1...6).filter { changes[try name($0)] != nil } == [4, 5, 6])
        changes.keep(
            SavedChange(files: ["a": SavedFile(before: Array(repeating: 1, count: 101), after: [])]), of: try name(7))
        #expect(changes.byteCount == 0)
    }
}

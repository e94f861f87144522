import KairanModel
import KairanReaders
import SiteTesting
import Testing

/// A table of which most rows are known is read as it is read from its start.
@Suite struct TableRowsTests {
    private func file(_ text: String) -> SourceFile { SourceFile(path: "content/clubs/all.csv", text: text) }

    private func rows(_ text: String) -> [SourceNode] { readCSV(file(text)).value?.elements ?? [] }

    private func hashes(_ text: String) -> Set<UInt64> {
        guard let table = TableRows(file(text)) else { return [] }
        return Set(rows(text).map(table.hash))
    }

    private func lines(_ rows: [SourceNode]) -> [String] { rows.map { "\($0.span.line) \($0.range) \(treeText($0))" } }

    @Test func onlyNewRowsAreRead() throws {
        let old = "id,a\n" + (0..<50).map { "r\($0),\"x, \($0)\"\n" }.joined()
        for (new, count) in [
            (old, 0), (old.replacing("x, 7\"", with: "y\n\"\"7\"\""), nil), (old.replacing("x, 7\"", with: "y\""), 1),
            (old + "new,1\n\nlast,2", 2), (old + ",,,\n", 0), (old.replacing("\n", with: "\r\n"), nil),
            (old.replacing("r49,\"x, 49\"\n", with: ""), 0), (old.replacing("r7,\"x, 7\"\n", with: ""), 42),
            (old.replacing("x, ", with: "z"), nil), (old.replacing("id,a", with: "id,b"), nil),
            (old.replacing("x, 7\"", with: "y"), nil), (old.replacing("r7,", with: "r7,,"), nil),
            (old + "a,\u{1}\n", nil),
            (String(old.map { "13579".contains($0) ? "8" : $0 }), nil),
        ] as [(String, Int?)] {
            let known = hashes(old)
            let found = readNewRows(file(new), TableColumns()) { known.contains($0) }
            let read = found.map { rows in
                rows.compactMap { row -> SourceNode? in if case .read(let node) = row { node } else { nil } }
            }
            #expect(read?.count == count, "\(new.suffix(30))")
        }
    }

    @Test func sameAsTheWholeTable() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let parts = [
            "a", "b", "1", ",", ",", "\n", "\n", "\r\n", "\"", "\"x\"", "\"y\n\"", "\"\"", "日", "\n\n", ",\n", "\r",
        ]
        var (known, refused) = (0, 0)
        for round in 0..<4000 {
            let count = Int.random(in: 1...12, using: &random)
            let old = "id,a\n" + (0..<count).map { "r\($0),\(["x", "\"p\nq\"", ""][$0 % 3])\n" }.joined()
            var bytes = Array(old.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let start = Int.random(in: 0...bytes.count, using: &random)
                let end = min(bytes.count, start + Int.random(in: 0...4, using: &random))
                bytes.replaceSubrange(start..<end, with: Array((parts.randomElement(using: &random) ?? "").utf8))
            }
            let new = String(decoding: bytes, as: UTF8.self)
            let hashes = hashes(old)
            let whole = readCSV(file(new))
            let place: Comment = "seed \(seed), round \(round)\n\(old)-->\n\(new)"
            guard let found = readNewRows(file(new), TableColumns(), isKnown: hashes.contains) else {
                refused += 1
                continue
            }
            #expect(whole.diagnostics.isEmpty, place)
            let table = try #require(TableRows(file(new)))
            let all = Dictionary(rows(new).map { (table.hash(of: $0), $0) }) { first, _ in first }
            let nodes = found.compactMap { row -> SourceNode? in
                switch row {
                case .known(let hash): all[hash]
                case .read(let node): node
                }
            }
            #expect(nodes.count == found.count && lines(nodes) == lines(rows(new)), place)
            // A row that is known is written as it was.
            let before = Dictionary(zip(rows(old).map { TableRows(file(old))?.hash(of: $0) ?? 0 }, rows(old))) { $1 }
            for case .known(let hash) in found {
                #expect(all[hash].map(treeText) == before[hash].map(treeText), place)
                known += 1
            }
        }
        #expect(known > 1000 && refused > 500, "\(known) \(refused)")
    }
}

import Testing

@testable import KairanMarkdown

@Suite struct DocumentMemoryTests {
    @Test func piecesKeepTheirBytesWhileTheyGrow() {
        var memory = DocumentMemory()
        defer { memory.deallocate() }
        memory.beginDocument()
        var pieces = (0..<50).map { _ in memory.allocate(0) }
        // The pieces grow past the first block, in steps that do and do not fit behind them.
        for size in [1, 16, 17, 1000, 40_000] {
            for index in pieces.indices {
                let piece = memory.reallocate(pieces[index], size)
                (piece + size - 1).storeBytes(of: UInt8(index), as: UInt8.self)
                piece.storeBytes(of: UInt8(index), as: UInt8.self)
                #expect(Int(bitPattern: piece) % 16 == 0)
                pieces[index] = piece
            }
            for (index, piece) in pieces.enumerated() {
                #expect(piece.load(as: UInt8.self) == index && (piece + size - 1).load(as: UInt8.self) == index)
            }
        }
        memory.endDocument()
    }

    @Test func isGivenBackWhenTheLastDocumentIsDone() {
        var memory = DocumentMemory()
        defer { memory.deallocate() }
        memory.beginDocument()
        let first = memory.allocate(100)
        memory.beginDocument()
        #expect(memory.allocate(100) != first)
        memory.endDocument()
        #expect(memory.allocate(100) != first)
        memory.endDocument()
        memory.beginDocument()
        #expect(memory.allocate(100) == first)
        memory.endDocument()
    }

    @Test func treesLiveSideBySide() {
        let both = withMarkedText(Array("# a\n\n- b ~~c~~".utf8)[...]) { outer, _ in
            let tree = MarkdownTree(parsing: outer)
            let inner = html("*d* www.e.example")
            return (tree.withHTML { String(decoding: $0, as: UTF8.self) }, inner)
        }
        #expect(both.0 == "<h1>a</h1>\n<ul>\n<li>b <del>c</del></li>\n</ul>\n")
        #expect(both.1 == "<p><em>d</em> <a href=\"http://www.e.example\">www.e.example</a></p>")
    }
}

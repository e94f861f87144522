import Testing

@testable import KairanMarkdown

@Suite struct DocumentMemoryTests {
    @Test func piecesKeepTheirBytesWhileTheyGrow() {
        var memory = DocumentMemory()
        defer { memory.deallocate() }
        memory.beginDocument()
        var pieces = unsafe (0..<50).map { _ in unsafe memory.allocate(0) }
        // The pieces grow past the first block, in steps that do and do not fit behind them.
        for size in [1, 16, 17, 1000, 40_000] {
            for index in unsafe pieces.indices {
                let piece = unsafe memory.reallocate(pieces[index], size)
                unsafe (piece + size - 1).storeBytes(of: UInt8(index), as: UInt8.self)
                unsafe piece.storeBytes(of: UInt8(index), as: UInt8.self)
                #expect(Int(bitPattern: piece) % 16 == 0)
                unsafe pieces[index] = piece
            }
            for index in unsafe pieces.indices {
                let piece = unsafe pieces[index]
                let ends = unsafe [piece.load(as: UInt8.self), (piece + size - 1).load(as: UInt8.self)]
                #expect(ends == [UInt8(index), UInt8(index)])
            }
        }
        memory.endDocument()
    }

    @Test func isGivenBackWhenTheLastDocumentIsDone() {
        var memory = DocumentMemory()
        defer { memory.deallocate() }
        func allocate() -> Int { unsafe Int(bitPattern: memory.allocate(100)) }
        memory.beginDocument()
        let first = allocate()
        memory.beginDocument()
        #expect(allocate() != first)
        memory.endDocument()
        #expect(allocate() != first)
        memory.endDocument()
        memory.beginDocument()
        #expect(allocate() == first)
        memory.endDocument()
    }

    @Test func treesLiveSideBySide() {
        let tree = MarkdownTree(parsing: "# a\n\n- b ~~c~~".utf8.span)
        let inner = html("*d* www.e.example")
        let outer = tree.withHTML { String(decoding: $0) }
        #expect(outer == "<h1>a</h1>\n<ul>\n<li>b <del>c</del></li>\n</ul>\n")
        #expect(inner == "<p><em>d</em> <a href=\"http://www.e.example\">www.e.example</a></p>")
    }
}

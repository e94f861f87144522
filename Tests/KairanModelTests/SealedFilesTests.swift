import KairanModel
import Testing

/// Files of caches are read only as they were written.
@Suite struct SealedFilesTests {
    private let mark = "kairan test 1\n"

    private func parts(_ bytes: [UInt8]) -> [[UInt8]]? { unsealed(mark, bytes)?.map { Array($0.rest) } }

    @Test func onlyAWholeFileIsRead() {
        let contents: [[UInt8]] = [[1, 2, 3], [], [4]]
        let bytes = Array(sealed(mark, contents.map { $0[...] }).joined())
        check(bytes, contents)
        for index in bytes.indices { #expect(parts(Array(bytes.prefix(index))) == nil, "\(index)") }
    }

    @Test(arguments: [[], [[]], [[5]], [[5, 6], [], [7, 8, 9]]]) func soIsOneWithPieces(_ pieces: [[UInt8]]) {
        for contents in [[], [[1, 2], [3]]] as [[[UInt8]]] {
            let bytes = Array(sealed(mark, contents.map { $0[...] }, ending: pieces.lazy.map { $0[...] }).joined())
            check(bytes, contents + [Array(pieces.joined())])
            // Before the pieces, the file may look like one without them.
            for index in bytes.indices {
                #expect(parts(Array(bytes.prefix(index)))?.count != contents.count + 1, "\(index)")
            }
        }
    }

    @Test func theEndOfOneFileFitsNoOther() {
        let files: [[UInt8]] = [[1, 2], [3, 4]].map { Array(sealed(mark, [$0[...]], ending: [[5, 6][...]]).joined()) }
        let start = mark.utf8.count + 16 + 2 + 2
        #expect(files[0].dropFirst(start) != files[1].dropFirst(start))
        #expect(parts(Array(files[0][..<start] + files[1][start...])) == nil)
        #expect(parts(Array(files[0][..<start] + files[0][start...])) == [[1, 2], [5, 6]])
    }

    private func check(_ bytes: [UInt8], _ contents: [[UInt8]]) {
        #expect(parts(bytes) == contents)
        #expect(parts(bytes + [0]) == nil && parts(Array(bytes.dropFirst())) == nil)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1
            #expect(parts(damaged) == nil, "\(index)")
        }
    }
}

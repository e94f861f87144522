import KairanModel
import Testing

/// Files of caches are read only as they were written.
@Suite struct SealedFilesTests {
    private let mark = "kairan test 1\n"

    private func parts(_ bytes: [UInt8]) -> [[UInt8]]? { unsealed(mark, bytes)?.map { Array($0.rest) } }

    @Test func onlyAWholeFileIsRead() {
        let contents: [[UInt8]] = [[1, 2, 3], [], [4]]
        let bytes = Array(sealed(mark, contents.map { $0[...] }).joined())
        #expect(parts(bytes) == contents)
        #expect(parts(bytes + [0]) == nil && parts(Array(bytes.dropFirst())) == nil)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1
            #expect(parts(damaged) == nil, "\(index)")
            #expect(parts(Array(bytes.prefix(index))) == nil, "\(index)")
        }
    }
}

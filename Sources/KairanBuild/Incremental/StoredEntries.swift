internal import KairanModel
internal import Synchronization

/// The entries of all sources, one after the other, as `KnownEntry.read` reads them.
///
/// They are half of what a record says, and a build in which little changed asks for few. So those of each source have a
/// hash of their own, and are read when somebody asks.
final class StoredEntries: Sendable {
    /// Those of a source.
    struct Part: Sendable {
        var range: Range<Int>
        var hash: ContentHash
    }

    /// Where the bytes of the record's second file end, and those begin that changed since.
    private let size: Int
    private let changed: [UInt8]
    private let read: @Sendable (Range<Int>) -> [UInt8]?
    private let state: Mutex<(asked: Int, all: [UInt8]?)>

    init(size: Int, changed: [UInt8], read: @escaping @Sendable (Range<Int>) -> [UInt8]?) {
        (self.size, self.changed, self.read) = (size, changed, read)
        state = Mutex((0, nil))
    }

    init(_ all: [UInt8]) {
        (size, changed, read) = (all.count, [], { _ in nil })
        state = Mutex((0, all))
    }

    /// Where those of a source are among the bytes that are given with it.
    func bytes(of part: Part) throws(DamagedBytes) -> (bytes: [UInt8], range: Range<Int>) {
        let (bytes, start) = part.range.lowerBound < size ? stored(part.range) : (changed, size)
        let range = part.range.lowerBound - start..<part.range.upperBound - start
        guard range.upperBound <= bytes.count, ContentHash(bytes[range]) == part.hash else { throw DamagedBytes() }
        return (bytes, range)
    }

    private func stored(_ range: Range<Int>) -> (bytes: [UInt8], start: Int) {
        state.withLock { state in
            state.asked += 1
            // Many are read faster all at once.
            if state.asked == 64, state.all == nil { state.all = read(0..<size) }
            return state.all.map { ($0, 0) } ?? (read(range) ?? [], range.lowerBound)
        }
    }
}

internal import KairanModel
internal import KairanQueries
internal import Synchronization

/// The JSON of elements that many endpoints list, such as the deals of each day. It is made for all entries of a
/// collection at once, and only if endpoints have written so many elements of a shape that this pays.
final class WrittenElements: Sendable {
    struct Key: Hashable {
        var element: PlainElement
        var depth: Int
    }

    struct Texts: Sendable {
        /// The texts of all entries, one after the other.
        var bytes: [UInt8] = []
        /// The end of each.
        var ends: [Int] = []

        func range(of entry: Int) -> Range<Int> { (entry == 0 ? 0 : ends[entry - 1])..<ends[entry] }
    }

    private let known = Mutex<[Key: (count: Int, texts: Texts?)]>([:])

    /// Returns the texts of a shape if there are any by now.
    ///
    /// - Parameter count: The number of elements that are about to be written.
    /// - Parameter total: The number of entries.
    func texts(_ key: Key, writing count: Int, of total: Int, _ make: () -> Texts) -> Texts? {
        known.withLock { known in
            var (written, texts) = known[key] ?? (0, nil)
            if texts == nil, written > total * 2 { texts = make() }
            known[key] = (written + count, texts)
            return texts
        }
    }

    /// Frees the memory once all outputs are made.
    func removeAll() { known.withLock { $0 = [:] } }
}

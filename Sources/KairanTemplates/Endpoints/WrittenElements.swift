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

        var size: Int { bytes.count + ends.count * 8 }

        func range(of entry: Int) -> Range<Int> { (entry == 0 ? 0 : ends[entry - 1])..<ends[entry] }
    }

    struct State {
        /// The number of elements that were written.
        var count = 0
        /// This is true once some thread makes the texts or has found that they take too much memory.
        var isMade = false
        var texts: Texts?
    }

    /// The largest size of all texts together, in bytes. No shape may have more.
    let limit: Int
    let known = Mutex<[Key: State]>([:])

    init(limit: Int = 16 << 20) { self.limit = limit }

    /// Returns the texts of a shape if there are any by now. Other threads go on while one makes them.
    ///
    /// - Parameter count: The number of elements that are about to be written.
    /// - Parameter total: The number of entries.
    /// - Parameter make: A function that makes the texts; it returns nil if they take more than the limit.
    func texts(_ key: Key, writing count: Int, of total: Int, _ make: () -> Texts?) -> Texts? {
        let (texts, isDue) = known.withLock { known in
            var state = known[key] ?? State()
            let isDue = !state.isMade && state.count > total * 2
            state.count += count
            state.isMade = state.isMade || isDue
            known[key] = state
            return (state.texts, isDue)
        }
        guard isDue else { return texts }
        guard let made = make() else { return nil }
        known.withLock { known in
            let size = known.values.reduce(made.size) { $0 + ($1.texts?.size ?? 0) }
            if size <= limit { known[key]?.texts = made }
        }
        return made
    }
}

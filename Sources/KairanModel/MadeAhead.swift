/// The elements of a long list, which are made beside the work of whoever uses them: a few at a time, and a few ahead, so
/// that memory never holds them all. Each iteration makes them anew.
package struct MadeAhead<Element: Sendable>: Sequence, Sendable {
    private let count: Int
    private let make: @Sendable (Int) -> Element

    /// - Parameter make: A function that makes the element at a position below `count`.
    package init(_ count: Int, _ make: @escaping @Sendable (Int) -> Element) {
        (self.count, self.make) = (count, make)
    }

    package func makeIterator() -> Iterator { Iterator(count, make) }

    package struct Iterator: IteratorProtocol {
        private let count: Int
        private let make: @Sendable (Int) -> Element
        private var begun = 0
        private var coming: ConcurrentResults<Element>?
        /// Elements that are made, the next one last.
        private var made: [Element] = []

        fileprivate init(_ count: Int, _ make: @escaping @Sendable (Int) -> Element) {
            (self.count, self.make) = (count, make)
            coming = begin()
        }

        package mutating func next() -> Element? {
            if made.isEmpty, let coming {
                made = coming.take().reversed()
                self.coming = begin()
            }
            return made.popLast()
        }

        /// Begins to make the next few elements; returns nil if there are no more.
        private mutating func begin() -> ConcurrentResults<Element>? {
            let start = begun
            begun = Swift.min(start + 16, count)
            return start == begun
                ? nil : ConcurrentResults(begun - start, share: 1, isUrgent: true) { [make] in make(start + $0) }
        }
    }
}

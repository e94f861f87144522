/// The elements of a long list, made on all processors, a few at a time and a few ahead of whoever uses them, so that
/// memory never holds them all. Each iteration makes them anew.
package struct MadeAhead<Element: Sendable>: Sequence, IteratorProtocol, Sendable {
    private static var batch: Int { 4 }

    private let count: Int
    private let make: @Sendable (Int) -> Element
    private var begun = 0
    private var coming: ConcurrentResults<Element>?
    private var made: ArraySlice<Element> = []

    /// - Parameter make: A function that makes the element at a position below `count`.
    package init(_ count: Int, _ make: @escaping @Sendable (Int) -> Element) {
        (self.count, self.make) = (count, make)
    }

    package mutating func next() -> Element? {
        if let element = made.popFirst() { return element }
        made = (coming ?? begin())?.take()[...] ?? []
        coming = begin()
        return made.popFirst()
    }

    /// Begins to make the next few elements; returns nil if there are no more.
    private mutating func begin() -> ConcurrentResults<Element>? {
        let start = begun
        begun = Swift.min(start + Self.batch, count)
        return start == begun
            ? nil : ConcurrentResults(begun - start, share: 1, isUrgent: true) { [make] in make(start + $0) }
    }
}

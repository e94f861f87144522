/// Does the same work on every part of a long list, on all processors, and returns the results in order.
///
/// A part is long enough that, in a list of paths in order, each of its folders is opened about once, and short enough
/// that urgent work need not wait long for a processor. If several parts fail, the error of the first one is thrown.
@discardableResult
package func forEachPart<Element: Sendable, Result: Sendable, Failure>(
    of elements: [Element], _ work: @escaping @Sendable (ArraySlice<Element>) throws(Failure) -> Result
) throws(Failure) -> [Result] {
    let parts = parts(of: elements, work)
    return try concurrentMap(parts.count, share: 1, parts.work).map { (outcome) throws(Failure) in
        try outcome.get()
    }
}

/// Begins the same work on every part of a long list, to be done while nothing else is urgent.
package func beginForEachPart<Element: Sendable, Result: Sendable, Failure>(
    of elements: [Element], _ work: @escaping @Sendable (ArraySlice<Element>) throws(Failure) -> [Result]
) -> ConcurrentResults<Swift.Result<[Result], Failure>> {
    let parts = parts(of: elements, work)
    return ConcurrentResults(parts.count, share: 1, parts.work)
}

extension ConcurrentResults {
    /// Helps to compute, and returns the results of all parts in order. Call this once.
    ///
    /// Code that is generic when it runs would copy a long list much more slowly.
    @inlinable package func joined<Element, Failure>() throws(Failure) -> [Element]
    where Result == Swift.Result<[Element], Failure> {
        var all: [Element] = []
        for part in take() { all += try part.get() }
        return all
    }
}

private func parts<Element: Sendable, Result: Sendable, Failure>(
    of elements: [Element], _ work: @escaping @Sendable (ArraySlice<Element>) throws(Failure) -> Result
) -> (count: Int, work: @Sendable (Int) -> Swift.Result<Result, Failure>) {
    let size = max(128, (elements.count + 63) / 64)
    return (
        (elements.count + size - 1) / size,
        { part in Swift.Result { () throws(Failure) in try work(elements[(part * size)...].prefix(size)) } }
    )
}

internal import KairanModel

/// Does the same work on every part of a sorted list of paths, on all processors, and returns the results in order.
///
/// A part is long enough that each of its folders is opened about once. If several parts fail, the error of the first
/// one is thrown.
@discardableResult
func forEachPart<Element: Sendable, Result: Sendable>(
    of elements: [Element], _ work: @escaping @Sendable (ArraySlice<Element>) throws(PublishError) -> Result
) throws(PublishError) -> [Result] {
    let parts = Parts(of: elements, work)
    return try concurrentMap(parts.count, share: 1, parts.outcome).map { (outcome) throws(PublishError) in
        try outcome.get()
    }
}

/// Starts the same work as `forEachPart` on other threads; `allValues` turns the outcomes into results.
func beginForEachPart<Element: Sendable, Result: Sendable>(
    of elements: [Element], _ work: @escaping @Sendable (ArraySlice<Element>) throws(PublishError) -> Result
) -> ConcurrentResults<Swift.Result<Result, PublishError>> {
    let parts = Parts(of: elements, work)
    return ConcurrentResults(parts.count, share: 1, parts.outcome)
}

/// Returns the results of all parts, one after the other, or throws the first failure.
func allValues<Result>(of outcomes: [Swift.Result<[Result], PublishError>]) throws(PublishError) -> [Result] {
    let parts = try outcomes.map { (outcome) throws(PublishError) in try outcome.get() }
    var results: [Result] = []
    results.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { results += part }
    return results
}

private struct Parts<Element: Sendable, Result: Sendable>: Sendable {
    let count: Int
    private let size: Int
    private let elements: [Element]
    private let work: @Sendable (ArraySlice<Element>) throws(PublishError) -> Result

    init(of elements: [Element], _ work: @escaping @Sendable (ArraySlice<Element>) throws(PublishError) -> Result) {
        (self.elements, self.work) = (elements, work)
        size = max(256, (elements.count + 15) / 16)
        count = (elements.count + size - 1) / size
    }

    @Sendable func outcome(_ part: Int) -> Swift.Result<Result, PublishError> {
        Swift.Result { () throws(PublishError) in try work(elements[(part * size)...].prefix(size)) }
    }
}

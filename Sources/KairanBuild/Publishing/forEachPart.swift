internal import KairanModel

/// Does the same to every part of a sorted list of paths, mostly on all processors; the results stand in order.
///
/// A part is long enough that each of its folders is opened about once. If several fail, the first of them is the one
/// that is told.
@discardableResult
func forEachPart<Element: Sendable, Result: Sendable>(
    of elements: [Element], onOneThread: Bool = false,
    _ work: @escaping @Sendable (ArraySlice<Element>) throws(PublishError) -> Result
) throws(PublishError) -> [Result] {
    let size = max(256, (elements.count + 15) / 16)
    let count = (elements.count + size - 1) / size
    let outcome: @Sendable (Int) -> Swift.Result<Result, PublishError> = { part in
        Swift.Result { () throws(PublishError) in try work(elements[(part * size)...].prefix(size)) }
    }
    let outcomes = onOneThread ? (0..<count).map(outcome) : concurrentMap(count, share: 1, outcome)
    var results: [Result] = []
    for outcome in outcomes { results.append(try outcome.get()) }
    return results
}

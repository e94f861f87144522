internal import KairanModel

/// Does the same to every part of a sorted list of paths on all processors; the results stand in order.
///
/// A part is long enough that each of its folders is opened about once. If several fail, the first of them is the one
/// that is told.
@discardableResult
func forEachPart<Element: Sendable, Result: Sendable>(
    of elements: [Element], _ work: @escaping @Sendable (ArraySlice<Element>) throws(PublishError) -> Result
) throws(PublishError) -> [Result] {
    let size = max(256, (elements.count + 15) / 16)
    let outcomes = concurrentMap((elements.count + size - 1) / size, share: 1) { part in
        Swift.Result { () throws(PublishError) in try work(elements[(part * size)...].prefix(size)) }
    }
    var results: [Result] = []
    for outcome in outcomes { results.append(try outcome.get()) }
    return results
}

internal import KairanModel

/// Does the same work on every part of a sorted list of paths, on all processors, and returns the results in order.
///
/// A part is long enough that each of its folders is opened about once. If several parts fail, the error of the first
/// one is thrown.
@discardableResult
func forEachPart<Element: Sendable, Result: Sendable>(
    of elements: [Element], _ work: @escaping @Sendable (ArraySlice<Element>) throws(PublishError) -> Result
) throws(PublishError) -> [Result] {
    let size = max(256, (elements.count + 15) / 16)
    return try concurrentMap((elements.count + size - 1) / size, share: 1) { part in
        Swift.Result { () throws(PublishError) in try work(elements[(part * size)...].prefix(size)) }
    }.map { (outcome) throws(PublishError) in try outcome.get() }
}

internal import KairanContent
internal import KairanModel
internal import KairanQueries

extension Evaluator {
    /// Returns an item for each element, with the ones before and after it. The neighbours of an entry that is part of
    /// another entry are parts of the same one.
    func itemsWithNeighbours(_ elements: [Value], of query: Query) -> [OutputJob.Item] {
        let declaration = query.collection.flatMap(site.content.collection)?.declaration
        let parent = declaration?.parentField.map { [Step.field($0)] }
        var (previous, next) = ([Int?](repeating: nil, count: elements.count), [Int?]())
        next = previous
        var last: [Value: Int] = [:]
        for (index, element) in elements.enumerated() {
            let group = parent.map { value($0, of: element) } ?? .missing
            guard let before = last.updateValue(index, forKey: group) else { continue }
            (previous[index], next[before]) = (before, index)
        }
        return elements.indices.map { index in
            .entry(
                elements[index], previous: previous[index].map { elements[$0] }, next: next[index].map { elements[$0] })
        }
    }
}

extension OutputPlan {
    /// Returns the positions of the jobs before and after a job of the same template. For an entry, these make the
    /// pages of its neighbours.
    func neighbours(of position: Int) -> (previous: Int?, next: Int?) {
        let range = jobRanges[jobs[position].template]
        let (before, after) = (jobs[range.lowerBound..<position], jobs[(position + 1)..<range.upperBound])
        guard case .entry(_, let previous, let next) = jobs[position].item else {
            return (before.indices.last, after.indices.first)
        }
        return (
            previous.flatMap { entry in before.lastIndex { $0.item.entry == entry } },
            next.flatMap { entry in after.firstIndex { $0.item.entry == entry } }
        )
    }
}

extension OutputJob.Item {
    fileprivate var entry: Value? { if case .entry(let entry, _, _) = self { entry } else { nil } }
}

internal import KairanContent
internal import KairanModel
internal import KairanQueries

extension Evaluator {
    /// Returns an item for each element, with the ones before and after it. The neighbours of an entry that is part of
    /// another entry are parts of the same one.
    func itemsWithNeighbours(_ elements: [Value], of query: Query) -> [OutputJob.Item] {
        let parent = query.collection.flatMap(site.content.collection)?.declaration.parentField
        var (previous, next) = ([Int?](repeating: nil, count: elements.count), [Int?]())
        next = previous
        var last: [Value: Int] = [:]
        for (index, element) in elements.enumerated() {
            let group = parent.map { value([.field($0)], of: element) } ?? .missing
            guard let before = last.updateValue(index, forKey: group) else { continue }
            (previous[index], next[before]) = (before, index)
        }
        func neighbour(_ other: Int?, of index: Int) -> Neighbour? {
            other.map { Neighbour(entry: elements[$0], distance: $0 - index) }
        }
        return elements.indices.map { index in
            .entry(
                elements[index], previous: neighbour(previous[index], of: index),
                next: neighbour(next[index], of: index))
        }
    }
}

extension OutputPlan {
    /// Returns the positions of the jobs before and after a job of the same template. For an entry, these make the
    /// pages of its neighbours.
    func neighbours(of position: Int) -> (previous: Int?, next: Int?) {
        guard case .entry(_, let previous, let next) = jobs[position].item else {
            let range = jobRanges[jobs[position].template]
            let isLast = position + 1 == range.upperBound
            return (position > range.lowerBound ? position - 1 : nil, isLast ? nil : position + 1)
        }
        return (previous.map { position + $0.distance }, next.map { position + $0.distance })
    }
}

internal import KairanReaders

/// The order in which the elements of a list have to stand before the rest of a change is made.
///
/// An element that was moved is recognized by its value. One that was moved and changed at once is recognized by the
/// members that stayed, of which there must be at least half.
struct ElementOrder {
    /// The index of each element in the old list, in the new order.
    private(set) var indices: [Int]

    init(_ old: [SourceNode], _ new: [SourceNode], _ isSame: @escaping (SourceNode, SourceNode) -> Bool) {
        var (lost, found): ([Int], [Int]) = ([], [])
        for change in new.difference(from: old, by: isSame) {
            switch change {
            case .remove(let offset, _, _): lost.append(offset)
            case .insert(let offset, _, _): found.append(offset)
            }
        }
        (lost, found) = (lost.sorted(), found.sorted())
        // Where each element of the old list is in the new one, as far as it is there.
        var places = [Int?](repeating: nil, count: old.count)
        let kept = (old.indices.filter { !Set(lost).contains($0) }, new.indices.filter { !Set(found).contains($0) })
        for (index, place) in zip(kept.0, kept.1) { places[index] = place }
        for isMoved in [isSame, { Self.isAlike($0, $1, isSame) }] {
            for place in found {
                guard let index = lost.first(where: { isMoved(old[$0], new[place]) }) else { continue }
                places[index] = place
                lost.removeAll { $0 == index }
                found.removeAll { $0 == place }
            }
        }
        // What is not in the new list stays behind the element that it follows.
        var last = -1
        let keys = places.map { place in
            last = place ?? last
            return last
        }
        indices = old.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    }

    private static func isAlike(
        _ old: SourceNode, _ new: SourceNode, _ isSame: (SourceNode, SourceNode) -> Bool
    ) -> Bool {
        guard let members = old.members, let others = new.members, !members.isEmpty else { return false }
        let same = members.count { member in
            others.contains { hasSameBytes($0.key, member.key) && isSame($0.value, member.value) }
        }
        return same * 2 >= max(members.count, others.count)
    }
}

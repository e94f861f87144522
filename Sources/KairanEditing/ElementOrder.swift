internal import KairanReaders

/// The elements of a list beside those of the list that it shall become, and which of them are the same element.
///
/// An element that was only moved is recognized by its value. One that was changed too is recognized by its id, or by
/// the parts that stayed, of which there must be at least half. Whatever is left between two known elements is taken for
/// changed in its place.
struct ElementOrder {
    /// The index of each element in the old list, in the new order.
    private(set) var indices: [Int]
    /// For each element of the new list, whether it is one of the old list.
    private(set) var isKnown: [Bool]
    /// For each element of the old list, whether it is in the new one.
    private(set) var isKept: [Bool]

    init(_ old: [SourceNode], _ new: [SourceNode], _ isSame: (SourceNode, SourceNode) -> Bool) {
        var matches = ElementMatches(old, new, isSame)
        matches.addMoved(isSame)
        matches.addAlike(isSame)
        matches.addNeighbours()
        isKnown = new.indices.map { matches.found[$0] == nil }
        isKept = matches.places.map { $0 != nil }
        // An element that the new list lacks stays behind the one that it follows, until it is removed.
        var last = -1
        let keys = matches.places.map { place in
            last = place ?? last
            return last
        }
        indices = old.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    }
}

private struct ElementMatches {
    let old: [SourceNode]
    let new: [SourceNode]
    /// The index in the new list of each element of the old one, as far as it is known.
    var places: [Int?]
    /// The elements of the old list and of the new one that have no partner yet, by their indices.
    var lost: [Int: SourceNode] = [:]
    var found: [Int: SourceNode] = [:]

    init(_ old: [SourceNode], _ new: [SourceNode], _ isSame: (SourceNode, SourceNode) -> Bool) {
        (self.old, self.new, places) = (old, new, Array(repeating: nil, count: old.count))
        for change in new.difference(from: old, by: isSame) {
            switch change {
            case .remove(let offset, let element, _): lost[offset] = element
            case .insert(let offset, let element, _): found[offset] = element
            }
        }
        let kept = (old.indices.filter { lost[$0] == nil }, new.indices.filter { found[$0] == nil })
        for (index, place) in zip(kept.0, kept.1) { places[index] = place }
    }

    private mutating func match(_ index: Int, _ place: Int) {
        guard lost.removeValue(forKey: index) != nil, found.removeValue(forKey: place) != nil else { return }
        places[index] = place
    }

    mutating func addMoved(_ isSame: (SourceNode, SourceNode) -> Bool) {
        for place in found.keys.sorted() {
            guard let index = lost.keys.sorted().first(where: { isSame(old[$0], new[place]) }) else { continue }
            match(index, place)
        }
    }

    /// The most similar ones find each other first, and of these the nearest.
    mutating func addAlike(_ isSame: (SourceNode, SourceNode) -> Bool) {
        // Nobody changes so many elements by hand that comparing all with all would take long.
        guard lost.count * found.count <= 10_000 else { return }
        var pairs: [(likeness: Int, distance: Int, index: Int, place: Int)] = []
        for index in lost.keys {
            for place in found.keys {
                let likeness = likeness(old[index], new[place], isSame)
                if likeness > 0 { pairs.append((likeness, abs(index - place), index, place)) }
            }
        }
        pairs.sort { (-$0.likeness, $0.distance, $0.index, $0.place) < (-$1.likeness, $1.distance, $1.index, $1.place) }
        for pair in pairs { match(pair.index, pair.place) }
    }

    /// Returns the share of equal parts in percent; 0 if it is less than half. The same id is worth more than all.
    private func likeness(_ old: SourceNode, _ new: SourceNode, _ isSame: (SourceNode, SourceNode) -> Bool) -> Int {
        let (same, all): (Int, Int)
        switch (old.content, new.content) {
        case (.mapping(let members), .mapping(let others)):
            if let id = old["id"], let other = new["id"] { return isSame(id, other) ? 1000 : 0 }
            same = members.count { member in
                others.contains { hasSameBytes($0.key, member.key) && isSame($0.value, member.value) }
            }
            all = max(members.count, others.count)
        case (.sequence(let elements), .sequence(let others)):
            same = elements.count { element in others.contains { isSame($0, element) } }
            all = max(elements.count, others.count)
        case (.scalar, _), (.mapping, _), (.sequence, _): return 0
        }
        return same * 2 >= all && same > 0 ? same * 100 / all : 0
    }

    /// Between two elements that follow each other in both lists, the others are partners in their order.
    mutating func addNeighbours() {
        var index = 0
        while index < old.count {
            guard lost[index] != nil else {
                index += 1
                continue
            }
            var place = index > 0 ? (places[index - 1] ?? new.count) + 1 : 0
            while index < old.count, lost[index] != nil {
                if found[place] != nil { match(index, place) }
                (index, place) = (index + 1, place + 1)
            }
        }
    }
}

internal import KairanContent
package import KairanModel
package import KairanReaders

/// The information that JSON gives about a value: the value itself, or parts and views of it.
package struct Recovered: Sendable {
    package var value: SourceNode?
    /// The parts, in the order in which they were found.
    package var parts: [(step: Step, told: Recovered)] = []
    /// The elements of a list.
    package var elements: [Recovered]?
    /// This is true if the elements are all of the list, in its own order.
    var isInOrder = false
    /// This is false if the list may have more elements.
    var isComplete = true
    /// The days of a schedule.
    package var listed: ListedDays?
    /// The path in the template that gives the value.
    package var origin: SourceSpan?
    /// This is false for an element with mistakes in the JSON.
    package var isWhole = true

    package init(
        value: SourceNode? = nil, parts: [(step: Step, told: Recovered)] = [], elements: [Recovered]? = nil,
        listed: ListedDays? = nil, origin: SourceSpan? = nil, isWhole: Bool = true
    ) {
        self.value = value
        self.parts = parts
        self.elements = elements
        self.listed = listed
        self.origin = origin
        self.isWhole = isWhole
    }

    package subscript(step: Step) -> Recovered? { parts.first { $0.step == step }?.told }

    /// The place in the JSON; nil if only the template gives the value.
    package var span: SourceSpan? {
        value?.span ?? listed?.span ?? parts.lazy.compactMap(\.told.span).first
            ?? elements?.lazy.compactMap(\.span).first
    }

    package var anyOrigin: SourceSpan? {
        origin ?? parts.lazy.compactMap(\.told.anyOrigin).first ?? elements?.lazy.compactMap(\.anyOrigin).first
    }

    /// This is true if a list in the value may have more elements than the JSON shows.
    package var mayLackElements: Bool {
        guard value == nil else { return false }
        return !isComplete || parts.contains(where: \.told.mayLackElements)
            || elements?.contains(where: \.mayLackElements) ?? false
    }

    /// This is true if the JSON only says that there is no value.
    package var isNothing: Bool {
        if let value { return value.isNull }
        if let listed { return listed.days.isEmpty }
        return elements == nil && !parts.isEmpty && parts.allSatisfy(\.told.isNothing)
    }

    /// Adds a value. The first value counts; if a later one differs, the endpoint cannot be reproduced, which is
    /// reported later.
    package mutating func add(_ node: SourceNode, at steps: ArraySlice<Step>, from origin: SourceSpan) {
        change(at: steps) { told in
            if told.value == nil { (told.value, told.origin) = (node, origin) }
        }
    }

    /// Adds the elements of a list, or what another place says about them.
    ///
    /// - Parameter query: The query that lists them.
    /// - Parameter isInOrder: If this is true, they stand in the order of the query.
    package mutating func add(
        _ more: [Recovered], of query: Query, isInOrder: Bool, at steps: ArraySlice<Step>, from origin: SourceSpan
    ) {
        var list = Recovered(elements: more, origin: origin)
        (list.isInOrder, list.isComplete) = (isInOrder && query.keepsOrder, query.choosesAll)
        change(at: steps) { $0.add(list) }
    }

    package mutating func add(_ days: ListedDays, at steps: ArraySlice<Step>, from origin: SourceSpan) {
        change(at: steps) { told in
            if told.listed == nil { (told.listed, told.origin) = (days, origin) }
        }
    }

    private mutating func change(at steps: ArraySlice<Step>, _ body: (inout Recovered) -> Void) {
        guard let step = steps.first else { return body(&self) }
        let index: Int
        if let found = parts.firstIndex(where: { $0.step == step }) {
            index = found
        } else {
            index = parts.count
            parts.append((step, Recovered()))
        }
        parts[index].told.change(at: steps.dropFirst(), body)
    }

    /// Adds the information that only the other one has.
    package mutating func add(_ other: Recovered) {
        if value == nil { (value, origin) = (other.value, other.origin ?? origin) }
        if let more = other.elements {
            if let own = elements {
                (elements, isInOrder) = own.joined(with: more, areInOrder: (isInOrder, other.isInOrder))
                isComplete = isComplete || other.isComplete
            } else {
                (elements, isInOrder, isComplete) = (more, other.isInOrder, other.isComplete)
            }
        }
        if listed == nil, other.listed != nil { (listed, origin) = (other.listed, origin ?? other.origin) }
        isWhole = isWhole && other.isWhole
        for part in other.parts {
            if let index = parts.firstIndex(where: { $0.step == part.step }) {
                parts[index].told.add(part.told)
            } else {
                parts.append(part)
            }
        }
    }

    /// Returns how many values both tell, or nil if they tell different ones.
    fileprivate func sharedCount(with other: Recovered) -> Int? {
        var count = 0
        if let value, let same = other.value {
            guard value.isSameData(as: same) else { return nil }
            count = 1
        }
        for part in parts {
            guard let same = other[part.step] else { continue }
            guard let shared = part.told.sharedCount(with: same) else { return nil }
            count += shared
        }
        return count
    }

    /// Returns whether the other one has all information of this one.
    package func isPart(of other: Recovered) -> Bool {
        if let value { guard let same = other.value, value.isSameData(as: same) else { return false } }
        if let elements {
            guard let others = other.elements, elements.count == others.count else { return false }
            guard zip(elements, others).allSatisfy({ $0.isPart(of: $1) }) else { return false }
        }
        if let listed { guard other.listed?.days == listed.days else { return false } }
        return parts.allSatisfy { part in other[part.step].map { part.told.isPart(of: $0) } ?? false }
    }
}

extension [Recovered] {
    /// Returns the elements of a list of which two places tell something, and whether they are in the list's own order.
    ///
    /// Places that show all elements in that order tell of the same ones one by one. Otherwise an element is the one of
    /// the other place with which it shares most values. Where several share as many, nobody can tell which is meant;
    /// the element then stands alone, and the proof of the import fails.
    fileprivate func joined(
        with others: [Recovered], areInOrder: (Bool, Bool)
    ) -> (elements: [Recovered], areInOrder: Bool) {
        let isShorter = count < others.count
        var all = isShorter ? others : self
        let isOneByOne =
            areInOrder.0 && areInOrder.1 && count == others.count
            && zip(self, others).allSatisfy { $0.sharedCount(with: $1) != nil }
        var free = [Int](all.indices)
        for (index, element) in (isShorter ? self : others).enumerated() {
            guard let same = isOneByOne ? index : all.match(of: element, among: free) else {
                all.append(element)
                continue
            }
            all[same].add(element)
            free.removeAll { $0 == same }
        }
        let isKept = all.count == Swift.max(count, others.count)
        return (all, isKept && (isShorter ? areInOrder.1 : areInOrder.0))
    }

    private func match(of element: Recovered, among positions: [Int]) -> Int? {
        let shared = positions.map { ($0, self[$0].sharedCount(with: element) ?? 0) }
        let most = shared.map(\.1).max() ?? 0
        let best = shared.filter { $0.1 == most }.map(\.0)
        guard most > 0, let first = best.first else { return nil }
        return best.allSatisfy { self[$0].isPart(of: self[first]) && self[first].isPart(of: self[$0]) } ? first : nil
    }
}

extension SourceNode {
    /// Returns whether two nodes have the same data. Places and the order of keys do not matter, and numbers are
    /// compared by value.
    package func isSameData(as other: SourceNode) -> Bool {
        switch (content, other.content) {
        case (.scalar(_, .null), .scalar(_, .null)): return true
        case (.scalar(let a, .number), .scalar(let b, .number)):
            if let a = DecimalNumber(withExponent: a), let b = DecimalNumber(withExponent: b) { return a == b }
            return a == b
        case (.scalar(let a, let kind), .scalar(let b, let otherKind)):
            // As strings, two Unicode normal forms of a text are equal, but as data they are not.
            return kind == otherKind && a.utf8.elementsEqual(b.utf8)
        case (.sequence(let a), .sequence(let b)):
            return a.count == b.count && zip(a, b).allSatisfy { $0.isSameData(as: $1) }
        case (.mapping(let a), .mapping(let b)):
            return a.count == b.count
                && a.allSatisfy { member in other[member.key].map { member.value.isSameData(as: $0) } ?? false }
        default: return false
        }
    }
}

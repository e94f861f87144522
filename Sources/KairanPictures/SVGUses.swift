/// The number of elements that a picture draws. A `use` draws an element again, and a few of them within each other
/// draw one millions of times, which no reader's browser survives.
struct SVGUses {
    private struct Element {
        var uses: [String] = []
        var parts: [Int] = []
    }

    private var elements: [Element] = []
    private var places: [String: Int] = [:]
    private var open: [Int] = []

    static let limit = 200_000

    mutating func enter(_ attributes: [(name: SVGCleaner.Name, value: String)]) {
        let index = elements.count
        var element = Element()
        for (name, value) in attributes {
            if name.local == "id", name.namespace.isEmpty, places[value] == nil { places[value] = index }
            for place in value.split(separator: "#", omittingEmptySubsequences: false).dropFirst() {
                element.uses.append(String(place.prefix { !"\"') ;".contains($0) }))
            }
        }
        elements.append(element)
        if let parent = open.last { elements[parent].parts.append(index) }
        open.append(index)
    }

    mutating func leave() { open.removeLast() }

    /// This is true if everything that is drawn, with all repetitions, is too much. A part that draws itself counts once,
    /// as browsers draw it. References of style sheets are not counted.
    var areTooMany: Bool {
        if elements.isEmpty { return false }
        var counts = [Int?](repeating: nil, count: elements.count)
        var (stack, isOpen) = ([(0, false)], Set<Int>())
        while let (index, isDone) = stack.popLast() {
            let next = elements[index].parts + elements[index].uses.compactMap { places[$0] }
            if isDone {
                isOpen.remove(index)
                let count = next.reduce(1) { min(Self.limit, $0 + (counts[$1] ?? 0)) }
                if count >= Self.limit { return true }
                counts[index] = count
            } else if counts[index] == nil {
                if !isOpen.insert(index).inserted { continue }
                stack.append((index, true))
                stack += next.filter { counts[$0] == nil && !isOpen.contains($0) }.map { ($0, false) }
            }
        }
        return false
    }
}

internal import KairanModel

/// Makes nodes from what the scanner finds, in the same order.
struct JSONTreeBuilder {
    private(set) var root: SourceNode?
    private var locator: SourceLocator
    private var open: [Container] = []
    private(set) var damagedPlaces: Set<SourceSpan> = []
    /// The number of elements of each list that become nodes.
    private let limit: Int
    /// The number of open containers that do not become nodes.
    private var skippedDepth = 0

    private struct Container {
        var offset: Int
        var span: SourceSpan
        var isObject: Bool
        var elements: [SourceNode] = []
        var members: [SourceNode.Member] = []
        var key = ""
        var keySpan: SourceSpan
        /// This is true while the value of a repeated key is read.
        var isDuplicate = false
    }

    init(_ file: SourceFile, limit: Int = .max) { (locator, self.limit) = (SourceLocator(file), limit) }

    /// This is true where what comes next becomes no node.
    var skips: Bool {
        skippedDepth > 0 || open.last.map { !$0.isObject && $0.elements.count >= limit } == true
    }

    mutating func begin(isObject: Bool, at offset: Int) {
        if skips {
            skippedDepth += 1
            return
        }
        let span = locator.span(at: offset)
        open.append(Container(offset: offset, span: span, isObject: isObject, keySpan: span))
    }

    mutating func key(_ text: String, _ range: Range<Int>, isDuplicate: Bool) {
        if skips { return }
        let last = open.count - 1
        open[last].key = text
        open[last].keySpan = locator.span(range)
        open[last].isDuplicate = isDuplicate
    }

    mutating func scalar(_ text: String, _ kind: SourceNode.ScalarKind, _ range: Range<Int>) {
        if skips { return }
        add(SourceNode(.scalar(text, kind), span: locator.span(range), range: range))
    }

    /// Notes that a part of the innermost open container was not understood.
    mutating func damage() { if let last = open.last { damagedPlaces.insert(last.span) } }

    /// Ends all containers, if nobody knows which bracket closes which.
    mutating func endAll() {
        skippedDepth = 0
        while !open.isEmpty {
            damage()
            end(at: 0)
        }
    }

    /// - Parameter end: The offset after the closing bracket.
    mutating func end(at end: Int) {
        if skippedDepth > 0 {
            skippedDepth -= 1
            return
        }
        guard let closed = open.popLast() else { return }
        add(
            SourceNode(
                closed.isObject ? .mapping(closed.members) : .sequence(closed.elements), span: closed.span,
                range: closed.offset..<max(closed.offset, end)))
    }

    private mutating func add(_ node: SourceNode) {
        guard let last = open.indices.last else {
            root = node
            return
        }
        if !open[last].isObject {
            open[last].elements.append(node)
        } else if !open[last].isDuplicate {
            open[last].members.append(
                SourceNode.Member(key: open[last].key, keySpan: open[last].keySpan, value: node))
        }
    }
}

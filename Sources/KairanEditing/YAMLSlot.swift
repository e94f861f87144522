internal import KairanReaders

/// The place of a value in a block collection of YAML: what stands behind its key or `-`, and the lines below.
struct YAMLSlot {
    private let file: EditedFile
    private var head: Range<Int>
    private var lines: Range<Int>
    /// The spaces before the key or `-`.
    private let indentation: String

    /// Returns nil for the root, which has no such place.
    init?(_ place: EditedPlace) {
        guard let parent = place.parent, let step = place.path.last else { return nil }
        (file, indentation) = (place.file, String(repeating: " ", count: place.file.column(of: parent) - 1))
        let node = place.node
        let next = file.nextLine(after: node.range.upperBound)
        (head, lines) = (node.range, next..<next)
        if file.isBlockScalar(node) {
            let header = file.bytes[node.range].prefix { $0 > 0x20 }
            head = header.startIndex..<header.endIndex
            let firstLine = file.nextLine(after: head.upperBound)
            lines = firstLine..<max(firstLine, file.contentEnd(of: node))
        } else if node.scalar == nil, !file.isBracketed(node), !file.isAlias(node) {
            takeBlock(node, behind: step, of: parent)
        }
    }

    private mutating func takeBlock(_ node: SourceNode, behind step: SourceStep, of parent: SourceNode) {
        let start = node.range.lowerBound
        let lineStart = file.lineStart(of: start)
        if file.isBlank(lineStart..<start) {
            let end = file.contentEnd(of: node)
            lines = lineStart..<end
            head = headEnd(step, of: parent, before: lineStart)
        } else {
            let lineEnd = file.endOfLine(at: start)
            head = start..<lineEnd
            let firstLine = file.nextLine(after: lineEnd)
            lines = firstLine..<max(firstLine, file.contentEnd(of: node))
        }
    }

    /// Returns the place behind the key or `-`, and behind an anchor and a tag.
    private func headEnd(_ step: SourceStep, of parent: SourceNode, before limit: Int) -> Range<Int> {
        var index = limit
        switch step {
        case .key(let key):
            guard let member = parent.members?.first(where: { hasSameBytes($0.key, key) }) else { break }
            index = file.offset(of: member.keySpan.advanced(byColumns: member.keySpan.length, length: 1))
            index = file.skipSpaces(from: index)
        case .element(let element): index = file.dash(of: element, in: parent) ?? limit
        }
        index = min(index + 1, limit)
        while true {
            let next = file.skipSpaces(from: index)
            guard next < limit, "&!".utf8.contains(file.bytes[next]) else { return index..<index }
            index = file.bytes[next...].firstIndex { $0 <= 0x20 } ?? limit
        }
    }

    func replacements(with form: YAMLForm) -> [Replacement] {
        var head = head
        var text = form.head
        if text.isEmpty {
            while head.lowerBound > 0, file.bytes[head.lowerBound - 1] == UInt8(ascii: " ") {
                head = (head.lowerBound - 1)..<head.upperBound
            }
        } else if head.isEmpty {
            text = " " + text
        }
        let written = form.lines.map { $0.isEmpty ? "" : (form.isIndented ? "" : indentation) + $0 }
        var below = file.lines(written, at: lines.lowerBound)
        if !lines.isEmpty, lines.upperBound == file.bytes.count, file.lacksLastLineEnd, below.hasSuffix(file.lineEnd) {
            below.removeLast(1)
        }
        return [Replacement(head, text), Replacement(lines, below)]
    }
}

package import KairanModel
package import KairanReaders

/// The lines of a file of YAML that is made from JSON, each with the place in the JSON that gave it.
package struct EntryLines {
    package private(set) var lines: [(text: String, span: SourceSpan?)] = []

    package init() {}

    package mutating func append(_ text: String, from span: SourceSpan? = nil) { lines.append((text, span)) }

    /// Appends the body of an entry.
    package mutating func append(text node: SourceNode) {
        for line in (node.text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
            append(String(line), from: node.span)
        }
    }

    /// Appends `key: value` in YAML, on one line if that is short.
    package mutating func append(_ key: String, _ node: SourceNode) {
        append("\(keyYAML(key, isInner: true)): ", node, depth: 0)
    }

    private mutating func append(_ prefix: String, _ node: SourceNode, depth: Int) {
        if let block = BlockText(node) {
            append(prefix + block.header, from: node.span)
            let indent = String(repeating: "  ", count: depth + 1)
            for line in block.lines { append(line.isEmpty ? "" : indent + line, from: node.span) }
            return
        }
        if let line = flow(node, isInner: false), line.count <= 100 || node.scalar != nil {
            return append(prefix + line, from: node.span)
        }
        append(String(prefix.dropLast()), from: node.span)
        let indent = String(repeating: "  ", count: depth + 1)
        for member in node.members ?? [] {
            append("\(indent)\(key(member)): ", member.value, depth: depth + 1)
        }
        for element in node.elements ?? [] { append(element: element, depth: depth + 1) }
    }

    /// Appends an element of a list in YAML.
    package mutating func append(element: SourceNode) { append(element: element, depth: 0) }

    private mutating func append(element: SourceNode, depth: Int) {
        let indent = String(repeating: "  ", count: depth)
        guard let first = element.members?.first, flow(element, isInner: false).map({ $0.count > 60 }) ?? true
        else { return append("\(indent)- ", element, depth: depth) }
        append("\(indent)- \(key(first)): ", first.value, depth: depth + 1)
        for member in element.members?.dropFirst() ?? [] {
            append("\(indent)  \(key(member)): ", member.value, depth: depth + 1)
        }
    }

    private func key(_ member: SourceNode.Member) -> String { keyYAML(member.key, isInner: true) }

    /// Returns nil if the node has more than one level.
    private func flow(_ node: SourceNode, isInner: Bool) -> String? {
        switch node.content {
        case .scalar(let text, let kind): return BlockText(node) == nil ? scalarYAML(text, kind, isInner: isInner) : nil
        case .sequence(let elements):
            let parts = isInner ? [] : elements.compactMap { flow($0, isInner: true) }
            return parts.count == elements.count ? "[\(parts.joined(separator: ", "))]" : nil
        case .mapping(let members):
            let parts =
                isInner
                ? []
                : members.compactMap { member in flow(member.value, isInner: true).map { "\(key(member)): \($0)" } }
            guard parts.count == members.count else { return nil }
            return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
        }
    }
}

/// A text of several lines, or a long text that would need quotes, as a literal block of YAML (1.2.2, 8.1.2).
struct BlockText {
    let header: String
    let lines: [Substring]

    /// Returns nil for a text that fits better on the line of its key, and for one that a block would change.
    init?(_ node: SourceNode) {
        guard case .scalar(let text, .string) = node.content, let first = text.unicodeScalars.first, first != "\n",
            text.contains("\n") || text.count > 80 && !isPlainYAML(text, isInner: false)
        else { return nil }
        let isReadable = text.unicodeScalars.allSatisfy { $0 != "\t" && needsNoEscape($0) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard isReadable, !first.properties.isWhitespace, lines.contains(where: { !$0.allSatisfy(\.isWhitespace) }),
            !lines.contains(where: { !$0.isEmpty && $0.allSatisfy(\.isWhitespace) })
        else { return nil }
        let breakCount = lines.reversed().prefix(while: \.isEmpty).count
        header = breakCount == 0 ? "|-" : breakCount == 1 ? "|" : "|+"
        self.lines = breakCount == 0 ? lines : lines.dropLast()
    }
}

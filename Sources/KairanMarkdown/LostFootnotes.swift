internal import KairanModel

/// The footnotes of a text that cmark-gfm leaves out: those that nothing refers to, and second ones of a name.
///
/// The tree has none of them any more, so they are the lines that look like a footnote and that no block of the tree
/// covers.
struct LostFootnotes {
    /// The names by line.
    private var names: [Int: String] = [:]
    private var repeated: Set<Int> = []

    init(in places: inout SourcePlaces) {
        let text = places.bytes
        guard text.span.firstOffset(of: Array("[^".utf8), in: 0..<text.count) != nil else { return }
        var seen: Set<String> = []
        var (line, start) = (1, 0)
        while start < text.count {
            let end = places.offset(ofLine: line + 1)
            if let name = text.footnoteName(in: start..<end) {
                names[line] = name
                if !seen.insert(name.lowercased()).inserted { repeated.insert(line) }
            }
            (line, start) = (line + 1, end)
        }
    }

    /// Notes that the tree has a block.
    mutating func note(_ node: MarkdownNode, _ kind: NodeKind) {
        guard !names.isEmpty else { return }
        let isLeaf = [.paragraph, .heading, .codeBlock, .htmlBlock, .table].contains(kind)
        guard kind == .footnoteDefinition || isLeaf else { return }
        let end = isLeaf ? node.endLine : node.startLine
        if node.startLine <= end { for line in node.startLine...end { names[line] = nil } }
    }

    /// Returns the footnotes that were not noted, in their order.
    var unnoted: [(line: Int, name: String, isRepeated: Bool)] {
        names.sorted { $0.key < $1.key }.map { ($0.key, $0.value, repeated.contains($0.key)) }
    }
}

extension [UInt8] {
    /// Returns the name of a footnote that begins in this line, perhaps in a quote or a list.
    fileprivate func footnoteName(in line: Range<Int>) -> String? {
        guard let start = self[line].firstIndex(of: UInt8(ascii: "[")), start + 2 < line.upperBound,
            self[start + 1] == UInt8(ascii: "^"), self[line.lowerBound..<start].allSatisfy(isOfContainer)
        else { return nil }
        let name = self[start + 2..<line.upperBound].prefix { $0 > 0x20 && $0 != UInt8(ascii: "]") }
        let isDefinition = !name.isEmpty && self[name.endIndex..<line.upperBound].starts(with: "]:".utf8)
        return isDefinition ? String(decoding: name, as: UTF8.self) : nil
    }
}

/// Returns whether a byte may stand before the first block of a line, in the marks of quotes and items.
func isOfContainer(_ byte: UInt8) -> Bool { isASCIIDigit(byte) || " \t>-+*.)".utf8.contains(byte) }

extension TreeWalk {
    /// Warns of footnotes that are left out with their texts.
    mutating func reportLostFootnotes() {
        for (line, name, isRepeated) in lostFootnotes.unnoted {
            guard let span = place(ofWritten: "[^\(name)]:", inLine: line) else { continue }
            let reason = isRepeated ? "as there is another one of its name above" : "as nothing refers to it"
            report(
                Diagnostic(
                    .warning, .markdownUnread, "this footnote is left out, \(reason)", at: span,
                    help: isRepeated ? "give it another name" : "write [^\(name)] where it belongs, or remove it"))
        }
    }
}

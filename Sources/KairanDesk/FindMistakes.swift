internal import KairanAuthoring
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension Desk {
    /// Returns the mistakes in an entry, each with its way to the wrong part of a form, and then those that are new in
    /// other places.
    ///
    /// - Parameter known: The diagnostics before a change.
    func mistakes(of opened: OpenedEntry, _ diagnostics: [Diagnostic], since known: [Diagnostic]) -> [JSONValue] {
        let places = EntryPlaces(opened)
        let known = Set(known)
        let own = diagnostics.compactMap { diagnostic in
            places.path(to: diagnostic.span).map { path in
                let path = path + (diagnostic.missingKey.map { [$0] } ?? [])
                return JSONValue.object(diagnostic.members(path: path, isElsewhere: false))
            }
        }
        let others = diagnostics.filter { places.path(to: $0.span) == nil && !known.contains($0) }
        return own + others.prefix(20).map { .object($0.members(path: [], isElsewhere: true)) }
    }
}

/// The places of all parts of an entry in its file.
private struct EntryPlaces {
    private var starts: [(line: Int, column: Int, path: [String])] = []
    private let file: String
    private let bodyLine: Int?
    private let lines: ClosedRange<Int>

    init(_ opened: OpenedEntry) {
        file = opened.file.path
        bodyLine = opened.found.declaration.hasBody ? opened.editor.bodyLine : nil
        let last = opened.isWholeFile ? Int.max : opened.lastLine
        lines = (opened.isWholeFile ? 1 : min(opened.node?.span.line ?? 1, last))...last
        if let node = opened.node { add(node, at: []) }
        starts.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    private mutating func add(_ node: SourceNode, at path: [String]) {
        for (index, element) in (node.elements ?? []).enumerated() {
            starts.append((element.span.line, element.span.column, path + ["\(index)"]))
            add(element, at: path + ["\(index)"])
        }
        for member in node.members ?? [] {
            starts.append((member.keySpan.line, member.keySpan.column, path + [member.key]))
            add(member.value, at: path + [member.key])
        }
    }

    /// Returns the keys and numbers that lead to a place, or nil if it is not in the entry.
    func path(to span: SourceSpan) -> [String]? {
        guard span.path == file, lines.contains(span.line) else { return nil }
        if let bodyLine, span.line >= bodyLine { return ["body"] }
        // The start of the entry stands for the entry as a whole.
        let before = starts.last { ($0.line, $0.column) <= (span.line, span.column) }
        return before?.path ?? []
    }
}

extension OpenedEntry {
    /// The last line of an entry of a list.
    fileprivate var lastLine: Int {
        guard let node else { return 1 }
        let bytes = file.bytes[..<min(node.range.upperBound, file.bytes.count)]
        return 1 + bytes.count { $0 == UInt8(ascii: "\n") }
    }
}

internal import KairanModel

/// Finds the place of a link's destination in the source.
///
/// The columns of cmark-gfm inside a paragraph are wrong after an indented line and missing for bare addresses, so they
/// are only a first guess. The result must be the destination itself, in a place where a destination can stand.
struct DestinationFinder {
    var places: SourcePlaces
    /// The present block; nil once something in it was searched for.
    private var block: MarkdownNode?
    /// The position from which the present block's next link can start, and the end of the block.
    private var cursor = 0
    private var limit = 0
    /// The number of bytes that fruitless searches may still read, so that they cannot make a hostile text slow.
    private var budget: Int
    /// The reference definitions by destination.
    private lazy var definitions = places.bytes.linkDefinitions()

    init(places: SourcePlaces) {
        self.places = places
        budget = places.bytes.count * 4 + 65_536
    }

    mutating func enterBlock(_ node: MarkdownNode) { block = node }

    private mutating func settleBlock() {
        guard let node = block else { return }
        block = nil
        cursor = places.offset(line: node.startLine, column: node.startColumn)
        limit = max(places.offset(ofLine: max(node.endLine, node.startLine) + 1), cursor)
    }

    /// Returns the start of `node` according to cmark-gfm, if one of `marks` is there, or else the end of the last
    /// search.
    mutating func start(of node: MarkdownNode, marks: String) -> Int {
        settleBlock()
        let guess = places.offset(line: node.startLine, column: node.startColumn)
        guard node.startLine > 0, guess > cursor, guess < limit, marks.utf8.contains(places.bytes[guess]) else {
            return cursor
        }
        return guess
    }

    mutating func span(ofText text: Span<UInt8>, from start: Int) -> SourceSpan {
        let offset = offset(ofText: text, from: start)
        return places.span(at: offset ?? start, length: offset == nil ? 1 : text.count)
    }

    mutating func offset(ofText text: Span<UInt8>, from start: Int) -> Int? {
        settleBlock()
        guard let offset = search(from: start, { $0.span.firstOffset(of: text, in: $1) }) else { return nil }
        cursor = offset + text.count
        return offset
    }

    /// Returns the span of a text that stands in the source exactly so, with no backslash before it.
    mutating func place(ofWritten text: Substring) -> SourceSpan? {
        settleBlock()
        let found = search(from: cursor) { $0.span.firstOffset(of: Array(text.utf8), in: $1) }
        guard let offset = found, offset == 0 || places.bytes[offset - 1] != UInt8(ascii: "\\") else { return nil }
        cursor = offset + text.utf8.count
        return places.span(at: offset, length: text.utf8.count)
    }

    /// Returns the span of the `destination` of the link or image that starts at `start`.
    mutating func span(ofDestination destination: Span<UInt8>, from start: Int) -> SourceSpan {
        let found =
            search(from: max(start, cursor)) { $0.inlineDestination(destination, in: $1) }
            ?? search(from: cursor) { $0.inlineDestination(destination, in: $1) }
        if let found {
            cursor = found.upperBound
            return places.span(at: found.lowerBound, length: found.count)
        }
        if let definition = definitions[Array(copying: destination)] {
            return places.span(at: definition, length: destination.count)
        }
        return places.span(at: start, length: 1)
    }

    private mutating func search<Result>(
        from start: Int, _ find: ([UInt8], Range<Int>) -> Result?
    ) -> Result? {
        guard start < limit, budget > 0 else { return nil }
        if let found = find(places.bytes, start..<limit) { return found }
        budget -= limit - start
        return nil
    }
}

extension [UInt8] {
    /// Returns the next `](…)` in `range` that holds `destination`.
    fileprivate func inlineDestination(_ destination: Span<UInt8>, in range: Range<Int>) -> Range<Int>? {
        var at = range.lowerBound
        while let bracket = span.firstOffset(of: Array("](".utf8), in: at..<range.upperBound) {
            let token = destinationToken(from: bracket + 2, to: range.upperBound)
            if isSource(token, of: destination) { return token }
            at = bracket + 2
        }
        return nil
    }

    private func destinationToken(from start: Int, to limit: Int) -> Range<Int> {
        var first = start
        while first < limit, isBlank(self[first]) { first += 1 }
        let isPointed = first < limit && self[first] == UInt8(ascii: "<")
        if isPointed { first += 1 }
        var end = first
        var depth = 0
        while end < limit {
            let byte = self[end]
            if isPointed ? byte == UInt8(ascii: ">") || byte == 0x0A : byte <= 0x20 { break }
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")"), !isPointed {
                if depth == 0 { break }
                depth -= 1
            }
            end += byte == UInt8(ascii: "\\") && end + 1 < limit ? 2 : 1
        }
        return first..<Swift.max(Swift.min(end, limit), first)
    }

    /// Returns whether the bytes in `token` stand for `text`, with backslash escapes decoded. From an entity on, the
    /// rest is assumed to match.
    private func isSource(_ token: Range<Int>, of text: Span<UInt8>) -> Bool {
        var at = token.lowerBound
        var index = 0
        while at < token.upperBound {
            if self[at] == UInt8(ascii: "&"), self[at..<token.upperBound].contains(UInt8(ascii: ";")) { return true }
            if self[at] == UInt8(ascii: "\\"), at + 1 < token.upperBound, isASCIIPunctuation(self[at + 1]) { at += 1 }
            guard index < text.count, self[at] == text[index] else { return false }
            at += 1
            index += 1
        }
        return index == text.count
    }

    /// Returns the first offset of each destination of a `[label]: destination`.
    fileprivate func linkDefinitions() -> [[UInt8]: Int] {
        var definitions: [[UInt8]: Int] = [:]
        var at = 0
        while let bracket = span.firstOffset(of: Array("]:".utf8), in: at..<count) {
            let token = destinationToken(from: bracket + 2, to: count)
            let destination = Array(self[token])
            if definitions[destination] == nil { definitions[destination] = token.lowerBound }
            at = bracket + 2
        }
        return definitions
    }
}

internal import KairanModel

/// A piece of raw HTML. Whatever it was, it is written anew, so no other reader can take it for something else.
struct HTMLToken {
    enum Kind {
        case text
        case start
        case end
    }

    var kind: Kind
    /// The offsets in its block.
    var range: Range<Int>
    /// The element in lower case; empty for text.
    var name = ""
    var text = ""
    var attributes: [HTMLAttribute] = []

    /// Elements whose text is no markup (HTML standard, 13.2.5.2 to 13.2.5.5), and which go with it.
    private static let rawTexts: Set = [
        "script", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "title", "textarea", "plaintext",
    ]

    /// Reads HTML as a browser does. Comments and the like are left out.
    static func read(_ html: Span<UInt8>) -> [HTMLToken] {
        var tokens: [HTMLToken] = []
        var (at, textStart) = (0, 0)
        func endText(_ end: Int) {
            guard end > textStart else { return }
            let text = String(decoding: html.extracting(textStart..<end))
            tokens.append(HTMLToken(kind: .text, range: textStart..<end, text: text))
        }
        while let open = html.firstOffset(of: UInt8(ascii: "<"), in: at..<html.count) {
            at = open + 1
            guard let end = html.markupEnd(from: open) else { continue }
            endText(open)
            (at, textStart) = (end, end)
            guard let tag = html.tag(from: open, to: end) else { continue }
            if tag.kind == .start, rawTexts.contains(tag.name) {
                at = tag.name == "plaintext" ? html.count : html.rawTextEnd(of: tag.name, from: end)
                textStart = at
            }
            tokens.append(tag)
        }
        endText(html.count)
        return tokens
    }
}

extension Span<UInt8> {
    /// Returns the end of what a `<` opens; nil if it is text.
    fileprivate func markupEnd(from open: Int) -> Int? {
        guard open + 1 < count else { return nil }
        let next = self[open + 1]
        if isASCIILetter(next) { return tagEnd(from: open + 1) }
        if next == UInt8(ascii: "/") {
            guard open + 2 < count else { return nil }
            return isASCIILetter(self[open + 2]) ? tagEnd(from: open + 2) : simpleEnd(from: open)
        }
        if hasBytes("<!--".utf8, at: open) {
            if hasBytes("<!-->".utf8, at: open) { return open + 5 }
            return firstOffset(of: Array("-->".utf8), in: (open + 4)..<count).map { $0 + 3 } ?? count
        }
        return next == UInt8(ascii: "!") || next == UInt8(ascii: "?") ? simpleEnd(from: open) : nil
    }

    private func simpleEnd(from open: Int) -> Int {
        firstOffset(of: UInt8(ascii: ">"), in: open..<count).map { $0 + 1 } ?? count
    }

    /// Returns the end of a tag. A tag without an end reaches to the end of the text.
    private func tagEnd(from start: Int) -> Int {
        var at = start
        while at < count, !isBlank(self[at]), self[at] != UInt8(ascii: ">"), self[at] != UInt8(ascii: "/") { at += 1 }
        while at < count, self[at] != UInt8(ascii: ">") {
            at = Swift.max(attribute(from: at)?.range.upperBound ?? 0, at + 1)
        }
        return Swift.min(at + 1, count)
    }

    /// Returns nil for anything that is no tag, and for a tag without an end.
    fileprivate func tag(from open: Int, to end: Int) -> HTMLToken? {
        guard end > open + 2, self[end - 1] == UInt8(ascii: ">") else { return nil }
        let isEnd = self[open + 1] == UInt8(ascii: "/")
        let start = open + (isEnd ? 2 : 1)
        guard isASCIILetter(self[start]) else { return nil }
        var at = start
        while at < end, !isBlank(self[at]), self[at] != UInt8(ascii: ">"), self[at] != UInt8(ascii: "/") { at += 1 }
        var tag = HTMLToken(
            kind: isEnd ? .end : .start, range: open..<end, name: String(decoding: extracting(start..<at)).lowercased())
        var names: Set<String> = []
        while at < end - 1 {
            guard let attribute = attribute(from: at), attribute.range.upperBound <= end else {
                at += 1
                continue
            }
            // If an attribute is there twice, the first counts.
            if names.insert(attribute.name).inserted { tag.attributes.append(attribute) }
            at = Swift.max(attribute.range.upperBound, at + 1)
        }
        return tag
    }

    /// Returns the end of the end tag of an element whose text is no markup.
    fileprivate func rawTextEnd(of name: String, from start: Int) -> Int {
        var at = start
        while let open = firstOffset(of: Array("</".utf8), in: at..<count) {
            let after = open + 2 + name.utf8.count
            if after <= count, String(decoding: extracting(open + 2..<after)).lowercased() == name {
                return simpleEnd(from: after)
            }
            at = open + 2
        }
        return count
    }
}

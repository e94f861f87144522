internal import KairanModel

/// The state for reporting raw HTML in a text before it is dropped.
struct RawHTMLTags {
    /// The number of open elements of each name, so that a closing tag is not reported again.
    private var openCounts: [String: Int] = [:]

    /// A piece of HTML that deserves a warning.
    struct Finding {
        /// The offset in the piece of the first HTML that is not a comment.
        var offset: Int
        /// The tag, such as `<script>`; empty for text after a comment.
        var tag: String
    }

    /// Returns nil for comments, white space and the closing tags of elements that are already reported.
    mutating func finding(in html: Span<UInt8>) -> Finding? {
        var at = 0
        var finding: Finding?
        while at < html.count {
            if isBlank(html[at]) {
                at += 1
            } else if html.hasBytes("<!--".utf8, at: at) {
                at = html.firstOffset(of: Array("-->".utf8), in: at..<html.count).map { $0 + 3 } ?? html.count
            } else {
                let (tag, end, isReported) = visitTag(at, in: html)
                if !isReported, finding == nil { finding = Finding(offset: at, tag: tag) }
                at = end
            }
        }
        return finding
    }

    /// Moves to the next `<`, and counts opened and closed elements.
    private mutating func visitTag(
        _ start: Int, in html: Span<UInt8>
    ) -> (tag: String, end: Int, isReported: Bool) {
        let isClosing = html.hasBytes("</".utf8, at: start)
        var end = start + (isClosing ? 2 : 1)
        let nameStart = end
        while end < html.count, isASCIILetter(html[end]) || isASCIIDigit(html[end]) || html[end] == 0x2D { end += 1 }
        let name = String(decoding: html.extracting(min(nameStart, end)..<end))
        while end < html.count, html[end] != UInt8(ascii: "<") { end += 1 }
        guard html[start] == UInt8(ascii: "<") else { return ("", end, false) }
        let key = name.lowercased()
        guard isClosing else {
            openCounts[key, default: 0] += 1
            return (name.isEmpty ? "" : "<\(name)>", end, false)
        }
        let count = openCounts[key, default: 0]
        openCounts[key] = max(count - 1, 0)
        return ("</\(name)>", end, count > 0)
    }
}

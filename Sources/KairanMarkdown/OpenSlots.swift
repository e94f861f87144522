internal import KairanModel

/// cmark-gfm's HTML without the addresses of its links.
struct OpenSlots {
    /// The address that every link and image gets before rendering. Only links can produce it in the HTML, because raw
    /// HTML is dropped or written anew by `CleanedTag`, and every `<` of a text is written as `&lt;`.
    static let placeholder: [UInt8] = [UInt8(ascii: "@")]

    private(set) var bytes: [UInt8] = []
    /// The positions in `bytes` at which addresses are inserted.
    private(set) var offsets: [Int32] = []
    /// The `id`s of footnotes and of the places that refer to them.
    private(set) var footnoteAnchors: [String] = []

    /// - Parameter quotes: The quotes in their order; nil for those that are no alerts.
    init(html: Span<UInt8>, headingIDs: [String], quotes: [Alert?]) {
        var headings = headingIDs.makeIterator()
        var quotes = quotes.makeIterator()
        var openQuotes: [Alert?] = []
        bytes.reserveCapacity(html.count + 64)
        var copied = 0
        var at = 0
        while let tag = html.firstOffset(of: UInt8(ascii: "<"), in: at..<html.count) {
            at = tag + 1
            guard at < html.count else { break }
            switch html[at] {
            case UInt8(ascii: "a") where html.hasBytes("a href=\"@\"".utf8, at: at):
                cut(html, from: &copied, to: at + 8)
            case UInt8(ascii: "i") where html.hasBytes("img src=\"@\"".utf8, at: at):
                cut(html, from: &copied, to: at + 9)
            case UInt8(ascii: "h") where html.isHeadingTag(at):
                guard let id = headings.next() else { break }
                bytes.append(copying: html.extracting(copied..<at + 2))
                bytes += " id=\"\(id)\"".utf8
                copied = at + 2
            case UInt8(ascii: "l") where html.hasBytes("li id=\"".utf8, at: at):
                addAnchor(html, at: at + 7, &copied)
            case UInt8(ascii: "a") where html.hasBytes("a href=\"#fn-".utf8, at: at):
                guard let name = html.firstOffset(of: Array("id=\"".utf8), in: at..<html.count) else { break }
                addAnchor(html, at: name + 4, &copied)
            case UInt8(ascii: "b") where html.hasBytes("blockquote>".utf8, at: at):
                let alert = quotes.next() ?? nil
                openQuotes.append(alert)
                guard let alert else { break }
                bytes.append(copying: html.extracting(copied..<tag))
                bytes += "<div class=\"alert alert-\(alert.rawValue)\" role=\"note\">\n\(alert.openTitle)".utf8
                copied = at + "blockquote>".utf8.count
            case UInt8(ascii: "/") where html.hasBytes("/blockquote>".utf8, at: at):
                guard openQuotes.popLast() ?? nil != nil else { break }
                bytes.append(copying: html.extracting(copied..<tag))
                bytes += "</div>".utf8
                copied = at + "/blockquote>".utf8.count
            default: break
            }
        }
        bytes.append(copying: html.extracting(copied...))
        // cmark-gfm ends its HTML with a line end, which a value in a page or an endpoint does not have.
        while bytes.last == 0x0A { bytes.removeLast() }
    }

    private mutating func cut(_ html: Span<UInt8>, from copied: inout Int, to end: Int) {
        bytes.append(copying: html.extracting(copied..<end))
        offsets.append(Int32(clamping: bytes.count))
        copied = end + Self.placeholder.count
    }

    private mutating func addAnchor(_ html: Span<UInt8>, at start: Int, _ copied: inout Int) {
        let end = html.firstOffset(of: UInt8(ascii: "\""), in: start..<html.count) ?? html.count
        let written = String(decoding: html.extracting(start..<end))
        // cmark-gfm escapes an `id` like an address. Whoever follows the address looks for the place without escapes.
        let id = unescapedPath(written)
        guard id != written,
            !id.unicodeScalars.contains(where: { "\"<>&%'".unicodeScalars.contains($0) || $0.properties.isWhitespace })
        else { return footnoteAnchors.append(written) }
        bytes.append(copying: html.extracting(copied..<start))
        bytes += id.utf8
        copied = end
        footnoteAnchors.append(id)
    }
}

extension Span<UInt8> {
    /// Returns whether `h1>` to `h6>` follows.
    fileprivate func isHeadingTag(_ at: Int) -> Bool {
        at + 2 < count && (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(self[at + 1]) && self[at + 2] == 0x3E
    }
}

internal import KairanModel

/// An element of HTML that is kept in Markdown, which has no form of its own for it. Without it a text would say
/// something else, as 10⁶ would. It can neither run nor load anything.
enum KeptElement: String {
    case sup, sub, br, del, ins, mark, kbd, abbr, small, ruby, rt, rp
}

/// A tag of raw HTML between words.
struct InlineTag {
    var element: KeptElement?
    var name: String
    var isClosing: Bool
    /// The attributes `title` and `lang` as HTML.
    var attributes = ""
    /// The first attribute that is not kept.
    var droppedAttribute: String?

    /// Reads a tag as CommonMark allows it (section 6.6); nil for a comment and the like.
    init?(_ html: Span<UInt8>) {
        isClosing = html.hasBytes("</".utf8, at: 0)
        let start = isClosing ? 2 : 1
        var at = start
        while at < html.count, isASCIILetter(html[at]) || isASCIIDigit(html[at]) || html[at] == 0x2D { at += 1 }
        guard at > start, isASCIILetter(html[start]) else { return nil }
        name = String(decoding: html.extracting(start..<at)).lowercased()
        element = KeptElement(rawValue: name)
        guard element != nil, !isClosing else { return }
        while let attribute = html.attribute(from: at) {
            let key = attribute.name
            at = attribute.range.upperBound
            if ["title", "lang"].contains(key) {
                let escaped = attribute.value.replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
                attributes += " \(key)=\"\(escaped)\""
            } else {
                droppedAttribute = droppedAttribute ?? key
            }
        }
    }

    var html: [UInt8] {
        if element == .br { return Array("<br />".utf8) }
        return Array(isClosing ? "</\(name)>".utf8 : "<\(name)\(attributes)>".utf8)
    }

    /// This is true for an element that stands apart from the words beside it, so that they may not be joined when it
    /// is dropped.
    var separates: Bool {
        ![
            "a", "b", "bdi", "bdo", "cite", "code", "data", "dfn", "em", "font", "i", "q", "rb", "samp", "span",
            "strong", "time", "tt", "u", "var", "wbr",
        ].contains(name)
    }
}

/// An attribute of a tag, with its name in lower case.
struct HTMLAttribute {
    var name: String
    var value = ""
    /// The offsets of the attribute and, without its quotes, of its value.
    var range: Range<Int>
    var valueRange: Range<Int>
}

extension Span<UInt8> {
    /// Returns the next attribute of a tag; nil if there is none.
    func attribute(from start: Int) -> HTMLAttribute? {
        var at = start
        while at < count, isBlank(self[at]) || self[at] == UInt8(ascii: "/") { at += 1 }
        let keyStart = at
        while at < count, !isBlank(self[at]), !"=>/".utf8.contains(self[at]) { at += 1 }
        guard at > keyStart else { return nil }
        let key = String(decoding: extracting(keyStart..<at)).lowercased()
        var value = at
        while value < count, isBlank(self[value]) { value += 1 }
        guard value < count, self[value] == UInt8(ascii: "=") else {
            return HTMLAttribute(name: key, range: keyStart..<at, valueRange: at..<at)
        }
        value += 1
        while value < count, isBlank(self[value]) { value += 1 }
        guard value < count else { return HTMLAttribute(name: key, range: keyStart..<value, valueRange: value..<value) }
        let quote = self[value]
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        if isQuoted { value += 1 }
        var end = value
        if isQuoted {
            end = firstOffset(of: quote, in: value..<count) ?? count
        } else {
            while end < count, !isBlank(self[end]), self[end] != UInt8(ascii: ">") { end += 1 }
        }
        return HTMLAttribute(
            name: key, value: String(decoding: extracting(value..<end)),
            range: keyStart..<Swift.min(isQuoted ? end + 1 : end, count), valueRange: value..<end)
    }
}

extension MarkdownNode {
    /// Decides which tags among this node and those after it are kept: an end tag needs its start, and a start its end,
    /// in the same part of the text, so that no element reaches beyond it.
    func decideTags() {
        var (open, next) = ([(name: String, node: MarkdownNode)](), Optional(self))
        // An end without a start is found without a look at all that is open, of which a hostile text has thousands.
        var counts: [String: Int] = [:]
        while let node = next {
            next = node.next
            guard node.kind == .htmlInline else { continue }
            node.decision = .drop
            guard let tag = node.withLiteral({ InlineTag($0) }), let element = tag.element else { continue }
            if element == .br {
                if !tag.isClosing { node.decision = .keep }
            } else if !tag.isClosing {
                open.append((tag.name, node))
                counts[tag.name, default: 0] += 1
            } else if counts[tag.name, default: 0] > 0, let start = open.lastIndex(where: { $0.name == tag.name }) {
                open[start].node.decision = .keep
                node.decision = .keep
                for (name, _) in open[start...] { counts[name, default: 0] -= 1 }
                open.removeLast(open.count - start)
            }
        }
    }
}

/// How kept elements read in plain text.
struct PlainElements {
    /// The open elements, each with the length of the text before it.
    private var open: [(element: KeptElement, start: Int, closes: String)] = []
    /// The words that were raised or lowered since they were last taken, each with what was written for it in plain
    /// text.
    private var raised: [PlainTextWriter.Raised] = []

    mutating func takeRaised() -> [PlainTextWriter.Raised] {
        defer { raised.removeAll() }
        return raised
    }

    mutating func enter(_ tag: InlineTag, _ text: inout PlainTextWriter) {
        guard let element = tag.element else { return }
        if element == .br { return text.appendLineBreak() }
        if tag.isClosing { return leave(&text) }
        var closes = ""
        // An element at the start of a line begins after the marker of its list item.
        text.append("")
        switch element {
        case .del:
            text.append("~~")
            closes = "~~"
        case .rt where ![UInt8(ascii: "("), 0x88].contains(text.bytes.last):
            // 0x88 ends a full-width bracket, which an element `rp` may have written.
            text.append("(")
            closes = ")"
        case .sup, .sub, .br, .ins, .mark, .kbd, .abbr, .small, .ruby, .rt, .rp: break
        }
        open.append((element, text.bytes.count, closes))
    }

    private mutating func leave(_ text: inout PlainTextWriter) {
        guard let (element, start, closes) = open.popLast() else { return }
        switch element {
        case .sup: raised += text.raise(from: start, mark: "^", signs: Self.raisedSigns)
        case .sub: raised += text.raise(from: start, mark: "_", signs: Self.loweredSigns)
        case .br, .del, .ins, .mark, .kbd, .abbr, .small, .ruby, .rt, .rp:
            if !closes.isEmpty { text.append(closes) }
        }
    }

    private static let raisedSigns: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ"))
    private static let loweredSigns: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"))
}

extension PlainTextWriter {
    /// A part of the text in raised or lowered signs, with what it was before.
    struct Raised {
        var start: Int
        var signs: String
        var words: String
    }

    /// Returns the text of the present block with its raised and lowered words as they were.
    func blockText(with raised: [Raised]) -> String {
        var before = self
        for part in raised.reversed() where part.start >= contentStart {
            guard before.bytes[part.start...].starts(with: part.signs.utf8) else { continue }
            before.replace(part.start..<part.start + part.signs.utf8.count, with: part.words)
        }
        return before.blockText
    }

    /// Writes what stands at the end in raised or lowered signs. Where Unicode lacks one of them, a mark says it.
    fileprivate mutating func raise(from start: Int, mark: String, signs: [Character: Character]) -> [Raised] {
        let text = String(decoding: bytes[start...], as: UTF8.self)
        guard !text.isEmpty else { return [] }
        let raised = text.map { signs[$0] }
        let all = raised.compactMap(\.self)
        let written = all.count == raised.count ? String(all) : text.count == 1 ? mark + text : "\(mark)(\(text))"
        replace(start..<bytes.count, with: written)
        return [Raised(start: start, signs: written, words: text)]
    }
}

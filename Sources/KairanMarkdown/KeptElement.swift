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

    init?(_ html: Span<UInt8>) {
        let text = String(decoding: html)
        guard let match = text.wholeMatch(of: /<(\/?)([A-Za-z][A-Za-z0-9\-]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>/) else {
            return nil
        }
        (name, isClosing) = (match.2.lowercased(), !match.1.isEmpty)
        element = KeptElement(rawValue: name)
        for part in match.3.matches(of: /([A-Za-z_:][\w:.\-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/) {
            let key = part.1.lowercased()
            guard ["title", "lang"].contains(key), !isClosing else {
                droppedAttribute = droppedAttribute ?? key
                continue
            }
            let value = (part.2 ?? part.3 ?? part.4 ?? "").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
            attributes += " \(key)=\"\(value)\""
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

    mutating func enter(_ tag: InlineTag, _ text: inout PlainTextWriter) {
        guard let element = tag.element else { return }
        if element == .br { return text.appendLineBreak() }
        if tag.isClosing { return leave(&text) }
        var closes = ""
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
        case .sup: text.raise(from: start, mark: "^", signs: Self.raised)
        case .sub: text.raise(from: start, mark: "_", signs: Self.lowered)
        case .br, .del, .ins, .mark, .kbd, .abbr, .small, .ruby, .rt, .rp:
            if !closes.isEmpty { text.append(closes) }
        }
    }

    private static let raised: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ"))
    private static let lowered: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"))
}

extension PlainTextWriter {
    /// Writes what stands at the end in raised or lowered signs. Where Unicode lacks one of them, a mark says it.
    fileprivate mutating func raise(from start: Int, mark: String, signs: [Character: Character]) {
        let text = String(decoding: bytes[start...], as: UTF8.self)
        guard !text.isEmpty else { return }
        let raised = text.map { signs[$0] }
        let all = raised.compactMap(\.self)
        let written = all.count == raised.count ? String(all) : text.count == 1 ? mark + text : "\(mark)(\(text))"
        replace(from: start, with: written)
    }
}

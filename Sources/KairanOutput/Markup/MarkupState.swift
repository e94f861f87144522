internal import KairanModel

/// Where in a page a reader is (HTML standard, 13.2.5), and which elements are open there.
struct MarkupState {
    enum Mode: Hashable {
        case text
        /// The text of a script, style sheet, title and the like, which only its own end tag ends. `seen` is what may become
        /// such a tag; `depth` how deep a script is in comments of the old kind.
        case raw(seen: [UInt8], depth: Int)
        case tagOpen, endTagOpen, tagName
        case beforeAttribute, attributeName, afterAttributeName, beforeValue
        /// Without quotes these are 0.
        case value(quote: UInt8)
        case afterValue
        /// After a section that may or may not have written an attribute; a whole one, or a part that may go on.
        case betweenAttributes(isWhole: Bool)
        case declarationOpen(seen: [UInt8])
        case declaration
        /// A server's directive, `<!--#…`, is one too.
        case comment(seen: [UInt8], isDirective: Bool)
        case characterData(seen: [UInt8])
        case instruction(seen: [UInt8])
    }

    /// What stands in `seen` for a value or a section, of which nobody knows how it ends.
    static let anything: UInt8 = 1

    /// Whose rules an HTML reader follows for an element.
    enum Language: Hashable { case html, svg, math }

    struct Element {
        var name: String
        var language: Language
        /// Whether there is HTML again in it.
        var holdsHTML: Bool
        var span: SourceSpan

        /// Whether no tag in it closes anything around it.
        var isScope: Bool {
            switch language {
            case .html:
                ["table", "td", "th", "caption", "template", "html", "object", "marquee", "button", "applet"].contains(
                    name)
            case .svg, .math: holdsHTML
            }
        }
    }

    /// The tag that is being read.
    struct Tag {
        var name: [UInt8] = []
        var isEnd = false
        var isSelfClosing = false
        var span = SourceSpan(path: "")
        var attribute: [UInt8] = []
        var value = AttributeValue()
        var attributes = SaidAttributes()
        var suspended: [SuspendedMistake] = []
    }

    /// What an attribute's value has begun with.
    struct AttributeValue: Hashable {
        var text: [UInt8] = []
        /// The address that it began with, if its host is known.
        var start = TextAssurance.none
        /// After a section that may or may not have written a part of it.
        var isUnknown = false
        /// Whether the host is known on all ways, whatever follows.
        var hasHost = false
    }

    /// A mistake if the tag turns out to be such a one.
    struct SuspendedMistake {
        var diagnostic: Diagnostic
        /// Whether it is none where a page is to be loaded anew.
        var isFineInRefresh = false
    }

    var mode = Mode.text
    var open: [Element] = []
    var tag = Tag()
    /// What stands right before this place in a style sheet, or in the value of `style`.
    var styleTail: [UInt8] = []

    /// True between the tags of SVG and MathML in a page, where names and texts follow other rules.
    var isForeign: Bool { open.last.map { !$0.holdsHTML } ?? false }

    fileprivate var isBetweenAttributes: Bool {
        switch mode {
        case .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .afterValue, .betweenAttributes: true
        case .text, .raw, .tagOpen, .endTagOpen, .beforeValue, .value, .declarationOpen, .declaration, .comment,
            .characterData, .instruction:
            false
        }
    }
}

/// The attributes of a tag and what they say; nil where that is not known. Of two of a name browsers take the first.
struct SaidAttributes: Hashable {
    private var values: [[UInt8]: [UInt8]?] = [:]

    mutating func add(_ name: [UInt8], _ value: [UInt8]?) { if values[name] == nil { values[name] = .some(value) } }

    func has(_ name: String) -> Bool { values[Array(name.utf8)] != nil }

    /// In lower case; nil where it is not said, or not known.
    func text(_ name: String) -> String? {
        (values[Array(name.utf8)] ?? nil).map { String(decoding: $0, as: UTF8.self).lowercased() }
    }

    func joined(_ other: SaidAttributes) -> SaidAttributes {
        var joined = self
        for name in Set(values.keys).union(other.values.keys) where values[name] != other.values[name] {
            joined.values[name] = .some(nil)
        }
        return joined
    }
}

extension MarkupState {
    /// What has to be the same for everything that follows to mean the same.
    struct Key: Hashable {
        var mode: Mode
        var open: [ElementKey]
        var tag: [UInt8]
        var isEnd: Bool
        var isSelfClosing: Bool
        var attribute: [UInt8]
        var value: AttributeValue
        var attributes: SaidAttributes
        var suspended: [SourceSpan]
        var styleTail: [UInt8]
    }

    struct ElementKey: Hashable {
        var name: String
        var language: Language
        var holdsHTML: Bool
    }

    var key: Key {
        Key(
            mode: mode,
            open: open.map { ElementKey(name: $0.name, language: $0.language, holdsHTML: $0.holdsHTML) },
            tag: tag.name, isEnd: tag.isEnd, isSelfClosing: tag.isSelfClosing, attribute: tag.attribute,
            value: tag.value, attributes: tag.attributes, suspended: tag.suspended.map(\.diagnostic.span),
            styleTail: styleTail)
    }

    /// Where a reader is who came by either of two ways; nil if what follows would mean one thing on one of them and
    /// another on the other.
    func joined(_ other: MarkupState) -> MarkupState? {
        guard let elements = commonElements(other), let mode = joinedMode(other) else { return nil }
        var joined = self
        (joined.open, joined.mode) = (elements, mode)
        joined.tag.suspended = suspended(with: other)
        joined.tag.attributes = tag.attributes.joined(other.tag.attributes)
        if mode != self.mode { joined.tag.attribute = [] }
        if styleTail != other.styleTail { joined.styleTail = [] }
        if tag.value != other.tag.value {
            joined.tag.value.isUnknown = true
            joined.tag.value.hasHost = tag.value.fixesHost && other.tag.value.fixesHost
        }
        return joined
    }

    private func joinedMode(_ other: MarkupState) -> Mode? {
        switch (mode, other.mode) {
        case (.text, .text): return .text
        case (.raw(let seen, 0), .raw(let others, 0)) where isHarmlessInScript(seen) && isHarmlessInScript(others):
            return seen == others ? mode : .raw(seen: [], depth: 0)
        case (.comment(let seen, let isDirective), .comment(let others, let isAlso)) where isDirective == isAlso:
            return seen == others ? mode : .comment(seen: [Self.anything], isDirective: isDirective)
        case (.characterData(let seen), .characterData(let others)):
            return seen == others ? mode : .characterData(seen: [Self.anything])
        case (.raw, .raw), (.declarationOpen, _), (.declaration, _), (.instruction, _):
            return mode == other.mode ? mode : nil
        default: break
        }
        guard tag.name == other.tag.name, tag.isEnd == other.tag.isEnd, tag.isSelfClosing == other.tag.isSelfClosing
        else { return nil }
        if mode == other.mode, tag.attribute == other.tag.attribute { return mode }
        guard isBetweenAttributes, other.isBetweenAttributes else { return nil }
        if mode == .beforeAttribute, other.mode == .beforeAttribute { return mode }
        return .betweenAttributes(isWhole: endsAttribute && other.endsAttribute)
    }

    private var endsAttribute: Bool {
        switch mode {
        case .beforeAttribute, .afterAttributeName, .afterValue, .betweenAttributes(isWhole: true): true
        default: false
        }
    }

    private func isHarmlessInScript(_ seen: [UInt8]) -> Bool { seen.allSatisfy { $0 == UInt8(ascii: "-") } }

    private func suspended(with other: MarkupState) -> [SuspendedMistake] {
        let count = zip(tag.suspended, other.tag.suspended).prefix { $0.diagnostic == $1.diagnostic }.count
        return tag.suspended + other.tag.suspended.dropFirst(count)
    }

    /// Elements that end by themselves need not have ended yet on both ways.
    private func commonElements(_ other: MarkupState) -> [Element]? {
        let (mine, others) = (key.open, other.key.open)
        if mine == others { return open }
        let count = zip(mine, others).prefix { $0 == $1 }.count
        return (mine[count...] + others[count...]).allSatisfy { endsByItself($0.name) } ? Array(open[..<count]) : nil
    }

    /// For messages.
    var place: String {
        switch mode {
        case .text: "text"
        case .raw: "<\(open.last?.name ?? "script")>"
        case .value: "the value of '\(String(decoding: tag.attribute, as: UTF8.self))'"
        case .comment: "a comment"
        case .characterData: "CDATA"
        case .instruction, .declaration, .declarationOpen: "a declaration"
        default: tag.name.isEmpty ? "a tag" : "the tag <\(String(decoding: tag.name, as: UTF8.self))>"
        }
    }
}

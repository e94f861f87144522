internal import KairanModel

/// The position of a reader in a page (HTML standard, 13.2.5), with the elements that are open there.
struct MarkupState {
    enum Mode: Hashable {
        case text
        /// The text of a script, a style sheet, a title or a similar element, which only its own end tag ends. `seen`
        /// is what may become such a tag. `depth` is the nesting of a script in comments of the old kind.
        case raw(seen: [UInt8], depth: Int)
        case tagOpen, endTagOpen, tagName
        case beforeAttribute, attributeName, afterAttributeName, beforeValue
        /// The value of an attribute. Without quotes, `quote` is 0.
        case value(quote: UInt8)
        case afterValue
        /// The place after a section that may or may not have written an attribute. The attribute may be whole or
        /// incomplete.
        case betweenAttributes(isWhole: Bool)
        case declarationOpen(seen: [UInt8])
        case declaration
        /// A comment, or a server's directive such as `<!--#…`.
        case comment(seen: [UInt8], isDirective: Bool)
        case characterData(seen: [UInt8])
        case instruction(seen: [UInt8])
    }

    /// This byte stands in `seen` for a value or a section whose end is unknown.
    static let anything: UInt8 = 1

    /// The language whose rules a reader of HTML applies to an element.
    enum Language: Hashable { case html, svg, math }

    struct Element {
        var name: String
        var language: Language
        /// This is true if the element contains HTML again.
        var holdsHTML: Bool
        var span: SourceSpan

        /// This is true if no tag inside the element closes anything around it.
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

    /// The start of an attribute's value.
    struct AttributeValue: Hashable {
        var text: [UInt8] = []
        /// The kind of address with which the value starts, if its host is known.
        var start = TextAssurance.none
        /// This is true after a section that may or may not have written a part of the value.
        var isUnknown = false
        /// This is true if the host is known on all paths, whatever follows.
        var hasHost = false
    }

    /// A mistake that counts only if the tag turns out to be of a certain kind.
    struct SuspendedMistake {
        var diagnostic: Diagnostic
        /// This is true if it is not a mistake in a tag that reloads the page.
        var isFineInRefresh = false
    }

    var mode = Mode.text
    var open: [Element] = []
    var tag = Tag()
    /// The last bytes before this place in a style sheet or in the value of `style`.
    var styleTail: [UInt8] = []

    /// This is true inside SVG and MathML in a page, where other rules apply to names and texts.
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

/// The attributes of a tag and their values; nil if a value is unknown. If a name occurs twice, browsers use the first
/// one.
struct SaidAttributes: Hashable {
    private var values: [[UInt8]: [UInt8]?] = [:]

    mutating func add(_ name: [UInt8], _ value: [UInt8]?) { if values[name] == nil { values[name] = .some(value) } }

    func has(_ name: String) -> Bool { values[Array(name.utf8)] != nil }

    /// Returns the value in lower case, or nil if it is not given or not known.
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
    /// The parts of the state that must be equal for all that follows to mean the same.
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

    /// Returns the state after either of two paths, or nil if what follows would have different meanings after them.
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

    /// Returns the elements that are open after both paths. Elements that end by themselves may still be open after one
    /// of them.
    private func commonElements(_ other: MarkupState) -> [Element]? {
        let (mine, others) = (key.open, other.key.open)
        if mine == others { return open }
        let count = zip(mine, others).prefix { $0 == $1 }.count
        return (mine[count...] + others[count...]).allSatisfy { endsByItself($0.name) } ? Array(open[..<count]) : nil
    }

    /// The name of the place, for messages.
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

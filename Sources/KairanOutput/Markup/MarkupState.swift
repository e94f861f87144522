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
        /// After a section that may or may not have written an attribute.
        case betweenAttributes
        case declarationOpen(seen: [UInt8])
        case declaration
        /// A server's directive, `<!--#…`, is one too.
        case comment(seen: [UInt8], isDirective: Bool)
        case characterData(seen: [UInt8])
        case instruction(seen: [UInt8])
    }

    /// Whose rules an HTML reader follows for an element.
    enum Language: Hashable { case html, svg, math }

    struct Element {
        var name: String
        var language: Language
        var span: SourceSpan

        /// Whether there is HTML again in it.
        var holdsHTML: Bool {
            switch language {
            case .html: true
            case .svg: ["foreignobject", "desc", "title"].contains(name)
            case .math: ["mi", "mo", "mn", "ms", "mtext"].contains(name)
            }
        }

        /// Whether no tag in it closes anything around it.
        var isScope: Bool {
            switch language {
            case .html:
                ["table", "td", "th", "caption", "template", "html", "object", "marquee", "button", "applet"].contains(
                    name)
            default: holdsHTML
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
        /// What `rel` says of a link; nil while unknown.
        var relation: String?
        /// What `http-equiv` says of a `<meta>`.
        var equivalent: String?
        /// Mistakes if the tag turns out to be such a one.
        var suspended: [Diagnostic] = []
    }

    /// What an attribute's value has begun with.
    struct AttributeValue: Hashable {
        var text: [UInt8] = []
        /// Whether it began with an address whose host is known.
        var startsWithAddress = false
        /// After a section that may or may not have written a part of it.
        var isUnknown = false
    }

    var mode = Mode.text
    var open: [Element] = []
    var tag = Tag()

    var isInTag: Bool {
        switch mode {
        case .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .afterValue, .betweenAttributes: true
        default: false
        }
    }

    /// What else has to be the same for everything that follows to mean the same.
    struct Key: Hashable {
        var mode: Mode
        var open: [ElementKey]
        var tag: [UInt8]
        var isEnd: Bool
        var attribute: [UInt8]
        var value: AttributeValue
        var relation: String?
        var equivalent: String?
    }

    struct ElementKey: Hashable {
        var name: String
        var language: Language
    }

    var key: Key {
        Key(
            mode: mode, open: open.map { ElementKey(name: $0.name, language: $0.language) }, tag: tag.name,
            isEnd: tag.isEnd, attribute: tag.attribute,
            value: tag.value, relation: tag.relation, equivalent: tag.equivalent)
    }
}

extension MarkupState {
    /// Where a reader is who came by either of two ways; nil if what follows would mean one thing on one of them and
    /// another on the other.
    func joined(_ other: MarkupState) -> MarkupState? {
        guard let elements = commonElements(other) else { return nil }
        var joined = self
        joined.open = elements
        joined.tag.suspended += other.tag.suspended
        if isInTag, other.isInTag, tag.name == other.tag.name, tag.isEnd == other.tag.isEnd {
            if mode != other.mode || tag.attribute != other.tag.attribute { joined.mode = .betweenAttributes }
            if tag.relation != other.tag.relation { joined.tag.relation = nil }
            joined.tag.equivalent = tag.equivalent ?? other.tag.equivalent
            return joined
        }
        guard mode == other.mode else { return nil }
        if case .value = mode {
            guard tag.name == other.tag.name, tag.attribute == other.tag.attribute else { return nil }
            if tag.value != other.tag.value { joined.tag.value.isUnknown = true }
        }
        return joined
    }

    /// Elements that end by themselves need not have ended yet on both ways.
    private func commonElements(_ other: MarkupState) -> [Element]? {
        if open.elementsEqual(other.open, by: { $0.name == $1.name }) { return open }
        let count = zip(open, other.open).prefix { $0.name == $1.name }.count
        let rest = open[count...] + other.open[count...]
        return rest.allSatisfy { endsByItself($0.name) } ? Array(open[..<count]) : nil
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
        default: "a tag"
        }
    }
}

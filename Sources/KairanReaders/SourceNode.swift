package import KairanModel

/// A tree that a reader makes from YAML, TOML, JSON or CSV before any field type is known. Every part has its place.
///
/// JSON, TOML and CSV have readers of their own, because no parser at hand gives the place of every value. The tests
/// compare each reader with other parsers.
package struct SourceNode: Sendable {
    package enum Content: Sendable {
        /// A scalar as it was written: quotes and escapes are resolved, and numbers are untouched, so `3.10` stays
        /// `3.10`.
        case scalar(String, ScalarKind)
        case sequence([SourceNode])
        case mapping([Member])
    }

    /// The kind of a scalar, as far as the source format itself tells it.
    package enum ScalarKind: Sendable {
        /// An unquoted YAML scalar or a CSV cell: the field's type alone decides what it is.
        case plain
        /// A quoted or block scalar, which is always text.
        case string
        /// A JSON or TOML number, boolean or (TOML) date, time or date-time.
        case number, boolean, dateTime
        /// JSON `null`, YAML `~` or nothing after the colon.
        case null
        /// A text that is to be written in quotes, since it would mean something else without them. No reader makes it.
        case quoted
    }

    package struct Member: Sendable {
        package var key: String
        package var keySpan: SourceSpan
        package var value: SourceNode

        package init(key: String, keySpan: SourceSpan, value: SourceNode) {
            (self.key, self.keySpan, self.value) = (key, keySpan, value)
        }
    }

    package var content: Content
    // These two stand apart because they fill the gaps that the layout leaves before and after the span, so that a node
    // is no larger for them.
    private var start: Int32
    package var span: SourceSpan
    private var end: Int32

    /// - Parameter range: See `range`; empty for a node that no reader made.
    package init(_ content: Content, span: SourceSpan, range: Range<Int> = 0..<0) {
        (self.content, self.span) = (content, span)
        (start, end) = (Int32(clamping: range.lowerBound), Int32(clamping: range.upperBound))
    }

    /// The bytes of the value in its file, with quotes and brackets but without an anchor, a tag or a comment.
    ///
    /// A block collection of YAML reaches from its first key or `-` to the end of its last value, and an alias is only
    /// its own bytes, so that what it repeats lies elsewhere. A table of TOML reaches from its header, if it has one,
    /// to the end of the last value below it. The range is empty if nothing is written.
    package var range: Range<Int> {
        get { Int(start)..<Int(end) }
        set { (start, end) = (Int32(clamping: newValue.lowerBound), Int32(clamping: newValue.upperBound)) }
    }

    package var members: [Member]? { if case .mapping(let members) = content { members } else { nil } }
    package var elements: [SourceNode]? { if case .sequence(let elements) = content { elements } else { nil } }
    package var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }

    /// The text of a scalar that says something; nil for null too, whose `scalar` is the word by which it was written.
    package var text: String? { isNull ? nil : scalar }

    package var isNull: Bool { if case .scalar(_, .null) = content { true } else { false } }

    /// This is true for a null that stands there, and not for a value that is only left out.
    package var isWrittenNull: Bool { if case .scalar(let text, .null) = content { !text.isEmpty } else { false } }

    package subscript(key: String) -> SourceNode? { members?.first { $0.key == key }?.value }

    /// Returns the parts of a text that stands here, divided by a separator. Each has its own place, and no spaces around
    /// it.
    package func parts(of text: String, dividedBy separator: String) -> [SourceNode] {
        text.split(separator: separator, omittingEmptySubsequences: false).map {
            let part = $0.trimmingSpaces()
            return SourceNode(.scalar(String(part), .plain), span: span.part(part, of: text))
        }
    }

    /// The word for the node's kind in messages.
    package var kindName: String {
        switch content {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .scalar(_, .null): "nothing"
        case .scalar(_, .number): "a number"
        case .scalar(_, .boolean): "true or false"
        case .scalar(_, .dateTime): "a date or time"
        case .scalar: "text"
        }
    }
}

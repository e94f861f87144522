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
    package var span: SourceSpan

    package init(_ content: Content, span: SourceSpan) { (self.content, self.span) = (content, span) }

    package var members: [Member]? { if case .mapping(let members) = content { members } else { nil } }
    package var elements: [SourceNode]? { if case .sequence(let elements) = content { elements } else { nil } }
    package var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }

    package var isNull: Bool { if case .scalar(_, .null) = content { true } else { false } }

    package subscript(key: String) -> SourceNode? { members?.first { $0.key == key }?.value }

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

internal import KairanReaders
internal import KairanTemplates

/// A mistake as an open page shows it.
package struct PreviewMistake: Sendable {
    /// The place, such as `content/ads/autumn.md:3:8`.
    package var place: String
    /// An address that opens the place in an editor of this computer; nil if the page may be open on another one.
    package var editor: String?
    package var message: String
    package var rule: String
    /// The line, with carets below it.
    package var excerpt: String?
    package var help: String?

    package init(
        place: String, editor: String? = nil, message: String, rule: String, excerpt: String? = nil, help: String? = nil
    ) {
        (self.place, self.editor, self.message, self.rule) = (place, editor, message, rule)
        (self.excerpt, self.help) = (excerpt, help)
    }

    var json: JSONValue {
        func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
        return .object([
            ("place", .string(place)), ("editor", optional(editor)), ("message", .string(message)),
            ("rule", .string(rule)),
            ("excerpt", optional(excerpt)), ("help", optional(help)),
        ])
    }
}

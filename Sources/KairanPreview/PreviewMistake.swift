internal import KairanFormats
internal import KairanTemplates

/// A mistake as an open page shows it.
package struct PreviewMistake: Sendable {
    /// The place, such as `content/ads/autumn.md:3:8`.
    package var place: String
    package var message: String
    package var rule: String
    /// The line, with carets below it.
    package var excerpt: String?
    package var help: String?

    package init(place: String, message: String, rule: String, excerpt: String? = nil, help: String? = nil) {
        (self.place, self.message, self.rule) = (place, message, rule)
        (self.excerpt, self.help) = (excerpt, help)
    }

    var json: JSONValue {
        func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
        return .object([
            ("place", .string(place)), ("message", .string(message)), ("rule", .string(rule)),
            ("excerpt", optional(excerpt)), ("help", optional(help)),
        ])
    }
}

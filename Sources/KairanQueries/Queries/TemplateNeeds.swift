package import KairanModel

/// Features that templates may use and that cost more than a lookup.
package struct TemplateNeeds: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Some template uses the plain text of Markdown.
    package static let plainText = TemplateNeeds(rawValue: 1)
    package static let pictureSizes = TemplateNeeds(rawValue: 2)
    package static let pictureColors = TemplateNeeds(rawValue: 4)
}

/// An entry's id that stands as a constant in a template or a declaration.
package struct NamedEntry: Sendable {
    package var collection: String
    package var id: String
    package var span: SourceSpan

    package init(collection: String, id: String, span: SourceSpan) {
        (self.collection, self.id, self.span) = (collection, id, span)
    }
}

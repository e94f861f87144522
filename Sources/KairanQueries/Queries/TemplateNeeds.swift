package import KairanModel

/// Features that templates may use and that cost more than a lookup, or that need words of a language.
package struct TemplateNeeds: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Some template uses the plain text of Markdown.
    package static let plainText = TemplateNeeds(rawValue: 1)
    package static let pictureSizes = TemplateNeeds(rawValue: 2)
    package static let pictureColors = TemplateNeeds(rawValue: 4)
    /// Some template shows dates in the site's `dateFormat`.
    package static let dateTexts = TemplateNeeds(rawValue: 8)
    /// Some template has a date pattern with names in it.
    package static let dateNames = TemplateNeeds(rawValue: 16)
    package static let scheduleTexts = TemplateNeeds(rawValue: 32)
    package static let maps = TemplateNeeds(rawValue: 64)
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

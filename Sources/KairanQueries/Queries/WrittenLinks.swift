internal import KairanContent
package import KairanModel

/// An address as the content wrote it, and its target.
package struct WrittenLink: Equatable {
    package var destination: String
    package var span: SourceSpan
    package var target: LinkTarget
    /// The ids of the surrounding text, for links to a place of the same text.
    package var anchors: [String]
    /// The page of the surrounding entry.
    package var page: String?
    /// This is true for the value of a field, which templates may print, and false for a link in Markdown.
    package var isField: Bool
    package var isImage = false
}

extension Site {
    /// Every entry, in the order of the collections.
    package var entries: [EntryReference] {
        content.collections.enumerated().flatMap { position, collection in
            collection.entries.indices.map { EntryReference(collection: position, index: $0) }
        }
    }

    /// Returns every address that an entry names, in Markdown or in a field, except those that clearly lead to another
    /// site.
    package func writtenLinks(of reference: EntryReference) -> [WrittenLink] {
        let entry = content[reference]
        let page = page(of: reference)
        var links = entry.addresses.map {
            WrittenLink(
                destination: $0.destination, span: $0.span, target: .sitePath($0.destination), anchors: [], page: page,
                isField: true)
        }
        let locales = settings.locales
        for locale in locales.indices {
            let page = self.page(of: reference, in: locale)
            var shown: [WrittenLink] = []
            for (index, field) in content.collections[reference.collection].declaration.fields.enumerated()
            where field.type.mayHoldMarkdown {
                let value = locales[locale].shown(entry.value(ofField: index))
                addLinks(in: value, page, locale, to: &shown)
            }
            // Most links have the same target in all languages.
            links += locale == 0 ? shown : shown.filter { !links.contains($0) }
        }
        return links
    }

    /// Adds the links of a value as a locale shows it.
    private func addLinks(in value: Value, _ page: String?, _ locale: Int, to links: inout [WrittenLink]) {
        if case .markdown(let markdown) = value {
            let text = markdown.rendered
            for link in text.links where !isElsewhere(link.destination) {
                links.append(
                    WrittenLink(
                        destination: link.destination, span: link.span,
                        target: target(of: link, in: markdown, shownIn: locale), anchors: text.anchors,
                        page: page, isField: false, isImage: link.isImage))
            }
        }
        if case .localized = value { return }
        for part in value.parts { addLinks(in: part, page, locale, to: &links) }
    }

    /// Returns true if `target(of:from:)` would certainly find the address external.
    private func isElsewhere(_ destination: String) -> Bool {
        hasScheme(destination) && !destination.utf8.starts(with: settings.rootURL.utf8)
    }

    /// Returns the files that Markdown texts link to, each with the place of the link.
    private func linkedFiles() -> [(path: String, span: SourceSpan)] {
        entries.flatMap { writtenLinks(of: $0) }.compactMap { link in
            guard case .output(let path, _) = link.target, let file = file(ofOutput: path) else { return nil }
            return (file, link.span)
        }
    }

    /// Returns every place that makes a file of the content public, in Markdown and in fields.
    package func namedFiles() -> [(path: String, span: SourceSpan)] {
        let entries = content.collections.flatMap(\.entries)
        let inFields = entries.flatMap { entry in
            entry.values.indices.flatMap { index in
                assets(in: entry.values[index]).map { ($0, entry.span(ofField: index)) }
            }
        }
        return inFields + linkedFiles()
    }

    private func assets(in value: Value) -> [String] {
        if case .asset(let asset) = value { [asset.path] } else { value.parts.flatMap(assets) }
    }
}

extension FieldType {
    /// Tells whether a value, or a part of one, may be a text with links.
    fileprivate var mayHoldMarkdown: Bool { self == .markdown || parts.contains(where: \.mayHoldMarkdown) }
}

internal import KairanContent
package import KairanModel

/// An address as the content wrote it, and where it leads.
struct WrittenLink: Equatable {
    var destination: String
    var span: SourceSpan
    var target: LinkTarget
    /// The ids of the text it stands in, for links to a place of the same text.
    var anchors: [String]
    /// The page made of the entry it stands in.
    var page: String?
    /// True for the value of a field, which templates may print; false for a link of a Markdown text.
    var isField: Bool
    var isImage = false
}

extension Site {
    /// Every entry, in the order of the collections.
    package var entries: [EntryReference] {
        content.collections.enumerated().flatMap { position, collection in
            collection.entries.indices.map { EntryReference(collection: position, index: $0) }
        }
    }

    /// Every address that an entry names, in Markdown or in a field, but those that are plainly another site's.
    func writtenLinks(of reference: EntryReference) -> [WrittenLink] {
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
            for value in entry.values { addLinks(in: locales[locale].shown(value), page, locale, to: &shown) }
            // Most lead to the same in all languages.
            links += locale == 0 ? shown : shown.filter { !links.contains($0) }
        }
        return links
    }

    /// Those of a value as a locale shows it.
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

    /// What `target(of:from:)` would find external; false also when only that can tell.
    private func isElsewhere(_ destination: String) -> Bool {
        hasScheme(destination) && !destination.utf8.starts(with: settings.rootURL.utf8)
    }

    /// Files under `content/` that an entry names in a field or a link: the ones that are published.
    func publishedFiles() -> Set<String> { content.usedFiles }

    /// The files that Markdown texts link to, each at the place that does.
    private func linkedFiles() -> [(path: String, span: SourceSpan)] {
        entries.flatMap { writtenLinks(of: $0) }.compactMap { link in
            guard case .output(let path, _) = link.target, let file = file(ofOutput: path) else { return nil }
            return (file, link.span)
        }
    }

    /// The same and those of fields: everything that makes a file of the content public.
    func namedFiles() -> [(path: String, span: SourceSpan)] {
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

internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// An entry's text as readers see it, followed by a line for each link. There is one for each locale that has it, by
/// the locale's code.
typealias AgreedText = [String: String]

extension Site {
    /// Returns the text of an entry, and records the fields that it is made of.
    func agreedText(of reference: EntryReference, _ recorder: ReadRecorder) -> AgreedText {
        var (text, links) = (AgreedText(), [String: [String]]())
        for field in content.collections[reference.collection].declaration.textFields {
            recorder.note(reference, FieldSet(field: field))
            for (locale, value) in zip(settings.locales, values(ofField: field, reference)) {
                guard let part = value.textOfReaders else { continue }
                text[locale.code] = text[locale.code].map { "\($0)\n\n\(part)" } ?? part
                if case .markdown(let markdown) = value {
                    links[locale.code, default: []] += markdown.rendered.links.map(linkLine)
                }
            }
        }
        for (code, lines) in links where !lines.isEmpty { text[code]? += "\n\n" + lines.joined(separator: "\n") }
        return text
    }

    /// Returns the target of a link, independent of the addresses of the site's own pages: a file of the content or
    /// another address.
    private func linkLine(_ link: RenderedMarkdown.Link) -> String {
        let folder = folder(of: link.span.path).dropFirst("content/".count)
        return linkMark + (linkedPath(link.destination, from: folder).map { $0.path + $0.suffix } ?? link.destination)
    }

    /// Returns the place of the text in a locale. If that text is gone, it is the place of the text in the first
    /// locale.
    func place(ofAgreedText reference: EntryReference, in code: String) -> SourceSpan {
        let entry = content[reference]
        let fields = content.collections[reference.collection].declaration.textFields
        let locale = settings.locales.firstIndex { $0.code == code } ?? 0
        for position in [locale, 0] {
            for field in fields {
                let values = values(ofField: field, reference)
                guard values.indices.contains(position), !values[position].isMissing else { continue }
                // A translation may be in a file of its own.
                if case .markdown(let markdown) = values[position], !markdown.span.path.isEmpty { return markdown.span }
                return entry.span(ofField: field)
            }
        }
        return entry.span
    }

    /// Returns one value for each locale that the field may be given in.
    private func values(ofField field: Int, _ reference: EntryReference) -> [Value] {
        let value = content[reference].values[field]
        if case .localized(let values) = value { return values }
        return [value]
    }
}

extension Value {
    fileprivate var textOfReaders: String? {
        if case .text(let text) = self { return text }
        if case .markdown(let markdown) = self { return markdown.plainText.text }
        return nil
    }
}

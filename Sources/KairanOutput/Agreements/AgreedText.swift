internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// An entry's text as its readers see it, with a line at its end for each link: by the code of the locale, where it is
/// given.
typealias AgreedText = [String: String]

extension Site {
    /// The text of an entry, with a note of the fields that it is made of.
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

    /// Where a link leads, whatever the addresses of the site's own pages are: to a file of the content or elsewhere.
    private func linkLine(_ link: RenderedMarkdown.Link) -> String {
        let folder = folder(of: link.span.path).dropFirst("content/".count)
        return linkMark + (linkedPath(link.destination, from: folder).map { $0.path + $0.suffix } ?? link.destination)
    }

    /// Where the text in a locale stands; where it is gone, where that in the first one does.
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

    /// One for each locale that it may be given in.
    private func values(ofField field: Int, _ reference: EntryReference) -> [Value] {
        let value = content[reference].values[field]
        if case .localized(let values) = value { return values }
        return [value]
    }
}

extension Value {
    fileprivate var textOfReaders: String? {
        if case .text(let text) = self { return text }
        if case .markdown(let markdown) = self { return markdown.plainText }
        return nil
    }
}

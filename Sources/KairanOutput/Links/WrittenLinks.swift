internal import KairanContent
internal import KairanModel

/// An address as the content wrote it, and where it leads.
struct WrittenLink {
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
    /// Every address that entries name, in Markdown or in a field.
    func writtenLinks() -> [WrittenLink] {
        content.collections.enumerated().flatMap { position, collection in
            collection.entries.indices.flatMap { index -> [WrittenLink] in
                let entry = collection.entries[index]
                let page = entryPages[position]?[index]
                let fromFields = entry.addresses.map {
                    WrittenLink(
                        destination: $0.destination, span: $0.span, target: .sitePath($0.destination), anchors: [],
                        page: page, isField: true)
                }
                return fromFields + entry.values.flatMap { links(in: $0, page) }
            }
        }
    }

    private func links(in value: Value, _ page: String?) -> [WrittenLink] {
        switch value {
        case .markdown(let markdown):
            let text = markdown.rendered
            return text.links.map { link in
                WrittenLink(
                    destination: link.destination, span: link.span,
                    target: target(of: link.destination, from: link.span.path), anchors: text.anchors, page: page,
                    isField: false, isImage: link.isImage)
            }
        case .list(let values), .record(let values, _): return values.flatMap { links(in: $0, page) }
        default: return []
        }
    }

    /// Files under `content/` that an entry names in a field or a link: the ones that are published.
    func publishedFiles() -> Set<String> { content.usedFiles }

    /// The files that Markdown texts link to, each at the place that does.
    private func linkedFiles() -> [(path: String, span: SourceSpan)] {
        writtenLinks().compactMap { link in
            guard case .output(let path, _) = link.target, content.files[path] != nil else { return nil }
            return (path, link.span)
        }
    }

    /// The same and those of fields: everything that makes a file of the content public.
    func namedFiles() -> [(path: String, span: SourceSpan)] {
        let entries = content.collections.flatMap(\.entries)
        let inFields = entries.flatMap { entry in
            zip(entry.values, entry.spans).flatMap { value, span in assets(in: value).map { ($0, span) } }
        }
        return inFields + linkedFiles()
    }

    private func assets(in value: Value) -> [String] {
        switch value {
        case .asset(let asset): [asset.path]
        case .list(let values), .record(let values, _): values.flatMap(assets)
        default: []
        }
    }
}

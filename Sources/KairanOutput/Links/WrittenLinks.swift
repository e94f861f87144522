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
}

extension Site {
    /// Every address that entries name, in Markdown or in a field.
    func writtenLinks() -> [WrittenLink] {
        content.collections.flatMap { collection in
            collection.entries.indices.flatMap { index -> [WrittenLink] in
                let entry = collection.entries[index]
                let page = entryPages[collection.name]?[index]
                let fromFields = entry.addresses.map {
                    WrittenLink(
                        destination: $0.destination, span: $0.span, target: .sitePath($0.destination), anchors: [],
                        page: page)
                }
                return fromFields + entry.values.flatMap { links(in: $0, page) }
            }
        }
    }

    private func links(in value: Value, _ page: String?) -> [WrittenLink] {
        switch value {
        case .markdown(let markdown):
            markdown.links.map { link in
                WrittenLink(
                    destination: link.destination, span: link.span,
                    target: target(of: link.destination, from: link.span.path), anchors: markdown.anchors, page: page)
            }
        case .list(let values), .record(let values, _): values.flatMap { links(in: $0, page) }
        default: []
        }
    }

    /// Files under `content/` that an entry names in a field or a link: the ones that are published.
    func publishedFiles() -> Set<String> {
        var files = content.usedFiles
        for link in writtenLinks() {
            if case .output(let path, _) = link.target, content.files[path] != nil { files.insert(path) }
        }
        return files
    }
}

internal import KairanContent
internal import KairanMarkdown
internal import KairanModel

extension Evaluator {
    /// A Markdown text as HTML, its links filled in for this kind of output.
    func html(_ markdown: RenderedMarkdown) -> String {
        guard !markdown.links.isEmpty else { return markdown.segments[0] }
        var result = markdown.segments[0]
        for (link, segment) in zip(markdown.links, markdown.segments.dropFirst()) {
            result += escapedAddress(address(of: link))
            result += segment
        }
        return result
    }

    private func address(of link: RenderedMarkdown.Link) -> String {
        address(of: link.destination, site.target(of: link.destination, from: link.span.path))
    }

    /// The address that this kind of output shows for a link of the content.
    func address(of destination: String, _ target: LinkTarget) -> String {
        switch target {
        case .output(let path, let suffix): site.address(ofOutput: path, form) + suffix
        case .sitePath(let path): plainText(.sitePath(path))
        case .external, .samePage, .missing: destination
        }
    }
}

/// Where an address written in the content leads.
package enum LinkTarget: Equatable {
    /// To another host, or by another scheme.
    case external
    /// To an anchor of the page it stands on.
    case samePage
    /// To an output of the site; the suffix is the query and fragment.
    case output(String, suffix: String)
    /// From the site's root, as written.
    case sitePath(String)
    /// To a source file that is not there, or that no page is made of.
    case missing(String)
}

extension Site {
    /// `path` is the source file that holds the address.
    package func target(of destination: String, from path: String) -> LinkTarget {
        if destination.isEmpty || destination.hasPrefix("#") { return .samePage }
        if destination.hasPrefix(settings.rootURL) {
            return .sitePath("/" + destination.dropFirst(settings.rootURL.count))
        }
        if destination.hasPrefix("//") || hasScheme(destination) { return .external }
        let end = destination.firstIndex { $0 == "#" || $0 == "?" } ?? destination.endIndex
        let (name, suffix) = (String(destination[..<end]), String(destination[end...]))
        let folder = folder(of: path).dropFirst("content/".count)
        if let source = contentPath(unescapedPath(name), from: folder) {
            if content.files[source] != nil { return .output(source, suffix: suffix) }
            if let page = page(ofSource: "content/" + source) { return .output(page, suffix: suffix) }
        }
        return name.hasPrefix("/") ? .sitePath(destination) : .missing(name)
    }

    private func page(ofSource path: String) -> String? {
        entriesBySource[path].flatMap { entryPages[$0.collection]?[$0.index] }
    }
}

internal import KairanContent
internal import KairanFormats
internal import KairanMarkdown
package import KairanModel
internal import KairanReaders

extension Evaluator {
    /// Returns a Markdown text as HTML, with its links filled in for this kind of output. Pages show the parts of code;
    /// apps and feed readers get it as it is.
    func html(_ markdown: Markdown) -> String {
        form == .fromRoot ? highlighted(linked(markdown)) : linked(markdown)
    }

    private func linked(_ markdown: Markdown) -> String {
        let text = markdown.rendered
        if text.links.isEmpty, text.anchors.isEmpty, text.alerts.isEmpty { return text.openHTML }
        let (home, prefix) = (home(of: markdown), idPrefix(of: markdown))
        var segments = text.titledSegments(word)
        if !prefix.isEmpty, !text.anchors.isEmpty { segments = segments.map { prefixed($0, prefix) } }
        if text.anchors.contains(where: { $0.hasPrefix("fn") }) {
            segments = segments.map { footnotes($0, home) }
        }
        var result = ""
        result.reserveCapacity(text.openHTML.utf8.count + text.links.count * 64)
        result += segments[0]
        for (link, segment) in zip(text.links, segments.dropFirst()) {
            let (target, entry) = site.resolved(link, in: markdown, shownIn: localePosition)
            if let entry { recorder?.note(entry, .page) }
            var destination = link.destination
            if !prefix.isEmpty, target == .samePage, let anchor = fragment(of: destination),
                text.anchors.contains(anchor), let hash = destination.firstIndex(of: "#")
            {
                destination.insert(contentsOf: escapedPath(prefix), at: destination.index(after: hash))
            }
            result += escapedAddress(address(of: destination, target, home: home))
            if link.isImage, case .output(let path, _) = target,
                let picture = site.file(ofOutput: path).flatMap(site.textPicture)
            {
                // The attributes follow the end of the attribute that holds the address.
                result += segment.prefix(1) + attributes(of: picture) + segment.dropFirst()
            } else if opensNewTabs, !link.isImage, target == .external, isWebAddress(link.destination) {
                result += "\" target=\"_blank\" rel=\"noopener\"" + segment.dropFirst()
            } else {
                result += segment
            }
        }
        return result
    }

    /// Returns false for addresses that open no page, such as `mailto:`.
    private func isWebAddress(_ address: String) -> Bool {
        namesHost(address) || hasWebScheme(address)
    }

    /// Returns the address to put before the `#place` of a text. It is empty on a page, which shows the text itself.
    /// Elsewhere it is the address of the entry's page, or empty if there is none.
    private func home(of markdown: Markdown) -> String {
        guard form == .absolute, let page = site.entry(at: markdown.span).flatMap(page(of:)) else { return "" }
        return site.address(ofOutput: page, .absolute)
    }

    /// Returns the prefix of every `id` of a text. It is empty on the entry's own page and in endpoints. Elsewhere it
    /// names the entry, because a list shows many texts and each may have its `hours` and its first footnote.
    func idPrefix(of markdown: Markdown) -> String {
        guard form == .fromRoot, let entry = site.entry(at: markdown.span), entry != ownEntry else {
            return ""
        }
        return "\(site.collectionName(of: entry))-\(site.id(of: entry))-"
    }

    /// Quotes and `<` of a text are written as references, so nothing else in a segment can look like these attributes.
    private func prefixed(_ segment: Substring, _ prefix: String) -> Substring {
        segment.replacing(" id=\"", with: " id=\"\(prefix)").replacing(
            "<a href=\"#", with: "<a href=\"#\(escapedPath(prefix))")
    }

    /// Returns the address that this kind of output shows for a link of the content.
    package func address(of destination: String, _ target: LinkTarget, home: String = "") -> String {
        switch target {
        case .output(let path, let suffix): site.address(ofOutput: path, form) + suffix
        case .sitePath(let path): plainText(.sitePath(path))
        case .samePage: home + destination
        case .external, .missing: destination
        }
    }

    /// cmark-gfm links footnotes with addresses and words of its own. Nothing else in a segment can look like them:
    /// raw HTML is gone, quotes and `<` of a text are references, and other links are open.
    private func footnotes(_ segment: Substring, _ home: String) -> Substring {
        var result = segment
        if !home.isEmpty { result.replace("<a href=\"#", with: "<a href=\"\(escapedAddress(home))#") }
        let label = "aria-label=\"\(escapedWords(word(.footnoteBack)))"
        result.replace("aria-label=\"Back to content", with: label)
        // Later releases of cmark-gfm write this text too, followed by the footnote's number.
        if word(.footnoteBack) != OwnWord.footnoteBack.english {
            result.replace("aria-label=\"Back to reference", with: label)
        }
        return result
    }
}

/// The target of an address that is written in the content.
package enum LinkTarget: Equatable {
    /// The address leads to another host, or has another scheme.
    case external
    /// The address leads to the page it stands on, or to a `#place` of it.
    case samePage
    /// The address leads to an output of the site. The suffix is the query and the fragment.
    case output(String, suffix: String)
    /// The address starts at the site's root, and stays as it is written.
    case sitePath(String)
    /// The address leads to a source file that does not exist or has no page.
    case missing(String)
}

extension Site {
    /// Returns where a link of a text leads in the outputs of a locale. Headings differ between languages, so a link to
    /// one leads to the page in the language of the text itself.
    func target(of link: RenderedMarkdown.Link, in text: Markdown, shownIn locale: Int) -> LinkTarget {
        resolved(link, in: text, shownIn: locale).target
    }

    /// Returns the entry whose page a link leads to, too.
    fileprivate func resolved(
        _ link: RenderedMarkdown.Link, in text: Markdown, shownIn locale: Int
    ) -> (target: LinkTarget, entry: EntryReference?) {
        resolved(link.destination, from: link.span.path, in: locale, placesIn: text.locale)
    }

    /// - Parameter path: The source file that holds the address.
    package func target(of destination: String, from path: String, in locale: Int = 0) -> LinkTarget {
        resolved(destination, from: path, in: locale, placesIn: locale).target
    }

    /// Returns the entry in a file, whose path is relative to `content/`, that a link leads to, and whether the link
    /// names it by its id. The result is nil if the file has none, or has several and the link names none of them.
    ///
    /// The id in `list.yml#id` chooses an entry, and is not looked for on the page. In a Markdown file, which has one entry,
    /// `#id` is a place of the page. Any other file with one entry is taken for a list, which may have more entries at
    /// another moment, unless the file is named after the id.
    ///
    /// - Parameter suffix: The query and the fragment of the link.
    package func linkedEntry(inFile path: String, _ suffix: String) -> (entry: EntryReference, isNamed: Bool)? {
        let entries = content.entries(inFile: "content/" + path)
        guard let first = entries.first else { return nil }
        let isAlone = entries.count == 1
        if let id = fragment(of: suffix), let index = content.collections[first.collection].positions[id],
            entries.indices.contains(index),
            !isAlone || !path.hasSuffix(".md") && fileName(of: path) != "\(id).\(fileExtension(of: path))"
        {
            return (entries[index], true)
        }
        return isAlone ? (first, false) : nil
    }

    /// - Parameter own: The locale of the text, whose headings a link to a place means.
    private func resolved(
        _ destination: String, from path: String, in locale: Int, placesIn own: Int
    ) -> (target: LinkTarget, entry: EntryReference?) {
        switch destination.utf8.first {
        case nil, UInt8(ascii: "#"), UInt8(ascii: "?"): return (.samePage, nil)
        default: break
        }
        if destination.utf8.starts(with: rootURL.utf8) {
            return (.sitePath("/" + String(Substring(destination.utf8.dropFirst(rootURL.utf8.count)))), nil)
        }
        if namesHost(destination) || hasScheme(destination) { return (.external, nil) }
        let name = String(Substring(destination.utf8.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") }))
        if let linked = linkedPath(destination, from: folder(of: path).dropFirst("content/".count)) {
            if content.files[linked.path] != nil {
                return (.output(publishedPath(ofFile: linked.path), suffix: linked.suffix), nil)
            }
            if let (entry, isNamed) = linkedEntry(inFile: linked.path, linked.suffix) {
                let hasPlace = !isNamed && fragment(of: linked.suffix) != nil
                let suffix = isNamed ? String(linked.suffix.prefix { $0 != "#" }) : linked.suffix
                let page = page(of: entry, in: hasPlace ? own : locale)
                return (page.map { .output($0, suffix: suffix) } ?? .missing(name), entry)
            }
            if !content.entries(inFile: "content/" + linked.path).isEmpty { return (.missing(name), nil) }
        }
        return (name.utf8.first == UInt8(ascii: "/") ? .sitePath(destination) : .missing(name), nil)
    }
}

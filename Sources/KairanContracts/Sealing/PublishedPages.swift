internal import KairanFormats
internal import KairanModel
package import KairanPublish
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

/// The facts that a publication keeps about the addresses of its pages: which templates make pages of entries, and which
/// pages stand for those that moved.
///
/// It is stored in the list of published files, so that the next build can tell a page that moved from one that is gone.
package struct PublishedPages: Sendable, Equatable {
    /// A page, known by its template and its entry, wherever it is.
    package struct Page: Sendable, Hashable {
        var pattern: PagePattern
        var id: String
    }

    /// The patterns, in the order of the templates.
    var patterns: [PagePattern] = []
    /// For each path at which a page was once published, the page that it became.
    var moved: [String: Page] = [:]

    package init() {}
}

extension PublishedPages {
    /// The words of the list, with spaces between them: for each pattern `page`, its collection, its locale and its path;
    /// and for each page that moved `moved`, its former path, the pattern in the same three words, and the id. Spaces in
    /// a word are percent-encoded, and an empty one is `-`.
    package var text: String {
        let pages = patterns.flatMap { ["page"] + $0.words }
        let words = pages + moved.sorted { $0.key < $1.key }.flatMap { ["moved", $0] + $1.pattern.words + [$1.id] }
        return words.map { $0.isEmpty ? "-" : percentEncoded($0) { 0x21...0x7E ~= $0 && !#"%"\"#.utf8.contains($0) } }
            .joined(separator: " ")
    }

    /// Reads as much of the text as has this form. What is lost of it are only automatic redirects.
    package init(text: String) {
        var words = text.split(separator: " ").map { $0 == "-" ? "" : unescapedPath(String($0)) }[...]
        while let kind = words.popFirst() {
            switch (kind, words.count) {
            case ("page", 3...):
                patterns.append(PagePattern(words.prefix(3)))
                words = words.dropFirst(3)
            case ("moved", 5...):
                let (path, id) = (words[words.startIndex], words[words.startIndex + 4])
                // The list can be edited by hand, and only pages may lead on. A template can make any path that can be
                // published, also a hidden one.
                if fileExtension(of: path) == "html", TreePath(path).isPublishable, !id.isEmpty {
                    moved[path] = Page(pattern: PagePattern(words.dropFirst().prefix(3)), id: id)
                }
                words = words.dropFirst(5)
            default: return
            }
        }
    }
}

extension PagePattern {
    fileprivate var words: [String] { [collection, locale, path] }

    fileprivate init(_ words: ArraySlice<String>) {
        let words = Array(words)
        self.init(collection: words[0], locale: words[1], path: words[2])
    }
}

extension PublishedPromises {
    /// Returns the facts of a publication that only the next one needs.
    package static func notes(_ entries: PublishedEntries, _ pages: PublishedPages) -> [String: String] {
        ["entries": entries.text, "pages": pages.text]
    }

    /// The entries with windows; nil if no list names them.
    var entries: PublishedEntries? { notes["entries"].flatMap(PublishedEntries.init) }

    package var pages: PublishedPages { PublishedPages(text: notes["pages"] ?? "") }
}

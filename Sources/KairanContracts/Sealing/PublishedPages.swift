internal import KairanContent
internal import KairanModel
internal import KairanTemplates

/// What a publication knows of the addresses of its pages: where each template put the pages of entries, and where
/// pages that moved are now.
///
/// It is stored in the list of published files, so that the next build can tell a page that moved from one that is gone.
package struct PublishedPages: Sendable, Equatable {
    /// A template that makes pages of entries.
    struct Pattern: Sendable, Hashable {
        var collection: String
        /// The code of the locale; empty if the pages are of all locales.
        var locale: String
        /// The pattern of the paths, such as `clubs/{id}.html`.
        var path: String
    }

    /// The patterns, in the order of the templates.
    private(set) var patterns: [Pattern] = []
    /// For the path of each page that was published once and moved since, the path of the page that it became.
    package var moved: [String: String] = [:]
}

extension PublishedPages {
    /// The patterns of a plan.
    init(of plan: OutputPlan) {
        let locales = plan.site.settings.locales
        patterns = plan.templates.templates.compactMap { template in
            guard template.isPage, case .entries(let query) = template.iteration, let name = query.collection else {
                return nil
            }
            return Pattern(
                collection: name, locale: template.locale.map { locales[$0].code } ?? "", path: template.pattern.text)
        }
    }

    /// The words of the list, with spaces between them: for each pattern `page`, its collection, its locale and its path,
    /// and for each page that moved `moved` and both paths. Spaces in a word are percent-encoded, and an empty one is `-`.
    package var text: String {
        let pages = patterns.flatMap { ["page", $0.collection, $0.locale, $0.path] }
        let words = pages + moved.sorted { $0.key < $1.key }.flatMap { ["moved", $0.key, $0.value] }
        return words.map { $0.isEmpty ? "-" : percentEncoded($0) { 0x21...0x7E ~= $0 && !#"%"\"#.utf8.contains($0) } }
            .joined(separator: " ")
    }

    /// Reads as much of the text as has this form. What is lost of it are only automatic redirects.
    package init(text: String) {
        var words = text.split(separator: " ").map { $0 == "-" ? "" : unescapedPath(String($0)) }[...]
        while let kind = words.popFirst() {
            switch (kind, words.count) {
            case ("page", 3...):
                let parts = Array(words.prefix(3))
                patterns.append(Pattern(collection: parts[0], locale: parts[1], path: parts[2]))
                words = words.dropFirst(3)
            case ("moved", 2...):
                moved[words[words.startIndex]] = words[words.startIndex + 1]
                words = words.dropFirst(2)
            default: return
            }
        }
    }
}

/// The facts of a publication that only the next one needs.
package struct PublishedNotes: Sendable, Equatable {
    /// The entries with windows; nil if no list names them.
    package var entries: PublishedEntries?
    package var pages = PublishedPages()

    package init() {}

    package init(entries: PublishedEntries, pages: PublishedPages) { (self.entries, self.pages) = (entries, pages) }
}

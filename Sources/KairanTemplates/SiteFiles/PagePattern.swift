internal import KairanContent
internal import KairanModel
internal import KairanQueries

/// A template that makes pages of a collection's entries, as a publication remembers it.
package struct PagePattern: Sendable, Hashable {
    package var collection: String
    /// The code of the locale; empty if the pages are of all locales.
    package var locale: String
    /// The pattern of the paths, such as `clubs/{id}.html`.
    package var path: String

    package init(collection: String, locale: String, path: String) {
        (self.collection, self.locale, self.path) = (collection, locale, path)
    }
}

extension OutputPlan {
    /// The page templates of entries, in the order of the templates, each with its position.
    package var pagePatterns: [(pattern: PagePattern, template: Int)] {
        templates.templates.enumerated().compactMap { index, template in
            guard template.isPage, case .entries(let query) = template.iteration, let name = query.collection else {
                return nil
            }
            let locale = template.locale.map { site.settings.locales[$0].code } ?? ""
            return (PagePattern(collection: name, locale: locale, path: template.pattern.text), index)
        }
    }

    /// Returns the paths of the pages that a template makes, by the ids of their entries.
    package func pages(ofTemplate template: Int) -> [String: String] {
        var pages: [String: String] = [:]
        for job in jobs[jobRanges[template]] {
            if case .entry(.entry(let entry), _, _) = job.item { pages[site.content[entry].id] = job.path }
        }
        return pages
    }

    /// Returns the paths that a template's pattern gives to all entries of the collection, shown or not.
    package func possiblePaths(ofTemplate template: Int) -> Set<String> {
        let template = templates.templates[template]
        guard case .entries(let query) = template.iteration, let name = query.collection,
            let position = site.content.position(of: name),
            let paths = EntryPaths(template.pattern, query, site, locale: template.locale)
        else { return [] }
        return Set(
            site.content.collections[position].entries.indices.map {
                paths.path(of: .entry(EntryReference(collection: position, index: $0)), withID: nil)
            })
    }

    /// Returns the path that a pattern gives to an entry; nil if there is no such entry, or it lacks what the pattern names.
    package func path(of id: String, in collection: String, by pattern: OutputPattern) -> String? {
        let queries = templates.templates.lazy.compactMap { template -> Query? in
            if case .entries(let query) = template.iteration, query.collection == collection { query } else { nil }
        }
        guard let query = queries.first, let position = site.content.position(of: collection),
            let index = site.content.collections[position].positions[id],
            let paths = EntryPaths(pattern, query, site, locale: nil)
        else { return nil }
        return paths.path(of: .entry(EntryReference(collection: position, index: index)), withID: nil)
    }

    /// Returns whether the path of some page of a collection's entries depends on their ids.
    package func pagesDependOnID(of collection: String) -> Bool {
        pagePatterns.contains { $0.pattern.collection == collection && depends($0.pattern, onIDOf: collection) }
    }

    /// Returns whether the path of some page of a collection's entries, or of records in them, depends on their ids.
    package func addressesDependOnID(of collection: String) -> Bool {
        pagePatterns.contains { depends($0.pattern, onIDOf: collection) }
    }

    private func depends(_ pattern: PagePattern, onIDOf collection: String) -> Bool {
        guard let output = OutputPattern(pattern.path) else { return false }
        var (next, prefix) = (site.content.collection(pattern.collection)?.declaration, "")
        while let declaration = next, declaration.name != collection {
            next = declaration.parent.flatMap(site.content.collection)?.declaration
            prefix += "\(CollectionDeclaration.parentKey)."
        }
        guard let declaration = next else { return false }
        return declaration.idNames.contains { output.placeholders.contains(prefix + $0) }
    }
}

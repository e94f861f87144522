internal import KairanContent
internal import KairanModel
internal import KairanTemplates

extension AddressKeeper {
    /// Warns of pages that were published and that nothing leads on from.
    ///
    /// Pages go by themselves when their entries are over or in the trash, and when a list gets shorter.
    func warnings() -> [Diagnostic] {
        guard !lost.isEmpty else { return [] }
        let aliases = Set(plan.site.content.aliases.values.joined().compactMap { outputPath(ofAlias: $0.text) })
        let mayGo = Set(plan.templates.templates.indices.filter(mayLosePages))
        let possible = plan.pagePatterns.filter { !plan.pagesDependOnID(of: $0.pattern.collection) }
            .reduce(into: Set<String>()) { $0.formUnion(plan.possiblePaths(ofTemplate: $1.template)) }
        let pages = lost.filter { path, _ in
            !VersionFile.describesVersions(path) && !aliases.contains(path) && !possible.contains(path)
                && !mayGo.contains { plan.templates.templates[$0].makes(path) }
        }
        // Pages of a template that is gone are told together, and others by their outermost folder.
        let groups = Dictionary(grouping: pages) { path, page in
            page?.pattern.path ?? path.firstIndex(of: "/").map { String(path[...$0]) } ?? ""
        }
        return groups.sorted { $0.key < $1.key }.flatMap { place, pages in
            pages.count > 3 ? [areGone(pages.map(\.path), place)] : pages.map(isGone)
        }
    }

    /// Returns whether a template makes lists or pages of values, of which there may be fewer at any time.
    private func mayLosePages(_ template: Int) -> Bool {
        switch plan.templates.templates[template].iteration {
        case .once, .entries: false
        case .pages, .values, .combinations: plan.templates.templates[template].isPage
        }
    }

    private func isGone(_ path: String, _ page: PublishedPages.Page?) -> Diagnostic {
        let help =
            if let page {
                "if its entry has another id now, write aliases: [\(page.id)] into that; to take the page away on purpose, "
                    + "keep the entry in the trash, with 'deleted' and the day"
            } else if path == "index.html" {
                "readers begin there: make a page at that path again"
            } else {
                "write aliases: [\(alias(path))] into the entry, or the front matter of the page, that replaces it"
            }
        return warning("'\(path)' was published, and now nothing is there", help: help)
    }

    /// - Parameter place: The pattern of the pages, or the folder that they are in.
    private func areGone(_ paths: [String], _ place: String) -> Diagnostic {
        let pages = "\(paths.count) pages" + (place.isEmpty ? "" : " of '\(place)'")
        return warning(
            "\(pages) were published, and now nothing is there: '\(paths[0])', '\(paths[1])' and so on",
            help: "entries that replace them can name their former ids or addresses by 'aliases'")
    }

    /// Returns the address of a page as an alias has it.
    private func alias(_ path: String) -> String {
        "/" + (path.hasSuffix("/index.html") ? String(path.dropLast("index.html".count)) : path)
    }

    private func warning(_ message: String, help: String) -> Diagnostic {
        Diagnostic(.warning, addressGoneRule, message, at: SourceSpan(path: "content/site.yml"), help: help)
    }
}

/// The rule of warnings about pages that this build takes away.
package let addressGoneRule = "address.gone"

extension Template {
    fileprivate func makes(_ path: String) -> Bool { pattern.values(in: path) != nil }
}

extension OutputPlan {
    /// Returns the id in the path of a page of an entry; nil if the pattern is another one or does not depend on the id.
    func id(in path: String, of pattern: PagePattern) -> String? {
        guard let values = OutputPattern(pattern.path)?.values(in: path) else { return nil }
        let idField = site.content.collection(pattern.collection)?.declaration.idField
        return values["id"] ?? idField.flatMap { values[$0] }
    }
}

extension Content {
    /// Returns whether there is an entry of this id, shown or not, or may be one.
    func knows(_ id: String, in collection: String) -> Bool {
        self.collection(collection)?.positions[id] != nil || deletion(of: id, in: collection) != nil
            || withheld.contains { $0.collection == collection && $0.entry.id == id }
            || hiddenIDs[collection]?.mayHold(id) == true
    }

    /// The ids of the entries that have former ids, by collection and former id.
    var ownersOfIDs: [String: [String: String]] {
        var owners: [String: [String: String]] = [:]
        for (entry, aliases) in aliases {
            let name = collections[entry.collection].name
            for alias in aliases where alias.isID { owners[name, default: [:]][alias.text] = self[entry].id }
        }
        return owners
    }
}

extension PagePattern {
    /// Returns which new pattern took the place of which old one.
    ///
    /// It is the only new pattern of the collection and the language, or the only one with the same last part of the path;
    /// if there is more than one, nobody can tell. Where a site gets languages, pages of the first one succeed.
    static func successors(
        of old: [PagePattern], in new: [PagePattern], firstLocale: String?
    ) -> [PagePattern: PagePattern] {
        let (left, came) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
        var successors: [PagePattern: PagePattern] = [:]
        for pattern in left {
            let rivals = left.filter { $0.collection == pattern.collection && $0.locale == pattern.locale }
            let candidates = came.filter {
                $0.collection == pattern.collection
                    && ($0.locale == pattern.locale || pattern.locale.isEmpty && $0.locale == firstLocale)
            }
            if rivals.count == 1, candidates.count == 1 {
                successors[pattern] = candidates[0]
            } else if rivals.count(where: { $0.name == pattern.name }) == 1 {
                let alike = candidates.filter { $0.name == pattern.name }
                if alike.count == 1 { successors[pattern] = alike[0] }
            }
        }
        return successors
    }

    private var name: Substring { path.split(separator: "/").last ?? "" }
}

internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanTemplates

extension AddressKeeper {
    /// Warns of pages that were published and that nothing leads on from.
    ///
    /// Pages go by themselves when their entries are over or in the trash, when a list gets shorter, and when a week or
    /// another part of the calendar has left its range. The page of a group does so while an entry has its value.
    mutating func warnings() -> [Diagnostic] {
        guard !lost.isEmpty else { return [] }
        let aliases = Set(plan.site.content.aliases.values.joined().compactMap { outputPath(ofAlias: $0.text) })
        let mayGo = Set(plan.templates.templates.indices.filter(mayLosePages))
        let possible = plan.pagePatterns.filter { !plan.pagesDependOnID(of: $0.pattern.collection) }
            .reduce(into: Set<String>()) { $0.formUnion(plan.possiblePaths(ofTemplate: $1.template)) }
        var choices = EarlierChoices(site: plan.site)
        let pages = lost.filter { path, page in
            !VersionFile.describesVersions(path) && !aliases.contains(path) && !possible.contains(path)
                && (page != nil || !mayGo.contains { mayLose(path, ofTemplate: $0, &choices) })
        }
        // Pages of a template that is gone are told together, and others by their outermost folder.
        let groups = Dictionary(grouping: pages) { path, page in
            page?.pattern.path ?? path.firstIndex(of: "/").map { String(path[...$0]) } ?? ""
        }
        return groups.sorted { $0.key < $1.key }.flatMap { place, pages in
            pages.count > 3 ? [areGone(pages.map(\.path), place)] : pages.map { isGone($0, $1) }
        }
    }

    /// Returns whether a template makes lists, or pages of values or of the calendar, of which there may be fewer, or
    /// others, at any time.
    private func mayLosePages(_ template: Int) -> Bool {
        let template = plan.templates.templates[template]
        switch template.iteration {
        case .once: return false
        case .entries(let query):
            if case .reference = query.element { return false }
            return template.isPage
        case .pages, .values, .combinations: return template.isPage
        }
    }

    /// Returns whether a template can have made a page that may go by itself.
    private func mayLose(_ path: String, ofTemplate index: Int, _ choices: inout EarlierChoices) -> Bool {
        let template = plan.templates.templates[index]
        guard var parameters = template.pattern.values(in: path) else { return false }
        if case .pages = template.iteration { return parameters["page"].map { Int($0) != nil } ?? true }
        guard template.iteration.hasLastingValues, let query = template.iteration.query else { return true }
        if plan.site.settings.namesLocales { parameters["locale"] = nil }
        let paths = plan.site.schema.paths(of: template)
        let past =
            choices.ofTemplates[index]
            ?? EarlierChoice(
                plan.site, withTrash: choices.siteWithTrash, query, by: paths, template.locale, published: nil)
        choices.ofTemplates[index] = past
        return !past.entries(of: parameters).isEmpty
    }

    private mutating func isGone(_ path: String, _ page: PublishedPages.Page?) -> Diagnostic {
        if let page, let other = outputs.other(inCaseOf: path) {
            return warning(
                "'\(path)' was published, and now only '\(other)' is there",
                help:
                    "some hosts keep only one of two addresses that differ in case, so none can lead to the other: give the "
                    + "entry its former id, or write aliases: [\(page.id)] into it if that is meant")
        }
        let help =
            if let page, !plan.site.content.knows(page.id, in: page.pattern.collection) {
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
        Diagnostic(.warning, .addressGone, message, at: SourceSpan(path: "content/site.yml"), help: help)
    }
}

extension Iteration {
    /// This is true for groups by values that stay the same while nobody edits an entry.
    fileprivate var hasLastingValues: Bool {
        let (query, values): (Query, [Path])
        switch self {
        case .once, .entries, .pages: return false
        case .values(let groups, let by): (query, values) = (groups, [by])
        case .combinations(let groups, let by): (query, values) = (groups, by)
        }
        if case .calendar = query.source { return false }
        return values.allSatisfy { $0.momentUse == .none }
    }
}

extension OutputPlan {
    /// Returns the id in the path of a page of an entry; nil if the pattern is another one, does not depend on the id, or
    /// divides the path in several ways of which none is known to be right.
    func id(in path: String, of pattern: PagePattern) -> String? {
        guard let output = OutputPattern(pattern.path) else { return nil }
        let ids = output.allValues(in: path).compactMap { id(of: pattern.collection, in: $0, below: "") }
        if ids.count < 2 { return ids.first }
        let right = ids.filter { self.path(of: $0, in: pattern.collection, by: output) == path }
        return right.count == 1 ? right[0] : nil
    }
}

extension OutputPlan {
    /// Returns the id in the values of a path; nil if it lacks a part of it.
    ///
    /// - Parameter prefix: The names that lead from the entry of the page to the one of the id, such as `parent.`.
    private func id(of collection: String, in values: [String: String], below prefix: String) -> String? {
        guard let declaration = site.content.collection(collection)?.declaration else { return values[prefix + "id"] }
        let own = declaration.idNames.lazy.compactMap { values[prefix + $0] }.first
        guard declaration.hasComposedIDs, let parent = declaration.parent, let own else { return own }
        return id(of: parent, in: values, below: "\(prefix)\(CollectionDeclaration.parentKey).")
            .map { declaration.id(own, in: $0) }
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
        let named = Dictionary(grouping: aliases.keys, by: \.collection)
        for (position, collection) in collections.enumerated() {
            // An id that starts with the parent's is another one if the parent had another one.
            let mayInherit =
                collection.declaration.hasComposedIDs
                && ancestors(ofCollection: position).contains { named[$0] != nil }
            let own = (named[position] ?? []).map(\.index).sorted()
            for index in mayInherit ? Array(collection.entries.indices) : own {
                for id in formerIDs(of: EntryReference(collection: position, index: index)) {
                    owners[collection.name, default: [:]][id] = collection.entries[index].id
                }
            }
        }
        return owners
    }

    /// Returns the ids that an entry had. One that consists of two had each of them with each of the other.
    private func formerIDs(of reference: EntryReference) -> [String] {
        let former = (aliases[reference] ?? []).filter(\.isID).map(\.text)
        let declaration = collections[reference.collection].declaration
        guard declaration.hasComposedIDs, let parent = ancestors(of: reference).first else { return former }
        let own = [String(self[reference].id.dropFirst(self[parent].id.count + 1))] + former
        let parents = [self[parent].id] + formerIDs(of: parent)
        return parents.flatMap { parent in own.map { declaration.id($0, in: parent) } }.filter {
            $0 != self[reference].id
        }
    }
}

extension PagePattern {
    /// Returns which new pattern took the place of which old one.
    ///
    /// It has the same last part of the path, or it is the only one that came where the only one went; if there is more
    /// than one, nobody can tell. Where a site gets languages, pages of the first one succeed.
    static func successors(
        of old: [PagePattern], in new: [PagePattern], firstLocale: String?
    ) -> [PagePattern: PagePattern] {
        let came = new.filter { !old.contains($0) }
        var successors: [PagePattern: PagePattern] = [:]
        for pattern in old where !new.contains(pattern) {
            let rivals = old.filter { $0.collection == pattern.collection && $0.locale == pattern.locale }
            let candidates = came.filter {
                $0.collection == pattern.collection
                    && ($0.locale == pattern.locale || pattern.locale.isEmpty && $0.locale == firstLocale)
            }
            let alike = candidates.filter { $0.name == pattern.name }
            if alike.count == 1, rivals.count(where: { $0.name == pattern.name && !new.contains($0) }) == 1 {
                successors[pattern] = alike[0]
            } else if rivals.count == 1, candidates.count == 1 {
                successors[pattern] = candidates[0]
            }
        }
        return successors
    }

    private var name: Substring { path.split(separator: "/").last ?? "" }
}

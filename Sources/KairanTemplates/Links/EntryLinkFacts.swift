internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries

extension OutputPlan {
    /// Returns the facts that the addresses in an entry's fields and Markdown texts require, sorted and without
    /// duplicates. Returns nil if one of the addresses is wrong whatever outputs exist, such as a link to a missing
    /// file.
    ///
    /// While these facts are provided, the entry's own links stay right, as long as also
    ///
    /// - the entry, its source file's path, its own page's path and the site's address stay the same;
    /// - each source file that a link names has one entry or several as before, and the one of them that the link means
    /// and that entry's page path stay the same, because the link leads there and nowhere if that file or page is gone;
    /// - each other file of the content that a link names exists, and no file appears at a path under `content/` that a
    /// link from the root, such as `/guide/`, names;
    /// - no output is the folder of others: see `LinkFacts`.
    ///
    /// - Parameter follower: The follower of addresses to all outputs.
    func linkFacts(of entry: EntryReference, _ follower: AddressFollower) -> [UInt64]? {
        let links = site.writtenLinks(of: entry)
        if links.isEmpty { return [] }
        var facts: [UInt64] = []
        for link in links {
            guard let more = self.facts(of: link, follower) else { return nil }
            facts += more
        }
        return facts.sortedOnce
    }

    private func facts(of link: WrittenLink, _ follower: AddressFollower) -> [UInt64]? {
        switch link.target {
        case .external: []
        case .missing: nil
        case .samePage: factsOfSamePage(link)
        case .output(let path, let suffix):
            link.isImage && !isPicture(path) ? nil : requiredFacts(path, fragment(of: suffix))
        case .sitePath(let path): facts(ofSitePath: path, link, follower)
        }
    }

    private func factsOfSamePage(_ link: WrittenLink) -> [UInt64]? {
        if link.destination.isEmpty { return nil }
        guard let anchor = fragment(of: link.destination), !link.anchors.contains(anchor) else { return [] }
        guard let page = link.page, isMarkup(page) else { return nil }
        return requiredFacts(page, anchor)
    }

    private func facts(
        ofSitePath path: String, _ link: WrittenLink, _ follower: AddressFollower
    ) -> [UInt64]? {
        let address = site.settings.basePath + path.dropFirst()
        guard case .internal(let candidates, let fragment) = follower.resolve(address, on: "index.html") else {
            return []
        }
        guard let output = candidates.first(where: follower.isOutput) else {
            return candidates.first.map { [LinkFacts.fact(ofPath: $0)] }
        }
        return link.isImage && !isPicture(output) ? nil : requiredFacts(output, fragment)
    }
}

internal import KairanContent
internal import KairanModel

extension OutputPlan {
    /// The facts that the addresses an entry names require, in its fields and its Markdown texts, sorted and each once;
    /// nil when one of them is wrong whatever outputs there are, such as a link to a file that is not there.
    ///
    /// While they are provided, the entry's own links stay without mistake as long as besides them
    ///
    /// - the entry, its source file's path, its own page's path and the site's address are the same;
    /// - for each source file that a link names, the first entry of it and its page's path are the same: the link leads
    ///   there, and to nothing if that file or that page is gone;
    /// - for each other file of the content that a link names, it is there; and none has come to be at a path under
    ///   `content/` that a link from the root, such as `/guide/`, names;
    /// - no output is the folder of others, see `LinkFacts`.
    ///
    /// - Parameter isProvided: Whether some output provides a fact.
    func linkFacts(of entry: EntryReference, _ isProvided: @escaping @Sendable (UInt64) -> Bool) -> [UInt64]? {
        let links = site.writtenLinks(of: entry)
        if links.isEmpty { return [] }
        let follower = AddressFollower(site.settings, isProvided)
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

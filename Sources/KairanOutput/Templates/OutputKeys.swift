internal import KairanContent
package import KairanModel

extension OutputPlan {
    /// For each job what tells whether it is the one that an earlier build had at the same path, apart from what it
    /// reads: its template, which of the template's outputs it is, and which stand beside it.
    ///
    /// - Parameter sourceHashes: Of all source files, by path.
    package func jobKeys(_ sourceHashes: [String: ContentHash]) -> [ContentHash] {
        let templateKeys = templates.templates.map { template in
            var key = ContentHash()
            for path in template.sourcePaths {
                key.combine(path)
                key.combine(sourceHashes[path] ?? ContentHash())
            }
            return key
        }
        let entryKeys = site.content.collections.map(\.keys)
        return concurrentMap(jobs.count, share: 1024) { position in
            var key = templateKeys[jobs[position].template]
            key.combine(jobs[position].path)
            combine(jobs[position].item, at: position, entryKeys, into: &key)
            for (_, path) in translatedPaths(of: position) { key.combine(path) }
            return key
        }
    }

    private func combine(
        _ item: OutputJob.Item, at position: Int, _ entryKeys: [[UInt64]], into key: inout ContentHash
    ) {
        switch item {
        // A part is told by its path.
        case .once, .part: key.combine(0)
        case .entry(let entry, let previous, let next):
            key.combine(1)
            key.combine(entry, entryKeys)
            key.combine(previous ?? .missing, entryKeys)
            key.combine(next ?? .missing, entryKeys)
            // A page may say where its neighbours are.
            let range = jobRanges[jobs[position].template]
            if position > range.lowerBound { key.combine(jobs[position - 1].path) }
            if position + 1 < range.upperBound { key.combine(jobs[position + 1].path) }
        case .group(let group):
            key.combine(2)
            key.combine(group, entryKeys)
        case .nearest(.index(let tree, let most)):
            key.combine(4)
            key.combine(tree)
            key.combine(UInt64(most))
        case .nearest(.cell(let entries)):
            key.combine(5)
            key.combine(.list(entries), entryKeys)
        case .page(let number, let entries):
            key.combine(3)
            key.combine(UInt64(number))
            key.combine(UInt64(jobRanges[jobs[position].template].count))
            key.combine(.list(entries), entryKeys)
        }
    }
}

extension Template {
    /// Every file of `templates/` that it is made of, its own first.
    package var sourcePaths: [String] {
        if case .page(let page) = kind { [path] + page.support } else { [path] }
    }
}

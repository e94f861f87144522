internal import KairanContent
internal import KairanModel

extension OutputPlan {
    /// Returns a key for each of these jobs, by which a later build recognizes the same output at the same path, apart
    /// from what it reads. The key covers the template, the output's item and its neighbours.
    ///
    /// - Parameter sourceHashes: See `sourceHashes(_:_:)`.
    func jobKeys(_ positions: [Int], _ sourceHashes: [String: ContentHash]) -> [ContentHash] {
        let templateKeys = templates.templates.map { template in
            var key = ContentHash()
            for path in template.sourcePaths {
                key.combine(path)
                key.combine(sourceHashes[path] ?? ContentHash())
            }
            if case .feed = template.kind { key.combine(home(of: template) ?? "") }
            return key
        }
        let entryKeys = site.content.collections.map(\.keys)
        return concurrentMap(positions.count, share: 1024) { index in
            let position = positions[index]
            var key = templateKeys[jobs[position].template]
            key.combine(jobs[position].path)
            combine(jobs[position].item, at: position, entryKeys, into: &key)
            for (_, path) in translatedPaths(of: position) { key.combine(path) }
            return key
        }
    }

    /// Returns the pages before and after one, to which it may link.
    private func pagesBeside(_ position: Int) -> [OutputJob?] {
        let neighbours = neighbours(of: position)
        return [neighbours.previous, neighbours.next].map { $0.map { jobs[$0] } }
    }

    private func combine(
        _ item: OutputJob.Item, at position: Int, _ entryKeys: [[UInt64]], into key: inout ContentHash
    ) {
        switch item {
        // The path alone identifies a part.
        case .once, .part: key.combine(0)
        case .entry(let entry, let previous, let next):
            key.combine(1)
            key.combine(entry, entryKeys)
            key.combine(previous?.entry ?? .missing, entryKeys)
            key.combine(next?.entry ?? .missing, entryKeys)
            for neighbour in pagesBeside(position) { key.combine(neighbour?.path ?? "") }
        case .group(let group):
            key.combine(2)
            key.combine(group, entryKeys)
            guard case .page(let page) = templates.templates[jobs[position].template].kind,
                !page.program.pageParts.isDisjoint(with: ["previous", "next"])
            else { return }
            // The title of another group's page may tell of its entries.
            for neighbour in pagesBeside(position) {
                key.combine(neighbour?.path ?? "")
                if case .group(let other)? = neighbour?.item { key.combine(other, entryKeys) }
            }
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
    /// All files of `templates/` that the output is made of, its own template first.
    package var sourcePaths: [String] {
        if case .page(let page) = kind { [path] + page.support + sharedShapes } else { [path] + sharedShapes }
    }
}

extension OutputPlan {
    /// The names under which this build's results for pictures are stored.
    package var pictureNames: Set<String> {
        let pictures = site.content.pictures.values
        let sizes = pictures.flatMap { templates.needs.contains(.pictureSizes) ? $0.smallerSizes.map(\.key) : [] }
        let colors = pictures.compactMap { templates.needs.contains(.pictureColors) ? $0.colorKey : nil }
        return Set((sizes + colors + pictures.compactMap(\.damageKey)).map(\.text))
    }
}

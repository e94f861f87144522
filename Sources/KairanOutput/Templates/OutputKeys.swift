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

extension ContentHash {
    /// Which entries and what values an item is made of; what the entries hold is noted when it is read.
    fileprivate mutating func combine(_ value: Value, _ entryKeys: [[UInt64]]) {
        switch value {
        case .entry(let reference): combine(entryKeys[reference.collection][reference.index])
        case .list(let values), .record(let values, _):
            combine(UInt64(values.count))
            for value in values { combine(value, entryKeys) }
        case .missing: combine(0)
        case .text(let text), .html(let text), .sitePath(let text): combine(text)
        case .integer(let number): combine(UInt64(bitPattern: Int64(number)))
        case .decimal(let number): combine(number.description)
        case .boolean(let flag): combine(flag ? 1 : 2)
        case .date(let date): combine(date.description)
        case .time(let time): combine(time.description)
        case .dateTime(let moment): combine(moment.description)
        case .version(let version): combine(version.description)
        case .choice(let index, let choice): combine(choice.options[index].value)
        case .point(let point): combine(point.description)
        case .asset(let asset): combine(asset.publishedPath)
        case .window(let window):
            for bound in [window.from, window.until] { combine(bound?.description ?? "") }
        case .schedule(let schedule):
            var writer = ByteWriter()
            writer.write(schedule)
            combine(ContentHash(writer.bytes))
        // No output is made for each of such values.
        case .markdown, .dictionary, .localized: break
        }
    }
}

internal import KairanContent
package import KairanModel
internal import KairanQueries
internal import KairanReaders
package import KairanTemplates

/// The entries that have been in the trash for long, and the files that would go with them.
package struct PurgePlan: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        /// The collection and the id, such as `ads/spring`.
        package var name: String
        package var date: LocalDate
        /// The place of its file, or of its element in a list or its row in a table.
        package var place: SourceSpan
        /// The files that go: its own file and those that no other entry names, sorted by path. The list is empty for
        /// an element or a row, which somebody has to take out by hand.
        package var files: [String]
        /// The files among these that hold parts of the entry in other languages.
        package var translations: [String] = []
    }

    /// The entries, in the order of the collections.
    package var items: [Item]

    /// All files, each once. The entries come before their pictures, so that no entry lacks a picture if the rest
    /// cannot be removed; the translations of an entry come before it, so that none is left without it.
    package var files: [String] {
        let entries = items.filter { !$0.files.isEmpty }.flatMap { $0.translations + [$0.place.path] }
        return entries + Set(items.flatMap(\.files)).subtracting(entries).sorted()
    }
}

extension OutputPlan {
    /// - Parameter sources: All sources of the site.
    package func purge(days: Int, _ sources: SourceTree) -> PurgePlan {
        let content = site.content
        let old = content.trash(olderThan: days, on: site.moment.date).filter { !$0.goesWithParent }
        let paths = Set(old.filter(\.isWholeFile).map(\.entry.span.path))
        let going = Dictionary(
            grouping: content.trash.filter {
                ($0.isWholeFile || $0.goesWithParent) && paths.contains($0.entry.span.path)
            }, by: \.entry.span.path)
        let named = Set(going.values.joined().flatMap(\.entry.files)).filter { content.files[$0] != nil }
        let staying = content.trash.filter {
            !($0.isWholeFile || $0.goesWithParent) || !paths.contains($0.entry.span.path)
        }
        let spare = named.subtracting(content.usedFiles).subtracting(content.withheldFiles).subtracting(
            staying.flatMap(\.entry.files))
        let sourcePaths = Set(sources.files.lazy.map(\.path).filter(isMarkdown))
        let unused = spare.subtracting(sources.filesOfDrafts(among: spare))
        return PurgePlan(
            items: old.map { trashed in
                let path = trashed.entry.span.path
                let own = Set((going[path] ?? []).flatMap(\.entry.files))
                let files = own.filter(unused.contains).map { "content/" + $0 }
                var item = PurgePlan.Item(
                    name: "\(trashed.collection)/\(trashed.entry.id)", date: trashed.deletion.date,
                    place: trashed.entry.span, files: [])
                guard trashed.isWholeFile else { return item }
                item.translations = content.settings.locales.map { translationPath(of: path, $0.code) }
                    .filter { isMarkdown(path) && sourcePaths.contains($0) }
                item.files = Set(files + item.translations + [path]).sorted()
                return item
            })
    }

    /// Returns warnings about the entries that `kairan purge` would remove.
    package func oldTrash(days: Int) -> [Diagnostic] {
        let old = site.content.trash(olderThan: days, on: site.moment.date).filter { !$0.goesWithParent }
        return old.map { trashed in
            Diagnostic(
                .warning, .trashOld, "'\(trashed.entry.id)' has been in the trash since \(trashed.deletion.date)",
                at: trashed.deletion.span,
                help: trashed.isWholeFile
                    ? "run kairan purge, which shows what it will remove first" : "take the entry out of the file")
        }
    }
}

extension SourceTree {
    /// Returns the files that a draft names. Drafts are not parsed, so a draft that contains the file's name counts.
    fileprivate func filesOfDrafts(among paths: Set<String>) -> Set<String> {
        guard !paths.isEmpty else { return [] }
        let drafts = files.filter { $0.path.hasPrefix("content/") && fileName(of: $0.path).hasPrefix("_") }
            .map { String(decoding: $0.bytes, as: UTF8.self) }
        return paths.filter { path in
            let name = String(fileName(of: path))
            return drafts.contains { $0.contains(name) || $0.contains(escapedPath(name)) }
        }
    }
}

internal import KairanContent
internal import KairanMarkdown
internal import KairanModel
internal import KairanOutput

/// A site's sources with what tells whether each is the one of an earlier build.
struct HashedSources: Sendable {
    /// Sorted by path.
    let files: [SourceFile]
    /// In the order of the files.
    let list: [ContentHash]
    /// Of all of them.
    let key: ContentHash

    init(_ tree: SourceTree) {
        let files = tree.files
        let list = concurrentMap(files.count) { ContentHash(files[$0].bytes) }
        var key = ContentHash()
        for (file, hash) in zip(files, list) {
            key.combine(file.path)
            key.combine(hash)
        }
        (self.files, self.list, self.key) = (files, list, key)
    }

    func hash(of path: String) -> ContentHash? {
        var (low, high) = (0, files.count)
        while low < high {
            let middle = (low + high) / 2
            if files[middle].path < path { low = middle + 1 } else { high = middle }
        }
        return low < files.count && files[low].path == path ? list[low] : nil
    }

    /// What every entry and every output depends on.
    func bases(_ options: BuildOptions, _ templates: Templates) -> [BuildRecord.Basis] {
        var pages = ContentHash()
        for pairs in [templates.schema.collectionsWithPages, templates.schema.valuePages] {
            for (name, isPartial) in pairs.sorted(by: { $0.key < $1.key }) { pages.combine("\(name) \(isPartial)") }
            pages.combine(0)
        }
        let declarations = files.indices.filter {
            files[$0].path == "content/site.yml" || isDeclaration(files[$0].path)
        }
        return optionBases(options)
            + declarations.map { BuildRecord.Basis(name: files[$0].path, hash: list[$0]) }
            + [BuildRecord.Basis(name: "which collections have pages", hash: pages)]
    }
}

/// Those that are known before anything is read.
func optionBases(_ options: BuildOptions) -> [BuildRecord.Basis] {
    var hash = ContentHash()
    hash.combine(options.base ?? "")
    hash.combine(options.style == .compact ? 1 : 2)
    var library = ContentHash()
    library.combine(markdownLibraryVersion)
    return [
        .init(name: "Kairan itself", hash: options.program), .init(name: "cmark-gfm", hash: library),
        .init(name: "the options", hash: hash),
    ]
}

internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// A site's sources with what tells whether each is the one of an earlier build.
struct HashedSources: Sendable {
    /// Sorted by path.
    let files: [SourceFile]
    /// In the order of the files.
    let list: [ContentHash]
    /// By path.
    let hashes: [String: ContentHash]

    init(_ tree: SourceTree) {
        let files = tree.files
        let list = concurrentMap(files.count) { ContentHash(files[$0].bytes) }
        (self.files, self.list) = (files, list)
        hashes = Dictionary(zip(files.lazy.map(\.path), list)) { first, _ in first }
    }

    /// What every entry and every output depends on.
    func bases(_ options: BuildOptions, _ templates: Templates) -> [BuildRecord.Basis] {
        var pages = ContentHash()
        for (name, isPartial) in templates.schema.collectionsWithPages.sorted(by: { $0.key < $1.key }) {
            pages.combine("\(name) \(isPartial)")
        }
        for (name, isPartial) in templates.schema.valuePages.sorted(by: { $0.key < $1.key }) {
            pages.combine("\(name) \(isPartial)")
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
    return [.init(name: "Kairan itself", hash: options.program), .init(name: "the options", hash: hash)]
}

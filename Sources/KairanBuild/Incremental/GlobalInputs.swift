internal import KairanContent
internal import KairanMarkdown
internal import KairanModel
internal import KairanPictures
internal import KairanPublish
internal import KairanTemplates

extension SourceTree {
    /// Returns the inputs that every entry and every output depends on.
    func inputs(_ options: BuildOptions, _ templates: Templates) -> [BuildStore.GlobalInput] {
        var pages = ContentHash()
        for pairs in [templates.schema.collectionsWithPages, templates.schema.valuePages] {
            for (name, isPartial) in pairs.sorted(by: { $0.key < $1.key }) { pages.combine("\(name) \(isPartial)") }
            pages.combine(0)
        }
        for (name, conditions) in templates.schema.pageConditions.sorted(by: { $0.key < $1.key }) {
            pages.combine("\(name) \(conditions.sorted())")
        }
        let declarations = files.indices.filter {
            files[$0].path == "content/site.yml" || files[$0].path == stringsPath || isDeclaration(files[$0].path)
                || declaresVersion(files[$0].path)
        }
        return optionInputs(options)
            + declarations.map { BuildStore.GlobalInput(name: files[$0].path, hash: known[$0].hash) }
            + [BuildStore.GlobalInput(name: "which collections have pages", hash: pages)]
    }
}

/// Returns the inputs that are known before any file is read.
func optionInputs(_ options: BuildOptions) -> [BuildStore.GlobalInput] {
    var hash = ContentHash()
    hash.combine(options.base ?? "")
    hash.combine(options.style == .compact ? 1 : 2)
    hash.combine(options.channel.rawValue)
    for accepted in options.accepted { hash.combine("\(accepted.text) \(accepted.why)") }
    return [
        .init(name: "Kairan itself", hash: options.program),
        .init(name: "cmark-gfm", hash: ContentHash(Array(markdownLibraryVersion.utf8))),
        .init(name: "gd", hash: ContentHash(Array(pictureLibraryVersion.utf8))), .init(name: "the options", hash: hash),
    ]
}

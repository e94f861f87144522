internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The checked declaration of a feed.
package struct FeedTemplate: Sendable {
    enum Format: String, Sendable, CaseIterable { case rss, atom, json }

    var format: Format
    var title: TextPattern?
    var description: TextPattern?
    var image: Path?
    /// The lists of entries that are its items, no two of the same collection. The items of several are in the order
    /// of their dates, the newest first.
    var sources: [FeedSource]
    /// The number of items that the feed has at most, if several lists have them together.
    var limit: Int?
}

/// The entries of one collection, and the item that each of them is.
struct FeedSource: Sendable {
    let query: Query
    /// The place of `each`.
    let span: SourceSpan
    let item: ItemPaths
}

/// The values of an entry that make an item.
struct ItemPaths: Sendable {
    let title: Path
    let date: Path
    /// The address of an item; nil, or without a value, it is the entry's page.
    let link: Shape?
    let updated: Path?
    let content: Path?
    let summary: Path?
    /// The file that an item is about, or its address, and how long it plays.
    let file: Path?
    let duration: Path?
}

extension TemplateCompiler {
    static let feedWords = ["feed", "title", "description", "for", "image", "each", "item"] + ShapeCompiler.queryWords
    static let itemWords = ["title", "date", "link", "updated", "content", "description", "file", "duration"]
    private static let feedFile = ListedFile(
        name: "feed", part: "item", parts: "items", partWords: itemWords,
        partHelp: "write item: { title: …, date: … }", sharedWords: ["limit"], missing: .feedMissing,
        misplaced: .declarationKey, repeated: .querySource)

    mutating func feed(_ node: SourceNode, _ scope: Scope) -> FeedTemplate? {
        guard let word = reader.text(node["feed"], "'feed'"), let place = node["feed"]?.span else { return nil }
        guard let format = FeedTemplate.Format(rawValue: word) else {
            reader.error(
                .feedFormat, "there is no feed format '\(word)'", at: place,
                help: suggestion(for: word, in: FeedTemplate.Format.allCases.map(\.rawValue), kind: "formats"))
            return nil
        }
        let sources = sources(of: node, Self.feedFile) { $0.feedSource($1, $2, in: scope) }
        guard let sources else { return nil }
        let isTogether = node["each"]?.elements != nil
        return FeedTemplate(
            format: format, title: node["title"].flatMap { shapes.pattern($0, "'title'", in: scope) },
            description: node["description"].flatMap { shapes.pattern($0, "'description'", in: scope) },
            image: node["image"].flatMap { image($0, in: scope) }, sources: sources,
            limit: isTogether ? reader.integer(node["limit"], "'limit'", in: 1...Int.max) : nil)
    }

    /// - Parameter item: The item as it is written, with corrected words.
    private mutating func feedSource(
        _ node: SourceNode, _ item: SourceNode, in scope: Scope
    ) -> (query: Query, source: FeedSource)? {
        guard let query = shapes.query("each", node, in: scope) else { return nil }
        let span = node["each"]?.span ?? node.span
        let inner = scope.entering(query)
        let link = item["link"].flatMap { address($0, in: inner, .feedType, .feedLink) }
        guard (link == nil) == (item["link"] == nil), hasAddresses(query, link, at: span) else { return nil }
        guard item.members != nil, let title = part("title", item, inner, [.text], of: query),
            let date = part("date", item, inner, [.date, .dateTime], of: query)
        else { return nil }
        if let duration = item["duration"], item["file"] == nil {
            reader.error(
                .feedMissing, "'duration' is how long the 'file' of an item plays, and it has none", at: duration.span,
                help: "add file: and the path of a file or an address")
        }
        let paths = ItemPaths(
            title: title, date: date, link: link?.shape, updated: part("updated", item, inner, [.date, .dateTime]),
            content: part("content", item, inner, [.html]), summary: part("description", item, inner, [.text]),
            file: part("file", item, inner, [.file, .url]), duration: part("duration", item, inner, [.duration, .time]))
        return (query, FeedSource(query: query, span: span, item: paths))
    }

    /// Returns whether each of these elements may have an address, its own or that of its page. Only the content shows
    /// whether each chosen entry has one.
    private mutating func hasAddresses(_ query: Query, _ link: TypedShape?, at span: SourceSpan) -> Bool {
        guard case .reference(let collection) = query.element else {
            reader.error(
                .feedPages, "a feed needs entries for its items, as only entries have ids", at: span,
                help: "name a collection")
            return false
        }
        if let link, !link.isOptional || query.requires(link.shape) { return true }
        if schema.collectionsWithPages[collection] != nil { return true }
        reader.error(
            .feedPages,
            link == nil
                ? "a feed links to pages, but the entries of \(collection) have none"
                : "'link' must be an address that every entry has, as the entries of \(collection) have no pages",
            at: span,
            help: link == nil
                ? pageTemplateHelp(collection) + "; or write link: and the path of an address into 'item'"
                : "choose the entries that have it with 'where'")
        return false
    }

    /// - Parameter query: The query whose every entry must have the part; nil if the part may be missing.
    private mutating func part(
        _ name: String, _ node: SourceNode, _ scope: Scope, _ types: [FieldType], of query: Query? = nil
    ) -> Path? {
        guard let partNode = node[name] else {
            if query != nil {
                reader.error(
                    .feedMissing, "a feed's item needs '\(name)'", at: node.span,
                    help: "name \(types.map(\.withArticle).joined(separator: " or ")) that every entry has")
            }
            return nil
        }
        guard let path = shapes.path(partNode, in: scope) else { return nil }
        let isThere = query.map { !path.isOptional || $0.requires(path) } ?? true
        if types.contains(path.type), isThere { return path }
        let words = types.map(\.withArticle).joined(separator: " or ")
        reader.error(
            .feedType, "'\(name)' must be \(words)\(query == nil ? "" : " that every entry has")", at: partNode.span,
            help: types.contains(path.type)
                ? "choose the entries that have it with where: { \(path.text): { exists: true } }"
                : "'\(path.text)' is \(path.type.withArticle): \(wayOut(path, types))")
        return nil
    }

    /// A Markdown text has both of what items show.
    private func wayOut(_ path: Path, _ types: [FieldType]) -> String {
        guard path.type == .markdown, let view = types == [.html] ? "html" : types == [.text] ? "text" : nil else {
            return "name a field that is \(types.map(\.withArticle).joined(separator: " or ")), or declare one"
        }
        return "write \(path.text).\(view)"
    }
}

internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension TemplateCompiler {
    static let searchWords = ["description", "search"]
    static let sourceWords =
        ["each", "title", "url", "url?", "description", "label", "text", "content"] + ShapeCompiler.queryWords

    mutating func search(_ head: TemplateHead) -> Template? {
        guard let node = head.node?["search"] else { return nil }
        checkPattern(of: head)
        guard let elements = node.elements else {
            reader.error(
                .declarationType, "'search' must be a list, not \(node.kindName)", at: node.span,
                help: "write '- each: NAME', and below it title and text")
            return nil
        }
        let scope = Scope(root: [.names(schema.rootNames)])
        let sources = elements.compactMap { searchSource($0, in: scope) }
        guard sources.count == elements.count else { return nil }
        return Template(
            path: head.file.path, pattern: head.pattern, iteration: .once, span: node.span,
            kind: .search(SearchTemplate(sources: sources)))
    }

    /// Checks that the parts stand beside one another, so that each can find the others by name alone.
    private mutating func checkPattern(of head: TemplateHead) {
        let name = head.file.path.split(separator: "/").last ?? ""
        if schema.placeholders(of: head) == ["part"], name.contains("{part}"), head.pattern.fileExtension == "json" {
            return
        }
        reader.error(
            .searchPath, "a search makes many files, but the template's name has no {part}", at: head.start,
            help: "name it like templates/search/{part}.json.yml")
    }

    private mutating func searchSource(_ written: SourceNode, in scope: Scope) -> SearchSource? {
        let node = reader.corrected(written, allowed: Self.sourceWords, what: "an element of 'search'")
        guard node.members != nil else { return nil }
        reader.require(
            [
                "each": "name the collection of its entries", "title": "name a text that every entry has",
                "text": "name the texts by which entries are found",
            ], in: node, .searchMissing, of: "an element of 'search'")
        guard let query = shapes.query("each", node, in: scope), let each = node["each"] else { return nil }
        let inner = scope.entering(query)
        let mistakes = reader.diagnostics.errorCount
        let title = node["title"].flatMap { shown("title", $0, inner, isRequiredBy: query) }
        let url = address(node, each, inner)
        let summary = node["description"].flatMap { shown("description", $0, inner) }
        let label = node["label"].flatMap { shapes.pattern($0, "'label'", in: inner) }
        let text = (node["text"].map { $0.elements ?? [$0] } ?? []).compactMap { indexed($0, inner) }
        let sections = node["content"].flatMap { markdown($0, beside: node, inner) }
        guard reader.diagnostics.errorCount == mistakes, let title, let url else { return nil }
        return SearchSource(
            query: query, span: each.span, title: title, url: url, urlSpan: (node["url"] ?? node["url?"] ?? each).span,
            isURLOptional: node["url?"] != nil, summary: summary, label: label, text: text, sections: sections)
    }

    /// Compiles a text of a result. If `query` is given, every one of its entries must have the text.
    private mutating func shown(
        _ name: String, _ node: SourceNode, _ scope: Scope, isRequiredBy query: Query? = nil
    ) -> Shape? {
        guard let typed = shapes.shape(node, in: scope, for: .endpoint) else { return nil }
        if !typed.type.traits.isSearched {
            reader.error(.searchType, "'\(name)' must be a text, not \(typed.type.withArticle)", at: node.span)
        } else if let query, typed.isOptional, !query.requires(typed.shape) {
            reader.error(
                .searchType, "'\(name)' must be a text that every entry has", at: node.span,
                help:
                    "write { firstOf: [\(node.scalar ?? "…"), { literal: … }] }, or leave entries without it out with 'where'"
            )
        }
        return typed.shape
    }

    /// Compiles the address of a result, which by default is the entry's page.
    private mutating func address(_ node: SourceNode, _ each: SourceNode, _ scope: Scope) -> Shape? {
        if let url = node["url"], let optional = node["url?"] {
            reader.error(.searchUrl, "'url' appears twice", at: max(url.span, optional.span))
            return nil
        }
        guard let url = node["url"] ?? node["url?"] else {
            guard let path = shapes.path("page.path", in: scope, at: each.span) else { return nil }
            return .path(path)
        }
        guard let typed = shapes.shape(url, in: scope, for: .endpoint) else { return nil }
        if typed.type != .url, typed.type != .text {
            reader.error(.searchType, "'url' must be an address, not \(typed.type.withArticle)", at: url.span)
        } else if let wrong = typed.shape.wrongAddress(needsHost: false) {
            reader.error(
                .searchUrl, "'url' leads to '\(wrong.written)', \(wrong.mistake)",
                at: url["text"]?.span ?? url.span, help: wrong.help)
        }
        return typed.shape
    }

    /// Compiles the Markdown text of which each section, below a heading of its outline, is a result.
    private mutating func markdown(_ node: SourceNode, beside source: SourceNode, _ scope: Scope) -> Path? {
        guard let path = shapes.path(node, in: scope) else { return nil }
        guard path.type == .markdown else {
            reader.error(
                .searchType, "'content' must name Markdown, not \(path.type.withArticle)", at: node.span,
                help: "write content: body")
            return nil
        }
        if let url = source["url"] ?? source["url?"] {
            reader.error(
                .searchUrl, "sections lead to places of the entry's own page, so 'url' cannot say where", at: url.span,
                help: "leave 'url' out")
        }
        return path
    }

    private mutating func indexed(_ node: SourceNode, _ scope: Scope) -> Shape? {
        guard let typed = shapes.shape(node, in: scope, for: .endpoint) else { return nil }
        if !typed.type.hasWords {
            reader.error(
                .searchType, "\(typed.type.withArticle) has no words that a search could find", at: node.span,
                help: typed.type == .html
                    ? Help(
                        "name its text, such as body.text",
                        node.scalar.flatMap { $0.hasSuffix(".html") ? $0 : nil }.map {
                            .write("\($0.dropLast(5)).text", for: $0, isCertain: false)
                        }) : nil)
        }
        return typed.shape
    }
}

extension Query {
    func requires(_ shape: Shape) -> Bool {
        if case .path(let path) = shape { requires(path) } else { false }
    }
}

extension FieldType {
    /// This is true if a value is a text that people can read, or a list or record of such texts.
    fileprivate var hasWords: Bool { traits.isSearched || parts.contains(where: \.hasWords) }
}

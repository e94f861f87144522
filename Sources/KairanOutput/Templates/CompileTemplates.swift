package import KairanContent
package import KairanModel

/// Checks every file of `templates/` against the declarations, before any entry is read.
package func compileTemplates(_ files: [SourceFile], _ declarations: Declarations) -> Diagnosed<Templates> {
    let heads = TemplateHeads(files)
    var schema = Schema(declarations: declarations)
    schema.notePages(of: heads.heads)
    var diagnostics = heads.diagnostics
    let tags = (heads.partials.values + heads.layouts.values.map(\.source)).map { source -> (String, [MustacheTag]) in
        var reader = MustacheTagReader(source.text, path: source.path, firstLine: source.firstLine)
        let tags = reader.read()
        diagnostics += reader.diagnostics + checkScriptTags(source)
        return (source.path, tags)
    }
    let support = SupportTemplates(heads: heads, tags: Dictionary(tags) { first, _ in first })
    var templates = Templates(
        schema: schema, templates: [], layouts: heads.layouts.mapValues(\.source), partials: heads.partials)
    var used: Set<String> = []
    for head in heads.heads {
        var compiler = TemplateCompiler(schema: schema)
        if let template = compiler.template(head, support) { templates.templates.append(template) }
        templates.namedEntries += compiler.namedEntries
        diagnostics += compiler.reader.diagnostics
        used.formUnion(compiler.usedSupport)
    }
    // A template with a mistake may not have come as far as naming them.
    if !diagnostics.hasErrors { diagnostics += support.unused(used) + heads.strays.map(stray) }
    return Diagnosed(templates, diagnostics)
}

private func stray(_ path: String) -> Diagnostic {
    Diagnostic(
        .warning, "template.unused", "this file is neither an output nor a layout nor a partial",
        at: SourceSpan(path: path),
        help:
            "templates/_layouts/ and templates/_partials/ hold files that end in .mustache; other names with _ are not read"
    )
}

/// Layouts and partials, read once for all templates that use them.
struct SupportTemplates {
    var layouts: [String: (source: MustacheSource, node: SourceNode?)]
    let partials: [String: MustacheSource]
    private var tags: [String: [MustacheTag]]

    init(heads: TemplateHeads, tags: [String: [MustacheTag]]) {
        (layouts, partials, self.tags) = (heads.layouts, heads.partials, tags)
    }

    /// Without a page around them their names mean nothing, so they cannot be checked.
    fileprivate func unused(_ used: Set<String>) -> [Diagnostic] {
        let sources = layouts.values.map { ($0.source, "layout") } + partials.values.map { ($0, "partial") }
        return sources.filter { !used.contains($0.0.path) }.map { source, kind in
            Diagnostic(
                .warning, "template.unused", "no page uses this \(kind), so its names are not checked",
                at: SourceSpan(path: source.path), help: "use it, or remove it")
        }
    }

    func tags(of source: MustacheSource) -> [MustacheTag] { tags[source.path] ?? [] }

    /// The partials that a template for `fileExtension` can name.
    func partials(for fileExtension: String) -> [String: [MustacheTag]] {
        var result: [String: [MustacheTag]] = [:]
        for (name, source) in partials where name.hasSuffix("." + fileExtension) {
            result[String(name.dropLast(fileExtension.count + 1))] = tags(of: source)
        }
        return result
    }
}

extension TemplateCompiler {
    fileprivate mutating func template(_ head: TemplateHead, _ support: SupportTemplates) -> Template? {
        guard head.engine != .none else {
            if let name = head.pattern.placeholders.first {
                reader.error("for.missing", "a copied file cannot have {\(name)} in its path", at: head.start)
            }
            return Template(
                path: head.file.path, pattern: head.pattern, iteration: .once, span: head.start,
                kind: .copy(head.file.bytes))
        }
        let scope = iteration(head)
        let kind: Template.Kind? = head.engine == .mustache ? page(head, scope, support) : data(head, scope)
        return kind.map {
            Template(
                path: head.file.path, pattern: head.pattern, iteration: scope.iteration,
                span: head.node?["for"]?.span ?? head.start, kind: $0)
        }
    }

    private mutating func data(_ head: TemplateHead, _ scope: TemplateScope) -> Template.Kind? {
        guard let node = head.node else { return nil }
        if node["feed"] != nil { return feed(node, scope.scope).map(Template.Kind.feed) }
        _ = reader.members(of: node, allowed: ["description", "for", "data"], what: "a data template")
        guard let data = node["data"] else {
            if node.members != nil {
                reader.error(
                    "shape.missing", "a data template needs 'data' or 'feed'", at: node.span,
                    help: "write data: with a mapping of keys to paths")
            }
            return nil
        }
        let description = reader.text(node["description"], "'description'") ?? ""
        return shape(data, in: scope.scope, for: .endpoint).map { .endpoint($0, description: description) }
    }

    private mutating func feed(_ node: SourceNode, _ scope: Scope) -> FeedTemplate? {
        let allowed = ["feed", "title", "description", "each", "item"] + Self.queryWords
        _ = reader.members(of: node, allowed: allowed, what: "a feed")
        guard let word = reader.text(node["feed"], "'feed'"), let place = node["feed"]?.span else { return nil }
        guard let format = FeedTemplate.Format(rawValue: word) else {
            reader.error(
                "feed.format", "there is no feed format '\(word)'", at: place,
                help: suggestion(for: word, in: FeedTemplate.Format.allCases.map(\.rawValue), kind: "formats"))
            return nil
        }
        for name in ["title", "each", "item"] where node[name] == nil {
            reader.error("feed.missing", "a feed needs '\(name)'", at: node.span)
        }
        guard let query = query("each", node, in: scope), let item = node["item"],
            let title = node["title"].flatMap({ pattern($0, "'title'", in: scope) })
        else { return nil }
        guard case .reference(let collection) = query.element, schema.collectionsWithPages[collection] == false else {
            reader.error("feed.pages", "a feed's items need a page each", at: node["each"]?.span ?? node.span)
            return nil
        }
        _ = reader.members(of: item, allowed: ["title", "date", "updated", "content", "summary"], what: "'item'")
        let inner = scope.entering(query.element)
        guard let itemTitle = part("title", item, inner, [.text]),
            let date = part("date", item, inner, [.date, .dateTime])
        else { return nil }
        return FeedTemplate(
            format: format, title: title,
            description: node["description"].flatMap { pattern($0, "'description'", in: scope) },
            query: query, itemTitle: itemTitle, itemDate: date,
            itemUpdated: part("updated", item, inner, [.date, .dateTime], isRequired: false),
            itemContent: part("content", item, inner, [.html], isRequired: false),
            itemSummary: part("summary", item, inner, [.text], isRequired: false))
    }

    private mutating func part(
        _ name: String, _ node: SourceNode, _ scope: Scope, _ types: [FieldType], isRequired: Bool = true
    ) -> Path? {
        guard let partNode = node[name] else {
            if isRequired { reader.error("feed.missing", "a feed's item needs '\(name)'", at: node.span) }
            return nil
        }
        guard let path = path(partNode, in: scope) else { return nil }
        if types.contains(path.type), !isRequired || !path.isOptional { return path }
        let words = types.map(\.withArticle).joined(separator: " or ")
        reader.error("feed.type", "'\(name)' must be \(words) that every entry has", at: partNode.span)
        return nil
    }

    mutating func pattern(_ node: SourceNode, _ what: String, in scope: Scope) -> TextPattern? {
        reader.text(node, what).flatMap { textPattern($0, in: scope, at: node.span) }
    }
}

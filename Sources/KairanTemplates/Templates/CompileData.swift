internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension TemplateCompiler {
    static let dataWords = ["description", "for", "data", "lenient", "search"]

    /// Compiles a data template, which is an endpoint or a feed.
    mutating func data(_ head: TemplateHead, _ scope: TemplateScope) -> Template.Kind? {
        guard let node = head.node else { return nil }
        if node["geojson"] != nil {
            return shapes.geoJSON(node, in: scope.scope).map(Template.Kind.endpoint)
        }
        if node["feed"] != nil { return feed(node, scope.scope).map(Template.Kind.feed) }
        if node["calendar"] != nil { return calendar(node, scope.scope).map(Template.Kind.calendar) }
        if let revision = node["revision"] { return self.revision(revision).map(Template.Kind.revision) }
        guard let data = node["data"] else {
            if node.members != nil {
                reader.error(
                    .shapeMissing,
                    "a data template needs 'data', 'geojson', 'nearest', 'feed', 'search', 'calendar' or 'revision'",
                    at: node.span,
                    help: "write data: with a mapping of keys to paths")
            }
            return nil
        }
        return endpoint(data, scope).map(Template.Kind.endpoint)
    }

    /// Compiles the address that an item of a feed or an event of a calendar leads to.
    mutating func address(_ node: SourceNode, in scope: Scope, _ typeRule: Rule, _ linkRule: Rule) -> TypedShape? {
        guard let typed = shapes.shape(node, in: scope, for: .endpoint) else { return nil }
        guard typed.type == .url || typed.type == .text else {
            reader.error(
                typeRule, "'link' must be an address, not \(typed.type.withArticle)", at: node.span,
                help: "name one, or write { text: \"{site.url}…\" }")
            return nil
        }
        guard let wrong = typed.shape.wrongAddress(needsHost: true) else { return typed }
        reader.error(
            linkRule, "'link' leads to '\(wrong.written)', \(wrong.mistake)",
            at: node["text"]?.span ?? node.span, help: wrong.help)
        return nil
    }
}

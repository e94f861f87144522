internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension MustacheCompiler {
    /// Returns help with showing what a list has.
    func listHelp(_ name: String, _ type: FieldType) -> Help? {
        guard case .list(let element) = type else { return nil }
        guard element.traits.text == .plain else {
            return "write {{#\(name)}} … {{/\(name)}} around what is shown of each"
        }
        return "write {{\(name), join \", \"}}, or {{#\(name)}}{{.}}{{/\(name)}} with what stands around each"
    }

    /// Warns of a link in a list that leads to the page on which it stands. Elements that a `value` makes have only what
    /// it names, so their page is looked up outside the list.
    mutating func warnOfOwnPage(at index: Int, in parts: [MustachePart], _ scope: Scope) {
        guard let list = outermostList, index > 0, index + 1 < parts.count, case .tag(let tag) = parts[index],
            case .variable = tag.kind, ["page.path", "page.url"].contains(tag.name),
            case .text(let before, _) = parts[index - 1], before.hasSuffix("href=\""),
            case .text(let after, _) = parts[index + 1], after.hasPrefix("\""),
            case .success(let path) = schema.path(tag.name, in: scope, at: tag.span), path.frame < list
        else { return }
        diagnostics.append(
            Diagnostic(
                .warning, .templateVariable, "this link in a list leads to the page on which it stands", at: tag.span,
                help: "the elements have no page of their own: name one in the list's value, as in page: page"))
    }
}

internal import KairanContent
package import KairanModel
internal import Mustache

/// Every page template, layout and partial, parsed once.
package struct PageLibrary: Sendable {
    /// By the template's path.
    private var pages: [String: MustacheTemplate] = [:]
    private var layouts: [String: MustacheTemplate] = [:]
    /// By the extension of the outputs whose templates can name them.
    private var partials: [String: MustacheLibrary] = [:]

    /// A mistake that the checks before did not see is reported at the template's start.
    package static func parse(_ templates: Templates) -> Diagnosed<PageLibrary> {
        var library = PageLibrary()
        var diagnostics: [Diagnostic] = []
        for template in templates.templates {
            guard case .page(let page) = template.kind else { continue }
            library.pages[template.path] = parse(page.source, &diagnostics)
        }
        for (name, source) in templates.layouts { library.layouts[name] = parse(source, &diagnostics) }
        for (name, source) in templates.partials.sorted(by: { $0.key < $1.key }) {
            guard let parsed = parse(source, &diagnostics) else { continue }
            let fileExtension = KairanContent.fileExtension(of: "x/" + name)
            library.partials[fileExtension, default: MustacheLibrary()]
                .register(parsed, named: String(name.dropLast(fileExtension.count + 1)))
        }
        return Diagnosed(library, diagnostics)
    }

    private static func parse(_ source: MustacheSource, _ diagnostics: inout [Diagnostic]) -> MustacheTemplate? {
        do {
            return try MustacheTemplate(string: (source.isPlainText ? "{{% CONTENT_TYPE:TEXT}}" : "") + source.text)
        } catch {
            let place = (error as? MustacheTemplate.ParserError)?.context
            diagnostics.append(
                Diagnostic(
                    .error, "template.syntax", "the template cannot be read: \(error)",
                    at: SourceSpan(path: source.path, line: (place?.lineNumber ?? 1) + source.firstLine - 1)))
            return nil
        }
    }

    /// `context` maps the names of the outermost frame; each layout gets what is inside it as `content`.
    func render(_ template: Template, _ page: PageTemplate, names: [String: Any], element: MustacheBinding?) -> String {
        let partials = partials[template.pattern.fileExtension]
        var names = names
        guard
            var content = pages[template.path]?.render(MustacheRoot(names: names, element: element), library: partials)
        else { return "" }
        for layout in page.layouts {
            names["content"] = content
            content =
                layouts[layout]?.render(MustacheRoot(names: names, element: element), library: partials) ?? content
        }
        return content
    }
}

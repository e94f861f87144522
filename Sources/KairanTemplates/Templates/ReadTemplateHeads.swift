internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The files of `templates/`, sorted by their purposes.
struct TemplateHeads {
    var heads: [TemplateHead] = []
    /// The layouts, by name and output extension, such as `base.html`.
    var layouts: [String: (source: MustacheSource, node: SourceNode?)] = [:]
    var partials: [String: MustacheSource] = [:]
    var shapes: [(name: String, path: String, node: SourceNode?)] = []
    /// Files that look like layouts or partials but have a folder or extension from which none are read.
    var strays: [String] = []
    var diagnostics: [Diagnostic] = []

    /// - Parameter files: The files of `templates/` alone.
    init(_ files: [SourceFile]) {
        for file in files { add(file) }
    }

    private mutating func add(_ file: SourceFile) {
        let parts = file.path.split(separator: "/").dropFirst()
        if isSupport(parts.joined(separator: "/")) {
            return addSupport(file, parts.map(String.init))
        }
        let engine: TemplateHead.Engine =
            switch file.fileExtension {
            case "mustache": .mustache
            case "yml", "yaml": .data
            default: .none
            }
        guard let pattern = OutputPattern(templatePath: file.path, hasEngine: engine != .none) else {
            return error(
                .templatePath, "a brace in the template's path is not closed", at: SourceSpan(path: file.path))
        }
        var head = TemplateHead(file: file, engine: engine, pattern: pattern)
        switch engine {
        case .mustache: (head.source, head.node) = mustache(file)
        case .data:
            let read = readYAML(file)
            diagnostics += read.diagnostics + file.directionMarks()
            head.node = read.value
            guard read.value != nil else { return }
        case .none: diagnostics += [file.checkCopied()].compactMap(\.self)
        }
        head.node = head.node.map { checkWords(of: $0, head.engine) }
        heads.append(head)
    }

    /// Reports unknown words in a template, before any other template is checked against its declarations.
    private mutating func checkWords(of node: SourceNode, _ engine: TemplateHead.Engine) -> SourceNode {
        var reader = DeclarationReader()
        let isFeed = node["feed"] != nil || node["item"] != nil && node["data"] == nil
        var head =
            switch engine {
            case .data where node["search"] != nil:
                reader.corrected(node, allowed: TemplateCompiler.searchWords, what: "a search")
            case .data where node["geojson"] != nil:
                reader.corrected(node, allowed: ShapeCompiler.geoJSONWords, what: "GeoJSON")
            case .data where node["nearest"] != nil:
                reader.corrected(node, allowed: TemplateCompiler.nearestWords, what: "'nearest'")
            case .data where isFeed: reader.corrected(node, allowed: TemplateCompiler.feedWords, what: "a feed")
            case .data where node["calendar"] != nil:
                reader.corrected(node, allowed: TemplateCompiler.calendarWords, what: "a calendar")
            case .data where node["revision"] != nil:
                reader.corrected(node, allowed: TemplateCompiler.revisionWords, what: "a revision")
            case .data:
                reader.corrected(
                    node, allowed: TemplateCompiler.dataWords, structured: ["search"], what: "a data template")
            case .mustache, .none:
                reader.corrected(
                    node, allowed: TemplateCompiler.pageWords, structured: ["data"], what: "the front matter of a page")
            }
        if case .mapping(var members) = head.content, let index = members.firstIndex(where: { $0.key == "for" }),
            members[index].value.members != nil
        {
            members[index].value = reader.corrected(
                members[index].value, allowed: TemplateCompiler.iterationWords, what: "'for'")
            head.content = .mapping(members)
        }
        diagnostics += reader.diagnostics
        return head
    }

    /// Adds a layout or partial. `_layouts/base.html.mustache` is the layout `base` of HTML pages, and
    /// `_partials/nav/item.html.mustache` is the partial `nav/item`.
    private mutating func addSupport(_ file: SourceFile, _ parts: [String]) {
        if parts[0] == "_shapes", ["yml", "yaml"].contains(file.fileExtension) { return addShape(file, parts) }
        let isMustache = file.fileExtension == "mustache"
        guard isMustache, parts[0] == "_layouts" || parts[0] == "_partials" else {
            // These two kinds of files are read elsewhere.
            if file.path != stringsPath, parts.last != "_version.yml" { strays.append(file.path) }
            return
        }
        let name = String(parts.dropFirst().joined(separator: "/").dropLast(".mustache".count))
        let (source, node) = mustache(file)
        if parts[0] == "_layouts" {
            layouts[name] = (source, node)
            var reader = DeclarationReader()
            if let node {
                _ = reader.members(
                    of: node, allowed: TemplateCompiler.layoutWords, what: "the front matter of a layout")
            }
            diagnostics += reader.diagnostics
        } else {
            partials[name] = source
            guard let node else { return }
            error(
                .declarationKey, "a partial cannot have front matter", at: node.span,
                help: "put title, data and the rest into the page that uses it")
        }
    }

    /// Adds a shape. `_shapes/list/item.yml` is the shape `list/item`.
    private mutating func addShape(_ file: SourceFile, _ parts: [String]) {
        let read = readYAML(file)
        diagnostics += read.diagnostics + file.directionMarks()
        let name = parts.dropFirst().joined(separator: "/").dropLast(file.fileExtension.count + 1)
        shapes.append((String(name), file.path, read.value))
    }

    private mutating func mustache(_ file: SourceFile) -> (MustacheSource, SourceNode?) {
        let matter = splitFrontMatter(file)
        diagnostics += matter.diagnostics + file.directionMarks()
        let outer = fileExtension(of: String(file.path.dropLast(".mustache".count)))
        return (
            MustacheSource(
                path: file.path, text: String(decoding: matter.value.body, as: UTF8.self),
                firstLine: matter.value.bodyLine, format: FileFormat(fileExtension: outer)),
            matter.value.node
        )
    }

    private mutating func error(_ rule: Rule, _ message: String, at span: SourceSpan, help: Help? = nil) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}

/// Files at the root of a site that Netlify and Cloudflare Pages read, although their names begin like those of
/// layouts.
package let namesOfHosts = ["_headers", "_redirects", "_routes.json", "_worker.js"]

/// Returns whether a file at this path in `templates/` serves templates and is not published itself.
package func isSupport(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix("_") } && !namesOfHosts.contains(path)
}

extension Schema {
    /// Records which collections and values get pages of their own, which other templates may link to.
    mutating func notePages(of heads: [TemplateHead]) {
        for head in heads where head.isHTMLPage {
            guard let node = head.node?["for"] else { continue }
            guard let name = node.scalar ?? node["each"]?.scalar, let name = meantCollection(name) else { continue }
            let isPartial = ["where", "limit", "skip", "unique"].contains { node[$0] != nil }
            if let by = node["by"]?.scalar {
                if valuePages["\(name).\(by)"] == nil { valuePages["\(name).\(by)"] = isPartial }
            } else if node["paginate"] == nil, collectionsWithPages[name] == nil {
                collectionsWithPages[name] = isPartial
                let leavesMoreOut = ["limit", "skip", "unique"].contains { node[$0] != nil }
                if let conditions = node["where"], !leavesMoreOut {
                    notePageConditions(conditions, of: name, inEachLocale: isLocalized(head))
                }
            }
        }
    }

    /// Returns the collection that is most likely meant, so that a misspelling is reported once and not by every
    /// template that links to its pages.
    private func meantCollection(_ name: String) -> String? {
        declarations.collection(name) != nil ? name : nearestName(to: name, in: declarations.collections.map(\.name))
    }
}

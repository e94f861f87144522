internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension TemplateCompiler {
    static let pageWords = [
        "title", "description", "layout", "for", "image", "sitemap", "data", "aliases", "hosts",
    ]
    static let layoutWords = ["layout", "hosts"]

    mutating func page(_ head: TemplateHead, _ scope: TemplateScope, _ support: SupportTemplates) -> Template.Kind? {
        guard let source = head.source else { return nil }
        let node = head.node ?? SourceNode(.mapping([]), span: head.start)
        var page = PageTemplate(scope: scope.scope, source: source)
        page.inSitemap = reader.boolean(node["sitemap"], "'sitemap'") ?? true
        page.aliases = node["aliases"].map { aliases($0, scope.iteration) } ?? []
        var scope = scope
        if let members = node["data"].map({ reader.mappingMembers(of: $0, what: "'data'") }) {
            for member in members { addData(member, to: &page, &scope) }
        }
        let isWhole = page.data.count == node["data"]?.members?.count ?? 0
        if isWhole {
            page.title = node["title"].flatMap { shapes.pattern($0, "'title'", in: scope.head) }
            page.description = node["description"].flatMap { shapes.pattern($0, "'description'", in: scope.head) }
            page.image = node["image"].flatMap { image($0, in: scope.scope) }
        }
        page.type = schema.pageType(scope.iteration)
        scope.names.fields.append(.init("page", .record(page.type)))
        page.scope = scope.scope
        page.layouts = layouts(node["layout"], head.pattern.fileExtension, support)
        page.opensNewTabs = opensNewTabs(node, page.layouts, support)
        // After a mistake in the data, its name would be reported again at every use.
        guard isWhole else { return nil }
        // A template whose name lacks the output's extension finds no partials either.
        if node["layout"] != nil, page.layouts.isEmpty, head.pattern.fileExtension.isEmpty { return nil }
        let (compiler, markup) = page.compile(schema, head.pattern.fileExtension, support)
        // If a part of the template is missing, tags may seem to be missing too.
        let isTorn = (support.diagnostics + compiler.diagnostics).contains {
            $0.severity == .error
                && [.templateSection, .templateTag, .templatePartial, .templateBlock].contains($0.rule)
        }
        if let isXML = page.source.format.isXMLPage, !isTorn {
            reader.diagnostics += checkMarkup(markup, isXML: isXML)
        }
        shapes.needs.formUnion(compiler.needs)
        shapes.usedStrings.formUnion(compiler.usedStrings)
        reader.diagnostics += compiler.diagnostics
        page.support = page.layouts.compactMap { support.layouts[$0]?.source.path }
        page.support += compiler.uses.partials.sorted().compactMap {
            support.partials["\($0).\(head.pattern.fileExtension)"]?.path
        }
        usedSupport.formUnion(page.support)
        usedFiles.formUnion(compiler.usedFiles)
        page.support += compiler.usedFiles.sorted().compactMap(support.copied.source)
        return .page(page)
    }

    private mutating func addData(
        _ member: SourceNode.Member, to page: inout PageTemplate, _ scope: inout TemplateScope
    ) {
        if scope.names.index(of: member.key) != nil || member.key == "page" || member.key == "content" {
            return reader.error(
                .dataName, "'\(member.key)' already means something here", at: member.keySpan,
                help: "give it another name")
        }
        guard let shape = shapes.shape(member.value, in: scope.scope, for: .page) else { return }
        page.data.append((member.key, shape))
        scope.names.fields.append(
            .init(member.key, shape.type, isOptional: shape.isOptional, assurance: shape.shape.assurance))
        shapes.dataNames.insert(member.key)
    }

    /// Reads the former addresses of a page that is the only one of its template.
    private mutating func aliases(_ node: SourceNode, _ iteration: Iteration) -> [EntryAlias] {
        guard case .once = iteration else {
            reader.error(
                .aliasForm, "a template that makes several pages has no aliases", at: node.span,
                help: "write 'aliases' into the entries; if the template moves, its pages lead on by themselves")
            return []
        }
        let read = EntryAlias.read(node)
        reader.diagnostics += read.diagnostics
        return read.value
    }

    /// The page's own word comes first, and then that of the innermost layout.
    private mutating func opensNewTabs(_ node: SourceNode, _ layouts: [String], _ support: SupportTemplates) -> Bool {
        let words = [node["hosts"]] + layouts.map { support.layouts[$0]?.node?["hosts"] }
        guard let word = words.compactMap(\.self).first else { return false }
        switch word.scalar {
        case "newTab": return true
        case "sameTab": return false
        default:
            reader.error(
                .frontHosts, "'hosts' must be newTab or sameTab", at: word.span,
                help: "it says how links of Markdown texts to other hosts open")
            return false
        }
    }

    /// Compiles the picture of a page or a feed.
    mutating func image(_ node: SourceNode, in scope: Scope) -> Path? {
        guard let path = shapes.path(node, in: scope.lookingIntoLists) else { return nil }
        if path.type == .image, !path.leadsThroughList { return path }
        // The first of a list is what most people mean.
        var help: Help?
        if path.type == .list(.image) {
            let names = path.text.split(separator: ".")
            let (owner, name) = (names.dropLast().joined(separator: "."), names.last ?? "")
            let first = path.leadsThroughList ? "{ first: \(owner), value: \(name) }" : "{ first: \(path.text) }"
            help = "write image: cover, and under 'data' cover: \(first), or name a field of the type image"
        }
        reader.error(.frontImage, "'\(path.text)' is \(path.type.withArticle), not an image", at: node.span, help: help)
        return nil
    }

    /// Returns the chain of layouts, the innermost first.
    private mutating func layouts(_ node: SourceNode?, _ fileExtension: String, _ support: SupportTemplates) -> [String]
    {
        var names: [String] = []
        var next = node
        while let node = next, let name = reader.text(node, "'layout'") {
            let key = "\(name).\(fileExtension)"
            guard let layout = support.layouts[key] else {
                let known = support.layouts.keys.filter { $0.hasSuffix("." + fileExtension) }
                    .map { String($0.dropLast(fileExtension.count + 1)) }.sorted()
                reader.error(
                    .templateLayout, "there is no layout '\(name)'", at: node.span,
                    help: otherExtension(of: name, than: fileExtension, in: support.layouts.keys.sorted())
                        ?? suggestion(for: name, in: known, kind: "layouts"))
                break
            }
            guard !names.contains(key) else {
                reader.error(
                    .templateLayout, "the layout '\(name)' uses itself", at: node.span,
                    help: "a layout wraps whatever names it: remove this 'layout'")
                break
            }
            names.append(key)
            next = layout.node?["layout"]
        }
        return names
    }
}

extension PageTemplate {
    /// Compiles the page and its layouts in one walk, together with their checks, whose mistakes the compiler then
    /// holds. The second result is the markup that `checkMarkup` follows.
    mutating func compile(
        _ schema: Schema, _ fileExtension: String, _ support: SupportTemplates
    ) -> (MustacheCompiler, [[MarkupPart]]) {
        var reader = MustacheReader(source)
        let parts = reader.read()
        var compiler = MustacheCompiler(
            schema: schema, partials: support.partials(for: fileExtension), fileExtension: fileExtension,
            allPartials: support.partials.keys.sorted(), format: source.format, copied: support.copied)
        compiler.diagnostics += reader.diagnostics
        program.format = source.format
        var levels = [compiler.compile(parts, in: scope)]
        // A layout stands around its `content`; the page itself has no such name.
        let outer = scope.adding(.init("content", .html))
        var inner = source
        compiler.isInLayout = true
        for name in layouts {
            guard let layout = support.layouts[name] else { continue }
            let mistakes = compiler.diagnostics.errorCount
            compiler.showsContent = false
            levels.append(compiler.compile(support.parts(of: layout.source), in: outer))
            if !compiler.showsContent, compiler.diagnostics.errorCount == mistakes, !inner.isBlank {
                compiler.diagnostics.append(layout.source.withoutContent)
            }
            inner = layout.source
        }
        program.levels = levels.map(\.instructions)
        program.pageParts = compiler.pageParts
        return (compiler, levels.map(\.markup))
    }
}

extension MustacheSource {
    fileprivate var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// The warning that a layout does not show the page that it is for.
    fileprivate var withoutContent: Diagnostic {
        Diagnostic(
            .warning, .templateLayout, "this layout has no {{{content}}}, so it shows nothing of the page",
            at: SourceSpan(path: path, line: firstLine, column: 1), help: "write {{{content}}} where the page belongs")
    }
}

extension Scope {
    /// Returns a scope with one more outermost name.
    fileprivate func adding(_ field: RecordType.Field) -> Scope {
        guard case .names(var record) = frames[rootCount - 1] else { return self }
        record.fields.append(field)
        var scope = self
        scope.frames[rootCount - 1] = .names(record)
        return scope
    }
}

/// Returns a hint that a layout or partial of this name exists for outputs with another extension, or nil if there is
/// none.
func otherExtension(of name: String, than wanted: String, in known: [String]) -> Help? {
    let stem = name.prefix { $0 != "." }
    if stem != name, known.contains("\(stem).\(wanted)") {
        return .write("write '\(stem)', without an ending", String(stem), for: name)
    }
    guard let other = known.first(where: { $0 == name || $0.hasPrefix(name + ".") }) else { return nil }
    if wanted.isEmpty {
        return "there is '\(other)', for outputs with that extension; does this template's name lack it?"
    }
    return "there is '\(other)'; its file must end in .\(wanted).mustache to work for this output"
}

extension DeclarationReader {
    /// Returns the members of a mapping whose keys are the author's own.
    mutating func mappingMembers(of node: SourceNode, what: String) -> [SourceNode.Member] {
        if let members = node.members { return members }
        error(.declarationType, "\(what) must be a mapping, not \(node.kindName)", at: node.span)
        return []
    }
}

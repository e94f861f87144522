package import KairanContent
internal import KairanFormats
package import KairanModel
internal import KairanQueries
package import KairanReaders

/// Checks every file of `templates/` against the declarations, before any entry is read.
package func compileTemplates(_ files: [SourceFile], _ declarations: Declarations) -> Diagnosed<Templates> {
    // Entries are left out early because there may be thousands.
    let files = files.filter { $0.path.utf8.span.hasBytes("templates/".utf8.span, at: 0) }
    var versions = readVersions(files)
    let withheld = versions.value.filter { $0.channel == .preview && declarations.settings.channel == .live }
    versions.value.removeAll { version in withheld.contains { $0.name == version.name } }
    let heads = TemplateHeads(files.filter { file in !withheld.contains { file.path.hasPrefix($0.templateFolder) } })
    var schema = Schema(declarations: declarations)
    schema.notePages(of: heads.heads)
    let strings = readStrings(files, declarations.settings)
    schema.strings = strings.value.map(\.string)
    var defaults = ShapeCompiler(schema: schema)
    schema.computedDefaults = defaults.computedDefaults()
    let shared = SharedShapeFiles(heads.shapes, declarations)
    schema.sharedShapes = shared.shapes
    let checkedShapes = shared.checked(schema)
    var diagnostics = heads.diagnostics + strings.diagnostics + versions.diagnostics + defaults.reader.diagnostics
    diagnostics += shared.reader.diagnostics + checkedShapes.reader.diagnostics
    let support = SupportTemplates(
        layouts: heads.layouts, partials: heads.partials,
        copied: CopiedFiles(heads.heads, versions: (versions.value + withheld).map(\.templateFolder)))
    diagnostics += support.diagnostics
    // Markdown texts show pictures in these widths whether or not a template asks for them.
    let textNeeds: TemplateNeeds = declarations.settings.pictureWidths.isEmpty ? [] : .pictureSizes
    var templates = Templates(
        schema: schema, templates: [], layouts: heads.layouts.mapValues(\.source), partials: heads.partials,
        needs: textNeeds.union(defaults.needs), versions: versions.value, withheld: withheld)
    templates.copied = support.copied
    var conditions = ShapeCompiler(schema: schema)
    templates.checks = conditions.entryChecks()
    templates.namedEntries = checkedShapes.namedEntries + conditions.namedEntries
    templates.needs.formUnion(conditions.needs)
    diagnostics += conditions.reader.diagnostics
    var used: Set<String> = []
    var usedStrings = conditions.usedStrings
    var usedFiles: Set<String> = []
    var missingCollections = checkedShapes.missingCollections
    for head in heads.heads {
        var compiler = TemplateCompiler(schema: schema)
        if var template = compiler.template(head, support) {
            template.announced = compiler.shapes.announced
            template.sharedShapes = compiler.shapes.usedShapes.sorted()
            templates.templates += template.inEach(of: declarations.settings)
        }
        templates.namedEntries += compiler.shapes.namedEntries
        diagnostics += compiler.reader.diagnostics
        missingCollections.merge(compiler.shapes.missingCollections) { $0 + $1 }
        used.formUnion(compiler.usedSupport)
        used.formUnion(compiler.shapes.usedShapes)
        usedFiles.formUnion(compiler.usedFiles)
        usedStrings.formUnion(compiler.shapes.usedStrings)
        templates.needs.formUnion(compiler.shapes.needs)
    }
    templates.templates += usedFiles.sorted().compactMap(support.copied.template)
    for index in templates.templates.indices { templates.templates[index].findAddresses() }
    diagnostics += templates.unpromisedData
    let names = declarations.collections.map(\.name)
    diagnostics += missingCollections.compactMap { missingCollection($0, namedAt: $1, among: names) }
    // A template with a mistake may have stopped before it named them.
    if !diagnostics.hasErrors {
        diagnostics +=
            support.unused(used) + shared.unused(used) + heads.strays.map(stray) + strings.value.unused(usedStrings)
            + templates.foreignWords(declarations.settings)
    }
    return Diagnosed(templates, diagnostics)
}

extension Templates {
    /// Errors for data of a version that no contract would promise, since their names do not say that they are JSON.
    fileprivate var unpromisedData: [Diagnostic] {
        templates.compactMap { template in
            guard template.holdsData, !template.makesJSON,
                versions.contains(where: { template.path.hasPrefix($0.templateFolder) })
            else { return nil }
            let ending = template.path.hasSuffix(".yaml") ? ".yaml" : ".yml"
            return Diagnostic(
                .error, .versionEnding,
                "'\(template.outputPath)' would be JSON without .json in its name, and its version would promise nothing "
                    + "about it", at: SourceSpan(path: template.path),
                help: "rename the template to \(template.path.dropLast(ending.count)).json\(ending)")
        }
    }
}

extension Template {
    /// This is true if a shape, or what is like one, makes its files.
    fileprivate var holdsData: Bool {
        switch kind {
        case .endpoint, .revision, .search, .nearest: true
        case .page, .feed, .calendar, .copy: false
        }
    }
}

private func stray(_ path: String) -> Diagnostic {
    Diagnostic(
        .warning, .templateUnused,
        "this file is neither an output nor a layout, a partial or a shape, so it is left out",
        at: SourceSpan(path: path),
        help: "names that begin with _ belong in templates/_layouts/ and templates/_partials/, to files that end in "
            + ".mustache, and in templates/_shapes/, to files that end in .yml: rename it, or move it out of templates/"
    )
}

/// Layouts and partials, read once for all templates that use them.
struct SupportTemplates {
    var layouts: [String: (source: MustacheSource, node: SourceNode?)]
    let partials: [String: MustacheSource]
    let copied: CopiedFiles
    private var parts: [String: [MustachePart]] = [:]
    private(set) var diagnostics: [Diagnostic] = []

    init(
        layouts: [String: (source: MustacheSource, node: SourceNode?)], partials: [String: MustacheSource],
        copied: CopiedFiles
    ) {
        (self.layouts, self.partials, self.copied) = (layouts, partials, copied)
        for source in partials.values + layouts.values.map(\.source) {
            var reader = MustacheReader(source)
            parts[source.path] = reader.read()
            diagnostics += reader.diagnostics
        }
    }

    /// Warns of layouts and partials that nothing uses. Their names mean nothing without a page, so they cannot be
    /// checked.
    fileprivate func unused(_ used: Set<String>) -> [Diagnostic] {
        let sources = layouts.values.map { ($0.source, "layout") } + partials.values.map { ($0, "partial") }
        return sources.filter { !used.contains($0.0.path) }.map { source, kind in
            Diagnostic(
                .warning, .templateUnused, "no page uses this \(kind), so its names are not checked",
                at: SourceSpan(path: source.path), help: "use it, or remove it")
        }
    }

    func parts(of source: MustacheSource) -> [MustachePart] { parts[source.path] ?? [] }

    /// Returns the partials that a template for `fileExtension` can use.
    func partials(for fileExtension: String) -> [String: [MustachePart]] {
        var result: [String: [MustachePart]] = [:]
        for (name, source) in partials where name.hasSuffix("." + fileExtension) {
            result[String(name.dropLast(fileExtension.count + 1))] = parts(of: source)
        }
        return result
    }
}

/// Checks one template against the schema.
struct TemplateCompiler {
    let schema: Schema
    /// The paths of the layouts and partials that the template uses.
    var usedSupport: Set<String> = []
    /// The copied files that the template names by their content.
    var usedFiles: Set<String> = []
    /// The revision that stands in the object of an endpoint.
    var number: RevisionTemplate?
    var shapes: ShapeCompiler
    /// The reader that collects all mistakes.
    var reader: DeclarationReader {
        get { shapes.reader }
        _modify { yield &shapes.reader }
    }

    init(schema: Schema) { (self.schema, shapes) = (schema, ShapeCompiler(schema: schema)) }

    fileprivate mutating func template(_ head: TemplateHead, _ support: SupportTemplates) -> Template? {
        guard head.engine != .none else {
            if let name = head.pattern.placeholders.first {
                reader.error(.forMissing, "a copied file cannot have {\(name)} in its path", at: head.start)
            }
            return Template(
                path: head.file.path, pattern: head.pattern, iteration: .once, span: head.start,
                kind: .copy(head.file.bytes))
        }
        if head.isSearch { return search(head) }
        if head.isNearest { return nearest(head) }
        guard let scope = iteration(head) else { return nil }
        let kind: Template.Kind? = head.engine == .mustache ? page(head, scope, support) : data(head, scope)
        return kind.map { kind in
            var template = Template(
                path: head.file.path, pattern: head.pattern, iteration: scope.iteration,
                span: head.node?["for"]?.span ?? head.start, kind: kind)
            template.forWords = head.node?["for"].map { JSONValue($0).sortedByKey }
            switch kind {
            case .endpoint(let shape):
                template.number = number
                template.schema = schema.valueSchema(
                    of: shape, in: scope.scope, of: scope.iteration, isLocalized: schema.isLocalized(head)
                ).holding(number)
                template.about = reader.shownText(head.node?["description"], "'description'") ?? ""
                template.isLenient = isLenient(head.node?["lenient"], template.schema)
            case .revision(let revision):
                template.schema = .integer(from: revision.first, .int64)
                template.about = reader.shownText(head.node?["description"], "'description'") ?? ""
            case .page, .feed, .calendar, .search, .nearest, .copy: break
            }
            return template
        }
    }

    private mutating func isLenient(_ node: SourceNode?, _ schema: ValueSchema?) -> Bool {
        guard let node, reader.boolean(node, "'lenient'") == true else { return false }
        if schema?.hasRecords == true { return true }
        reader.error(
            .shapeLenient, "'lenient' is for a list of objects, which 'data' does not make", at: node.span,
            help: "remove the line")
        return false
    }
}

extension ValueSchema {
    /// Returns whether it is a list of objects, or an object that has one.
    fileprivate var hasRecords: Bool {
        switch form {
        case .array(let element, _): element.isRecord
        case .object(let properties):
            properties.contains { if case .array(let element, _) = $0.schema.form { element.isRecord } else { false } }
        case .any, .null, .boolean, .integer, .number, .string, .oneOf, .dictionary, .tuple, .union: false
        }
    }

    private var isRecord: Bool {
        switch form {
        case .object, .union: true
        case .any, .null, .boolean, .integer, .number, .string, .oneOf, .array, .dictionary, .tuple: false
        }
    }
}

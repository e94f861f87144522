internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The frames in which a template's own names are looked up.
struct TemplateScope {
    var iteration: Iteration
    /// The entry of a template that makes one file per entry.
    var element: FieldType?
    var names: RecordType

    var scope: Scope { scope(of: names) }

    /// The names that are known before the page has its title. They include `page` only in a template that makes pages
    /// of a list.
    var head: Scope {
        guard case .pages = iteration else { return scope }
        var names = names
        names.fields.append(.init("page", .record(Schema.pagePosition)))
        return scope(of: names)
    }

    private func scope(of names: RecordType) -> Scope {
        Scope(root: (element.map { [.element($0)] } ?? []) + [.names(names)])
    }
}

extension Schema {
    /// Returns the type that files for combinations of several fields' values offer: each value by its field's name,
    /// and the entries that have them.
    func combinationType(of element: FieldType, by paths: [Path]) -> RecordType {
        RecordType(
            paths.map { .init($0.name, $0.type.elementOfList) } + [.init("entries", .list(element))])
    }

    static let pagePosition = RecordType([.init("number", .integer), .init("count", .integer)])
    static let neighbourPage = RecordType([.init("title", .text), .ownAddress("url"), .ownAddress("path")])
    static let siblingPage = RecordType([
        .init("number", .integer), .ownAddress("path"), .init("isCurrent", .boolean),
    ])

    /// Returns the type of `page` in a template.
    func pageType(_ iteration: Iteration) -> RecordType {
        var fields: [RecordType.Field] = [
            .init("title", .text), .init("description", .text), .ownAddress("url"), .ownAddress("path"),
            .ownAddress("image", isOptional: true),
        ]
        switch iteration {
        case .entries, .pages, .values:
            fields += ["previous", "next"].map { .init($0, .record(Self.neighbourPage), isOptional: true) }
        case .once, .combinations: break
        }
        if declarations.settings.namesLocales {
            fields.append(.init("translations", .list(.record(Self.translation))))
        }
        if case .pages = iteration {
            fields += [
                .init("number", .integer), .init("count", .integer), .init("isFirst", .boolean),
                .init("isLast", .boolean), .init("pages", .list(.record(Self.siblingPage))),
            ]
        }
        return RecordType(fields)
    }
}

extension TemplateCompiler {
    static let iterationWords =
        ["each", "by", "paginate", "first"] + ShapeCompiler.queryWords + ShapeCompiler.rangeWords

    /// Returns nil after a mistake in `for`, which decides what all names in the template mean.
    mutating func iteration(_ head: TemplateHead) -> TemplateScope? {
        var names = schema.rootNames
        let outer = Scope(root: [.names(names)])
        guard let node = head.node?["for"] else {
            checkPlaceholders(head, .once, nil)
            return TemplateScope(iteration: .once, names: names)
        }
        let mistakes = reader.diagnostics.errorCount
        guard let iteration = checked(node, head, in: outer) else { return nil }
        var element: FieldType?
        switch iteration {
        case .entries(let query):
            element = query.element
            names.fields += ["previous", "next"].map { .init($0, query.element, isOptional: true) }
        case .values(let query, let by):
            let value = by.type.elementOfList
            let group = schema.groupType(of: query.element, by: value, collection: nil, path: by.text)
            names.fields += group.fields
        case .combinations(let query, let by): names.fields += schema.combinationType(of: query.element, by: by).fields
        case .pages(let query, _, _): names.fields.append(.init("entries", .list(query.element)))
        case .once: break
        }
        // The condition with the mistake may be the one that ensures that a value is there.
        if reader.diagnostics.errorCount == mistakes { checkPlaceholders(head, iteration, node) }
        return TemplateScope(iteration: iteration, element: element, names: names)
    }

    private mutating func checked(_ node: SourceNode, _ head: TemplateHead, in scope: Scope) -> Iteration? {
        if node.scalar != nil {
            let mapping = SourceNode(
                .mapping([.init(key: "each", keySpan: node.span, value: node)]), span: node.span)
            return shapes.query("each", mapping, in: scope).map(Iteration.entries)
        }
        guard node["each"] != nil else {
            reader.error(
                .forEach, "'for' needs 'each', the collection", at: node.span,
                help: "write for: NAME, or for: { each: NAME, … }")
            return nil
        }
        guard let query = shapes.query("each", node, in: scope, for: .page) else { return nil }
        if let by = node["by"] {
            guard let several = by.elements else {
                return shapes.grouping(by, query, in: scope).map { .values(query, by: $0.path) }
            }
            let paths = several.compactMap { shapes.grouping($0, query, in: scope)?.path }
            return paths.count == several.count && areDistinct(paths, by)
                ? .combinations(query, by: paths) : nil
        }
        if let size = node["paginate"] {
            // After a mistake in the number, the names are still those of a page.
            let size = reader.integer(size, "'paginate'", in: 1...10_000) ?? 1
            return .pages(query, size: size, first: firstPage(node["first"], head))
        }
        return .entries(query)
    }

    private mutating func areDistinct(_ paths: [Path], _ by: SourceNode) -> Bool {
        if paths.count > 1, Set(paths.map(\.name)).count == paths.count { return true }
        reader.error(
            .forBy, "a list under 'by' needs two or more fields with different names", at: by.span,
            help: paths.count > 1 ? "their last names are those in the path" : "write by: field, without brackets",
            fix: by.elements?.count == 1 ? by.elements?[0].scalar.map { Fix(.replace(by.span, with: .text($0))) } : nil)
        return false
    }

    private mutating func firstPage(_ node: SourceNode?, _ head: TemplateHead) -> String? {
        guard let node, let path = reader.text(node, "'first'") else { return nil }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if schema.isLocalized(head), !path.contains("{locale}") {
            reader.error(
                .forPlaceholder, "the first pages of all languages would be the same file", at: node.span,
                help: "put {locale} into it")
        }
        if parts.allSatisfy({ isSafePathPart(String($0)) }) { return path }
        reader.error(
            .pathUnsafe, "'\(path)' cannot be the path of an output", at: node.span,
            help: "write where the first page is published, such as news/index.html")
        return nil
    }

    private mutating func checkPlaceholders(_ head: TemplateHead, _ iteration: Iteration, _ node: SourceNode?) {
        let span = node?.span ?? head.start
        let placeholders = schema.placeholders(of: head)
        let expected: String
        switch iteration {
        case .once:
            if let name = placeholders.first {
                reader.error(
                    .forMissing, "the path has {\(name)}, but the template has no 'for'", at: span,
                    help: name == "locale"
                        ? "name the site's languages under 'locales:' in site.yml"
                        : "add 'for:' with a collection, or remove the braces from the path")
            }
            return
        case .entries(let query):
            for name in placeholders { entryPlaceholder(name, query, at: span) }
            expected = "id"
        case .values(_, let by):
            expected = by.name
            for name in placeholders where name != expected && name != "value" {
                unknownPlaceholder(name, expected, span)
            }
        case .combinations(_, let by):
            let names = by.map(\.name)
            expected = names.first { !placeholders.contains($0) } ?? ""
            let unknown = placeholders.filter { !names.contains($0) }
            for name in unknown { unknownPlaceholder(name, names.joined(separator: "}, {"), span) }
            if unknown.isEmpty, !placeholders.isEmpty, !expected.isEmpty {
                reader.error(
                    .forPlaceholder, "the path lacks {\(expected)}, by which the files differ", at: span,
                    help: "rename the template so that its path contains {\(expected)}")
            }
        case .pages:
            expected = "page"
            for name in placeholders where name != expected { unknownPlaceholder(name, expected, span) }
        }
        if placeholders.isEmpty {
            reader.error(
                .forPlaceholder, "the template makes many files, but its path has no {\(expected)}", at: span,
                help: "rename it so that its path contains {\(expected)}")
        }
    }

    private mutating func unknownPlaceholder(_ name: String, _ expected: String, _ span: SourceSpan) {
        reader.error(
            .forPlaceholder, "the path has {\(name)}, which this 'for' does not give", at: span,
            help: "write {\(expected)}")
    }

    private mutating func entryPlaceholder(_ name: String, _ query: Query, at span: SourceSpan) {
        let scope = Scope(root: []).entering(query)
        // The name stands in the path of the template, so no part of the place here is its own.
        let found = schema.path(name, in: scope, at: span.advanced(byColumns: 0, length: 1))
        if case .failure(let error) = found {
            reader.error(
                error.diagnostic.rule, "the path has {\(name)}, but \(error.diagnostic.message)",
                at: error.diagnostic.span, help: error.diagnostic.help)
        }
        guard case .success = found, let path = shapes.path(name, in: scope, at: span) else { return }
        if let help = composedIDHelp(name, path, of: query.element, at: span) {
            reader.error(
                .forPlaceholder, "{\(name)} is the id of the parent and its own, with a '/' between", at: span,
                help: help)
        } else if path.isOptional, !query.requires(path) {
            reader.error(
                .forPlaceholder, "'\(name)' may be missing, so it cannot be part of a path", at: span,
                help: "add where: { \(name): { exists: true } } to 'for'")
        } else {
            _ = shapes.isPrintable(path.type, name, at: span)
        }
    }

    /// Returns the placeholders to write instead of one for an id that has a slash; nil for any other placeholder.
    private mutating func composedIDHelp(
        _ name: String, _ path: Path, of element: FieldType, at span: SourceSpan
    ) -> String? {
        guard path.steps.last == .id else { return nil }
        let prefix = String(name.dropLast("id".count))
        var owner = element
        if !prefix.isEmpty {
            let scope = Scope(root: []).entering(element)
            guard let path = shapes.path(String(prefix.dropLast()), in: scope, at: span) else { return nil }
            owner = path.type
        }
        guard case .reference(let collection) = owner else { return nil }
        let paths = schema.declarations.pathsOfID(in: collection)
        return paths.count == 1 ? nil : "write " + paths.map { "{\(prefix)\($0)}" }.joined(separator: " and ")
    }
}

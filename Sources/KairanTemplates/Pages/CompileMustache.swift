internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// Checks every name in a template, its partials and its layouts against the schema, and compiles them for rendering.
///
/// Kairan reads Mustache itself because an unknown name is an error at its place: tags keep their places and are
/// checked against the schema. The same walk compiles them. Names become positions, partials are compiled where they
/// are used, and a page then only appends bytes in order. Compared with a library that renders from the text, pages are
/// made five times faster, and a site of 4,000 pages is built in two thirds of the time.
struct MustacheCompiler {
    let schema: Schema
    /// The partials by the name that `{{> name}}` uses.
    let partials: [String: [MustachePart]]
    /// The extension of the outputs that the templates are for.
    let fileExtension: String
    /// The names of all partials with their extensions, such as `row.html`.
    let allPartials: [String]
    let format: FileFormat
    let copied: CopiedFiles
    var diagnostics: [Diagnostic] = []
    /// See `PageProgram.pageParts`.
    private(set) var pageParts: Set<String> = []
    /// See `TemplateCompiler.needs`.
    private(set) var needs = TemplateNeeds()
    private(set) var usedStrings: Set<String> = []
    /// The copied files that are named by their content here.
    var usedFiles: Set<String> = []
    var uses = PartialUses()
    /// The sections around a tag that have an element, each with its name if it is a list of plain values.
    private var plainLists: [String?] = []
    /// The position of the frame with an element of the outermost list whose section is around the tags.
    private(set) var outermostList: Int?
    /// This is true while a layout is compiled.
    var isInLayout = false
    /// This is true if the template, one of its partials or one of their blocks shows the page that a layout is for.
    var showsContent = false

    init(
        schema: Schema, partials: [String: [MustachePart]], fileExtension: String, allPartials: [String],
        format: FileFormat, copied: CopiedFiles
    ) {
        (self.schema, self.partials, self.fileExtension) = (schema, partials, fileExtension)
        (self.allPartials, self.format, self.copied) = (allPartials, format, copied)
    }

    mutating func compile(_ parts: [MustachePart], in scope: Scope) -> CompiledParts {
        var compiled = CompiledParts()
        var text: [UInt8] = []
        for (index, part) in parts.enumerated() {
            warnOfOwnPage(at: index, in: parts, scope)
            switch part {
            case .text(let more, let place):
                checkBraces(more, at: place, scope)
                compiled.markup.append(.text(more, at: place))
                // The writer needs each text and its place to know the context of a value.
                if format.hasWriter {
                    compiled.instructions += [.mark(place), .literal(Array(more.utf8))]
                } else {
                    text += more.utf8
                }
            case .tag(let tag):
                guard let inner = compile(tag, scope) else { continue }
                compiled.markup += inner.markup
                if !text.isEmpty { compiled.instructions.append(.literal(text)) }
                text = []
                if format.hasWriter { compiled.instructions.append(.mark(tag.span)) }
                compiled.instructions += inner.instructions
            }
        }
        if !text.isEmpty { compiled.instructions.append(.literal(text)) }
        return compiled
    }

    /// Returns nil after a mistake.
    private mutating func compile(_ tag: MustacheTag, _ scope: Scope) -> CompiledParts? {
        switch tag.kind {
        case .variable(let isRaw): variable(tag, isRaw, scope).map(CompiledParts.init)
        case .text(let isRaw): text(tag, isRaw, scope).map(CompiledParts.init)
        case .section(let isInverted, let inner): section(tag, isInverted, inner, scope).map(CompiledParts.init)
        case .partial(let indentation, let blocks): partial(tag, Array(indentation.utf8), blocks, scope)
        case .block(let indentation, let startsLine, let inner):
            block(tag, Array(indentation.utf8), startsLine, inner, scope)
        }
    }

    private typealias CompiledTag = (MustacheInstruction, MarkupPart)

    private mutating func variable(_ tag: MustacheTag, _ isRaw: Bool, _ scope: Scope) -> CompiledTag? {
        if tag.name.isEmpty {
            let value = MarkupValue(tag.written, .word)
            return position(tag).map { (.printPosition($0), .value(value, at: tag.span)) }
        }
        if tag.name.hasPrefix(CopiedFiles.word), !hasName("asset", in: scope) { return fileAddress(tag) }
        guard let path = path(of: tag, scope), let (type, changes) = changed(path.type, by: tag) else {
            return nil
        }
        switch type.traits.text {
        case .none:
            error(
                .templateType, "'\(tag.name)' is \(type.withArticle), which has no single text", tag,
                help: format == .html && type == .markdown && !isRaw && tag.transforms.isEmpty
                    ? "write {{{\(tag.name).html}}}, or {{\(tag.name).text}} without its headings and links"
                    : listHelp(tag.name, type) ?? schema.partsHelp(tag.name, type).map { Help($0) })
        case .html where scope.isName("content", path) && (isRaw || format != .html):
            showsContent = true
            return (.content, .content(at: tag.span))
        case .html, .plain:
            checkBraces(tag, isRaw, isHTML: type == .html)
        }
        var value = MarkupValue(tag.written, path, type)
        // The words around a number are no word of the number's.
        if changes.contains(where: { if case .counted = $0 { true } else { false } }) { value.kind = .text }
        return (
            .print(MustacheOperand(path: path, changes: changes), isEscaped: !isRaw && format != .plain),
            .value(value, at: tag.span)
        )
    }

    /// Compiles a value in a format, which is written as in a text of a shape.
    private mutating func text(_ tag: MustacheTag, _ isRaw: Bool, _ scope: Scope) -> CompiledTag? {
        var shapes = ShapeCompiler(schema: schema)
        shapes.isShared = isInLayout || isInPartial
        let name = String(tag.name.prefix { $0 != "," }.trimmingSpaces())
        if case .success(let path) = schema.path(name, in: scope, at: tag.span) {
            warnOfHiddenField(name, path, at: tag.span, in: scope)
        }
        let pattern = shapes.value(tag.name, element: scope.elementPath, in: scope, at: tag.span)
        needs.formUnion(shapes.needs)
        usedStrings.formUnion(shapes.usedStrings)
        diagnostics += shapes.reader.diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            if diagnostic.rule == .pathUnknown { diagnostic.rule = .templateVariable }
            return diagnostic
        }
        guard let pattern else { return nil }
        for path in pattern.paths {
            if let parts = scope.pageParts(path) { pageParts.formUnion(parts) }
            needs.formUnion(path.needs)
            if let name = path.usedString { usedStrings.insert(name) }
        }
        checkBraces(tag, isRaw, isHTML: pattern.isHTML)
        return (
            .printText(pattern, isEscaped: !isRaw && format != .plain),
            .value(MarkupValue(tag.name, pattern), at: tag.span)
        )
    }

    private mutating func checkBraces(_ tag: MustacheTag, _ isRaw: Bool, isHTML: Bool) {
        guard let (rule, message, help) = format.mistake(in: tag, isRaw: isRaw, isHTML: isHTML) else { return }
        error(rule, message, tag, help: Help(help))
        if rule == .templateEscaping, tag.transforms.isEmpty {
            diagnostics[diagnostics.count - 1].fix = isRaw ? .removingBraces(of: tag) : .addingBraces(to: tag)
        }
    }

    private mutating func section(
        _ tag: MustacheTag, _ isInverted: Bool, _ inner: [MustachePart], _ scope: Scope
    ) -> CompiledTag? {
        var markup = MarkupSection(
            written: tag.written, isInverted: isInverted, isList: false, inner: [], span: tag.span)
        if tag.name.isEmpty {
            let part = position(tag)
            let inner = compile(inner, in: scope)
            markup.inner = inner.markup
            return part.map { (.positionSection($0, isInverted: isInverted, inner.instructions), .section(markup)) }
        }
        guard let path = path(of: tag, scope), let (type, changes) = changed(path.type, by: tag) else {
            return nil
        }
        let element = type.elementOfEach ?? type
        let isEntered = !isInverted && type != .boolean
        if isEntered { plainLists.append(type != element && element.traits.text == .plain ? tag.name : nil) }
        let isOutermost = isEntered && type != element && outermostList == nil
        if isOutermost { outermostList = scope.frames.count }
        let inner = compile(inner, in: isEntered ? scope.entering(element, isRow: false) : scope)
        if isEntered { plainLists.removeLast() }
        if isOutermost { outermostList = nil }
        (markup.inner, markup.isList) = (inner.markup, !isInverted && type != element)
        return (
            .section(
                MustacheOperand(path: path, changes: changes), isInverted: isInverted, inner.instructions),
            .section(markup)
        )
    }

    /// Returns the position that `index()` and similar calls ask for.
    private mutating func position(_ tag: MustacheTag) -> ListPosition.Part? {
        var transforms = tag.transforms
        // `even(index())` is the same as `even()`.
        if transforms == ["even", "index"] || transforms == ["odd", "index"] { transforms.removeLast() }
        if transforms.count == 1, let part = ListPosition.Part(rawValue: transforms[0]) { return part }
        let known = ListPosition.Part.allCases.map(\.rawValue)
        let wrong = transforms.first { !known.contains($0) } ?? transforms[0]
        error(
            .templateTransform, "there is no function '\(wrong)()' without a name in it", tag,
            help: suggestion(for: wrong, in: known, kind: "functions"))
        return nil
    }

    /// Returns nil after a mistake.
    private mutating func path(of tag: MustacheTag, _ scope: Scope) -> Path? {
        if tag.name == "." {
            if let path = scope.elementPath { return path }
            error(.templateVariable, "'.' means nothing outside a section", tag)
            return nil
        }
        let name = tag.name.hasPrefix(".") ? String(tag.name.dropFirst()) : tag.name
        switch schema.path(name, in: scope, at: tag.span) {
        case .success(let path):
            if tag.name.hasPrefix("."), path.frame < scope.frames.count - 1, scope.frames.count > scope.rootCount {
                error(
                    .templateVariable, "the element has no '\(name)'", tag,
                    help: .write("write {{\(name)}}", name, for: tag.name))
                return nil
            }
            warnOfHiddenField(tag.name, path, at: tag.span, in: scope)
            if let parts = scope.pageParts(path) { pageParts.formUnion(parts) }
            needs.formUnion(path.needs)
            if let name = path.usedString { usedStrings.insert(name) }
            return path
        case .failure(let failure):
            var diagnostic = failure.diagnostic
            diagnostic.rule = .templateVariable
            let help = Self.otherLanguages[name] ?? helpOnElement(name, diagnostic) ?? helpOnElements(name, in: scope)
            if let help = help ?? helpOnForeignTag(name) {
                diagnostic = Diagnostic(.error, .templateVariable, diagnostic.message, at: diagnostic.span, help: help)
            } else if isCollection(name, in: scope) {
                diagnostic.adviseData("data: { \(name): { each: \(name) } }")
            }
            diagnostics.append(diagnostic)
            return nil
        }
    }

    /// Help for names that mean something in other languages of templates.
    private static let otherLanguages: [String: Help] = [
        "else": "write {{^name}} … {{/name}} after the section, for what is shown without it",
        "this": .write("the element itself is {{.}}", ".", for: "this"),
        "@index": .write("the number of the element is {{index()}}", "index()", for: "@index"),
        "@first": "write {{#first()}} … {{/first()}}", "@last": "write {{#last()}} … {{/last()}}",
    ]

    /// Returns help with a name that an element cannot have: one that begins with `this`, or one in a list of plain values.
    private func helpOnElement(_ name: String, _ mistake: Diagnostic) -> Help? {
        if name.hasPrefix("this.") { return "write {{\(name.dropFirst("this.".count))}}" }
        guard !name.contains("."), let list = plainLists.last.flatMap(\.self) else { return nil }
        let help = "the elements of '\(list)' have no names: write {{.}} for the element itself"
        // Most likely nothing else was meant by `tag` in a list `tags`.
        if nearestName(to: name, in: [list]) != nil { return Help(help, .write(".", for: name, isCertain: false)) }
        return mistake.fix == nil ? Help(help) : nil
    }

    /// Tells whether a page most likely means the entries of a collection by its name.
    private func isCollection(_ name: String, in scope: Scope) -> Bool {
        schema.declarations.collection(name) != nil && scope.frames.count == scope.rootCount
    }

    /// A field or value of the site's own comes before a word of Kairan's.
    func hasName(_ name: String, in scope: Scope) -> Bool {
        if case .success = schema.path(name, in: scope, at: SourceSpan(path: "")) { true } else { false }
    }

    /// Returns the type that the words before a name make of its value, or nil after a mistake.
    private mutating func changed(
        _ type: FieldType, by tag: MustacheTag
    ) -> (type: FieldType, changes: [MustacheChange])? {
        var type = type
        var changes: [MustacheChange] = []
        for word in tag.transforms.reversed() {
            if word.hasPrefix("strings.") {
                guard let string = countedString(word, type, tag) else { return nil }
                changes.append(.counted(string))
                type = .text
                continue
            }
            let allowed = Self.transforms(of: type)
            guard let transform = allowed.first(where: { $0.rawValue == word }) else {
                error(
                    .templateTransform, "\(type.withArticle) has no function '\(word)()'", tag,
                    help: suggestion(for: word, in: allowed.map(\.rawValue), kind: "it has"))
                return nil
            }
            type = transform.type(of: type)
            changes.append(.transform(transform))
        }
        return (type, changes)
    }

    /// Returns the position of the text that takes a number, or nil after a mistake.
    private mutating func countedString(_ word: String, _ type: FieldType, _ tag: MustacheTag) -> Int? {
        guard let string = schema.countedString(word) else {
            error(
                .templateTransform, "'\(word)' is no text with a number in it", tag,
                help: suggestion(for: word, in: schema.countedStrings, kind: "texts with {n}"))
            return nil
        }
        guard type == .integer || type == .decimal else {
            error(
                .templateTransform, "'\(word)' takes a number, not \(type.withArticle)", tag,
                help: "name a number, or \(word)(count(LIST))")
            return nil
        }
        usedStrings.insert(schema.strings[string].name)
        return string
    }

    private static func transforms(of type: FieldType) -> [MustacheTransform] {
        if case .list = type { return MustacheTransform.ofLists }
        switch type.traits.text {
        case .html: return [.empty]
        case .plain where type != .boolean: return MustacheTransform.ofTexts
        case .plain, .none: return []
        }
    }

    mutating func error(_ rule: Rule, _ message: String, _ tag: MustacheTag, help: Help? = nil) {
        diagnostics.append(Diagnostic(.error, rule, message, at: tag.span, help: help))
    }
}

extension Diagnostic {
    /// - Parameter line: The line of the front matter that gives the page what it names.
    fileprivate mutating func adviseData(_ line: String) {
        help = "a page has the entries that its front matter names: write \(line) there"
        // Front matter with another 'data', or a template without any, is for a person to change.
        fix = Fix(.text(SourceSpan(path: span.path, length: 3), "---", to: "---\n\(line)"))
        fix?.isCertain = false
    }
}

extension Fix {
    /// Returns the mend of a tag that shows text as HTML.
    fileprivate static func removingBraces(of tag: MustacheTag) -> Fix {
        let place = tag.span.advanced(byColumns: -1, length: tag.span.length + 2)
        return Fix(.text(place, "{\(tag.name)}", to: tag.name))
    }

    /// Returns the mend of a tag that shows HTML as text. What is shown may have been the tags.
    fileprivate static func addingBraces(to tag: MustacheTag) -> Fix {
        var fix = Fix(.text(tag.span, tag.name, to: "{\(tag.name)}"))
        fix.isCertain = false
        return fix
    }
}

/// The instructions for rendering, and the markup for checks that follow the page's structure.
struct CompiledParts {
    var instructions: [MustacheInstruction] = []
    var markup: [MarkupPart] = []

    init() {}

    init(_ instruction: MustacheInstruction, _ markup: MarkupPart) {
        (instructions, self.markup) = ([instruction], [markup])
    }
}

extension MustacheTag {
    /// The tag as it is written, with its transforms.
    fileprivate var written: String {
        (transforms + [name]).joined(separator: "(") + String(repeating: ")", count: transforms.count)
    }
}

extension Scope {
    /// The outermost names.
    private var names: RecordType? {
        if rootCount > 0, case .names(let record) = frames[rootCount - 1] { record } else { nil }
    }

    fileprivate func isName(_ name: String, _ path: Path) -> Bool {
        guard path.frame == rootCount - 1, let slot = path.slot, path.steps.isEmpty || name == "page" else {
            return false
        }
        return names?.fields[slot].name == name
    }

    /// Returns the parts of the outermost `page` that a path uses: one part, or all of them.
    fileprivate func pageParts(_ path: Path) -> [String]? {
        guard isName("page", path), let slot = path.slot, case .record(let page) = names?.fields[slot].type else {
            return nil
        }
        guard case .field(let index) = path.steps.first else { return page.fields.map(\.name) }
        return [page.fields[index].name]
    }

    fileprivate var elementPath: Path? {
        for (index, frame) in frames.enumerated().reversed() {
            guard case .element(let type) = frame else { continue }
            return Path(frame: index, slot: nil, steps: [], type: type, isOptional: false, text: ".")
        }
        return nil
    }
}

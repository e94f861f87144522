internal import KairanContent
internal import KairanModel

/// A template's text and where it stands.
package struct MustacheSource: Sendable {
    package var path: String
    package var text: String
    /// The line of the file on which `text` starts, after the front matter.
    package var firstLine: Int
    /// True for outputs such as `.txt`, where nothing is escaped.
    package var isPlainText: Bool
}

/// Checks every variable of a template, its partials and its layout against what can exist there.
struct MustacheChecker {
    let schema: Schema
    /// By the name that `{{> name}}` uses.
    let partials: [String: [MustacheTag]]
    /// The extension of the outputs that they are for.
    let fileExtension: String
    /// With their extensions: `row.html`.
    let allPartials: [String]
    let isPlainText: Bool
    private(set) var diagnostics: [Diagnostic] = []
    private var visited: Set<Visit> = []
    var usedPartials: Set<String> { Set(visited.map(\.partial)) }
    /// The partials being checked, the outermost first.
    private var open: [String] = []

    private struct Visit: Hashable {
        var partial: String
        var frames: [Scope.Frame]
    }

    private static let listTransforms = ["count", "empty", "first", "last", "reversed"]
    private static let positionTransforms = ["first", "last", "index", "even", "odd"]
    private static let textTransforms = ["capitalized", "lowercased", "uppercased", "empty"]

    init(
        schema: Schema, partials: [String: [MustacheTag]], fileExtension: String, allPartials: [String],
        isPlainText: Bool
    ) {
        (self.schema, self.partials, self.fileExtension) = (schema, partials, fileExtension)
        (self.allPartials, self.isPlainText) = (allPartials, isPlainText)
    }

    mutating func check(_ tags: [MustacheTag], in scope: Scope) {
        for tag in tags {
            switch tag.kind {
            case .variable(let isRaw): variable(tag, isRaw, scope)
            case .section(let isInverted, let inner): section(tag, isInverted, inner, scope)
            case .partial: partial(tag, scope)
            }
        }
    }

    private mutating func variable(_ tag: MustacheTag, _ isRaw: Bool, _ scope: Scope) {
        if tag.name.isEmpty, let transform = tag.transforms.first {
            return checkTransform(transform, Self.positionTransforms, tag)
        }
        guard let type = type(of: tag, scope).flatMap({ transformed($0, by: tag) }) else { return }
        switch type {
        case .list, .record, .dictionary, .markdown, .image, .file, .window, .reference:
            let parts = schema.names(on: type).prefix(8).map { "\(tag.name).\($0)" }
            error(
                "template.type", "'\(tag.name)' is \(type.withArticle), which has no single text", tag,
                help: parts.isEmpty ? nil : "name one of its parts: " + parts.joined(separator: ", "))
        case .html where !isRaw && !isPlainText:
            error(
                "template.escaping", "'\(tag.name)' is HTML and would show its tags", tag,
                help: "write {{{\(tag.name)}}}")
        case .html: break
        default:
            guard isRaw, !isPlainText else { return }
            error(
                "template.escaping", "'\(tag.name)' is not HTML and must be escaped", tag, help: "write {{\(tag.name)}}"
            )
        }
    }

    private mutating func section(_ tag: MustacheTag, _ isInverted: Bool, _ inner: [MustacheTag], _ scope: Scope) {
        if tag.name.isEmpty, let transform = tag.transforms.first {
            checkTransform(transform, Self.positionTransforms, tag)
            return check(inner, in: scope)
        }
        guard let type = type(of: tag, scope).flatMap({ transformed($0, by: tag) }) else { return }
        if isInverted || type == .boolean { return check(inner, in: scope) }
        let element = if case .list(let element) = type { element } else { type }
        check(inner, in: scope.entering(element))
    }

    private mutating func partial(_ tag: MustacheTag, _ scope: Scope) {
        guard let tags = partials[tag.name] else {
            return error(
                "template.partial", "there is no partial '\(tag.name)'", tag,
                help: otherExtension(of: tag.name, than: fileExtension, in: allPartials)
                    ?? suggestion(for: tag.name, in: partials.keys.sorted(), kind: "partials"))
        }
        // Rendering it would end only when the stack does.
        guard !open.contains(tag.name) else {
            return error(
                "template.partial", "the partial '\(tag.name)' is inside itself", tag,
                help: "take the part that repeats out of it, and walk a list with a section")
        }
        guard visited.insert(Visit(partial: tag.name, frames: scope.frames)).inserted else { return }
        guard visited.count < 10_000 else { return }
        open.append(tag.name)
        check(tags, in: scope)
        open.removeLast()
    }

    private mutating func type(of tag: MustacheTag, _ scope: Scope) -> FieldType? {
        if tag.name == "." {
            if let element = scope.element { return element }
            error("template.variable", "'.' stands for nothing outside a section", tag)
            return nil
        }
        switch schema.path(tag.name.hasPrefix(".") ? String(tag.name.dropFirst()) : tag.name, in: scope, at: tag.span) {
        case .success(let path): return path.type
        case .failure(let failure):
            var diagnostic = failure.diagnostic
            diagnostic.rule = "template.variable"
            diagnostics.append(diagnostic)
            return nil
        }
    }

    /// What the transforms, the innermost first, make of a value; nil after a mistake.
    private mutating func transformed(_ type: FieldType, by tag: MustacheTag) -> FieldType? {
        var type = type
        for transform in tag.transforms.reversed() {
            let allowed = Self.transforms(of: type)
            checkTransform(transform, allowed, tag)
            guard allowed.contains(transform) else { return nil }
            switch (transform, type) {
            case ("empty", _): type = .boolean
            case ("count", _): type = .integer
            case ("first", .list(let element)), ("last", .list(let element)): type = element
            case ("reversed", _): break
            default: type = .text
            }
        }
        return type
    }

    private static func transforms(of type: FieldType) -> [String] {
        switch type {
        case .list: listTransforms
        case .html: ["empty"]
        case .boolean, .record, .dictionary, .markdown, .image, .file, .window, .reference: []
        default: textTransforms
        }
    }

    private mutating func checkTransform(_ transform: String, _ allowed: [String], _ tag: MustacheTag) {
        guard !allowed.contains(transform) else { return }
        error(
            "template.transform", "there is no '\(transform)()' here", tag,
            help: suggestion(for: transform, in: allowed, kind: "here"))
    }

    private mutating func error(_ rule: String, _ message: String, _ tag: MustacheTag, help: String? = nil) {
        diagnostics.append(Diagnostic(.error, rule, message, at: tag.span, help: help))
    }
}

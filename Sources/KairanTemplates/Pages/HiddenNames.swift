internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries

// Names that the innermost section has, and what is around it has too. Mustache takes the innermost one.
extension MustacheCompiler {
    /// Warns of a name by which a section on a picture means the picture's file, where the entry has such a field.
    /// Most people write the section only to ask whether there is a picture. Whoever means the picture writes `.name`.
    mutating func warnOfHiddenField(_ tag: MustacheTag, _ path: Path, in scope: Scope) {
        guard path.frame == scope.frames.count - 1, scope.frames.last == .element(.image),
            tag.name == "name" || tag.name == "type"
        else { return }
        var outer = scope
        outer.frames.removeLast()
        guard hasName(tag.name, in: outer) else { return }
        diagnostics.append(
            Diagnostic(
                .warning, .templateVariable,
                "in a section on a picture, '\(tag.name)' is the \(tag.name) of its file, not the field around it",
                at: tag.span,
                help: "for the field, close the section before this tag; for the file, write {{.\(tag.name)}}"))
    }

    /// Returns help with a name that only the elements of a list have; nil for any other name.
    func helpOnElements(_ name: String, in scope: Scope) -> Help? {
        let names = name.split(separator: ".")
        guard names.count > 1, let last = names.last else { return nil }
        let list = names.dropLast().joined(separator: ".")
        guard case .success(let path) = schema.path(list, in: scope, at: SourceSpan(path: "")),
            case .list(let element) = path.type,
            case .success = schema.path(String(last), in: scope.entering(element, isRow: false), at: path.span)
        else { return nil }
        return Help("write {{#\(list)}}{{\(last)}}{{/\(list)}}")
    }
}

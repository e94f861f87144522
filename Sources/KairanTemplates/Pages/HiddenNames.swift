internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries

// Names that the innermost section has, and what is around it has too. Mustache takes the innermost one.
extension MustacheCompiler {
    /// Warns of a name by which a section on a value means a part of the value, such as the day of a date, where the
    /// entry has such a field. Most people write the section only to ask whether there is a value. Whoever means the part
    /// writes `.day`.
    ///
    /// - Parameter name: A name without what follows its comma.
    mutating func warnOfHiddenField(_ name: String, _ path: Path, at span: SourceSpan, in scope: Scope) {
        guard path.frame == scope.frames.count - 1, case .element(let type)? = scope.frames.last, !name.contains(".")
        else { return }
        let isImage = type == .image
        guard isImage ? ["name", "type"].contains(name) : FieldType.withHiddenParts.contains(type) else { return }
        var outer = scope
        outer.frames.removeLast()
        guard hasName(name, in: outer) else { return }
        let owner = isImage ? "a picture" : type.withArticle
        diagnostics.append(
            Diagnostic(
                .warning, .templateVariable,
                "in a section on \(owner), '\(name)' is the \(name) of \(isImage ? "its file" : "it"), not the field around it",
                at: span,
                help: isImage
                    ? "for the field, close the section before this tag; for the file, write {{.\(name)}}"
                    : "for the value of the section write {{.}}, for its part {{.\(name)}}; or close the section before this tag"
            ))
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

extension FieldType {
    /// The types of values with parts whose names fields often have, too. Those of a window or a point are seldom used
    /// without its name.
    fileprivate static let withHiddenParts: [FieldType] = [.date, .dateTime, .schedule]
}

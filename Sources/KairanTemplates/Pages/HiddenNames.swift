internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries

extension MustacheCompiler {
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

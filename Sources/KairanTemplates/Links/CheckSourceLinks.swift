package import KairanContent
package import KairanModel
package import KairanReaders

/// Reports links of Markdown texts to source files and pictures that do not exist, as far as this can be known before
/// pages are planned. Other mistakes may keep the links from being followed, and then these are reported together with
/// them.
package func checkSourceLinks(_ content: Content, _ files: [SourceFile]) -> [Diagnostic] {
    let paths = Set(files.map(\.path))
    let values = content.collections.flatMap { $0.entries.flatMap(\.values) }
    return values.flatMap(\.markdowns).flatMap(\.rendered.links).compactMap { link in
        let name = String(link.destination.prefix { $0 != "#" && $0 != "?" })
        guard !name.isEmpty, !name.hasPrefix("/"), !hasScheme(name) else { return nil }
        let folder = folder(of: link.span.path).dropFirst("content/".count)
        if let path = contentPath(unescapedPath(name), from: folder), paths.contains("content/" + path) { return nil }
        return missingSource(name, at: link.span, among: paths)
    }
}

/// - Parameter paths: The paths of all source files.
func missingSource(_ name: String, at span: SourceSpan, among paths: Set<String>) -> Diagnostic {
    let start = folder(of: span.path).dropFirst("content/".count)
    let help = contentPath(unescapedPath(name), from: start).map { wanted -> Help? in
        let named = paths.filter { $0.hasPrefix("content/") && fileName(of: $0) == fileName(of: wanted) }
        if let path = named.first, named.count == 1 {
            let place = escapedPath(String(path.dropFirst("content".count)))
            return Help("it is at \(place)", .write(place, for: name, isCertain: false))
        }
        let known = paths.filter { folder(of: $0) == "content/" + folder(of: wanted) }
            .map { String(fileName(of: $0)) }.filter { !$0.hasPrefix("_") }
        return suggestion(for: String(fileName(of: wanted)), in: known.sorted(), kind: "files there")
    }
    return Diagnostic(
        .error, .linkDead, "there is no '\(name)'", at: span, help: help ?? "it would be outside content/")
}

extension Value {
    /// The Markdown texts in a value and its parts.
    var markdowns: [Markdown] {
        if case .markdown(let markdown) = self { [markdown] } else { parts.flatMap(\.markdowns) }
    }
}

package import KairanModel
internal import KairanReaders

/// A warning that `site.yml` declares as intended: `ignored: { point.origin: content/places/buoy.yml }`.
package struct MeantWarning: Sendable {
    package var rule: String
    /// A file of the site, or a folder with a slash at its end.
    package var path: String
    package var span: SourceSpan

    fileprivate func covers(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.severity == .warning && diagnostic.rule.rawValue == rule
            && (diagnostic.span.path == path || path.hasSuffix("/") && diagnostic.span.path.hasPrefix(path))
    }
}

extension [Diagnostic] {
    /// Returns the diagnostics without intended warnings, and with a new warning for each word of `meant` that matches
    /// none. Warnings that errors hide cannot be considered.
    package func leavingOut(_ meant: [MeantWarning]) -> [Diagnostic] {
        if meant.isEmpty { return self }
        let rest = filter { diagnostic in !meant.contains { $0.covers(diagnostic) } }
        if hasErrors { return rest }
        let idle = meant.filter { meant in !contains { meant.covers($0) } }
        return rest
            + idle.map { meant in
                Diagnostic(
                    .warning, .meantUnused, "there is no warning '\(meant.rule)' in '\(meant.path)'", at: meant.span,
                    help: Help.remove())
            }
    }
}

extension DeclarationReader {
    mutating func meantWarnings(_ node: SourceNode) -> [MeantWarning] {
        guard let members = node.members else {
            error(
                .declarationType, "'ignored' must be a mapping, not \(node.kindName)", at: node.span,
                help: "write the name of a warning and its file, such as 'link.words: content/pages/about.md'")
            return []
        }
        return members.flatMap { member in
            texts(member.value, "'\(member.key)'", help: "write the path of a file, or of a folder with a / at its end")
                .map { path, span in
                    MeantWarning(rule: member.key, path: path, span: span)
                }
        }
    }
}

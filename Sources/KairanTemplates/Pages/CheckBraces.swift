internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension MustacheCompiler {
    /// Warns of `{title}` in a template, which readers would see as it is written. Scripts, styles and formulas have
    /// braces of their own, so there a single word counts only where it is all of an element's text.
    mutating func checkBraces(_ text: String, at place: SourceSpan, _ scope: Scope) {
        if text.utf8.span.firstOffset(of: Array("{%".utf8), in: 0..<text.utf8.count) != nil {
            for tag in text.matches(of: /\{%-? *(\w[^%{}]*?) *-?%\}/) where !text.isCode(tag.0) {
                diagnostics.append(
                    Diagnostic(
                        .warning, .textUnevaluated, "'\(tag.0)' is shown as it is written",
                        at: place.place(of: tag.0, in: text),
                        help: helpOnForeignTag(tag.1) ?? "write {{#name}}…{{/name}} for a condition or a list"))
            }
        }
        for name in bracedNames(in: text) where isMeant(name, in: text) {
            guard name.isOfSite || hasName(String(name.name), in: scope), !text.isCode(name.written) else {
                continue
            }
            let inner = name.written.drop { $0 == "{" }.prefix { $0 != "}" }
            diagnostics.append(
                Diagnostic(
                    .warning, .textUnevaluated, "'\(name.written)' is shown as it is written",
                    at: place.place(of: name.written, in: text),
                    help: inner == name.name
                        ? Help(
                            "write {{\(name.name)}} for the value",
                            .write("{{\(name.name)}}", for: String(name.written), isCertain: false))
                        : "write {{\(name.name)}}, or give it a format under 'data:'"))
        }
    }

    private func isMeant(_ name: BracedName, in text: String) -> Bool {
        if name.name.contains(".") || text.isAlone(name.written) { return true }
        guard !["css", "js", "mjs", "cjs", "ts"].contains(fileExtension), name.braces == 1, name.name.count > 1
        else { return false }
        // In `\sqrt{number}` and `x_{max}` the braces are those of TeX, and Markdown has code between backquotes.
        let before = text[..<name.written.startIndex].unicodeScalars.last
        return before.map { !"_^}\\`".unicodeScalars.contains($0) && !($0.isASCII && $0.properties.isAlphabetic) }
            ?? true
    }
}

extension String {
    /// Returns whether a part stands alone between two tags.
    fileprivate func isAlone(_ part: Substring) -> Bool {
        let before = self[..<part.startIndex].last { !$0.isWhitespace }
        let after = self[part.endIndex...].first { !$0.isWhitespace }
        return before == ">" && after == "<"
    }
}

internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension MustacheCompiler {
    /// Warns of `{title}` in a template, which readers would see as it is written. Scripts and styles have braces of their
    /// own, so a single word counts only where it is all of an element's text or of an attribute's value.
    mutating func checkBraces(_ text: String, at place: SourceSpan, _ scope: Scope) {
        for name in bracedNames(in: text) where name.name.contains(".") || text.isAlone(name.written) {
            guard hasName(String(name.name), in: scope) else { continue }
            let inner = name.written.drop { $0 == "{" }.prefix { $0 != "}" }
            diagnostics.append(
                Diagnostic(
                    .warning, .textUnevaluated, "'\(name.written)' is shown as it is written",
                    at: place.place(of: name.written, in: text),
                    help: inner == name.name
                        ? "write {{\(name.name)}} for the value"
                        : "write {{\(name.name)}}, or give it a format under 'data:'"))
        }
    }
}

extension String {
    /// Returns whether a part stands between the ends of tags, or between quotation marks.
    fileprivate func isAlone(_ part: Substring) -> Bool {
        let before = self[..<part.startIndex].last { !$0.isWhitespace }
        let after = self[part.endIndex...].first { !$0.isWhitespace }
        return before == ">" && after == "<" || before == "\"" && after == "\""
    }
}

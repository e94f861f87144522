package import KairanModel
package import KairanReaders

/// Reads the mappings with which people declare things (collections, settings, shapes, front matter), and reports what
/// each wrong part should be.
package struct DeclarationReader {
    package var diagnostics: [Diagnostic] = []
    /// The time zone of the site, for defaults.
    var timeZone = SiteTimeZone.utc
    /// The locales of the site, if it names any, for localized declarations.
    var locales: [SiteLocale] = []
    /// The names that stand for a value in the texts that are read.
    package var valueNames: Set<Substring> = []
    /// The names of the fields with mistakes in their declarations, which lack what was meant.
    var misdeclared: Set<String> = []

    package init() {}

    package mutating func error(
        _ rule: Rule, _ message: String, at span: SourceSpan, help: Help? = nil, fix: Fix? = nil
    ) {
        var diagnostic = Diagnostic(.error, rule, message, at: span, help: help)
        if let fix { diagnostic.fix = fix }
        diagnostics.append(diagnostic)
    }

    /// Reports a mistake whose help only a person can follow.
    package mutating func error(_ rule: Rule, _ message: String, at span: SourceSpan, help: String?) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }

    /// Returns the members of a mapping. Each key that is not in `allowed` is an error that names the nearest correct
    /// key. Former words have their present names.
    package mutating func members(
        of node: SourceNode, allowed: [String], what: String
    ) -> [SourceNode.Member] {
        guard let members = node.members else {
            error(
                .declarationType, "\(what) must be a mapping, not \(node.kindName)", at: node.span,
                help: allowed.isEmpty ? nil : "write 'name: value' lines; it has: \(allowed.joined(separator: ", "))")
            return []
        }
        return members.compactMap { member in
            if allowed.contains(member.key) { return member }
            if let member = renamed(member, among: members, allowed: allowed) { return member }
            if let cause = Diagnostic.invisibleCharacter(in: member.key, at: member.keySpan) {
                diagnostics.append(cause)
                return nil
            }
            error(
                .declarationKey, "\(what) has no '\(member.key)'", at: member.keySpan,
                help: suggestion(for: member.key, in: allowed, kind: "it has"),
                fix: .misspelt(member.key, at: member.keySpan, among: allowed, besides: members.map(\.key)))
            return nil
        }
    }

    /// Reports each key that a mapping lacks.
    ///
    /// - Parameter needs: The keys, and how to write each.
    package mutating func require(
        _ needs: KeyValuePairs<String, String>, in node: SourceNode, _ rule: Rule, of what: String
    ) {
        for (key, help) in needs where node[key] == nil {
            error(rule, "\(what) needs '\(key)'", at: node.span, help: Help(help))
        }
    }

    package mutating func text(_ node: SourceNode?, _ what: String, help: Help? = nil) -> String? {
        guard let node else { return nil }
        if let text = node.scalar, !node.isNull { return text }
        if let name = node.bracedName {
            error(
                .declarationType, "\(what) must be text, and braces without quotes are a mapping", at: node.span,
                help: "write it in quotes: \"{\(name)}\"", fix: Fix(.replace(node.span, with: .text("{\(name)}"))))
            return nil
        }
        error(
            .declarationType, "\(what) must be text, not \(node.kindName)", at: node.span,
            help: node.isNull ? "write it after the colon" : help)
        return nil
    }

    /// Reads a text that people or programs see as it is written. In patterns a name in braces stands for a value, so
    /// here it is a mistake, unless it has two braces, which are shown as one.
    package mutating func shownText(_ node: SourceNode?, _ what: String, help: Help? = nil) -> String? {
        guard let node, let text = text(node, what, help: help) else { return nil }
        var (shown, rest) = ("", text[...])
        for name in bracedNames(in: text) where !valueNames.contains(name.name) {
            shown += rest[..<name.written.startIndex]
            shown += name.braces == 2 ? name.written.dropFirst().dropLast() : name.written
            rest = text[name.written.endIndex...]
            if name.braces == 2 { continue }
            error(
                .textName, "\(what) would show '\(name.written)' as it is written",
                at: node.span.part(name.written, of: text),
                help: Help(
                    (valueNames.isEmpty
                        ? "no name stands for a value here"
                        : "only {\(valueNames.sorted().joined(separator: "}, {"))} stands for a value here")
                        + "; {{\(name.name)}} shows the name in one pair of braces"))
        }
        return shown + rest
    }

    /// Reads a text that programs know: a name or an address, which nothing invisible may change.
    mutating func name(_ node: SourceNode, _ what: String) -> String? {
        guard let text = text(node, what) else { return nil }
        guard let cause = Diagnostic.invisibleCharacter(in: text, at: node.span) else { return text }
        diagnostics.append(cause)
        return nil
    }

    /// Reads a text for people, which may not be empty.
    package mutating func words(_ node: SourceNode?, _ what: String, help: Help? = nil) -> String? {
        guard let node, let text = shownText(node, what, help: help) else { return nil }
        if text.contains(where: { !$0.isWhitespace }) { return text }
        error(.declarationType, "\(what) is empty", at: node.span, help: "write it between the quotes")
        return nil
    }

    package mutating func integer(_ node: SourceNode?, _ what: String, in range: ClosedRange<Int>) -> Int? {
        guard let node else { return nil }
        if let text = node.scalar, let number = Int(text), range.contains(number) { return number }
        let bounds =
            range.upperBound == .max
            ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        error(
            .declarationType, "\(what) must be a whole number \(bounds)", at: node.span,
            help: node.scalar.flatMap(Int.init) == nil ? "write it in digits, such as 10" : nil)
        return nil
    }

    package mutating func boolean(_ node: SourceNode?, _ what: String) -> Bool? {
        guard let node else { return nil }
        if let flag = node.scalar.flatMap(coreBoolean) { return flag }
        error(
            .declarationType, "\(what) must be true or false", at: node.span,
            help: node.scalar.flatMap { booleanHelp($0) })
        return nil
    }

    /// Reads a list of texts. A single text counts as a list of one.
    package mutating func texts(_ node: SourceNode?, _ what: String, help: String) -> [(text: String, span: SourceSpan)]
    {
        let help = Help(help)
        guard let node else { return [] }
        guard let elements = node.elements else { return text(node, what, help: help).map { [($0, node.span)] } ?? [] }
        return elements.compactMap { element in
            text(element, "an element of \(what)", help: help).map { ($0, element.span) }
        }
    }
}

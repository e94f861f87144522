package import KairanModel

/// Returns what Kairan has for a tag of Handlebars, Liquid, Jinja or Go, such as `if kind == "music"`; nil for any other.
package func helpOnForeignTag(_ content: some StringProtocol) -> Help? {
    let words = content.split(separator: " ").map { String($0.trimmingPrefix(".")) }
    guard let first = words.first else { return nil }
    switch (first, words.count) {
    case ("if", 2), ("with", 2): return onCondition(words[1])
    case ("unless", 2): return "write {{^\(words[1])}} … {{/\(words[1])}}"
    case ("each", 2...), ("range", 2...), ("foreach", 2...): return onLoop(words[1])
    case ("for", 4...) where words[2] == "in": return onLoop(words[3])
    case ("assign", _), ("set", _), ("capture", _), ("let", _): return onWord(first)
    default: return onComparison(String(content)) ?? onWord(first)
    }
}

/// Returns help with a tag that begins with a word of another language.
private func onWord(_ word: String) -> Help? {
    switch word {
    case "if", "elsif", "elif", "unless", "case", "when", "with":
        "write {{#name}} … {{/name}}; what compares is a condition under 'data', NAME: { if: … }"
    case "for", "each", "range", "foreach": "write {{#name}} … {{/name}} with the name of the list"
    case "else": "close the section, and write {{^name}} … {{/name}} for what is shown without it"
    case "end", "endif", "endunless", "endfor", "endcase", "endwith": "a section is closed by its name, as in {{/name}}"
    case "include", "render", "partial": "write {{> name}} for a partial in templates/_partials/"
    case "assign", "set", "capture", "let": "give it a name under 'data'"
    default: nil
    }
}

private func onCondition(_ name: String) -> Help {
    "write {{#\(name)}} … {{/\(name)}}, and {{^\(name)}} … {{/\(name)}} for what is shown without it"
}

private func onLoop(_ name: String) -> Help {
    "write {{#\(name)}} … {{/\(name)}}, with the names of the element inside, or {{.}} for a plain text"
}

/// Returns help with the condition that compares a value; nil if nothing is compared.
private func onComparison(_ content: String) -> Help? {
    let middle = /([A-Za-z][\w.]*)\s*(==|!=|<=|>=|=|<|>|\beq\b|\bne\b)\s*["']?([\p{L}\p{N}_\-]+)/
    if let match = content.firstMatch(of: middle) { return onComparison(match.1, match.2, match.3) }
    let start = /\b(eq|ne)\s+\.?([A-Za-z][\w.]*)\s+["']?([\p{L}\p{N}_\-]+)/
    return content.firstMatch(of: start).flatMap { onComparison($0.2, $0.1, $0.3) }
}

/// - Parameter sign: The comparison, as another language writes it.
private func onComparison(_ path: Substring, _ sign: Substring, _ value: Substring) -> Help {
    let words: [Substring: String] = [
        "!=": "not", "ne": "not", "<": "lessThan", "<=": "atMost", ">": "moreThan", ">=": "atLeast",
    ]
    let condition = words[sign].map { "{ \($0): \(value) }" } ?? String(value)
    return Help(
        "write NAME: { if: { \(path): \(condition) } } under 'data', for the entries of a list under its 'value', and "
            + "{{#NAME}} … {{/NAME}} here")
}

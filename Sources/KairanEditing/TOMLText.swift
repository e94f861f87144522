internal import KairanModel
internal import KairanReaders

func keyTOML(_ key: String) -> String {
    let isBare = !key.isEmpty && key.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || "_-".utf8.contains($0) }
    return isBare ? key : quotedJSON(key)
}

/// Returns a value as it stands behind `=`, on one line; nil if it holds null, which TOML cannot write.
func inlineTOML(_ node: SourceNode) -> String? {
    switch node.content {
    case .scalar(let text, let kind):
        switch kind {
        case .null: return nil
        case .number, .boolean, .dateTime: return text
        case .string, .plain, .quoted: return quotedJSON(text)
        }
    case .sequence(let elements):
        let parts = elements.compactMap(inlineTOML)
        return parts.count == elements.count ? "[\(parts.joined(separator: ", "))]" : nil
    case .mapping(let members):
        let parts = members.filter { !$0.value.isNull }.map { member in
            inlineTOML(member.value).map { "\(keyTOML(member.key)) = \($0)" }
        }
        guard !parts.contains(nil) else { return nil }
        return parts.isEmpty ? "{}" : "{ \(parts.compactMap(\.self).joined(separator: ", ")) }"
    }
}

/// Returns ways to write a text in TOML, the one that looks most like the old value first.
func textsTOML(_ text: String, like old: String, lineEnd: String) -> [String] {
    var ways: [String] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isLong = lines.count > 1
    if old.first?.isNumber == true { ways.append(text) }
    if old.hasPrefix("'''") { ways.append("'''" + (isLong ? lineEnd : "") + lines.joined(separator: lineEnd) + "'''") }
    if old.hasPrefix("'"), !isLong { ways.append("'\(text)'") }
    if isLong, old.isEmpty || "'\"".contains(old.prefix(1)), !isOneLineBasic(old) {
        let escaped = lines.map { line in
            // A quote is escaped too, so that no three of them can close the text.
            quotedJSON(String(line)).dropFirst().dropLast().replacing("\\t", with: "\t")
        }
        ways.append("\"\"\"" + lineEnd + escaped.joined(separator: lineEnd) + "\"\"\"")
    }
    return ways + [quotedJSON(text)]
}

private func isOneLineBasic(_ old: String) -> Bool {
    old.hasPrefix("\"") && !old.hasPrefix("\"\"\"") && old.contains("\\n")
}

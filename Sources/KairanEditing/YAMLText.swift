internal import KairanModel
package import KairanReaders

/// Returns whether YAML reads the text unchanged without quotes, whatever surrounds it.
package func isPlainYAML(_ text: String, isInner: Bool) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
    guard !"-?:,[]{}#&*!|>'\"%@`~<=".unicodeScalars.contains(first), !first.properties.isWhitespace else {
        return false
    }
    guard last != ":", !last.properties.isWhitespace, !["null", "Null", "NULL"].contains(text) else { return false }
    if isInner, text.unicodeScalars.contains(where: ",[]{}\"'".unicodeScalars.contains) { return false }
    return !text.contains(": ") && !text.contains(" #")
        && text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && !isControlCharacter($0.value) && $0.value != 0x2028 && $0.value != 0x2029
        }
}

/// Returns whether every reader finds a character as it is, without an escape. YAML 1.1 breaks lines at more characters.
package func needsNoEscape(_ scalar: Unicode.Scalar) -> Bool {
    !isControlCharacter(scalar.value) && scalar != "\r" && ![0x85, 0x2028, 0x2029, 0xFEFF].contains(scalar.value)
}

/// Returns whether a text can stand on one line without escapes.
func isLine(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { $0 != "\n" && needsNoEscape($0) } }

func quotedYAML(_ text: String) -> String {
    // YAML 1.1 treats these two characters as line breaks.
    quotedJSON(text).replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
}

/// Returns a scalar of one line.
package func scalarYAML(_ text: String, _ kind: SourceNode.ScalarKind, isInner: Bool) -> String {
    switch kind {
    case .number, .boolean: text
    case .null: "null"
    case .quoted: quotedYAML(text)
    case .plain, .string, .dateTime:
        isPlainYAML(text, isInner: isInner) || kind != .string && isNegativeNumber(text) ? text : quotedYAML(text)
    }
}

/// A number in quotes would be text.
private func isNegativeNumber(_ text: String) -> Bool { text.wholeMatch(of: /-[.0-9][-+.:0-9A-Za-z]*/) != nil }

/// Returns a value on one line with brackets, however deep it is.
func flowYAML(_ node: SourceNode, isInner: Bool) -> String {
    switch node.content {
    case .scalar(let text, let kind): scalarYAML(text, kind, isInner: isInner)
    case .sequence(let elements): "[\(elements.map { flowYAML($0, isInner: true) }.joined(separator: ", "))]"
    case .mapping(let members):
        members.isEmpty ? "{}" : "{ \(members.map { flowYAML($0.key, $0.value) }.joined(separator: ", ")) }"
    }
}

func flowYAML(_ key: String, _ value: SourceNode) -> String {
    "\(scalarYAML(key, .string, isInner: true)): \(flowYAML(value, isInner: true))"
}

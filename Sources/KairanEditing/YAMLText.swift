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
    case .string: isNoTextElsewhere(text) ? quotedYAML(text) : keyYAML(text, isInner: isInner)
    case .plain, .dateTime:
        isPlainYAML(text, isInner: isInner) || isNegativeNumber(text) ? text : quotedYAML(text)
    }
}

/// Returns the key of a mapping.
func keyYAML(_ text: String, isInner: Bool) -> String {
    isPlainYAML(text, isInner: isInner) ? text : quotedYAML(text)
}

/// Returns whether other programs read a text without quotes as a number, or as yes or no, by the rules of YAML 1.1
/// (yaml.org/type) or the core schema of 1.2.2 (10.3.2). Kairan asks the field instead.
func isNoTextElsewhere(_ text: String) -> Bool {
    guard text.utf8.count <= 40, let first = text.first, first.isASCII else { return false }
    let isCased = [text.lowercased(), text.uppercased(), text.prefix(1).uppercased() + text.dropFirst().lowercased()]
    let words = ["yes", "no", "on", "off", "true", "false"]
    if text.utf8.count <= 5, isCased.contains(text), words.contains(text.lowercased()) { return true }
    guard mayBeNumber(text) else { return false }
    let numbers =
        /[-+]?(0b[01_]+|0o[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(:[0-5]?[0-9])*(\.[0-9_]*)?([eE][-+]?[0-9]+)?|\.[0-9_]+([eE][-+]?[0-9]+)?|\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN/
    return text.wholeMatch(of: numbers) != nil
}

/// Returns false for most texts that are no numbers. Adopting a megabyte of JSON takes a fifth of the time with it.
private func mayBeNumber(_ text: String) -> Bool {
    var last = UInt8(ascii: "e")
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "+"):
            guard last | 0x20 == UInt8(ascii: "e") else { return false }
        case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"): break
        default: guard isASCIIDigit(byte) || isASCIILetter(byte) else { return false }
        }
        last = byte
    }
    guard let first = text.utf8.first else { return false }
    return isASCIIDigit(first) || "-+.".utf8.contains(first)
}

/// A number in quotes would be text.
private func isNegativeNumber(_ text: String) -> Bool {
    text.hasPrefix("-") && text.wholeMatch(of: /-[.0-9][-+.:0-9A-Za-z]*/) != nil
}

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
    "\(keyYAML(key, isInner: true)): \(flowYAML(value, isInner: true))"
}

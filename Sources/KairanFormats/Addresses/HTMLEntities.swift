/// Resolves the character references that templates and cmark-gfm write (the five of XML and numeric ones) and those
/// that could hide a scheme.
func resolvingCharacterReferences(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
        result += rest[..<start]
        rest = rest[start...]
        if let end = rest.prefix(12).firstIndex(of: ";"), let scalar = scalar(rest[rest.index(after: start)..<end]) {
            result.unicodeScalars.append(scalar)
            rest = rest[rest.index(after: end)...]
        } else {
            result += "&"
            rest = rest.dropFirst()
        }
    }
    return result + rest
}

private func scalar(_ name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    case "colon": ":"
    case "Tab": "\t"
    case "NewLine": "\n"
    default:
        if name.hasPrefix("#x") || name.hasPrefix("#X") {
            UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        } else if name.hasPrefix("#") {
            UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        } else {
            nil
        }
    }
}

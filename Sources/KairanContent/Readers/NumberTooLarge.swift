package import KairanModel

/// A number that readers of JSON would round, each in its own way.
func numberTooLarge(_ text: String, at span: SourceSpan, help: String) -> Diagnostic {
    Diagnostic(
        .error, "number.size",
        "\(text) is too large a number for JavaScript, which is exact up to \(wholeNumbersOfJSON.upperBound)", at: span,
        help: help)
}

/// The whole numbers in valid JSON text that are as large, at their places in the file.
package func numbersTooLarge(in file: SourceFile) -> [Diagnostic] {
    // Hardly any file has so many digits in a row.
    guard hasLongNumber(file.bytes), let root = readJSON(file).value else { return [] }
    return numbersTooLarge(in: root)
}

private func hasLongNumber(_ bytes: [UInt8]) -> Bool {
    let leastDigits = 16
    var digits = 0
    for byte in bytes {
        digits = isASCIIDigit(byte) ? digits + 1 : 0
        if digits == leastDigits { return true }
    }
    return false
}

private func numbersTooLarge(in node: SourceNode) -> [Diagnostic] {
    switch node.content {
    case .mapping(let members): return members.flatMap { numbersTooLarge(in: $0.value) }
    case .sequence(let elements): return elements.flatMap { numbersTooLarge(in: $0) }
    case .scalar(let text, .number):
        guard text.utf8.allSatisfy({ isASCIIDigit($0) || $0 == UInt8(ascii: "-") }),
            Int(text).map({ !wholeNumbersOfJSON.contains($0) }) ?? true
        else { return [] }
        return [numberTooLarge(text, at: node.span, help: "write \"\(text)\" in quotes, which is a text")]
    case .scalar: return []
    }
}

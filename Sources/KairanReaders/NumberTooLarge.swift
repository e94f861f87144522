package import KairanModel

/// Returns the error for a number that readers of JSON would round, each in its own way.
package func numberTooLarge(_ text: String, at span: SourceSpan, help: Help) -> Diagnostic {
    Diagnostic(
        .error, .numberSize,
        "\(text) is too large for JavaScript, which is exact only up to \(wholeNumbersOfJSON.upperBound)", at: span,
        help: help)
}

/// Returns the errors for such numbers in valid JSON text, at their places in the file.
package func numbersTooLarge(in file: SourceFile) -> [Diagnostic] {
    // Hardly any file has so many digits in a row, or an exponent, so few files have to be read for this.
    guard hasLongNumber(file.bytes), let root = readJSON(file).value else { return [] }
    return numbersTooLarge(in: root)
}

private func hasLongNumber(_ bytes: [UInt8]) -> Bool {
    let leastDigits = 16
    var digits = 0
    for byte in bytes {
        if digits > 0, byte | 0x20 == UInt8(ascii: "e") { return true }
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
        // `Double` gives nil for a number that is too small for it.
        guard let number = Double(text), number.magnitude > Double(wholeNumbersOfJSON.upperBound) else { return [] }
        return [
            numberTooLarge(
                text, at: node.span,
                help: Help(
                    "write \"\(text)\" in quotes to make it text", .write("\"\(text)\"", for: text, isCertain: false)))
        ]
    case .scalar: return []
    }
}

internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let text = FieldKind(
        meaning: "a text", example: "…",
        options: ["minimum", "maximum", "matches", "localized", "not", "unique", "default"],
        canBeID: true)
}

extension ValueReader {
    mutating func text(_ written: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        let text = withPlainLineEnds(written)
        if text.unicodeScalars.allSatisfy(\.properties.isWhitespace), !field.isOptional,
            field.limits.minimum != DecimalNumber(0)
        {
            error(
                .fieldMissing, "'\(field.name)' is empty", at: node.span,
                help: "write something, or declare it as 'text?'")
        }
        checkEntities(text, node)
        if field.pattern == nil {
            diagnostics += unevaluatedNames(
                in: text, at: node.span, help: "write what it should show, or put the name into a template")
        }
        if let pattern = field.limits.matches, !text.isEmpty || field.isOptional, !pattern.matches(text) {
            error(
                .fieldForm, "'\(shortened(text))' does not match '\(pattern.text)'", at: node.span,
                help: field.form.example.map { "write it as \($0)" })
        }
        if field.pattern?.isAddress == true { checkAddress(ofPattern: text, node, field) }
        guard field.limits.minimum != nil || field.limits.maximum != nil else { return .text(text) }
        // The length is counted as people and Swift apps count it, in Unicode's extended grapheme clusters.
        checkCount(text.count, of: "character", node, field)
        return .text(text)
    }

    /// Warns of character references that were copied from HTML, because people would see them unchanged.
    private mutating func checkEntities(_ text: String, _ node: SourceNode) {
        guard text.utf8.span.contains(UInt8(ascii: "&")), let entity = htmlEntity(in: text) else { return }
        diagnostics.append(
            Diagnostic(
                .warning, .textEntity, "'\(entity.written)' is shown literally, as a text is not HTML",
                at: node.span, help: .write("write \(entity.meant)", entity.meant, for: String(entity.written))))
    }
}

/// Returns warnings of names that only templates have, in a text that is shown as it is written.
func unevaluatedNames(in text: String, at span: SourceSpan, help: String) -> [Diagnostic] {
    bracedNames(in: text).filter(\.isOfTemplate).map { name in
        Diagnostic(
            .warning, .textUnevaluated, "'\(name.written)' is shown as it is written",
            at: span.part(name.written, of: text), help: help)
    }
}

/// Returns a text whose lines end with LF, so that it is the same whichever program wrote it.
func withPlainLineEnds(_ text: String) -> String {
    guard text.utf8.span.contains(UInt8(ascii: "\r")) else { return text }
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
}

/// Returns the first reference to a character that programs commonly write (HTML, 13.1.4), and the character.
private func htmlEntity(in text: String) -> (written: Substring, meant: String)? {
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
        rest = rest[rest.index(after: start)...]
        guard let end = rest.prefix(9).firstIndex(of: ";") else { continue }
        if let meant = character(ofEntity: rest[..<end]) { return (text[start...end], meant) }
    }
    return nil
}

private func character(ofEntity name: Substring) -> String? {
    if let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "a space"][name] {
        return known
    }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.dropFirst().lowercased().hasPrefix("x")
    let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    return number.flatMap(Unicode.Scalar.init).map { isControlCharacter($0.value) ? "a space" : String($0) }
}

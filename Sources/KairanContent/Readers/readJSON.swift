package import KairanModel

/// Reads JSON strictly by RFC 8259, and stricter where parsers differ: no duplicate keys, no lone surrogates,
/// at most 200 levels. Goes on after a mistake where what was meant is plain, so that one run reports many.
package func readJSON(_ file: SourceFile) -> Diagnosed<SourceNode?> {
    if let error = encodingError(file) { return Diagnosed(nil, [error]) }
    var scanner = JSONScanner(file.bytes, tree: JSONTreeBuilder(file))
    scanner.scan()
    var locator = SourceLocator(file)
    let diagnostics = scanner.mistakes.map { $0.diagnostic(&locator) }
    return Diagnosed(diagnostics.isEmpty ? scanner.tree?.root : nil, diagnostics)
}

/// All mistakes of a JSON file. Without any nothing is built, as nearly always.
package func jsonMistakes(_ file: SourceFile) -> [Diagnostic] {
    if let error = encodingError(file) { return [error] }
    return isCertain(file.bytes) ? [] : readJSON(file).diagnostics
}

/// Reads JSON that somebody keeps by hand, as far as that can be understood: the tree may be there in spite of mistakes.
///
/// With `repairs`, mistakes that have one meaning are warnings.
package func readHandmadeJSON(_ file: SourceFile, repairs: Bool) -> Diagnosed<SourceNode?> {
    var diagnostics: [Diagnostic] = []
    var file = file
    if let mark = file.byteOrderMarkError(rule: "json.byteOrderMark") {
        diagnostics.append(mark.repairable(repairs))
        // Editors count no column for it.
        file = SourceFile(path: file.path, bytes: Array(file.bytes.dropFirst(byteOrderMark.count)))
    }
    if let error = file.textError() { return Diagnosed(nil, diagnostics + [error]) }
    var scanner = JSONScanner(file.bytes, tree: JSONTreeBuilder(file))
    scanner.scan()
    var locator = SourceLocator(file)
    diagnostics += scanner.mistakes.map { mistake in
        let diagnostic = mistake.diagnostic(&locator)
        return mistake.hasOneMeaning ? diagnostic.repairable(repairs) : diagnostic
    }
    return Diagnosed(scanner.tree?.root, diagnostics)
}

extension Diagnostic {
    fileprivate func repairable(_ isRepaired: Bool) -> Diagnostic {
        var diagnostic = self
        (diagnostic.severity, diagnostic.help) =
            isRepaired ? (.warning, "it was read as if it were right") : (.error, help.map { "\($0), or say --repair" })
        return diagnostic
    }
}

/// The first mistake in JSON text, found without building anything: for bytes that Kairan itself wrote.
package func validateJSON(_ bytes: [UInt8], path: String) -> Diagnostic? {
    let file = SourceFile(path: path, bytes: bytes)
    if let error = encodingError(file) { return error }
    if isCertain(bytes) { return nil }
    var scanner = JSONScanner(bytes, tree: nil)
    scanner.scan()
    guard let mistake = scanner.mistakes.first else { return nil }
    var locator = SourceLocator(file)
    return mistake.diagnostic(&locator)
}

private func isCertain(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
        var check = JSONCheck(bytes)
        return check.isCertain()
    }
}

private func encodingError(_ file: SourceFile) -> Diagnostic? {
    file.byteOrderMarkError(rule: "json.byteOrderMark") ?? file.textError()
}

/// A diagnostic before its offsets are turned into lines and columns.
struct JSONMistake {
    var rule: String
    var message: String
    var range: Range<Int>
    var help: String?
    /// Whether it is plain what was meant, all of it.
    var hasOneMeaning = false

    static let rulesWithOneMeaning = ["json.trailingComma", "json.comment", "json.space", "json.quote"]

    func diagnostic(_ locator: inout SourceLocator) -> Diagnostic {
        Diagnostic(.error, rule, message, at: locator.span(range), help: help)
    }
}

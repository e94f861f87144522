package import KairanModel

/// Reads JSON strictly by RFC 8259, and stricter where parsers differ: no duplicate keys, no lone surrogates,
/// at most 200 levels. Goes on after a mistake where what was meant is plain, so that one run reports many.
///
/// Foundation's parser accepts trailing commas, byte order marks and duplicate keys, which strict clients refuse, so
/// this one does not build on it.
package func readJSON(_ file: SourceFile) -> Diagnosed<SourceNode?> {
    let reading = JSONReading(file)
    return Diagnosed(reading.mistakes.isEmpty ? reading.root : nil, reading.mistakes.map(\.diagnostic))
}

/// Reads JSON without mistakes, but only so many elements of each list; nil for JSON with mistakes.
package func readJSON(_ file: SourceFile, elementsOfLists limit: Int) -> SourceNode? {
    let reading = JSONReading(file, limit: limit)
    return reading.mistakes.isEmpty ? reading.root : nil
}

/// All mistakes of a JSON file. Without any nothing is built, as nearly always.
package func jsonMistakes(_ file: SourceFile) -> [Diagnostic] {
    if encodingError(file) == nil, isCertain(file.bytes) { return [] }
    return readJSON(file).diagnostics
}

/// JSON that somebody keeps by hand, as far as it can be understood.
package struct HandmadeJSON: Sendable {
    /// There in spite of mistakes.
    package var root: SourceNode?
    /// The objects and lists of which a part was not understood.
    package var damagedPlaces: Set<SourceSpan>
    package var diagnostics: [Diagnostic]

    /// With `repairs`, mistakes that have one meaning are warnings.
    package init(_ file: SourceFile, repairs: Bool) {
        let reading = JSONReading(file)
        (root, damagedPlaces) = (reading.root, reading.damagedPlaces)
        diagnostics = reading.mistakes.map { $0.hasOneMeaning ? $0.diagnostic.repairable(repairs) : $0.diagnostic }
    }
}

/// What a JSON file holds, and everything that is wrong with it.
private struct JSONReading {
    var root: SourceNode?
    var damagedPlaces: Set<SourceSpan> = []
    var mistakes: [(diagnostic: Diagnostic, hasOneMeaning: Bool)] = []

    init(_ file: SourceFile, limit: Int = .max) {
        if let mark = file.byteOrderMarkError(rule: "json.byteOrderMark") { mistakes.append((mark, true)) }
        let file = file.withoutByteOrderMark
        let texts = file.textErrors()
        mistakes += texts.map { ($0, false) }
        // Nothing is said of what may be letters of another encoding.
        let lines = Set(texts.filter { $0.rule == "text.encoding" }.map(\.span.line))
        var scanner = JSONScanner(
            texts.isEmpty ? file.bytes : withoutTextMistakes(file.bytes),
            tree: JSONTreeBuilder(file, limit: limit))
        scanner.scan()
        var locator = SourceLocator(file)
        mistakes += scanner.mistakes.map { ($0.diagnostic(&locator), $0.hasOneMeaning) }
            .filter { !lines.contains($0.0.span.line) }
        root = scanner.tree?.root
        damagedPlaces = scanner.tree?.damagedPlaces ?? []
    }
}

extension SourceFile {
    /// Editors count no column for the mark.
    package var withoutByteOrderMark: SourceFile {
        bytes.starts(with: byteOrderMark)
            ? SourceFile(path: path, bytes: Array(bytes.dropFirst(byteOrderMark.count))) : self
    }
}

extension Diagnostic {
    fileprivate func repairable(_ isRepaired: Bool) -> Diagnostic {
        var diagnostic = self
        (diagnostic.severity, diagnostic.help) =
            isRepaired
            ? (.warning, "it was read as if it were correct") : (.error, help.map { "\($0), or use --repair" })
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

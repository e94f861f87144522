package import KairanModel

/// Reads JSON strictly by RFC 8259, and more strictly where parsers differ: duplicate keys and lone surrogates are
/// errors, and so are more than 128 levels. After a mistake, reading goes on if it is clear what was meant, so that one
/// run reports many mistakes.
///
/// This reader does not build on Foundation's parser, which accepts trailing commas, byte order marks and duplicate
/// keys, although strict clients refuse them.
package func readJSON(_ file: SourceFile) -> Diagnosed<SourceNode?> {
    let reading = JSONReading(file)
    return Diagnosed(reading.mistakes.isEmpty ? reading.root : nil, reading.mistakes.map(\.diagnostic))
}

/// Reads only the first elements of each list. Returns nil if the JSON has mistakes.
package func readJSON(_ file: SourceFile, elementsOfLists limit: Int) -> SourceNode? {
    let reading = JSONReading(file, limit: limit)
    return reading.mistakes.isEmpty ? reading.root : nil
}

/// Returns all mistakes in a JSON file. No tree is built if there are none, as is nearly always so.
package func jsonMistakes(_ file: SourceFile) -> [Diagnostic] {
    if JSONCheck.isCertain(file.bytes) { return [] }
    return readJSON(file).diagnostics
}

/// JSON that somebody keeps by hand, as far as it can be understood.
package struct HandmadeJSON: Sendable {
    /// The tree, which is there in spite of mistakes.
    package var root: SourceNode?
    /// The objects and lists of which a part was not understood.
    package var damagedPlaces: Set<SourceSpan>
    package var diagnostics: [Diagnostic]
    /// Tells whether the file is JSON for other programs, so that all that is wrong is what Kairan does not publish.
    package let isStandard: Bool

    /// Reads a file. With `repairs`, mistakes that can mean only one thing are warnings.
    package init(_ file: SourceFile, repairs: Bool) {
        let reading = JSONReading(file)
        (root, damagedPlaces) = (reading.root, reading.damagedPlaces)
        isStandard =
            file.textError() == nil
            && reading.mistakes.allSatisfy { [.textControl, .jsonDepth].contains($0.diagnostic.rule) }
        diagnostics = reading.mistakes.map { $0.hasOneMeaning ? $0.diagnostic.repairable(repairs) : $0.diagnostic }
    }
}

/// The content of a JSON file, and everything that is wrong with it.
private struct JSONReading {
    var root: SourceNode?
    var damagedPlaces: Set<SourceSpan> = []
    var mistakes: [(diagnostic: Diagnostic, hasOneMeaning: Bool)] = []

    init(_ file: SourceFile, limit: Int = .max) {
        if let mark = file.byteOrderMarkError(rule: .jsonByteOrderMark) { mistakes.append((mark, true)) }
        let file = file.withoutByteOrderMark
        let texts = file.textErrors()
        mistakes += texts.map { ($0, false) }
        // Other mistakes on these lines are not reported, since the bytes may be letters in another encoding.
        let lines = Set(texts.filter { $0.rule == .textEncoding }.map(\.span.line))
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
    /// The file without a byte order mark, for which editors count no column.
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

/// Returns the first mistake in JSON text without building a tree; for bytes that Kairan itself wrote.
package func validateJSON(_ bytes: [UInt8], path: String) -> Diagnostic? {
    if JSONCheck.isCertain(bytes) { return nil }
    let file = SourceFile(path: path, bytes: bytes)
    if let error = file.byteOrderMarkError(rule: .jsonByteOrderMark) ?? file.textError() { return error }
    var scanner = JSONScanner(bytes, tree: nil)
    scanner.scan()
    guard let mistake = scanner.mistakes.first else { return nil }
    var locator = SourceLocator(file)
    return mistake.diagnostic(&locator)
}

/// A diagnostic before its offsets are turned into lines and columns.
struct JSONMistake {
    var rule: Rule
    var message: String
    var range: Range<Int>
    var help: Help?
    /// Tells whether it is entirely clear what was meant.
    var hasOneMeaning = false
    /// The place of the mend that `help` asks for; nil if it is the place of the mistake.
    var mended: Range<Int>?

    static let rulesWithOneMeaning: [Rule] = [.jsonTrailingComma, .jsonComment, .jsonSpace, .jsonQuote]

    func diagnostic(_ locator: inout SourceLocator) -> Diagnostic {
        var diagnostic = Diagnostic(.error, rule, message, at: locator.span(range), help: help)
        if let mended { diagnostic.fix = help?.fix(at: locator.whole(mended)) }
        return diagnostic
    }
}

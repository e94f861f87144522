package import KairanModel

/// Reads TOML 1.0 (toml.io/en/v1.0.0).
///
/// Integers become plain decimal numbers, and dates and times become texts as in RFC 3339.
package func readTOML(_ file: SourceFile) -> Diagnosed<SourceNode?> {
    if let error = file.byteOrderMarkError() ?? file.textError() { return Diagnosed(nil, [error]) }
    return readTOML(file, range: 0..<file.bytes.count)
}

/// Reads the TOML that stands in `range` of a file of valid UTF-8; `range` starts at the start of a line.
func readTOML(_ file: SourceFile, range: Range<Int>) -> Diagnosed<SourceNode?> {
    var reader = TOMLReader(file, range)
    do throws(TOMLMistake) {
        try reader.readDocument()
        let root = try reader.tables.node(ofTable: 0, depth: 1)
        return Diagnosed(reader.diagnostics.isEmpty ? root : nil, reader.diagnostics)
    } catch {
        return Diagnosed(nil, (reader.diagnostics + [error.diagnostic]).sortedForReport)
    }
}

/// A mistake that ends the reading of a document.
struct TOMLMistake: Error {
    var diagnostic: Diagnostic
}

/// Reads the lines of a document into tables.
struct TOMLReader {
    var scanner: TOMLScanner
    private(set) var tables: TOMLTables
    private(set) var diagnostics: [Diagnostic] = []
    private var current = 0
    /// The tables that dotted keys of this section made. From the next section on, no header may open them again.
    private var madeByDots: [Int] = []

    init(_ file: SourceFile, _ range: Range<Int>) {
        scanner = TOMLScanner(file, range)
        tables = TOMLTables(rootSpan: scanner.span(range.lowerBound..<range.lowerBound), at: range.lowerBound)
    }

    mutating func readDocument() throws(TOMLMistake) {
        while true {
            try scanner.skipBlankLines()
            guard let byte = scanner.peek else { return }
            if byte == Byte.openBracket {
                try header()
            } else {
                let keys = try scanner.keyPath()
                try scanner.expectEquals()
                let value = try scanner.value(depth: 1)
                insert(value, at: keys)
            }
            try scanner.endOfLine()
        }
    }

    private mutating func header() throws(TOMLMistake) {
        let start = scanner.index
        scanner.index += 1
        let isArray = scanner.peek == Byte.openBracket
        if isArray { scanner.index += 1 }
        scanner.skipSpace()
        let keys = try scanner.keyPath()
        guard scanner.skip(Byte.closeBracket), !isArray || scanner.skip(Byte.closeBracket) else {
            throw scanner.mistake(
                .tomlSyntax, "this table's name is not closed by '\(isArray ? "]]" : "]")'",
                start..<(start + 1), help: "write \(isArray ? "[[name]]" : "[name]")")
        }
        let span = scanner.span(start..<start)
        let header = TOMLHeader(span: span, range: start..<scanner.index)
        for table in madeByDots { tables.close(table) }
        madeByDots = []
        switch isArray ? tables.appendElement(at: keys, header) : tables.open(keys, header) {
        case .success(let table): current = table
        case .failure(let clash):
            report(clash)
            current = tables.makeUnreachable(span, header.range)
        }
    }

    private mutating func insert(_ value: SourceNode, at keys: [TOMLKey]) {
        switch tables.insert(value, at: keys, in: current) {
        case .success(let made): madeByDots += made
        case .failure(let clash): report(clash)
        }
    }

    private mutating func report(_ clash: TOMLClash) { diagnostics.append(clash.diagnostic) }
}

/// A clash with a name that is taken.
struct TOMLClash: Error {
    var key: TOMLKey
    var firstLine: Int

    var diagnostic: Diagnostic {
        Diagnostic(
            .error, .tomlDuplicateKey, "'\(key.text)' is given more than once", at: key.span,
            help: "it is already on line \(firstLine): keep one of the two")
    }
}

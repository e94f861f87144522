internal import KairanModel

/// Writes CSV. Fields are quoted if their values need it (RFC 4180). A text that a spreadsheet would run as a formula
/// gets an apostrophe before it.
struct CSVPartWriter: PartWriter {
    private(set) var written = WrittenText()
    private let separator: UInt8
    private var field = Field()
    private var fieldCount = 0
    private var firstCount: Int?

    private struct Field {
        enum Quotes { case none, open, closed }

        /// The content, without the quotes around it and with doubled quotes inside it written once.
        var content: [UInt8] = []
        var quotes = Quotes.none
        /// This is true if its first byte comes from a value.
        var startsWithValue = false
        /// This is true if it contains a value that may be any text.
        var holdsText = false
        /// This is true if a value contains a character with a meaning in CSV.
        var needsQuotes = false
        var place = SourceSpan(path: "")
    }

    init(separator: UInt8) { self.separator = separator }

    mutating func write(literal: ArraySlice<UInt8>, at place: SourceSpan) {
        var here = place
        for byte in literal {
            defer { here.pass(byte) }
            if field.content.isEmpty, field.quotes == .none { field.place = here }
            switch (byte, field.quotes) {
            case (quote, .none) where field.content.isEmpty: field.quotes = .open
            case (quote, .open): field.quotes = .closed
            case (quote, .closed):
                // Two quotes inside a field stand for one.
                field.quotes = .open
                field.content.append(quote)
            case (separator, .none), (separator, .closed):
                endField()
                written.bytes.append(separator)
            case (lineEnd, .none), (lineEnd, .closed):
                endRow(at: here)
                written.bytes.append(lineEnd)
            case (_, .closed): mistake("there is text after a field's closing quote", at: here)
            default: field.content.append(byte)
            }
        }
    }

    mutating func write(_ value: ArraySlice<UInt8>, _ kind: TextPart.Kind, at place: SourceSpan) {
        if field.content.isEmpty {
            if field.quotes == .none { field.place = place }
            if !value.isEmpty { field.startsWithValue = true }
        }
        if field.quotes == .closed { mistake("there is text after a field's closing quote", at: place) }
        if kind != .bare { field.holdsText = true }
        field.content += value
        if value.contains(where: { "\",;\t\r\n".utf8.contains($0) }) { field.needsQuotes = true }
        if value.first == UInt8(ascii: " ") || value.last == UInt8(ascii: " ") { field.needsQuotes = true }
    }

    mutating func finish() {
        if field.quotes == .open { mistake("a quote that starts a field is not closed", at: field.place) }
        if !field.content.isEmpty || field.quotes != .none || fieldCount > 0 { endRow(at: field.place) }
    }

    private mutating func endField() {
        if field.holdsText, isFormula(field.content) {
            if field.startsWithValue {
                field.content.insert(UInt8(ascii: "'"), at: 0)
            } else {
                mistake(
                    "a value inside a formula could run as a part of it", at: field.place,
                    help: "put the value into a field of its own, and let the formula refer to it")
            }
        }
        if field.needsQuotes || field.quotes != .none {
            written.bytes.append(quote)
            for byte in field.content {
                if byte == quote { written.bytes.append(quote) }
                written.bytes.append(byte)
            }
            written.bytes.append(quote)
        } else {
            written.bytes += field.content
        }
        field = Field()
        fieldCount += 1
    }

    private mutating func endRow(at place: SourceSpan) {
        // An empty line is not a row.
        let isEmpty = fieldCount == 0 && field.content.isEmpty && field.quotes == .none
        endField()
        defer { fieldCount = 0 }
        guard !isEmpty else { return }
        let first = firstCount ?? fieldCount
        firstCount = first
        guard first != fieldCount else { return }
        mistake("a row has \(fieldCount) field\(fieldCount == 1 ? "" : "s"), but the first has \(first)", at: place)
    }

    private mutating func mistake(
        _ message: String, at place: SourceSpan,
        help: String = "every row needs the same fields, and quotes must go around a whole field"
    ) {
        written.mistakes.append(Diagnostic(.error, .outputCsv, message, at: place, help: help))
    }
}

private let quote = UInt8(ascii: "\"")
private let lineEnd = UInt8(ascii: "\n")

/// Returns whether a spreadsheet would compute a field with this content. A plain number is not computed.
private func isFormula(_ content: [UInt8]) -> Bool {
    guard let first = content.first, "=+-@\t\r\n".utf8.contains(first) else { return false }
    return String(decoding: content, as: UTF8.self).wholeMatch(of: /[+\-]?[0-9]+(\.[0-9]+)?/) == nil
}

extension PageText {
    /// The first separator in the template outside quotes: a comma, a semicolon or a tab.
    var csvSeparator: UInt8 {
        var isQuoted = false
        for part in parts where part.kind == .literal {
            for byte in bytes[part.range] {
                if byte == quote { isQuoted.toggle() }
                if isQuoted { continue }
                if ",;\t".utf8.contains(byte) { return byte }
            }
        }
        return UInt8(ascii: ",")
    }
}

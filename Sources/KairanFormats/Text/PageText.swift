package import KairanModel
internal import KairanReaders

/// A piece of a page's text, and the piece of a template that made it.
package struct TextPart: Sendable {
    package enum Kind: Sendable {
        case literal
        /// The part is a value that may contain any character.
        case text
        /// The part is a number or a truth value.
        case bare
        /// The part is HTML between three braces.
        case markup
        /// The part is an optional value that is missing.
        case missing

        package init(of value: Value, isEscaped: Bool) {
            self =
                if value.isMissing {
                    .missing
                } else if value.isBareInJSON {
                    .bare
                } else if case .html = value {
                    isEscaped ? .text : .markup
                } else {
                    .text
                }
        }
    }

    package var kind: Kind
    package var range: Range<Int>
    /// The start of the piece in the template.
    var place: SourceSpan

    package init(kind: Kind, range: Range<Int>, place: SourceSpan) {
        self.kind = kind
        self.range = range
        self.place = place
    }
}

/// The text that a page's program writes.
package struct PageText: Sendable {
    var bytes: [UInt8]
    /// The parts in their order, with the white space of indented partials between them. They are empty for formats
    /// without a writer.
    var parts: [TextPart]

    package init(bytes: [UInt8], parts: [TextPart]) {
        self.bytes = bytes
        self.parts = parts
    }

    /// Returns the text as it is published.
    package func written(as format: FileFormat) -> WrittenText {
        switch format {
        case .html, .plain, .script: WrittenText(bytes: bytes)
        case .xml: written(by: XMLPartWriter())
        case .json: written(by: JSONPartWriter())
        case .csv(let separator): written(by: CSVPartWriter(separator: separator ?? csvSeparator))
        case .contentLines: written(by: ContentLineWriter())
        case .styleSheet: written(by: StyleSheetPartWriter())
        }
    }

    private func written(by writer: some PartWriter) -> WrittenText {
        var writer = writer
        var end = 0
        for part in parts {
            if end < part.range.lowerBound { writer.write(literal: bytes[end..<part.range.lowerBound], at: part.place) }
            switch part.kind {
            case .literal: writer.write(literal: bytes[part.range], at: part.place)
            case .text, .bare, .markup, .missing: writer.write(bytes[part.range], part.kind, at: part.place)
            }
            end = part.range.upperBound
        }
        if let last = parts.last, end < bytes.count { writer.write(literal: bytes[end...], at: last.place) }
        writer.finish()
        return writer.written
    }
}

/// A text that a format's writer made from a page's parts.
package struct WrittenText: Sendable {
    package var bytes: [UInt8] = []
    /// The pieces of templates, each with the position in `bytes` at which its own bytes start.
    var places: [(start: Int, place: SourceSpan, isLiteral: Bool)] = []
    package var mistakes: [Diagnostic] = []

    /// Returns the mistakes with places in the templates.
    ///
    /// - Parameter mistakes: Mistakes with places in the text.
    package func located(_ mistakes: [Diagnostic]) -> [Diagnostic] {
        let mistakes = mistakes.sorted()
        return zip(mistakes, origins(of: mistakes.map(\.span))).map { mistake, origin in
            var mistake = mistake
            mistake.span = origin
            return mistake
        }
    }

    /// Returns the places in the templates that wrote these places in the text, which are in the order of the text.
    package func origins(of spans: [SourceSpan]) -> [SourceSpan] {
        guard var origin = places.first?.place else { return spans }
        var (origins, part) = ([SourceSpan](), 0)
        var here = SourceSpan(path: origin.path)
        func isReached(_ place: SourceSpan) -> Bool { (place.line, place.column) <= (here.line, here.column) }
        for (offset, byte) in bytes.enumerated() where origins.count < spans.count {
            while part + 1 < places.count, places[part + 1].start <= offset {
                part += 1
                origin = places[part].place
            }
            while origins.count < spans.count, isReached(spans[origins.count]) { origins.append(origin) }
            here.pass(byte)
            // A value counts as one character, however long it is.
            if places[part].isLiteral { origin.pass(byte) }
        }
        return origins + spans[origins.count...].map { _ in origin }
    }
}

/// Writes the parts of a text by the rules of one format.
protocol PartWriter {
    var written: WrittenText { get }

    /// Writes text of the template's author, which shows the context of the values.
    mutating func write(literal: ArraySlice<UInt8>, at place: SourceSpan)
    mutating func write(_ value: ArraySlice<UInt8>, _ kind: TextPart.Kind, at place: SourceSpan)
    mutating func finish()
}

extension PartWriter {
    mutating func finish() {}
}

extension SourceSpan {
    /// Moves past a byte of the same text.
    mutating func pass(_ byte: UInt8) {
        if byte == lineEnd {
            (line, column) = (line + 1, 1)
        } else if !isContinuation(byte) {
            column += 1
        }
    }
}

private let lineEnd = UInt8(ascii: "\n")

/// Returns whether a byte is the second or a later byte of a UTF-8 sequence.
private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

internal import KairanModel

/// Writes XML. Markup in values is escaped. In CDATA, comments and instructions nothing can be escaped, so there a
/// value cannot end what surrounds it. Characters that XML does not allow are left out.
struct XMLPartWriter: PartWriter {
    private(set) var written = WrittenText()
    private var context = Context.text
    /// The text of the template since the last value, as far as it may end a context.
    private var recent: [UInt8] = []
    private var nesting = XMLNesting()
    /// The tag that is being written, and its start.
    private var tag: (bytes: [UInt8], place: SourceSpan) = ([], SourceSpan(path: ""))

    private enum Context: Equatable {
        case text, tag, cdata, comment, instruction
        case attribute(quote: UInt8)
    }

    mutating func write(literal: ArraySlice<UInt8>, at place: SourceSpan) {
        written.bytes += literal
        var here = place
        for byte in literal {
            defer { here.pass(byte) }
            recent.append(byte)
            if recent.count > longestMark { recent.removeFirst() }
            let next = next(byte)
            follow(byte, to: next, at: here)
            guard let next else { continue }
            // The bytes after the first bracket determine what it opens.
            recent = next == .tag ? [byte] : []
            context = next
        }
    }

    mutating func finish() {
        nesting.finish()
        written.mistakes += nesting.mistakes
    }

    private mutating func follow(_ byte: UInt8, to next: Context?, at place: SourceSpan) {
        switch (context, next) {
        case (.text, .tag): tag = ([], place)
        case (.text, _), (.attribute, nil): nesting.pass(byte, at: place)
        case (.tag, .text): nesting.pass(tag: tag.bytes, at: tag.place)
        case (.tag, nil): tag.bytes.append(byte)
        case (.tag, _), (.attribute, _): nesting.endReference()
        case (.cdata, _), (.comment, _), (.instruction, _): break
        }
    }

    mutating func write(_ value: ArraySlice<UInt8>, _ kind: TextPart.Kind, at place: SourceSpan) {
        recent = []
        nesting.endReference()
        let text = String(decoding: value, as: UTF8.self)
        switch context {
        case .text where kind == .markup: written.bytes += withAttributeValues(allowed(text)).utf8
        case .text, .attribute:
            var escaped = XMLText()
            escaped.text(text)
            written.bytes += escaped.bytes.flatMap { $0 == UInt8(ascii: "'") ? Array("&#39;".utf8) : [$0] }
        case .tag:
            written.mistakes.append(
                Diagnostic(
                    .error, .templateQuotes, "a value outside quotes could become another attribute", at: place,
                    help: "put quotes around it: name=\"{{value}}\""))
        case .cdata: writeData(allowed(text))
        case .comment: written.bytes += allowed(text).replacing("-", with: "- ").utf8
        case .instruction: written.bytes += allowed(text).replacing("?", with: "? ").utf8
        }
    }

    /// Returns the context that starts with the byte that was just written.
    private func next(_ byte: UInt8) -> Context? {
        func ends(_ text: String) -> Bool { recent.suffix(text.utf8.count).elementsEqual(text.utf8) }
        switch context {
        case .text: return byte == UInt8(ascii: "<") ? .tag : nil
        case .tag:
            if recent.elementsEqual("<!--".utf8) { return .comment }
            if recent.elementsEqual("<![CDATA[".utf8) { return .cdata }
            if recent.elementsEqual("<?".utf8) { return .instruction }
            let isFirst = recent.count == 2 && recent[0] == UInt8(ascii: "<")
            if byte == UInt8(ascii: ">") || isFirst && isNoName(byte) { return .text }
            return "\"'".utf8.contains(byte) ? .attribute(quote: byte) : nil
        case .attribute(let quote): return byte == quote ? .tag : nil
        case .cdata: return ends("]]>") ? .text : nil
        case .comment: return ends("-->") ? .text : nil
        case .instruction: return ends("?>") ? .text : nil
        }
    }

    /// Writes text in CDATA. A bracket at either end could join the neighbouring text to an end mark, so the section is
    /// ended and started again there.
    private mutating func writeData(_ text: String) {
        if written.bytes.last == UInt8(ascii: "]") { written.bytes += endAndStart.utf8 }
        written.bytes += text.replacing("]]>", with: "]]\(endAndStart)>").utf8
        if written.bytes.last == UInt8(ascii: "]") { written.bytes += endAndStart.utf8 }
    }
}

/// Returns whether no element, end tag or declaration can start with this byte.
private func isNoName(_ byte: UInt8) -> Bool { " \t\n=&<>0123456789".utf8.contains(byte) }

private let longestMark = "<![CDATA[".utf8.count
private let endAndStart = "]]><![CDATA["

/// Adds empty values to attributes without one, which footnotes have and XML does not allow. Neither `>` nor `"` stands
/// in a text that Markdown writes.
private func withAttributeValues(_ html: String) -> String {
    html.replacing(#/(data-footnotes|data-footnote-(back)?ref)(?=>| aria-label="| data-footnote-backref-idx=")/#) {
        "\($0.0)=\"\""
    }
}

/// Returns the text without characters that XML 1.0, 2.2 forbids.
private func allowed(_ text: String) -> String {
    String(
        String.UnicodeScalarView(
            text.unicodeScalars.filter {
                $0.value >= 0x20 && $0.value != 0xFFFE && $0.value != 0xFFFF || "\t\n\r".unicodeScalars.contains($0)
            }))
}

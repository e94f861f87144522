internal import KairanModel

/// Checks what a template writes as XML. Elements must be nested, and only five names of references exist.
struct XMLNesting {
    private(set) var mistakes: [Diagnostic] = []
    /// The open elements, the outermost first.
    private var open: [(name: String, place: SourceSpan)] = []
    /// The reference that was started by an ampersand; nil elsewhere.
    private var reference: (name: [UInt8], place: SourceSpan)?
    /// This is true if a document type was found, which may declare other references.
    private var hasDocumentType = false

    /// - Parameter byte: A byte of a text or of an attribute's value.
    mutating func pass(_ byte: UInt8, at place: SourceSpan) {
        if byte == UInt8(ascii: ";"), let (name, place) = reference {
            reference = nil
            if !hasDocumentType, !isReference(name) { noReference(at: place) }
        } else if reference != nil, isNamePart(byte) {
            reference?.name.append(byte)
        } else {
            endReference()
            if byte == UInt8(ascii: "&") { reference = ([], place) }
        }
    }

    /// Ends a run of such bytes, before a value or at the end of the text.
    mutating func endReference() {
        if let reference { noReference(at: reference.place) }
        reference = nil
    }

    /// - Parameter tag: The text between the brackets, without the values of attributes.
    mutating func pass(tag: [UInt8], at place: SourceSpan) {
        endReference()
        if tag.first == UInt8(ascii: "!") {
            hasDocumentType = true
        } else if tag.first == UInt8(ascii: "/") {
            close(name(tag.dropFirst()), at: place)
        } else {
            let name = name(tag[...])
            if name.isEmpty {
                mistake("'<' does not begin an element here", at: place, "write &lt;")
            } else if tag.last != UInt8(ascii: "/") {
                open.append((name, place))
            }
        }
    }

    mutating func finish() {
        endReference()
        while let element = open.popLast() { isNeverClosed(element) }
    }

    private mutating func close(_ name: String, at place: SourceSpan) {
        guard open.contains(where: { $0.name == name }) else {
            return mistake(
                "'</\(name)>' closes something that is not open", at: place, "remove it, or write <\(name)> before it")
        }
        while let element = open.popLast(), element.name != name { isNeverClosed(element) }
    }

    private mutating func isNeverClosed(_ element: (name: String, place: SourceSpan)) {
        mistake("'<\(element.name)>' is never closed", at: element.place, "add </\(element.name)>")
    }

    private mutating func noReference(at place: SourceSpan) {
        mistake(
            "'&' does not begin a reference that XML knows", at: place,
            "write &amp; for the character itself, and other characters as they are or as a number such as &#160;")
    }

    private mutating func mistake(_ message: String, at place: SourceSpan, _ help: String) {
        mistakes.append(Diagnostic(.error, .outputXml, message, at: place, help: help))
    }

    private func name(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix { !" \t\r\n/".utf8.contains($0) }, as: UTF8.self)
    }
}

private func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#"):
        true
    default: false
    }
}

/// Returns whether a name or number stands for a character without a document type (XML 1.0, 4.1 and 4.6).
private func isReference(_ name: [UInt8]) -> Bool {
    let name = String(decoding: name, as: UTF8.self)
    return ["amp", "lt", "gt", "quot", "apos"].contains(name) || name.wholeMatch(of: /#[0-9]+|#x[0-9a-fA-F]+/) != nil
}

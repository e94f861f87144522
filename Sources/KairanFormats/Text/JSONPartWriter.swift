internal import KairanModel
internal import KairanReaders

/// Writes JSON. Between quotes a value becomes part of the string, and elsewhere it becomes a whole JSON value.
struct JSONPartWriter: PartWriter {
    private(set) var written = WrittenText()
    private var isString = false
    /// This is true after a backslash of the template.
    private var isEscape = false

    mutating func write(literal: ArraySlice<UInt8>, at place: SourceSpan) {
        written.places.append((written.bytes.count, place, true))
        written.bytes += literal
        for byte in literal {
            if isEscape {
                isEscape = false
            } else if byte == UInt8(ascii: "\"") {
                isString.toggle()
            } else if isString, byte == UInt8(ascii: "\\") {
                isEscape = true
            }
        }
    }

    mutating func write(_ value: ArraySlice<UInt8>, _ kind: TextPart.Kind, at place: SourceSpan) {
        written.places.append((written.bytes.count, place, false))
        if isEscape {
            written.mistakes.append(
                Diagnostic(
                    .error, .templateEscaping, "a value after a backslash would become part of the escape", at: place,
                    help: "remove the backslash; whatever a string cannot hold is escaped automatically"))
        }
        switch kind {
        case .missing: if !isString { written.bytes += "null".utf8 }
        case .bare: written.bytes += value
        case .text, .markup, .literal:
            var writer = JSONWriter(.compact)
            writer.write(String(decoding: value, as: UTF8.self))
            written.bytes += isString ? writer.bytes.dropFirst().dropLast() : writer.bytes[...]
        }
    }
}

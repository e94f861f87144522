internal import KairanSystem

/// A table that the program has inside. Each line begins with names, joined by commas, and has further columns after `|`.
/// The first line says which table it is.
struct EmbeddedTable: Sendable {
    private let text: String

    init(_ path: StaticString) { text = String(embedded: path) }

    /// All lines but the first.
    var lines: some Sequence<Substring> {
        text.utf8.split(separator: UInt8(ascii: "\n")).dropFirst().lazy.map { Substring($0) }
    }

    /// Returns the line with a name. Only lines that hold the name somewhere are split.
    func line(of name: String) -> Substring? {
        let (bytes, newline) = (text.utf8.span, UInt8(ascii: "\n"))
        var next = bytes.firstOffset(of: newline, in: bytes.indices)
        while let before = next, let found = bytes.firstOffset(of: name.utf8.span, in: before..<bytes.count) {
            let start = lastOffset(of: newline, in: bytes.extracting(...found)) ?? before
            let end = bytes.firstOffset(of: newline, in: (start + 1)..<bytes.count) ?? bytes.count
            let line = text[
                text.utf8.index(text.startIndex, offsetBy: start + 1)..<text.utf8.index(text.startIndex, offsetBy: end)]
            if line.names.contains(name[...]) { return line }
            next = end < bytes.count ? end : nil
        }
        return nil
    }
}

extension Substring {
    /// The names in a line of a table.
    var names: some Sequence<Substring> {
        utf8.prefix { $0 != UInt8(ascii: "|") }.split(separator: UInt8(ascii: ",")).lazy.map { Substring($0) }
    }
}

internal import KairanModel

// The mends of warnings. They only write texts or remove something, and are in the file of their warning.
extension ByteWriter {
    mutating func write(_ fix: Fix?, of path: String) {
        let changes = fix?.changes ?? []
        let isStorable = changes.allSatisfy { $0.span.path == path && $0.storedKind != nil }
        write(isStorable ? changes : []) { writer, change in
            writer.write(change.storedKind ?? 0)
            for number in [change.span.line, change.span.column, change.span.length] { writer.write(number) }
            guard case .text(_, let old, let new) = change else { return }
            writer.write(old ?? "")
            writer.write(new)
        }
        write(fix?.isCertain ?? true)
    }
}

extension ByteReader {
    mutating func readFix(of path: String) throws(DamagedBytes) -> Fix? {
        var fix = Fix()
        fix.changes = try readList { (reader) throws(DamagedBytes) in try Fix.Change(reading: &reader, of: path) }
        fix.isCertain = try readFlag()
        return fix.changes.isEmpty ? nil : fix
    }
}

extension Fix.Change {
    fileprivate init(reading reader: inout ByteReader, of path: String) throws(DamagedBytes) {
        let kind = try reader.readInt()
        let span = SourceSpan(
            path: path, line: try reader.readInt(), column: try reader.readInt(), length: try reader.readInt())
        guard kind != 0 else {
            self = .remove(span)
            return
        }
        let old = try reader.readText()
        self = .text(span, kind == 1 ? nil : old, to: try reader.readText())
    }

    /// 0 for what is removed, 1 for a text in place of all that stands there, 2 for one in place of another text.
    fileprivate var storedKind: Int? {
        switch self {
        case .remove: 0
        case .text(_, nil, _): 1
        case .text(_, _?, _): 2
        case .rename, .replace, .add: nil
        }
    }
}

/// The signs of a table: what stands between its cells, and with that how its cells show numbers and days.
///
/// In countries where a comma stands before decimals, spreadsheets put semicolons between cells. They also write days
/// as `31.12.2026`, and would read `1.50` as the first of May.
package enum TableSigns: Sendable {
    case commas, semicolons

    /// Semicolons separate the cells if the first row has some outside quotes, and neither a comma nor a tab, or if a
    /// line above it says so.
    package init(of file: SourceFile) {
        let start = TableStart(of: file)
        self = start.separator == UInt8(ascii: ";") ? .semicolons : .commas
        if self == .semicolons || start.separator == Byte.comma { return }
        var (isQuoted, hasSemicolon, hasBegun) = (false, false, false)
        scan: for byte in file.bytes[start.offset...] {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted: hasSemicolon = true
            case Byte.comma where !isQuoted, UInt8(ascii: "\t") where !isQuoted: return
            // Empty rows before the first one are skipped.
            case newline where !isQuoted && hasBegun: break scan
            default: break
            }
            hasBegun = hasBegun || byte > 0x20
        }
        if hasSemicolon { self = .semicolons }
    }

    package var separator: Character {
        switch self {
        case .commas: ","
        case .semicolons: ";"
        }
    }

    /// The name that messages give to the sign between two cells.
    var name: String {
        switch self {
        case .commas: "comma"
        case .semicolons: "semicolon"
        }
    }

    var separatorByte: UInt8 {
        switch self {
        case .commas: Byte.comma
        case .semicolons: UInt8(ascii: ";")
        }
    }
}

/// The start of a table's first row: behind the byte order mark, and behind a first line `sep=;`. Excel writes and reads
/// such a line, which names the sign between the cells, and shows it to nobody.
struct TableStart {
    private(set) var offset: Int
    private(set) var line = 1
    private(set) var separator: UInt8?

    init(of file: SourceFile) {
        let bytes = file.bytes
        offset = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        let word = bytes[offset...].prefix(5)
        guard word.starts(with: "sep=".utf8), word.count == 5, let sign = word.last, ",;\t".utf8.contains(sign)
        else { return }
        let rest = bytes[word.endIndex...].prefix(2)
        guard rest.first == newline || rest.elementsEqual("\r\n".utf8) else { return }
        offset = word.endIndex + (rest.first == newline ? 1 : 2)
        (line, separator) = (2, sign)
    }
}

extension SourceFile {
    /// The signs of a table; nil for a file of any other kind.
    package var tableSigns: TableSigns? { fileExtension == "csv" ? TableSigns(of: self) : nil }
}

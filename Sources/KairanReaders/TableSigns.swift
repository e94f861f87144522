/// The signs of a table: what stands between its cells, and with that how its cells show numbers and days.
///
/// In countries where a comma stands before decimals, spreadsheets put semicolons between cells. They also write days
/// as `31.12.2026`, and would read `1.50` as the first of May.
package enum TableSigns: Sendable {
    case commas, semicolons

    /// Semicolons separate the cells if the first row has some outside quotes, and neither a comma nor a tab.
    package init(of file: SourceFile) {
        self = .commas
        var (isQuoted, hasSemicolon, hasBegun) = (false, false, false)
        let bytes = file.bytes
        scan: for byte in bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...] {
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

extension SourceFile {
    /// The signs of a table; nil for a file of any other kind.
    package var tableSigns: TableSigns? { fileExtension == "csv" ? TableSigns(of: self) : nil }
}

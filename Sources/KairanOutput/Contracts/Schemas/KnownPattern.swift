/// The forms of texts that schemas give as regular expressions, and that are checked without one.
enum KnownPattern: String {
    case time = "^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"
    case color = "^#[0-9a-f]{6}$"
    case version = #"^[0-9]+(\.[0-9]+){1,3}(-[0-9A-Za-z.-]+)?$"#
    case yearMonth = "^[0-9]{4}-[0-9]{2}$"

    func matches(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        switch self {
        case .time: return hasForm(bytes, "00:00") && bytes[0] < 0x33 || hasForm(bytes, "00:00:00") && bytes[0] < 0x33
        case .color: return bytes.count == 7 && bytes[0] == 0x23 && bytes.dropFirst().allSatisfy(isLowerHexadecimal)
        case .yearMonth: return hasForm(bytes, "0000-00")
        case .version:
            let parts = bytes.split(separator: 0x2D, maxSplits: 1, omittingEmptySubsequences: false)
            let numbers = parts[0].split(separator: 0x2E, omittingEmptySubsequences: false)
            return (2...4).contains(numbers.count) && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
                && parts.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy(isOfSuffix) }
        }
    }

    /// A zero stands for any digit, and a minute or second has at most 59.
    private func hasForm(_ bytes: [UInt8], _ form: String) -> Bool {
        bytes.count == form.utf8.count
            && zip(bytes, form.utf8).allSatisfy { $1 == 0x30 ? isDigit($0) : $0 == $1 }
            && (self != .time || [3, 6].allSatisfy { $0 >= bytes.count || bytes[$0] < 0x36 })
    }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private func isLowerHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte) }

    private func isOfSuffix(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == 0x2D || byte == 0x2E || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

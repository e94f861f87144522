internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let phone = FieldKind(meaning: "a telephone number", example: "03-5550-0100")
}

extension ValueReader {
    mutating func phone(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        isPhone(text) ? .text(text) : invalid(text, node, field, "write it as 03-1234-5678 or +81 3 1234 5678")
    }

    func isPhone(_ text: String) -> Bool {
        let digits = text.utf8.count { isASCIIDigit($0) }
        let allowed = text.utf8.enumerated().allSatisfy { index, byte in
            isASCIIDigit(byte) || " -()".utf8.contains(byte) || (byte == UInt8(ascii: "+") && index == 0)
        }
        return allowed && (3...15).contains(digits)
    }
}

internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let color = FieldKind(meaning: "a colour in quotes, such as \"#1d6f5c\"", example: "\"#1d6f5c\"")
}

extension ValueReader {
    mutating func color(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        color(text).map(Value.text) ?? invalid(text, node, field, "write it as \"#1d6f5c\", in quotes")
    }

    /// Returns the colour `#rgb` or `#rrggbb` as `#rrggbb` in lower case.
    func color(_ text: String) -> String? {
        let digits = text.dropFirst().lowercased()
        guard text.first == "#", digits.utf8.count == 3 || digits.utf8.count == 6,
            digits.utf8.allSatisfy({ isASCIIDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) })
        else { return nil }
        return "#" + (digits.utf8.count == 6 ? digits : digits.map { "\($0)\($0)" }.joined())
    }
}

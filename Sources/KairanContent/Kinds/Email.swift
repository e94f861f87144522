internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let email = FieldKind(meaning: "an address, such as name@example.org", example: "name@example.org")
}

extension ValueReader {
    mutating func email(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        isEmail(text) ? .text(text) : invalid(text, node, field, "write it as name@example.org")
    }

    func isEmail(_ text: String) -> Bool {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty, isDomain(halves[1]) else { return false }
        return text.unicodeScalars.allSatisfy {
            $0.isASCII && $0.value > 0x20 && !"<>()[],;:\\\"\u{7F}".unicodeScalars.contains($0)
        }
    }

    /// Returns whether the text is a domain of at least two labels (RFC 1123, 2.1).
    private func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1
            && labels.allSatisfy { label in
                !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }
}

internal import KairanModel

extension ValueReader {
    /// An absolute address with an allowed scheme, or one inside the site that starts with a slash.
    mutating func url(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if let path = sitePath(text) {
            addresses.append(SourceAddress(destination: path, span: node.span))
            return .sitePath(path)
        }
        if let offset = text.unicodeScalars.enumerated().first(where: {
            $0.element.value <= 0x20 || "<>\"\\^`{|}".unicodeScalars.contains($0.element)
        })?.offset {
            error(
                "url.invalid", "a URL cannot hold this character", at: node.span.advanced(byColumns: offset, length: 1),
                help: "percent-encode it, a space is %20")
            return .missing
        }
        guard let colon = text.firstIndex(of: ":"), isScheme(text[..<colon]) else {
            return invalid(text, node, field, "start it with https://, or with / for a page of this site")
        }
        let scheme = text[..<colon].lowercased()
        guard field.limits.schemes.contains(scheme) else {
            error(
                "url.scheme", "'\(scheme):' is not allowed here", at: node.span,
                help: "allowed: " + field.limits.schemes.joined(separator: ", ") + "; the collection can add 'schemes'")
            return .missing
        }
        if scheme == "https" || scheme == "http" {
            let rest = text[colon...].dropFirst()
            guard rest.hasPrefix("//"), let first = rest.dropFirst(2).first, !"/?#.:".contains(first) else {
                return invalid(text, node, field, "write the host after //, such as https://example.org/page")
            }
        }
        return .text(text)
    }

    private func sitePath(_ text: String) -> String? {
        if text.hasPrefix("/"), !text.hasPrefix("//") { return text }
        guard !surroundings.siteURL.isEmpty, text.hasPrefix(surroundings.siteURL) else { return nil }
        return "/" + text.dropFirst(surroundings.siteURL.count)
    }

    private func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isASCIILetter(first) else { return false }
        return text.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || "+-.".utf8.contains($0) }
    }
}

internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let url = FieldKind(
        meaning: "an address, such as https://example.org/", example: "https://example.org/",
        options: ["schemes", "hosts", "localized", "unique", "default"])
}

extension ValueReader {
    /// Reads an absolute address with an allowed scheme, or an address inside the site that starts with a slash.
    mutating func url(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard isWritable(text, node) else { return .missing }
        if let path = sitePath(text) {
            addresses.append(SourceAddress(destination: path, span: node.span))
            return .sitePath(encoded(path))
        }
        guard let colon = text.firstIndex(of: ":"), isScheme(text[..<colon]) else {
            let words = "start it with https://, or with / for a page of this site"
            let isHost = text.wholeMatch(of: /(www\.)?([a-zA-Z0-9-]+\.)+[a-zA-Z]{2,}(\/.*)?/) != nil
            return invalid(
                text, node, field,
                Help(words, isHost ? .write("https://" + text, for: text, isCertain: false) : nil))
        }
        let scheme = text[..<colon].lowercased()
        guard field.limits.schemes.contains(scheme) else {
            error(
                .urlScheme, "'\(scheme):' is not allowed here", at: node.span,
                help: "allowed: \(field.limits.schemes.joined(separator: ", ")); the collection can add 'schemes'")
            return .missing
        }
        if text.index(after: colon) == text.endIndex {
            return invalid(text, node, field, "write the rest of it after the ':'")
        }
        if let message = wrongHost(text, scheme, field.limits.hosts) {
            error(.urlHost, message, at: node.span, help: "allowed: \(field.limits.hosts.joined(separator: ", "))")
            return .missing
        }
        if hasWebScheme(text) {
            if lacksHost(text) {
                return invalid(text, node, field, "write the host after //, such as https://example.org/page")
            }
            let rest = text[colon...].dropFirst()
            let isASCII = text.utf8.span.allSatisfy { $0 < 0x80 }
            let host = isASCII ? "" : rest.dropFirst(2).prefix { !"/?#".contains($0) }
            guard host.utf8.allSatisfy({ $0 < 0x80 }) else {
                error(
                    .urlInvalid, "the host '\(host)' has letters that not every app can look up", at: node.span,
                    help: "write its ASCII form, which contains xn--")
                return .missing
            }
            if let mistake = mistakeInHost(of: text) {
                error(.urlInvalid, mistake.message, at: node.span, help: Help(mistake.help))
                return .missing
            }
        }
        return .text(encoded(text))
    }

    /// Returns what is wrong with the host of an address, or nil if the declaration allows the host or names no hosts.
    private func wrongHost(_ text: String, _ scheme: String, _ hosts: [String]) -> String? {
        if hosts.isEmpty { return nil }
        guard hasWebScheme(text) else { return "an address with '\(scheme):' has no host" }
        let host = text.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }.lowercased()
        return hosts.contains(host) ? nil : "the host '\(host)' is not allowed here"
    }

    /// Returns false after a character that no address may contain, which is then reported.
    private mutating func isWritable(_ text: String, _ node: SourceNode) -> Bool {
        guard let (offset, scalar) = unwritableCharacter(in: text) else { return true }
        if let character = InvisibleCharacter(scalar) {
            diagnostics.append(.invisible(character, at: node.span.part(at: offset, length: 1, of: text)))
            return false
        }
        let scalars = text.unicodeScalars
        let isAround = offset == 0 || scalars.dropFirst(offset).allSatisfy(\.properties.isWhitespace)
        let code = percentEncoded(String(scalar)) { _ in false }
        error(
            .urlInvalid,
            scalar == "%" ? "a '%' in a URL must begin a code such as %20" : "a URL cannot hold this character",
            at: node.span.part(at: offset, length: 1, of: text),
            help: isAround && scalar.properties.isWhitespace
                ? .delete("remove the space around the address", String(scalar))
                : Help(
                    "write \(code) in its place",
                    // A brace is most likely one of a pattern's.
                    scalar == "{" || scalar == "}" ? nil : .write(code, for: String(scalar), isCertain: true)))
        return false
    }

    /// Returns the address as links in Markdown are written, with everything outside ASCII percent-encoded as UTF-8.
    private func encoded(_ text: String) -> String {
        percentEncoded(text) { $0 < 0x80 }
    }

    private func sitePath(_ text: String) -> String? {
        if text.hasPrefix("/"), !text.hasPrefix("//") { return text }
        guard !scope.siteURL.isEmpty, text.hasPrefix(scope.siteURL) else { return nil }
        let path = text.dropFirst(scope.siteURL.count)
        // Two slashes at the start would name another host.
        return path.hasPrefix("/") ? nil : "/" + path
    }

}

/// Returns whether a text is a scheme (RFC 3986, 3.1).
func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, isASCIILetter(first) else { return false }
    return text.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || "+-.".utf8.contains($0) }
}

package import KairanModel
internal import KairanReaders

extension ValueReader {
    /// Returns help with a value in quotes that should have none.
    ///
    /// - Parameters:
    ///   - isRight: This is true if the value is right without them.
    ///   - value: The value, if it is not the whole text.
    func unquotedHelp(_ text: String, _ isRight: Bool, _ node: SourceNode, writing value: String? = nil) -> Help {
        Help(
            "write it without quotes",
            isRight && node.isQuoted(text) ? .write(value ?? text, for: nil, isCertain: true) : nil)
    }

    /// Returns the path to the one file of the content with a name, as it is written in the entry; nil if there are
    /// several or none.
    func onlyFile(named name: Substring) -> String? {
        let paths = scope.files.keys.filter { $0.hasSuffix("/" + name) && fileName(of: $0) == name }
        guard let path = paths.first, paths.count == 1 else { return nil }
        return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : "/" + path
    }
}

extension Help {
    /// Returns the same advice for a value in quotes that should have none.
    func unquoted(_ text: String, _ node: SourceNode) -> Help {
        guard case .write(let new, _, let isCertain)? = mend else { return self }
        return Help(
            words + ", and without quotes", node.isQuoted(text) ? .write(new, for: nil, isCertain: isCertain) : nil)
    }
}

extension SourceNode {
    /// Returns whether the text stands at the place in quotes and without escapes.
    fileprivate func isQuoted(_ text: String) -> Bool { span.length == text.unicodeScalars.count + 2 }

    /// The name in `{title}` without quotes, which YAML takes for a mapping.
    var bracedName: String? {
        guard let members, members.count == 1, members[0].value.isNull, !members[0].value.isWrittenNull else {
            return nil
        }
        return members[0].key
    }
}

extension Fix {
    /// Returns the mend that lets two values change places.
    static func swap(_ first: SourceNode, _ second: SourceNode) -> Fix? {
        guard let old = first.scalar, let new = second.scalar else { return nil }
        return swapped((old, first.span), (new, second.span))
    }

    /// Returns the mend that lets two texts change places.
    package static func swapped(_ first: (String, SourceSpan), _ second: (String, SourceSpan)) -> Fix {
        var fix = Fix(.text(first.1, first.0, to: second.0), .text(second.1, second.0, to: first.0))
        fix.isCertain = false
        return fix
    }
}

internal import KairanModel

/// The mark before each link at the end of an agreed text.
package let linkMark = "→ "

/// Returns whether a text still says what was published. The division of white space into spaces and lines does not
/// matter. Links must keep their targets, but a link whose page is gone may be dropped, and a text without links may
/// get some.
package func saysSame(_ published: String, _ text: String) -> Bool {
    if published == text { return true }
    let (old, new) = (AgreedParts(published), AgreedParts(text))
    return old.words == new.words && (old.links.isEmpty || new.links.isSubsequence(of: old.links))
}

/// Returns the published text, or the other text if it says the same and has links while the published one has none.
package func withLinks(_ published: String, of text: String) -> String {
    if published == text { return published }
    let (old, new) = (AgreedParts(published), AgreedParts(text))
    return old.words == new.words && old.links.isEmpty && !new.links.isEmpty ? text : published
}

private struct AgreedParts {
    /// The words, separated by single spaces. There is no white space at the ends, or beside CJK characters, where it
    /// is only a line break.
    var words: String
    var links: [Substring]

    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var links: [Substring] = []
        while let line = lines.last, line.hasPrefix(linkMark) { links.append(lines.removeLast()) }
        self.links = links.reversed()
        var words = String.UnicodeScalarView()
        var isAfterSpace = false
        for scalar in lines.joined(separator: "\n").unicodeScalars {
            if scalar.properties.isWhitespace {
                isAfterSpace = true
                continue
            }
            if isAfterSpace, let last = words.last, !last.isJoinedOverLines, !scalar.isJoinedOverLines {
                words.append(" ")
            }
            words.append(scalar)
            isAfterSpace = false
        }
        self.words = String(words)
    }
}

extension Unicode.Scalar {
    fileprivate var isJoinedOverLines: Bool { isCJK && !isHangul }
}

extension [Substring] {
    fileprivate func isSubsequence(of others: [Substring]) -> Bool {
        var rest = others[...]
        return allSatisfy { element in
            guard let index = rest.firstIndex(of: element) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }
}

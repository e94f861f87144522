internal import KairanModel

/// What stands before each link at the end of an agreed text.
let linkMark = "→ "

/// Whether a text is still the one that was published. How its white space is divided into blanks and lines does not
/// matter. Its links lead where they led; one whose page is gone may be dropped, and a text that had none may get some.
func saysSame(_ published: String, _ text: String) -> Bool {
    if published == text { return true }
    let (old, new) = (AgreedParts(published), AgreedParts(text))
    return old.words == new.words && (old.links.isEmpty || new.links.isSubsequence(of: old.links))
}

/// The published text; the other one where it says the same and has links, and the published one none.
func withLinks(_ published: String, of text: String) -> String {
    if published == text { return published }
    let (old, new) = (AgreedParts(published), AgreedParts(text))
    return old.words == new.words && old.links.isEmpty && !new.links.isEmpty ? text : published
}

private struct AgreedParts {
    /// Without white space at the ends and beside CJK, where it is but the end of a line; with one blank elsewhere.
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

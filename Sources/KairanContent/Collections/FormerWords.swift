package import KairanModel
package import KairanReaders

/// The words of earlier versions that other ones have replaced, wherever those may stand.
private let formerWords = [
    "minimumLength": "minimum", "maximumLength": "maximum", "url": "link", "categories": "category",
]

extension DeclarationReader {
    /// Reports a former word and returns the member as it is written now. Returns nil for all other keys, and if the new
    /// word stands beside it.
    mutating func renamed(
        _ member: SourceNode.Member, among members: [SourceNode.Member], allowed: [String]
    ) -> SourceNode.Member? {
        guard let word = formerWords[member.key], allowed.contains(word), !members.contains(where: { $0.key == word })
        else { return nil }
        return renamed(member, to: word)
    }

    /// Reports a key that is another word now, and returns the member with that word.
    package mutating func renamed(_ member: SourceNode.Member, to word: String) -> SourceNode.Member {
        formerWord(member.key, is: word, at: member.keySpan, Fix(.rename(member.keySpan, to: word)))
        return SourceNode.Member(key: word, keySpan: member.keySpan, value: member.value)
    }

    /// Reports a word of earlier versions.
    ///
    /// - Parameter new: What is written instead.
    package mutating func formerWord(_ old: String, is new: String, at span: SourceSpan, _ fix: Fix) {
        error(.wordFormer, "'\(old)' is now '\(new)'", at: span, help: "kairan check --fix rewrites it", fix: fix)
    }
}

package import KairanModel
package import KairanReaders

/// A word of earlier versions that another one has replaced, wherever that may stand beside a third.
private struct FormerWord {
    var old: String
    var new: String
    var beside: String?

    init(_ old: String, _ new: String, beside: String? = nil) {
        (self.old, self.new, self.beside) = (old, new, beside)
    }
}

private let formerWords = [
    FormerWord("minimumLength", "minimum"), FormerWord("maximumLength", "maximum"), FormerWord("url", "link"),
    FormerWord("categories", "category"), FormerWord("hint", "description", beside: "example"),
    FormerWord("summary", "description", beside: "content"), FormerWord("summary", "description", beside: "url?"),
    FormerWord("meant", "ignored"), FormerWord("otherHosts", "hosts", beside: "layout"),
    FormerWord("say", "text", beside: "holds"), FormerWord("noneOf", "not"),
    FormerWord("perFile", "paginate", beside: "nearest"), FormerWord("end", "until", beside: "alarm"),
    FormerWord("minutes", "duration", beside: "alarm"),
    FormerWord("includes", "contains", beside: "from"), FormerWord("items", "entries", beside: "headers"),
]

extension DeclarationReader {
    /// Reports a former word and returns the member as it is written now. Returns nil for all other keys, and if the new
    /// word stands beside it.
    mutating func renamed(
        _ member: SourceNode.Member, among members: [SourceNode.Member], allowed: [String]
    ) -> SourceNode.Member? {
        let former = formerWords.first { former in
            former.old == member.key && allowed.contains(former.new)
                && former.beside.map(allowed.contains) ?? true && !members.contains { $0.key == former.new }
        }
        return former.map { renamed(member, to: $0.new) }
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
        diagnostics.append(.formerWord(old, is: new, at: span, fix))
    }
}

extension Diagnostic {
    static func formerWord(_ old: String, is new: String, at span: SourceSpan, _ fix: Fix) -> Diagnostic {
        var former = Diagnostic(
            .error, .wordFormer, "'\(old)' is now '\(new)'", at: span, help: "kairan check --fix rewrites it")
        former.fix = fix
        return former
    }
}

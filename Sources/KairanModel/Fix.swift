/// A mend that a program can write. It changes what stands at places of one file and nothing else there.
package struct Fix: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// The key at a place gets another name.
        case rename(SourceSpan, to: String)
        /// The value at a place becomes another one.
        case replace(SourceSpan, with: FixedValue)
        /// The mapping with the key at a place gets another member behind that one.
        case add(after: SourceSpan, key: String, FixedValue)
        /// The member whose key is at a place goes, or the element of a list that is there.
        case remove(SourceSpan)
        /// A text that stands once at a place becomes another one; nil means all that stands there. Unlike the other
        /// changes it needs no file that can be read.
        case text(SourceSpan, String?, to: String)

        package var span: SourceSpan {
            switch self {
            case .rename(let span, _), .replace(let span, _), .add(let span, _, _), .remove(let span),
                .text(let span, _, _):
                span
            }
        }
    }

    /// The changes, each at a place of the file as it is before any of them.
    package var changes: [Change]

    /// This is false if somebody may have meant something else. Such a mend is only made where no other mistake follows.
    package var isCertain = true

    package init(_ changes: Change...) { self.changes = changes }

    /// Returns the mend of a key that is most likely a misspelt word; nil if several words are near, or if the word is
    /// there already.
    package static func misspelt(
        _ key: String, at span: SourceSpan, among words: [String], besides keys: [String]
    ) -> Fix? {
        guard let word = onlyNearName(to: key, in: words), !keys.contains(word) else { return nil }
        var fix = Fix(.rename(span, to: word))
        fix.isCertain = false
        return fix
    }
}

/// A value that a fix writes.
package indirect enum FixedValue: Hashable, Sendable {
    /// A word or a path.
    case text(String)
    /// The value that stands at a place of the file now.
    case kept(SourceSpan)
    case list([FixedValue])
    /// A mapping of one member.
    case member(String, FixedValue)

    /// The places whose values it keeps.
    package var kept: [SourceSpan] {
        switch self {
        case .text: []
        case .kept(let span): [span]
        case .list(let values): values.flatMap(\.kept)
        case .member(_, let value): value.kept
        }
    }
}

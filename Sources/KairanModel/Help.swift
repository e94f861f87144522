/// Advice on how to mend a mistake, in one sentence without a final full stop. Where the words say what to write, a
/// program can write it too.
package struct Help: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    package var words: String
    /// The change at the place of the mistake that the words ask for; nil if only a person can make it.
    package var mend: Mend?

    package enum Mend: Hashable, Sendable {
        /// The text `old`, which stands once at the place, becomes another one; nil means all that stands there.
        case write(String, for: String?, isCertain: Bool)
        /// Removes the member of a mapping whose key stands at the place, or the element of a list that does.
        case remove
    }

    package init(_ words: String, _ mend: Mend? = nil) { (self.words, self.mend) = (words, mend) }

    /// Makes advice of what a diagnostic has become.
    package init(_ words: String, fix: Fix?) {
        self.init(words)
        guard let fix, fix.changes.count == 1 else { return }
        switch fix.changes[0] {
        case .text(_, let old, let new): mend = .write(new, for: old, isCertain: fix.isCertain)
        case .remove: mend = .remove
        case .rename, .replace, .add: break
        }
    }

    package init(stringLiteral words: String) { self.init(words) }

    package var description: String { words }

    /// Returns advice that says what to write in place of a text, or of all that stands at the place.
    package static func write(_ words: String, _ new: String, for old: String? = nil) -> Help {
        Help(words, .write(new, for: old, isCertain: true))
    }

    /// Returns advice to delete a text, or all that stands at the place.
    package static func delete(_ words: String = "delete it", _ old: String? = nil) -> Help {
        Help(words, .write("", for: old, isCertain: true))
    }

    /// Returns advice to remove a member or an element.
    package static func remove(_ words: String = "remove it") -> Help { Help(words, .remove) }

    /// Returns the same advice after other words.
    package func after(_ words: String) -> Help { Help(words + self.words, mend) }

    /// Returns the advice, if there is any, after the words that say which output has the mistake.
    package static func at(_ output: String, _ help: Help?) -> Help { help?.after(output + "; ") ?? Help(output) }

    /// Returns the same advice before other words.
    package func before(_ words: String) -> Help { Help(self.words + words, mend) }

    /// Returns the mend as it is written for a place.
    package func fix(at span: SourceSpan) -> Fix? {
        switch mend {
        case nil: return nil
        case .remove?: return Fix(.remove(span))
        case .write(let new, let old, let isCertain)?:
            var fix = Fix(.text(span, old, to: new))
            fix.isCertain = isCertain
            return fix
        }
    }
}

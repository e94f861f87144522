package import KairanReaders

/// The way in which data are written in a text or in the keys of an object. Apps parse such texts.
package enum TextFormat: Sendable, Hashable {
    /// The form of each datum, in order, such as `yyyy-MM-dd` or `#,##0 km`.
    case everywhere([String])
    /// The forms by the locale's code, if there is a file for each locale.
    case byLocale([String: [String]])

    /// This word follows the forms if a literal may replace all of them.
    private static let otherWords = "or other words"

    /// The same format, in which other words may replace the data.
    package var orOtherWords: TextFormat {
        map { forms in forms.last == Self.otherWords ? forms : forms + [Self.otherWords] }
    }

    /// The format of a text that has one of two formats.
    package func or(_ other: TextFormat) -> TextFormat {
        func forms(_ format: TextFormat) -> TextFormat { format.map { $0.filter { $0 != Self.otherWords } } }
        let (known, new) = (forms(self), forms(other))
        let all = known == new ? known : known + new
        return known == self && new == other ? all : all.orOtherWords
    }

    private func map(_ change: ([String]) -> [String]) -> TextFormat {
        switch self {
        case .everywhere(let forms): .everywhere(change(forms))
        case .byLocale(let forms): .byLocale(forms.mapValues(change))
        }
    }

    /// A description for messages.
    package var inWords: String {
        func quoted(_ forms: [String]) -> String {
            let forms = forms.map { $0 == Self.otherWords ? $0 : "'\($0)'" }
            return forms.isEmpty ? "without a format" : forms.joined(separator: ", ")
        }
        switch self {
        case .everywhere(let forms): return quoted(forms)
        case .byLocale(let forms):
            return forms.sorted { $0.key < $1.key }.map { "\(quoted($1)) in \($0)" }.joined(separator: "; ")
        }
    }

    /// Joins two formats, one after the other.
    package static func + (one: TextFormat, other: TextFormat) -> TextFormat {
        switch (one, other) {
        case (.everywhere(let one), .everywhere(let other)): .everywhere(one + other)
        case (.byLocale(let one), .byLocale(let other)): .byLocale(one.merging(other) { $0 + $1 })
        default: one
        }
    }

    /// Returns whether the data are still written in the same way. The loss of a locale is reported elsewhere.
    package func isKept(in new: TextFormat?) -> Bool {
        func isKept(_ old: [String]?, _ new: [String]?) -> Bool {
            if old == new || old?.last == Self.otherWords && old?.dropLast() == new?[...] { return true }
            let plain = old?.map(Self.withoutWord)
            return plain != old && isKept(plain, new)
        }
        switch (self, new) {
        case (.byLocale(let old), .byLocale(let new)):
            let common = old.keys.filter { new[$0] != nil }
            return !common.isEmpty && common.allSatisfy { isKept(old[$0], new[$0]) }
        case (.everywhere(let old), .everywhere(let new)): return isKept(old, new)
        default: return false
        }
    }

    /// Returns the form of a number without the word after it, if that is no unit. Contracts took any word for one once.
    private static func withoutWord(_ form: String) -> String {
        form.replacing(/((?:#,##)?0|percent) ?(\p{L}.*)$/) { isUnit($0.2) ? $0.0 : $0.1 }
    }

    package var json: JSONValue {
        func list(_ forms: [String]) -> JSONValue { .array(forms.map(JSONValue.string)) }
        switch self {
        case .everywhere(let forms): return list(forms)
        case .byLocale(let forms): return .object(forms.sorted { $0.key < $1.key }.map { ($0, list($1)) })
        }
    }

    /// Returns nil for a node that Kairan does not write.
    package init?(reading node: SourceNode) {
        func list(_ node: SourceNode) -> [String] { (node.elements ?? []).compactMap(\.scalar) }
        if let members = node.members {
            self = .byLocale(Dictionary(members.map { ($0.key, list($0.value)) }) { first, _ in first })
        } else if node.elements != nil {
            self = .everywhere(list(node))
        } else {
            return nil
        }
    }
}

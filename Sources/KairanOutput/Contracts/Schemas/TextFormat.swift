internal import KairanContent
internal import KairanReaders

/// How data are written in a text, or in the keys of an object: apps take such texts apart.
package enum TextFormat: Sendable, Hashable {
    /// A form for each of the data, in their order: `yyyy-MM-dd`, `#,##0 km`.
    case everywhere([String])
    /// Of files of which there is one for each locale, by its code.
    case byLocale([String: [String]])

    /// Stands behind the forms where a `default` may stand in for all of them.
    private static let otherWords = "or other words"

    /// It where other words may stand in.
    var orOtherWords: TextFormat {
        switch self {
        case .everywhere(let forms): .everywhere(forms + [Self.otherWords])
        case .byLocale(let forms): .byLocale(forms.mapValues { $0 + [Self.otherWords] })
        }
    }

    /// For messages.
    var inWords: String {
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

    /// One after the other.
    static func + (one: TextFormat, other: TextFormat) -> TextFormat {
        switch (one, other) {
        case (.everywhere(let one), .everywhere(let other)): .everywhere(one + other)
        case (.byLocale(let one), .byLocale(let other)): .byLocale(one.merging(other) { $0 + $1 })
        default: one
        }
    }

    /// Whether what was written so is still written so. A locale that is gone is said elsewhere.
    func isKept(in new: TextFormat?) -> Bool {
        func isKept(_ old: [String]?, _ new: [String]?) -> Bool {
            old == new || old?.last == Self.otherWords && old?.dropLast() == new?[...]
        }
        switch (self, new) {
        case (.byLocale(let old), .byLocale(let new)):
            let common = old.keys.filter { new[$0] != nil }
            return !common.isEmpty && common.allSatisfy { isKept(old[$0], new[$0]) }
        case (.everywhere(let old), .everywhere(let new)): return isKept(old, new)
        default: return false
        }
    }

    var json: JSONValue {
        func list(_ forms: [String]) -> JSONValue { .array(forms.map(JSONValue.string)) }
        switch self {
        case .everywhere(let forms): return list(forms)
        case .byLocale(let forms): return .object(forms.sorted { $0.key < $1.key }.map { ($0, list($1)) })
        }
    }

    /// Nil for what Kairan does not write.
    init?(reading node: SourceNode) {
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

internal import KairanContent
internal import KairanFormats
internal import KairanModel

/// A change that a format makes to a text, such as `upper`. Several of them apply in the order written.
package enum TextChange: Sendable, Hashable {
    case upper, lower, slug, initial
    case cut(Int)
    case replace(String, with: String)
    /// A text becomes a list. The changes after it apply to each element.
    case split(String)
    /// All texts of a list become one. The changes before apply to each of them.
    case join(String)
    /// One text of a list is left, or an empty one if the list is empty.
    case first, last

    static let help =
        "formats of texts: upper, lower, slug, initial, cut 80, replace \"a\" with \"b\", split \" \"; of lists also "
        + "join \", \", first, last"

    /// Returns nil for a text that is not a change.
    init?(_ text: some StringProtocol) {
        let text = String(text.trimmingSpaces())
        switch text {
        case "upper": self = .upper
        case "lower": self = .lower
        case "slug": self = .slug
        case "initial": self = .initial
        case "first": self = .first
        case "last": self = .last
        default:
            if let match = text.wholeMatch(of: /cut +([1-9][0-9]{1,5}|[2-9])/), let length = Int(match.output.1) {
                self = .cut(length)
            } else if let match = text.wholeMatch(of: /replace +"([^"]+)" +with +"([^"]*)"/) {
                self = .replace(String(match.output.1), with: String(match.output.2))
            } else if let match = text.wholeMatch(of: /split +"([^"]+)"/) {
                self = .split(String(match.output.1))
            } else if let match = text.wholeMatch(of: /join +"([^"]*)"/) {
                self = .join(String(match.output.1))
            } else {
                return nil
            }
        }
    }

    /// Returns whether a text begins like one of the changes, even if it is not complete.
    static func isMeant(_ text: some StringProtocol) -> Bool {
        let word = text.trimmingSpaces().prefix { $0.isLetter }
        let words = ["upper", "lower", "slug", "initial", "cut", "replace", "split", "join", "first", "last"]
        return words.contains { $0 == word }
    }

    /// Returns help on a text that is no change.
    static func help(on text: some StringProtocol) -> String {
        let isOne = String(text).wholeMatch(of: /\s*cut +1\s*/) != nil
        return isOne ? "only '…' would be left; write 'initial' for the first letter" : help
    }

    /// Returns how a change is written that names texts, for help.
    static func quotedExample(of text: some StringProtocol) -> String {
        switch text.trimmingSpaces().prefix(while: \.isLetter) {
        case "join": "join \", \""
        case "split": "split \" \""
        default: "replace \"a\" with \"b\""
        }
    }

    var isJoin: Bool { if case .join = self { true } else { false } }

    /// Returns whether there is a list after the change, or nil if it is not for what there is before.
    func makesList(of isList: Bool) -> Bool? {
        switch self {
        case .upper, .lower, .slug, .initial, .cut, .replace: isList
        case .split: isList ? nil : true
        case .join, .first, .last: isList ? false : nil
        }
    }

    /// The change as templates write it.
    var text: String {
        switch self {
        case .upper: "upper"
        case .lower: "lower"
        case .slug: "slug"
        case .initial: "initial"
        case .cut(let length): "cut \(length)"
        case .replace(let old, let new): "replace \"\(old)\" with \"\(new)\""
        case .split(let separator): "split \"\(separator)\""
        case .join(let separator): "join \"\(separator)\""
        case .first: "first"
        case .last: "last"
        }
    }

    func apply(to texts: [String], language: String) -> [String] {
        switch self {
        case .upper: texts.map { uppercased($0, language) }
        case .lower: texts.map { lowercased($0, language) }
        case .slug: texts.map { words(of: $0, language) }
        case .initial: texts.map { indexLetter(of: $0, language) }
        case .cut(let length): texts.map { shortened($0, to: length) }
        case .replace(let old, let new): texts.map { $0.replacing(old, with: new) }
        case .split(let separator): texts.flatMap { parts(of: $0, by: separator) }
        case .join(let separator): [texts.joined(separator: separator)]
        case .first: [texts.first ?? ""]
        case .last: [texts.last ?? ""]
        }
    }
}

/// Returns the words of a text in lower case, joined by hyphens.
private func words(of text: String, _ language: String) -> String {
    lowercased(text, language).split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
}

/// Returns the text with at most `length` characters as people count them, so none is cut in two.
private func shortened(_ text: String, to length: Int) -> String {
    guard text.count > length else { return text }
    var kept = text.prefix(length - 1)
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept + "…"
}

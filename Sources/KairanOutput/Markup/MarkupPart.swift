internal import KairanContent
internal import KairanModel

/// A piece of a compiled template as a browser's reader meets it: text, and values among it.
enum MarkupPart: Sendable {
    /// A line at most.
    case text(String, at: SourceSpan)
    case value(MarkupValue, at: SourceSpan)
    /// What a layout stands around.
    case content(at: SourceSpan)
    case section(MarkupSection)
    /// Each use of a partial in a page has a number, as its names mean the same in all places of that number.
    case partial(use: Int, [MarkupPart])
}

struct MarkupSection: Sendable {
    /// With its transforms, as in `{{#reversed(list)}}`.
    var written: String
    var isInverted: Bool
    /// Whether it may be there more than once.
    var isList: Bool
    var inner: [MarkupPart]
    var span: SourceSpan
}

/// What is known of a value before there is one.
struct MarkupValue: Sendable {
    enum Kind: Sendable {
        case html
        /// Digits, a colour, a date, an id or a word of the site's own: letters, digits and a few signs that mean nothing
        /// to any language that a page is written in.
        case word
        /// A URL, which cannot run code.
        case address(TextAssurance)
        case text
    }

    var name: String
    var kind: Kind
    /// Whether it may write nothing.
    var isOptional = false
    /// Whether it is the name of an entry, which may look like a host's.
    var isID = false

    init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }

    init(_ name: String, _ path: Path, _ type: FieldType) {
        (self.name, isOptional, isID) = (name, path.isOptional, path.steps.last == .id)
        kind =
            if type == .html {
                .html
            } else if type == .url {
                .address(path.assurance)
            } else {
                type.traits.isWord || path.isWord ? .word : .text
            }
    }
}

extension Shape {
    /// Of what it makes: what a template may then rely on.
    var assurance: TextAssurance {
        switch self {
        case .path(let path, default: nil): path.isWord ? .word : path.assurance
        case .text(let pattern, _): pattern.parts.allSatisfy(\.isWord) ? .word : .none
        case .path, .object, .array, .each, .eachGroup, .first, .count, .group, .keyed, .literal, .chart, .map,
            .occurrences, .changes, .route:
            .none
        }
    }
}

extension Path {
    fileprivate var isWord: Bool { assurance == .word || steps.last == .id || type.traits.isWord }
}

extension TextPattern.Part {
    /// Literals are the template's own.
    fileprivate var isWord: Bool { if case .path(let path, .plain) = self { path.isWord } else { true } }
}

internal import KairanContent
internal import KairanModel

/// A piece of a compiled template in the order in which a browser reads it: text, or a value in it.
enum MarkupPart: Sendable {
    /// The text is one line at most.
    case text(String, at: SourceSpan)
    case value(MarkupValue, at: SourceSpan)
    /// The content that stands inside a layout.
    case content(at: SourceSpan)
    case section(MarkupSection)
    /// A partial. Each use in a page has a number, and names mean the same in all places with the same number.
    case partial(use: Int, [MarkupPart])
}

struct MarkupSection: Sendable {
    /// The name with its transforms, as in `{{#reversed(list)}}`.
    var written: String
    var isInverted: Bool
    /// This is true if the section may be repeated.
    var isList: Bool
    var inner: [MarkupPart]
    var span: SourceSpan
}

/// The facts that are known about a value before it exists.
struct MarkupValue: Sendable {
    enum Kind: Sendable {
        case html
        /// The value is a number, a colour, a date, an id or a word of the site's own. It consists of letters, digits
        /// and a few characters that have no meaning in any language of a page.
        case word
        /// The value is a URL, which cannot run code.
        case address(TextAssurance)
        case text
    }

    var name: String
    var kind: Kind
    /// This is true if the value may be missing and write nothing.
    var isOptional = false
    /// This is true if the value is the id of an entry, which may look like the name of a host.
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
    /// The assurance that a template may rely on in the shape's value.
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
    /// This is true if the part is a word or a literal of the template itself.
    fileprivate var isWord: Bool { if case .path(let path, .plain) = self { path.isWord } else { true } }
}

package import KairanModel

/// A piece of a compiled template in the order in which a browser reads it: text, or a value in it.
package enum MarkupPart: Sendable {
    /// The text is one line at most.
    case text(String, at: SourceSpan)
    case value(MarkupValue, at: SourceSpan)
    /// The content that stands inside a layout.
    case content(at: SourceSpan)
    case section(MarkupSection)
    /// A partial. Each use in a page has a number, and names mean the same in all places with the same number.
    case partial(use: Int, [MarkupPart])
}

package struct MarkupSection: Sendable {
    /// The name with its transforms, as in `{{#reversed(list)}}`.
    var written: String
    var isInverted: Bool
    /// This is true if the section may be repeated.
    package var isList: Bool
    package var inner: [MarkupPart]
    var span: SourceSpan

    package init(written: String, isInverted: Bool, isList: Bool, inner: [MarkupPart], span: SourceSpan) {
        self.written = written
        self.isInverted = isInverted
        self.isList = isList
        self.inner = inner
        self.span = span
    }
}

/// The facts that are known about a value before it exists.
package struct MarkupValue: Sendable {
    package enum Kind: Sendable {
        case html
        /// The value is a number, a colour, a date, an id or a word of the site's own. It consists of letters, digits
        /// and a few characters that have no meaning in any language of a page.
        case word
        /// The value is a URL, which cannot run code.
        case address(TextAssurance)
        case text
    }

    package var name: String
    package var kind: Kind
    /// This is true if the value may be missing and write nothing.
    package var isOptional = false
    /// This is true if the value is the id of an entry, which may look like the name of a host.
    package var isID = false
    /// This is true if the value is written for machines, and has a view `text` for people.
    package var isForMachines = false

    package init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
}

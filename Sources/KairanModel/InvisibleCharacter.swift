/// A character that nobody sees, or that looks like a space and is none to the formats of sources.
///
/// Such characters come along with what is copied from web pages and word processors. Many are right inside a text, as
/// between the parts of an emoji, so they are only told of where something is wrong because of them.
package struct InvisibleCharacter: Sendable {
    package let scalar: Unicode.Scalar
    private let name: String

    /// The result is nil for every other character.
    package init?(_ scalar: Unicode.Scalar) {
        guard let name = Self.name(of: scalar) else { return nil }
        (self.scalar, self.name) = (scalar, name)
    }

    private static func name(of scalar: Unicode.Scalar) -> String? {
        if let name = names[scalar.value] { return name }
        switch scalar.value {
        case 0x2000...0x200A: return "a wide or narrow space"
        case 0x202A...0x202E, 0x2066...0x2069: return "a mark of the direction of text"
        case 0x2061...0x2064: return "an invisible operator"
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return "a variation selector"
        case 0xE0001...0xE007F: return "an invisible tag"
        default: return nil
        }
    }

    private static let names: [UInt32: String] = [
        0x00A0: "a no-break space", 0x00AD: "a soft hyphen", 0x034F: "a grapheme joiner", 0x061C: "a letter mark",
        0x115F: "a Hangul filler", 0x1160: "a Hangul filler", 0x1680: "an Ogham space", 0x180E: "a vowel separator",
        0x200B: "a zero-width space", 0x200C: "a zero-width non-joiner", 0x200D: "a zero-width joiner",
        0x200E: "a left-to-right mark", 0x200F: "a right-to-left mark", 0x2028: "a line separator",
        0x2029: "a paragraph separator", 0x202F: "a narrow no-break space", 0x205F: "a mathematical space",
        0x2060: "a word joiner", 0x3000: "an ideographic space", 0x3164: "a Hangul filler",
        0xFEFF: "a byte order mark", 0xFFA0: "a Hangul filler",
    ]

    /// Returns the first such character of a text, with the number of scalars before it.
    package static func first(in text: some StringProtocol) -> (offset: Int, character: InvisibleCharacter)? {
        // Nearly all names and values that are looked at are ASCII.
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        for (offset, scalar) in text.unicodeScalars.enumerated() {
            if let character = InvisibleCharacter(scalar) { return (offset, character) }
        }
        return nil
    }

    /// Returns the first such character of a text that another text has not.
    package static func first(in text: String, exceptThoseIn other: String) -> InvisibleCharacter? {
        guard first(in: text) != nil else { return nil }
        return text.unicodeScalars.lazy.filter { !other.unicodeScalars.contains($0) }
            .compactMap { InvisibleCharacter($0) }.first
    }

    /// Returns the first such character in an address that does not belong to the one before it.
    package static func firstStray(in address: String) -> (offset: Int, character: InvisibleCharacter)? {
        guard first(in: address) != nil else { return nil }
        var before: Unicode.Scalar?
        for (offset, scalar) in address.unicodeScalars.enumerated() {
            if let character = InvisibleCharacter(scalar), !character.joins(before) { return (offset, character) }
            before = scalar
        }
        return nil
    }

    /// Returns the text without such characters, in which what looks like a space is one.
    package static func plain(_ text: String) -> String {
        guard first(in: text) != nil else { return text }
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard let character = InvisibleCharacter(scalar) else {
                plain.append(scalar)
                continue
            }
            if character.isSpace { plain.append(" ") }
        }
        return String(plain).trimmingSpaces().description
    }

    /// Tells whether it belongs to the character before it, as in an emoji or in Persian.
    private func joins(_ before: Unicode.Scalar?) -> Bool {
        let isJoiner = [0x200C, 0x200D].contains(scalar.value) || scalar.properties.isVariationSelector
        return isJoiner && before?.isASCII == false
    }

    /// Tells whether it stands where people see a space.
    fileprivate var isSpace: Bool { scalar.properties.isWhitespace }

    /// The way to mend a text that holds it.
    package var help: Help {
        isSpace
            ? Help(
                "write an ordinary space in its place, or delete it",
                .write(" ", for: String(scalar), isCertain: false))
            : .delete("delete it", String(scalar))
    }
}

extension InvisibleCharacter: CustomStringConvertible {
    /// Its code and what it is, such as `U+00A0, a no-break space`.
    package var description: String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ", " + name
    }
}

extension Diagnostic {
    /// Returns the error for an invisible character because of which a name or a value is not what it looks like; nil
    /// if the text has none.
    ///
    /// - Parameter span: The place of the whole text.
    package static func invisibleCharacter(in text: String, at span: SourceSpan) -> Diagnostic? {
        guard let (offset, character) = InvisibleCharacter.first(in: text) else { return nil }
        return .invisible(character, at: span.part(at: offset, length: 1, of: text))
    }

    package static func invisible(_ character: InvisibleCharacter, at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .error, .textInvisible,
            character.isSpace ? "what looks like a space is \(character)" : "an invisible character: \(character)",
            at: span, help: character.help)
    }
}

internal import KairanReaders

/// An address as an output writes it.
package struct FoundAddress: Sendable, Equatable {
    /// The address, with its character references resolved.
    package var value: String
    /// The bytes of the address, without quotes and without the spaces that browsers drop.
    package var range: Range<Int>
    package var use = Use.open

    package enum Use: Sendable {
        /// A browser opens the address, or runs its content with the rights of the page.
        case open
        /// The page shows the address as a picture, which runs nothing.
        case picture
        /// The page loads the address, such as a style sheet, a film, or a font.
        case load
    }
}

/// The place of an address. Most addresses are followed by their bytes, so a text is made only when it is needed.
package struct AddressPlace: Sendable {
    package internal(set) var range: Range<Int>
    var use = FoundAddress.Use.open
    var form = Form.attribute

    enum Form: Sendable {
        case attribute, styleSheet, styleAttribute
        /// A text of JSON.
        case json
        /// A text that needs no decoding.
        case plain
    }

    init(range: Range<Int>, use: FoundAddress.Use = .open, form: Form = .attribute) {
        (self.range, self.use, self.form) = (range, use, form)
    }

    /// - Parameter range: The range of a text of JSON, without its quotes.
    package init(ofJSON range: Range<Int>) { self.init(range: range, form: .json) }

    func value(in bytes: [UInt8]) -> String {
        switch form {
        case .attribute: attributeText(bytes[range])
        case .styleSheet, .plain: String(decoding: bytes[range], as: UTF8.self)
        case .json: JSONTexts.text(decoding: range, of: bytes)
        // The quotes in the style may be written as references too.
        case .styleAttribute:
            attributeText(bytes[range]).split { $0 == "\"" || $0 == "'" }.joined()
        }
    }

    package func found(in bytes: [UInt8]) -> FoundAddress {
        FoundAddress(value: value(in: bytes), range: range, use: use)
    }
}

/// Returns the text of an attribute, with its character references resolved.
package func attributeText(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.contains(UInt8(ascii: "&")) ? resolvingCharacterReferences(text) : text
}

/// An address as an output writes it.
struct FoundAddress: Sendable, Equatable {
    /// With character references resolved.
    var value: String
    /// The bytes it stands in, without quotes and without the spaces that browsers drop.
    var range: Range<Int>
    var use = Use.open

    enum Use: Sendable {
        /// A browser goes there, or runs what is there with the rights of the page.
        case open
        /// The page shows it as a picture, which runs nothing.
        case picture
        /// The page loads it: a style sheet, a film, the font of a style.
        case load
    }
}

/// Where an address stands. Most are followed by their bytes, so no text is made of them before one is asked for.
struct AddressPlace: Sendable {
    var range: Range<Int>
    var use = FoundAddress.Use.open
    var form = Form.attribute

    enum Form: Sendable {
        case attribute, styleSheet, styleAttribute
    }

    func value(in bytes: [UInt8]) -> String {
        switch form {
        case .attribute: attributeText(bytes[range])
        case .styleSheet: String(decoding: bytes[range], as: UTF8.self)
        // Its quotes may be references too.
        case .styleAttribute:
            attributeText(bytes[range]).split { $0 == "\"" || $0 == "'" }.joined()
        }
    }

    func found(in bytes: [UInt8]) -> FoundAddress { FoundAddress(value: value(in: bytes), range: range, use: use) }
}

/// The text of an attribute, its character references resolved.
func attributeText(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return bytes.contains(UInt8(ascii: "&")) ? resolvingCharacterReferences(text) : text
}

internal import KairanModel

/// Gives every heading an `id` of its own, as GitHub does.
struct HeadingIDs {
    var taken: Set<String> = []
    private var nextNumbers: [String: Int] = [:]

    /// Returns an id in lower case. Letters, digits, `_` and `-` of any script are kept, spaces become `-`, and all
    /// else is dropped.
    mutating func makeID(for heading: String) -> String {
        let slug = slug(of: heading)
        if taken.insert(slug).inserted { return slug }
        var number = nextNumbers[slug, default: 1]
        while !taken.insert("\(slug)-\(number)").inserted { number += 1 }
        nextNumbers[slug] = number + 1
        return "\(slug)-\(number)"
    }
}

/// The headings of a text by their words as people see them. What is copied from a heading differs from its id in case
/// and in characters that nobody sees: GitHub's ids keep the variation selector of an emoji and drop joiners.
package struct VisibleHeadings {
    /// The ids by what they look like; nil where several look the same.
    private let ids: [String: String?]

    package init(_ ids: [String]) {
        self.ids = Dictionary(ids.map { (visibleSlug(of: $0), $0) }) { _, _ in nil }
    }

    /// Returns the one id that was meant by the `#place` of a link.
    package func id(meantBy place: String) -> String? { ids[visibleSlug(of: place)] ?? nil }
}

private func visibleSlug(of words: String) -> String { slug(of: InvisibleCharacter.plain(words)) }

private func slug(of heading: String) -> String {
    var bytes: [UInt8] = []
    for scalar in heading.unicodeScalars {
        switch scalar.value {
        case 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F: bytes.append(UInt8(scalar.value))
        case 0x41...0x5A: bytes.append(UInt8(scalar.value | 0x20))
        case 0x09, 0x0A, 0x20, 0xA0, 0x3000: bytes.append(UInt8(ascii: "-"))
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x3400...0x9FFF, 0xAC00...0xD7A3: bytes += scalar.utf8
        case 0x80... where isWordScalar(scalar): bytes += scalar.properties.lowercaseMapping.utf8
        default: break
        }
    }
    let hyphen = UInt8(ascii: "-")
    var kept = bytes.drop { $0 == hyphen }
    while kept.last == hyphen { kept.removeLast() }
    if kept.isEmpty { return "section" }
    let text = String(decoding: kept, as: UTF8.self)
    // The `id`s of footnotes start in this way.
    return text.hasPrefix("fn-") || text.hasPrefix("fnref-") ? "section-\(text)" : text
}

private func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation:
        true
    default: false
    }
}

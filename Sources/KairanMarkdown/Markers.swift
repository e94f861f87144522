internal import KairanModel

/// Characters that are inserted into the text for cmark-gfm and removed from all its results.
enum Marker {
    /// U+FDD0 is a noncharacter. It is neither space nor punctuation, so a delimiter run beside it sees a letter.
    static let letter: [UInt8] = [0xEF, 0xB7, 0x90]
    /// A space ends a bare address. U+FDD1 after it distinguishes this space from the author's.
    static let addressEnd: [UInt8] = [0x20, 0xEF, 0xB7, 0x91]
    /// U+1BC9F is a punctuation mark of Duployan shorthand, and only beside punctuation does `_` stay a delimiter. It
    /// is never used in a text that contains it already.
    static let punctuation: [UInt8] = [0xF0, 0x9B, 0xB2, 0x9F]
}

/// The markers that a text may contain.
struct MarkerSet: OptionSet, Sendable {
    let rawValue: Int

    /// The set of `Marker.letter` and `Marker.addressEnd`.
    static let noncharacters = MarkerSet(rawValue: 1)
    static let punctuation = MarkerSet(rawValue: 2)

    /// Returns the text without markers, or nil if it contains none.
    func stripped(from text: Span<UInt8>) -> [UInt8]? {
        guard !isEmpty else { return nil }
        var kept: [UInt8] = []
        var copied = 0
        var at = 0
        while at < text.count {
            let length = length(at: at, in: text)
            guard length > 0 else {
                at += 1
                continue
            }
            // The space of an address's end is removed with it. At the edge of a table's cell, cmark-gfm has already
            // trimmed it.
            let isAddressEnd = text[at] == 0xEF && text[at + 2] == 0x91
            let end = isAddressEnd && at > copied && text[at - 1] == 0x20 ? at - 1 : at
            kept.append(copying: text.extracting(copied..<end))
            at += length
            copied = at
        }
        guard copied > 0 else { return nil }
        kept.append(copying: text.extracting(copied...))
        return kept
    }

    /// Returns the length in bytes of the marker that starts at `at`, without the space before U+FDD1, or 0 if there is
    /// none.
    func length(at: Int, in text: Span<UInt8>) -> Int {
        switch text[at] {
        case 0xEF where contains(.noncharacters) && isNoncharacter(at: at, in: text): 3
        case 0xF0 where contains(.punctuation) && text.hasBytes(Marker.punctuation, at: at): 4
        default: 0
        }
    }
}

/// Returns whether U+FDD0 or U+FDD1 is at this offset.
func isNoncharacter(at: Int, in text: Span<UInt8>) -> Bool {
    at + 2 < text.count && text[at] == 0xEF && text[at + 1] == 0xB7 && (text[at + 2] == 0x90 || text[at + 2] == 0x91)
}

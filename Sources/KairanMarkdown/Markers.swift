/// Characters put into the text before cmark-gfm sees it and taken out of everything it gives back.
enum Marker {
    /// U+FDD0, a noncharacter: neither space nor punctuation, so a delimiter run beside it sees a letter.
    static let letter: [UInt8] = [0xEF, 0xB7, 0x90]
    /// A space ends a bare address; U+FDD1 after it tells this space from the author's.
    static let addressEnd: [UInt8] = [0x20, 0xEF, 0xB7, 0x91]
    /// U+1BC9F, a punctuation mark of Duployan shorthand: the only kind of neighbour that lets `_` stay a delimiter.
    /// Never used in a text that has one of its own.
    static let punctuation: [UInt8] = [0xF0, 0x9B, 0xB2, 0x9F]
}

/// Which markers a text may hold.
struct MarkerSet: OptionSet, Sendable {
    let rawValue: Int

    /// `Marker.letter` and `Marker.addressEnd`.
    static let noncharacters = MarkerSet(rawValue: 1)
    static let punctuation = MarkerSet(rawValue: 2)

    /// The text without markers; nil when there is none in it.
    func stripped(from text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
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
            // The space of an address's end comes off with it; at a table cell's edge cmark-gfm has trimmed it.
            let isAddressEnd = text[at] == 0xEF && text[at + 2] == 0x91
            let end = isAddressEnd && at > copied && text[at - 1] == 0x20 ? at - 1 : at
            kept += text[copied..<end]
            at += length
            copied = at
        }
        guard copied > 0 else { return nil }
        return kept + text[copied...]
    }

    /// The length in bytes of the marker that starts at `at`, the space before U+FDD1 not counted; 0 for none.
    func length(at: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        switch text[at] {
        case 0xEF where contains(.noncharacters) && isNoncharacter(at: at, in: text): 3
        case 0xF0 where contains(.punctuation) && text.hasBytes(Marker.punctuation, at: at): 4
        default: 0
        }
    }
}

/// U+FDD0 or U+FDD1.
func isNoncharacter(at: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    at + 2 < text.count && text[at] == 0xEF && text[at + 1] == 0xB7 && (text[at + 2] == 0x90 || text[at + 2] == 0x91)
}

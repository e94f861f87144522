internal import KairanModel

/// The character on one side of a delimiter run.
struct Neighbor {
    enum Kind { case space, punctuation, letter }

    var kind: Kind
    var isCJK: Bool

    static let edge = Neighbor(kind: .space, isCJK: false)
}

extension Span<UInt8> {
    func neighbor(startingAt offset: Int) -> Neighbor {
        scalar(startingAt: offset).map { Neighbor($0.scalar) } ?? .edge
    }

    func neighbor(endingAt offset: Int) -> Neighbor {
        guard let (scalar, start) = scalar(endingAt: offset) else { return .edge }
        // A variation selector belongs to the character before it, which determines whether it is CJK.
        guard scalar.isVariationSelector, let base = self.scalar(endingAt: start) else { return Neighbor(scalar) }
        return Neighbor(kind: .letter, isCJK: base.scalar.isCJK)
    }

    func scalar(startingAt offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        guard offset < count else { return nil }
        let first = UInt32(self[offset])
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard offset + length <= count else { return nil }
        var value = length == 1 ? first : first & (0x7F >> UInt32(length))
        for index in 1..<max(length, 1) { value = value << 6 | UInt32(self[offset + index] & 0x3F) }
        return Unicode.Scalar(value).map { ($0, length) }
    }

    func scalar(endingAt offset: Int) -> (scalar: Unicode.Scalar, start: Int)? {
        var start = offset - 1
        while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
        guard start >= 0 else { return nil }
        return scalar(startingAt: start).map { ($0.scalar, start) }
    }
}

extension Neighbor {
    init(_ scalar: Unicode.Scalar) { self.init(kind: Kind(scalar), isCJK: scalar.isCJK) }
}

extension Neighbor.Kind {
    /// Classifies a scalar by the CommonMark specification, 2.1, except that a table's `|` counts as space because it
    /// may be the edge of a cell.
    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0x7C, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: self = .space
        case 0..<0x80: self = isASCIIPunctuation(UInt8(scalar.value)) ? .punctuation : .letter
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x9FFF, 0xAC00...0xD7A3: self = .letter
        default: self = scalar.isPunctuation ? .punctuation : .letter
        }
    }
}

extension Unicode.Scalar {
    var isVariationSelector: Bool { (0xFE00...0xFE0F).contains(value) || (0xE0100...0xE01EF).contains(value) }

    var isPunctuation: Bool {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            true
        default: false
        }
    }
}

func isASCIIPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
}

func isASCIILetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

/// Returns whether two lines are joined without a space. Hangul is written with spaces. Dashes, ellipses and curly
/// quotes belong to the CJK text beside them.
func joinsLines(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    let (isLeftCJK, isRightCJK) = (left.isCJK && !left.isHangul, right.isCJK && !right.isHangul)
    return isLeftCJK && (isRightCJK || right.isSharedPunctuation) || isRightCJK && left.isSharedPunctuation
}

extension Unicode.Scalar {
    fileprivate var isSharedPunctuation: Bool {
        switch value {
        case 0x2014, 0x2015, 0x2018, 0x2019, 0x201C, 0x201D, 0x2025, 0x2026: true
        default: false
        }
    }
}

extension MarkdownNode {
    /// The first scalar if the node is a text.
    var firstScalar: Unicode.Scalar? {
        kind == .text ? withLiteral { $0.scalar(startingAt: 0)?.scalar } : nil
    }
}

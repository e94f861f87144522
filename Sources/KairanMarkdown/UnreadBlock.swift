internal import KairanModel

extension UnreadMark {
    /// Returns the mark of a heading, an item, a quote, a line or a table that an invisible character keeps from being
    /// one; nil for a line that is meant as text.
    ///
    /// - Parameter isFirst: True for the first line of a paragraph. Later lines begin a list with `1` only.
    static func block(in line: String, isFirst: Bool) -> UnreadMark? {
        guard InvisibleCharacter.first(in: line) != nil else { return nil }
        return rule(line) ?? opening(line, isFirst: isFirst)
    }

    /// `#`, `-`, `1.` or `>`, before or after which such a character stands.
    private static func opening(_ line: String, isFirst: Bool) -> UnreadMark? {
        let scalars = line.unicodeScalars
        let mark = scalars.drop(while: isBlank)
        let marks = /(?<heading>#{1,6})|[\-+*]|(?<number>[0-9]{1,9})[.\)]|(?<quote>>)/
        guard let match = Substring(mark).prefixMatch(of: marks.matchingSemantics(.unicodeScalar)) else { return nil }
        let text = scalars[match.range.upperBound...].drop(while: isBlank)
        let (before, after) = (scalars[..<mark.startIndex], scalars[match.range.upperBound..<text.startIndex])
        guard let stray = (before + after).lazy.compactMap({ InvisibleCharacter($0) }).first else { return nil }
        let isApart = text.isEmpty || after.contains { $0.properties.isWhitespace }
        guard isApart || match.quote != nil, isFirst || match.number.map({ $0 == "1" }) ?? true else { return nil }
        let what = match.heading != nil ? "heading" : match.quote != nil ? "quote" : "list"
        // A number is escaped by a backslash before what follows it.
        let escaped = match.number == nil ? match.0.prefix(1) : match.0.suffix(1)
        return UnreadMark(line[..<text.startIndex], mark: match.0, escaped: escaped, makesNo: what, stray)
    }

    /// A line of dashes and the like.
    private static func rule(_ line: String) -> UnreadMark? {
        let signs = line.unicodeScalars.filter { !isBlank($0) }
        guard let first = signs.first, signs.count > 2, let (_, stray) = InvisibleCharacter.first(in: line) else {
            return nil
        }
        let what: String
        if "-*_=".unicodeScalars.contains(first), signs.allSatisfy({ $0 == first }) {
            what = first == "=" ? "heading" : "line"
        } else if signs.contains("|"), signs.contains("-"), signs.allSatisfy("|:-".unicodeScalars.contains) {
            what = "table"
        } else {
            return nil
        }
        let mark = Substring(String(String.UnicodeScalarView(signs.prefix(12))))
        return UnreadMark(line[...], mark: mark, escaped: mark.prefix(1), makesNo: what, stray)
    }

    private init(
        _ written: Substring, mark: Substring, escaped: Substring, makesNo what: String, _ stray: InvisibleCharacter
    ) {
        self.written = written
        message = "'\(mark)' makes no \(what) because of \(stray)"
        help = "\(stray.help); put a \\ before the '\(escaped)' if it is meant as it is written"
    }
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || InvisibleCharacter(scalar) != nil }

extension Span<UInt8> {
    /// This is false for nearly all lines, which are then not looked at any closer.
    var mayMissBlock: Bool {
        guard count > 0 else { return false }
        switch self[0] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            var at = 1
            while at < count, isASCIIDigit(self[at]) { at += 1 }
            return at + 1 < count && self[at + 1] >= 0x80
        case UInt8(ascii: "#"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: ">"),
            UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: "|"), UInt8(ascii: ":"):
            return !allSatisfy { $0 < 0x80 }
        default: return scalar(startingAt: 0).flatMap { InvisibleCharacter($0.scalar) } != nil
        }
    }
}

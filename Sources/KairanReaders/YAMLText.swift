internal import KairanModel

/// YAML text in the form that libyaml reads. It has the same number of scalars, so that places stay those of the file.
///
/// libyaml takes U+2028 and U+2029 for line ends, and knows only some letters in the names of anchors and aliases. So
/// this text has other scalars in place of these two, names of anchors have letters that libyaml knows, and `*` is
/// replaced by a letter. An alias is then read as unquoted text that starts with `*` in the file, as no other text
/// does.
struct YAMLText {
    private(set) var bytes: ArraySlice<UInt8>
    /// The scalars that stand for others, in UTF-8.
    private var standIns: [(original: [UInt8], standIn: [UInt8])] = []

    /// - Parameter anchors: The anchors whose names have to be hidden, from their `&` on.
    init(_ source: YAMLSource, hiding anchors: [Range<Int>]) {
        var all = source.file.bytes
        var end = source.range.upperBound
        // The last anchor comes first, so that the offsets of the others stay right.
        for anchor in anchors.sorted(by: { $0.lowerBound > $1.lowerBound }) {
            let letters = all[anchor].count { !isContinuation($0) } - 1
            all.replaceSubrange(anchor.dropFirst(), with: repeatElement(UInt8(ascii: "a"), count: letters))
            end -= anchor.count - 1 - letters
        }
        bytes = all[source.range.lowerBound..<end]
        if bytes.contains(where: { $0 == asterisk || $0 == leadOfSeparators }) { replaceScalars() }
        // libyaml takes a last line of spaces alone, without a line end, for text of a block scalar.
        let lastSpaces = bytes.reversed().prefix { $0 == UInt8(ascii: " ") }.count
        if lastSpaces > 0, lastSpaces == bytes.count || bytes.dropLast(lastSpaces).last == newline {
            bytes.append(newline)
        }
    }

    /// Replaces some scalars with private-use scalars that the text does not hold.
    private mutating func replaceScalars() {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let used = Set(scalars.filter { $0.value >= 0x10_0000 })
        let free = (0x10_0000...0x10_FFFD as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init)
            .filter { !used.contains($0) }
        standIns = zip(["*", "\u{2028}", "\u{2029}"], free).map { (Array($0.utf8), Array(String($1).utf8)) }
        bytes = replacing(standIns.map { ($0.original, $0.standIn) }, in: bytes)[...]
    }

    /// Returns text that libyaml read as it is in the file.
    func original(_ text: String) -> String {
        guard !standIns.isEmpty, text.utf8.contains(leadOfStandIns) else { return text }
        let bytes = replacing(standIns.map { ($0.standIn, $0.original) }, in: Array(text.utf8)[...])
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Returns UTF-8 in which some scalars are replaced by others.
private func replacing(
    _ replacements: [(scalar: [UInt8], other: [UInt8])], in bytes: ArraySlice<UInt8>
) -> [UInt8] {
    let leads = replacements.map { $0.scalar[0] }
    var (result, rest) = ([UInt8](), bytes)
    result.reserveCapacity(bytes.count)
    while let next = rest.firstIndex(where: leads.contains) {
        result += rest[..<next]
        rest = rest[next...]
        let found = replacements.first { rest.starts(with: $0.scalar) }
        result += found?.other ?? [rest[next]]
        rest = rest.dropFirst(found?.scalar.count ?? 1)
    }
    return result + rest
}

extension YAMLSource {
    /// Returns the anchor in whose name libyaml stopped, or nil if there is none. A name with quotes does not count,
    /// since it is probably meant as text.
    func unreadAnchor(_ problem: YAMLProblem) -> Range<Int>? {
        let messages = ["cannot start any token", "mapping keys are not allowed"]
        guard problem.context == scanningAnchor || messages.contains(where: problem.message.contains),
            let anchor = anchor(around: problem.offset), !file.bytes[anchor].contains(where: "\"'".utf8.contains)
        else { return nil }
        return anchor
    }

    /// Returns the anchor around an offset, from its `&` on. In YAML 1.2 its name may hold everything but white space
    /// and `,[]{}` (production 102, `ns-anchor-char`).
    func anchor(around offset: Int) -> Range<Int>? {
        let bytes = file.bytes[range]
        let start = bytes[..<offset].lastIndex(where: endsYAMLName).map { $0 + 1 } ?? range.lowerBound
        guard start < offset, bytes[start] == UInt8(ascii: "&") else { return nil }
        return start..<yamlNameEnd(in: bytes, from: start)
    }
}

/// Returns where the name of an anchor, an alias or a tag ends.
func yamlNameEnd(in bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    bytes[start...].firstIndex(where: endsYAMLName) ?? bytes.endIndex
}

private func endsYAMLName(_ byte: UInt8) -> Bool { isYAMLSpace(byte) || ",[]{}".utf8.contains(byte) }

/// Returns whether libyaml takes a byte for a part of an anchor's name.
func isAnchorByte(_ byte: UInt8) -> Bool {
    isASCIILetter(byte) || isASCIIDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
}

private let asterisk = UInt8(ascii: "*")
/// The first byte of U+2028 and U+2029.
private let leadOfSeparators: UInt8 = 0xE2
/// The first byte of every scalar of plane 16.
private let leadOfStandIns: UInt8 = 0xF4

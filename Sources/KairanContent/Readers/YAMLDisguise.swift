internal import KairanModel

/// YAML text as Yams gets to see it: each `*` is another scalar, and so is the first scalar of a key that has a double.
/// U+2028 and U+2029, which end lines for libyaml alone, are others too, and the names of anchors have only letters
/// that it knows.
///
/// One scalar stands in for one scalar, so that lines and columns stay those of the file.
struct YAMLDisguise {
    private(set) var text: String
    /// The offsets in the file of the `&` of anchors whose names are disguised.
    private(set) var anchors: Set<Int> = []
    private var replaced: [(standIn: Unicode.Scalar, original: Unicode.Scalar)] = []
    private var standIns: StandIns
    private var hidden: [Place: (standIn: Unicode.Scalar, original: Unicode.Scalar)] = [:]

    private struct Place: Hashable {
        var line: Int
        var column: Int
    }

    /// - Parameter shown: Of what looks like an anchor, what stays as it is.
    init(_ source: YAMLSource, showing shown: Set<Int> = []) {
        let bytes = source.file.bytes[source.range]
        standIns = StandIns(absentFrom: bytes)
        let names = source.unusualAnchors.filter { !shown.contains($0.lowerBound) }
        anchors = Set(names.map(\.lowerBound))
        let special = bytes.contains { $0 == asterisk || $0 == leadOfSeparators }
        let endsInSpaces = bytes.last == UInt8(ascii: " ")
        text = ""
        guard special || !names.isEmpty || endsInSpaces else {
            text = String(decoding: bytes, as: UTF8.self)
            return
        }
        for original: Unicode.Scalar in ["*", "\u{2028}", "\u{2029}"] {
            replaced.append((standIns.next(), original))
        }
        var end = source.range.lowerBound
        for name in names {
            append(bytes[end...name.lowerBound])
            text += String(repeating: "a", count: bytes[name].count { !isContinuation($0) } - 1)
            end = name.upperBound
        }
        append(bytes[end...])
        // libyaml takes the spaces of a last line without an end for text of a block scalar.
        if endsInSpaces { text += "\n" }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            text.unicodeScalars.append(replaced.first { $0.original == scalar }?.standIn ?? scalar)
        }
    }

    /// Makes the key at a place different from all others. False when it is written in a way that cannot be changed.
    mutating func hideKey(line: Int, column: Int) -> Bool {
        guard hidden.count < maximumHiddenKeys else { return false }
        let bytes = Array(text.utf8)
        var places = YAMLPlaces(bytes: bytes, range: 0..<bytes.count)
        let offset = places.offset(line: line, column: column)
        let scalars = text.unicodeScalars
        var index = text.utf8.index(text.startIndex, offsetBy: offset)
        guard index < scalars.endIndex, !"&!?[{|>".unicodeScalars.contains(scalars[index]) else { return false }
        if scalars[index] == "\"" || scalars[index] == "'" { index = scalars.index(after: index) }
        guard index < scalars.endIndex, !"\"'\\\r\n".unicodeScalars.contains(scalars[index]) else { return false }
        let standIn = standIns.next()
        hidden[Place(line: line, column: column)] = (standIn, scalars[index])
        text.unicodeScalars.replaceSubrange(index...index, with: CollectionOfOne(standIn))
        return true
    }

    /// The text as it stands in the file, and whether it starts with a `*` there.
    func original(_ string: String, line: Int, column: Int) -> (text: String, startsWithStar: Bool) {
        var string = string
        if !hidden.isEmpty, let key = hidden[Place(line: line, column: column)],
            string.unicodeScalars.first == key.standIn
        {
            string.unicodeScalars.replaceSubrange(
                string.startIndex...string.startIndex, with: CollectionOfOne(key.original))
        }
        guard let star = replaced.first?.standIn, string.utf8.contains(leadOfStandIns) else { return (string, false) }
        let startsWithStar = string.unicodeScalars.first == star
        var scalars = String.UnicodeScalarView()
        for scalar in string.unicodeScalars {
            scalars.append(replaced.first { $0.standIn == scalar }?.original ?? scalar)
        }
        return (String(scalars), startsWithStar)
    }
}

extension YAMLSource {
    /// From the `&` on: what looks like an anchor and has a name that libyaml does not read to its end. In YAML 1.2 a
    /// name is of all but spaces and `,[]{}` (production 102, `ns-anchor-char`).
    fileprivate var unusualAnchors: [Range<Int>] {
        let bytes = file.bytes
        var found: [Range<Int>] = []
        var index = range.lowerBound
        while let start = bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) {
            index = start + 1
            guard mayBegin(at: start) else { continue }
            let end = yamlNameEnd(in: bytes[..<range.upperBound], from: index)
            let name = bytes[index..<end]
            if name.contains(where: { !isAnchorByte($0) }), !name.contains(where: "\"'".utf8.contains) {
                found.append(start..<end)
                index = end
            }
        }
        return found
    }

    /// True where a node may begin: at the start of a line, or after a mark or a tag.
    private func mayBegin(at offset: Int) -> Bool {
        let bytes = file.bytes
        var index = offset
        while index > range.lowerBound, bytes[index - 1] == UInt8(ascii: " ") { index -= 1 }
        guard index > range.lowerBound, bytes[index - 1] != newline else { return true }
        if ",[{".utf8.contains(bytes[index - 1]) { return true }
        guard index < offset else { return false }
        if "-?:".utf8.contains(bytes[index - 1]) { return true }
        let word = bytes[range.lowerBound..<index].lastIndex(where: isYAMLSpace).map { $0 + 1 } ?? range.lowerBound
        return bytes[word] == UInt8(ascii: "!")
    }
}

/// Where the name of an anchor, an alias or a tag ends.
func yamlNameEnd(in bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    bytes[start...].firstIndex { isYAMLSpace($0) || ",[]{}".utf8.contains($0) } ?? bytes.endIndex
}

/// True for what libyaml takes for a part of an anchor's name.
func isAnchorByte(_ byte: UInt8) -> Bool {
    isASCIILetter(byte) || isASCIIDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
}

/// Private-use scalars of plane 16 that a text does not hold.
private struct StandIns {
    private var candidate: UInt32 = 0x10_0000
    private var used: Set<UInt32> = []

    init(absentFrom bytes: ArraySlice<UInt8>) {
        guard bytes.contains(leadOfStandIns) else { return }
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where scalar.value >= candidate {
            used.insert(scalar.value)
        }
    }

    mutating func next() -> Unicode.Scalar {
        while used.contains(candidate) { candidate += 1 }
        candidate += 1
        return Unicode.Scalar(candidate - 1) ?? "\u{10FFFD}"
    }
}

/// The first byte of every scalar of plane 16 in UTF-8.
private let leadOfStandIns: UInt8 = 0xF4
private let asterisk = UInt8(ascii: "*")
/// The first byte of U+2028 and U+2029.
private let leadOfSeparators: UInt8 = 0xE2
private let maximumHiddenKeys = 100

/// YAML text as Yams gets to see it: each `*` is another scalar, and so is the first scalar of a key that has a double.
///
/// One scalar stands in for one scalar, so that lines and columns stay those of the file.
struct YAMLDisguise {
    private(set) var text: String
    private let star: Unicode.Scalar?
    private var standIns: StandIns
    private var hidden: [Place: (standIn: Unicode.Scalar, original: Unicode.Scalar)] = [:]

    private struct Place: Hashable {
        var line: Int
        var column: Int
    }

    init(_ source: YAMLSource) {
        let bytes = source.file.bytes[source.range]
        standIns = StandIns(absentFrom: bytes)
        guard bytes.contains(asterisk) else {
            text = String(decoding: bytes, as: UTF8.self)
            star = nil
            return
        }
        let star = standIns.next()
        var replaced: [UInt8] = []
        replaced.reserveCapacity(bytes.count + bytes.count / 8)
        let encoded = Array(String(star).utf8)
        for byte in bytes {
            if byte == asterisk { replaced += encoded } else { replaced.append(byte) }
        }
        text = String(decoding: replaced, as: UTF8.self)
        self.star = star
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
        guard let star, string.utf8.contains(leadOfStandIns) else { return (string, false) }
        let startsWithStar = string.unicodeScalars.first == star
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: string.unicodeScalars.lazy.map { $0 == star ? "*" : $0 })
        return (String(scalars), startsWithStar)
    }
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
private let maximumHiddenKeys = 100

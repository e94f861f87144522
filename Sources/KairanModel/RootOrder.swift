internal import KairanSystem

/// The order of letters that languages share, unless they say otherwise. `Scripts/sorting` writes the table.
final class RootOrder: Sendable {
    /// The weights of characters that differ in more than marks and case. Other weights have room between two of them.
    let weights: [Unicode.Scalar: UInt64]
    /// The weights of letters that are written as several characters.
    let sequences: [[Unicode.Scalar]: UInt64]
    /// The first characters of these.
    let starts: Set<Unicode.Scalar>
    /// The order of marks, such as accents.
    let marks: [Unicode.Scalar: UInt64]
    /// The letters that a character stands for.
    let others: [Unicode.Scalar: [Unicode.Scalar]]
    /// The weights of the scripts that languages put first.
    let scripts: [Substring: ClosedRange<UInt64>]
    let digits: Set<UInt64>
    /// The weight of the first letter. Scripts are moved before it.
    let firstLetter: UInt64
    /// The weight of the first sign that is neither white space nor punctuation.
    let firstSymbol: UInt64

    /// The distance of weights.
    static let step: UInt64 = 256
    static let shared = RootOrder()

    /// The least weight of characters that are not in the table.
    static let beyond: UInt64 = 1 << 32
    static let han = (beyond + 0x3400)...(beyond + 0x9FFF)
    static let hangul = (beyond + 0x1100)...(beyond + 0x11FF)

    private let lines: [Substring]

    private init() {
        lines = String(embedded: "KairanModel/sorting.txt").utf8.split(separator: UInt8(ascii: "\n")).map {
            Substring($0)
        }
        var (weights, sequences) = ([Unicode.Scalar: UInt64](), [[Unicode.Scalar]: UInt64]())
        for (index, scalar) in lines[1].unicodeScalars.enumerated() {
            let (weight, parts) = (UInt64(index + 1) * Self.step, decomposed(String(scalar)))
            if parts.count == 1 { weights[scalar] = weight } else { sequences[parts] = weight }
        }
        let marks = lines[2].unicodeScalars.enumerated().map { ($1, UInt64($0 + 1) * Self.step) }
        let others = lines[3].unicodeScalars.split(separator: " ").map {
            (Array($0)[0], Array($0.dropFirst(2)))
        }
        func weight(_ scalar: Unicode.Scalar?) -> UInt64 { scalar.flatMap { weights[$0] } ?? 0 }
        let scripts = lines[4].split(separator: " ").map { script in
            let ends = script.dropFirst(5).unicodeScalars
            return (script.prefix(4), weight(ends.first)...max(weight(ends.first), weight(ends.last) + Self.step - 1))
        }
        (self.weights, self.sequences) = (weights, sequences)
        starts = Set(sequences.keys.map { $0[0] })
        self.marks = Dictionary(marks) { first, _ in first }
        self.others = Dictionary(others) { first, _ in first }
        self.scripts = Dictionary(scripts) { first, _ in first }
        digits = Set("0123456789".unicodeScalars.map(weight))
        (firstLetter, firstSymbol) = (weight("a"), weight("`"))
    }

    /// Returns the changes, scripts and flags of the nearest locale, each as text.
    func tailoring(of tag: String) -> [Substring] {
        var names = tag.split(separator: "-")[...]
        while !names.isEmpty {
            let name = names.joined(separator: "-").lowercased()
            if let line = lines.dropFirst(5).first(where: { line in line.names.contains { $0.lowercased() == name } }) {
                // A sign in the changes may be the one between columns.
                return line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(\.self)
            }
            names.removeLast()
        }
        return ["", "", ""]
    }
}

/// A letter or a mark of a text that is sorted.
struct LetterElement {
    /// The weight of the letter; 0 for a mark.
    var letter: UInt64
    /// The weight of the mark; 1 for a letter without one.
    var mark: UInt64 = 1
    /// The number of capitals, which decides between texts that are otherwise the same.
    var capitals: UInt64 = 0
}

/// Takes texts apart into the letters of a language.
struct LetterElements: Sendable {
    private let root = RootOrder.shared
    /// This is true where `I` is the capital of `ı`.
    private let isDotless: Bool
    /// This is true where a mark of a long vowel is sorted as the vowel.
    private let hasLongVowels: Bool
    private(set) var sequences: [[Unicode.Scalar]: [LetterElement]] = [:]
    /// The first characters of sequences.
    private var starts = RootOrder.shared.starts
    private var longest = 2
    private var marks = RootOrder.shared.marks
    /// The characters that begin no sequence of the root order here.
    private var plain: Set<Unicode.Scalar> = []

    /// - Parameter changes: See `Scripts/sorting`.
    init(_ changes: Substring, _ flags: Set<Substring>) {
        (isDotless, hasLongVowels) = (flags.contains("dotless"), flags.contains("long"))
        var place = Place.letters([], 0)
        // A mark would be one character with the sign before it.
        for change in changes.unicodeScalars.split(separator: " ") { read(change, &place) }
    }

    /// The place at which the next change adds a letter or a mark, and how many it has added there.
    private enum Place {
        case letters([LetterElement], UInt64)
        case mark(UInt64, UInt64)
    }

    private mutating func read(_ change: Substring.UnicodeScalarView, _ place: inout Place) {
        let text = change.dropFirst()
        switch change.first {
        case "~": plain.formUnion(String(text).lowercased().unicodeScalars)
        case "&": place = self.place(text)
        default:
            let parts = text.split(separator: "/", maxSplits: 1)
            guard let item = parts.first.map({ decomposed(String($0)) }), let first = item.first else { return }
            switch place {
            case .mark(let weight, let count):
                if item.count == 1 { marks[first] = weight + count + 1 }
                place = .mark(weight, count + 1)
            case .letters(var elements, var count):
                guard var last = elements.popLast() else { return }
                if change.first == "<" {
                    last = LetterElement(letter: last.letter + 1)
                    (elements, count) = (elements + [last], 0)
                    sequences[item] = elements
                } else {
                    count += 1
                    sequences[item] = elements + [LetterElement(letter: last.letter, mark: 1 + count)]
                    elements.append(last)
                }
                if parts.count == 2 { sequences[item, default: []] += self.elements(of: String(parts[1])) }
                starts.insert(first)
                longest = max(longest, item.count)
                place = .letters(elements, count)
            }
        }
    }

    private func place(_ text: Substring.UnicodeScalarView) -> Place {
        let isBefore = text.first == "!" && text.count > 1
        let anchor = decomposed(String(text.dropFirst(isBefore ? 1 : 0)).lowercased())
        if anchor.count == 1, let mark = root.marks[anchor[0]] { return .mark(mark, 0) }
        var elements = elements(ofSmall: anchor, [])
        if isBefore, let last = elements.popLast() {
            elements.append(LetterElement(letter: last.letter - RootOrder.step / 2))
        }
        return .letters(elements, 0)
    }

    func elements(of text: String) -> [LetterElement] {
        let (scalars, capitals) = small(logicalOrder(withVowels(decomposed(text))))
        return elements(ofSmall: scalars, capitals)
    }

    /// - Parameter capitals: Tells which of the characters were capitals; empty if none was.
    private func elements(ofSmall scalars: [Unicode.Scalar], _ capitals: [Bool]) -> [LetterElement] {
        var (scalars, capitals) = (scalars, capitals)
        var (found, index) = ([LetterElement](), 0)
        while index < scalars.count {
            // `sH` is two letters where `sh`, `Sh` and `SH` are one.
            let isSmall = !capitals.isEmpty && !capitals[index]
            let end = isSmall ? capitals[index...].firstIndex(of: true) ?? scalars.count : scalars.count
            var (elements, length) = next(scalars[index..<end])
            if length == 1, let mark = markOf(scalars, at: index) {
                scalars.insert(scalars.remove(at: mark), at: index + 1)
                if !capitals.isEmpty { capitals.insert(capitals.remove(at: mark), at: index + 1) }
                (elements, length) = next(scalars[index...])
            }
            let count = capitals.isEmpty ? 0 : capitals[index..<index + length].count { $0 }
            for element in elements {
                found.append(
                    LetterElement(
                        letter: element.letter, mark: element.mark, capitals: element.capitals + UInt64(count)))
            }
            index += length
        }
        return found
    }

    /// Returns the next letter or mark, and how many characters it takes.
    private func next(_ scalars: ArraySlice<Unicode.Scalar>) -> (elements: [LetterElement], length: Int) {
        let first = scalars[scalars.startIndex]
        if starts.contains(first) {
            for length in stride(from: min(longest, scalars.count), through: 1, by: -1) {
                let sequence = Array(scalars.prefix(length))
                if let elements = sequences[sequence] { return (elements, length) }
                if length > 1, !plain.contains(first), let weight = root.sequences[sequence] {
                    return ([LetterElement(letter: weight)], length)
                }
            }
        }
        if let weight = root.weights[first] { return ([LetterElement(letter: weight)], 1) }
        if let others = root.others[first] {
            // More than any number of capitals keeps such a letter behind those that it stands for.
            let elements = elements(ofSmall: others, [])
            return (elements.map { LetterElement(letter: $0.letter, mark: $0.mark, capitals: 9) }, 1)
        }
        if let mark = marks[first] { return ([LetterElement(letter: 0, mark: mark)], 1) }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return ([LetterElement(letter: 0, mark: RootOrder.step)], 1)
        case .format, .control: return ([], 1)
        default: return ([LetterElement(letter: RootOrder.beyond + UInt64(first.value))], 1)
        }
    }

    /// Returns the position of a mark that makes another letter of the character at a position, behind marks of other
    /// kinds (UTS 10, 7.2).
    private func markOf(_ scalars: [Unicode.Scalar], at index: Int) -> Int? {
        guard starts.contains(scalars[index]) else { return nil }
        var (position, last) = (index + 1, UInt8(0))
        while position < scalars.count {
            let kind = scalars[position].properties.canonicalCombiningClass.rawValue
            guard kind != 0 else { return nil }
            let sequence = [scalars[index], scalars[position]]
            if position > index + 1, kind > last, sequences[sequence] != nil || root.sequences[sequence] != nil {
                return position
            }
            (position, last) = (position + 1, kind)
        }
        return nil
    }

    /// Returns small letters, and which of them were capitals.
    private func small(_ scalars: [Unicode.Scalar]) -> (scalars: [Unicode.Scalar], capitals: [Bool]) {
        var (found, capitals) = ([Unicode.Scalar](), [Bool]())
        for (index, scalar) in scalars.enumerated() {
            var letters = scalar.isASCII ? nil : Array(scalar.properties.lowercaseMapping.unicodeScalars)
            if ("A"..."Z").contains(scalar) { letters = [Unicode.Scalar(UInt8(scalar.value + 0x20))] }
            if isDotless {
                let dot: Unicode.Scalar = "\u{307}"
                if scalar == dot, index > 0, scalars[index - 1] == "I" { continue }
                if scalar == "I" { letters = index + 1 < scalars.count && scalars[index + 1] == dot ? ["i"] : ["ı"] }
            }
            for letter in letters ?? [scalar] {
                found.append(letter)
                capitals.append(letter != scalar)
            }
        }
        return (found, capitals)
    }

    /// Writes the vowel of the kana before it in place of each mark of a long vowel.
    private func withVowels(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard hasLongVowels, scalars.contains("ー") else { return scalars }
        var vowel: Unicode.Scalar?
        return scalars.map { scalar in
            let small = (0x30A1...0x30F6).contains(scalar.value) ? scalar.value - 0x60 : scalar.value
            switch small {
            case 0x3041...0x3096: vowel = Self.vowels[kanaSounds[Int(small) - 0x3041].last?.lowercased() ?? ""]
            // These make another sound of a kana, with the same vowel.
            case 0x3099, 0x309A: break
            case 0x30FC: return vowel ?? scalar
            default: vowel = nil
            }
            return scalar
        }
    }

    private static let vowels: [String: Unicode.Scalar] = ["a": "あ", "i": "い", "u": "う", "e": "え", "o": "お"]

    /// In Thai and Lao, some vowels are written before the consonant after which they are spoken and sorted.
    private func logicalOrder(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var (scalars, index) = (scalars, 0)
        while index + 1 < scalars.count {
            switch (scalars[index].value, scalars[index + 1].value) {
            case (0xE40...0xE44, 0xE01...0xE2E), (0xEC0...0xEC4, 0xE81...0xEAE):
                scalars.swapAt(index, index + 1)
                index += 2
            default: index += 1
            }
        }
        return scalars
    }
}

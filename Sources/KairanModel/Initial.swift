extension TextOrder {
    /// Returns the letter in small under which an index of the language lists a text: `a` for `Äpfel` in German, and `ä`
    /// in Swedish. It is nil for a text that does not begin with a letter. Marks before the first letter do not count.
    package func initial(of text: String) -> String? {
        let text = text.drop { !$0.isLetter && !$0.isNumber }
        guard let first = text.first, first.isLetter else { return nil }
        // A letter of a language is up to three characters, such as `dzs` in Hungarian.
        return letters.initial(of: String(text.prefix(3))) ?? first.lowercased()
    }
}

extension LetterElements {
    fileprivate func initial(of text: String) -> String? {
        guard let letter = elements(of: text).first(where: { $0.letter != 0 })?.letter else { return nil }
        if let own = ownLetter(letter) { return own }
        if RootOrder.hangul.contains(letter) { return Self.consonant(letter) }
        return RootOrder.initials[letter].map { Self.headings[$0] ?? $0 }
    }

    /// Returns the letter that the language itself adds, however many characters it has.
    private func ownLetter(_ letter: UInt64) -> String? {
        let isIt = { (elements: [LetterElement]) in
            elements.count == 1 && elements[0].letter == letter && elements[0].mark == 1
        }
        return sequences.first { isIt($0.value) }.map { canonicalForm(of: String(String.UnicodeScalarView($0.key))) }
    }

    /// The letters whose weight belongs to another form of them, as indexes write them: kana, and the hamza, which stands
    /// on an alif at the beginning of a word.
    private static let headings: [String: String] = [
        "ぁ": "あ", "ぃ": "い", "ぅ": "う", "ぇ": "え", "ぉ": "お", "ゕ": "か", "ゖ": "け", "っ": "つ", "ゃ": "や", "ゅ": "ゆ",
        "ょ": "よ", "ゎ": "わ", "ء": "ا",
    ]

    /// Indexes of Korean have the first consonant of a syllable, as a letter of its own.
    private static func consonant(_ letter: UInt64) -> String? {
        let index = Int(letter - RootOrder.hangul.lowerBound)
        return consonants.indices.contains(index) ? String(consonants[index]) : nil
    }

    private static let consonants = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
}

extension RootOrder {
    /// The letter of each weight.
    fileprivate static let initials: [UInt64: String] = {
        let single = shared.weights.map { ($1, String($0)) }
        let composed = shared.sequences.map { ($1, canonicalForm(of: String(String.UnicodeScalarView($0)))) }
        return Dictionary(single + composed) { first, _ in first }
    }()
}

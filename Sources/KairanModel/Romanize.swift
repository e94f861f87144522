/// Returns a text with its Hangul and kana in Latin letters, without accents and in small letters. All other letters stay.
///
/// Hangul is written in the Revised Romanization of Korean, each syllable as it sounds alone, and kana in Hepburn's
/// spelling, letter by letter, without marks for long vowels.
package func romanized(_ text: String) -> String {
    var result = ""
    var doubles = false
    for scalar in folded(text) {
        switch scalar.value {
        case 0xAC00...0xD7A3: result += syllable(Int(scalar.value) - 0xAC00)
        case 0x3063: doubles = true
        case 0x3041...0x3096:
            append(kanaSounds[Int(scalar.value) - 0x3041], isDoubled: doubles, to: &result)
            doubles = false
        // The mark of a long vowel.
        case 0x30FC: break
        default:
            result.unicodeScalars.append(scalar)
            doubles = false
        }
    }
    return result
}

/// Appends a kana. A small one changes the vowel of the one before: `ki` and `ya` are `kya`, and `te` and `i` are `ti`.
private func append(_ kana: Substring, isDoubled: Bool, to text: inout String) {
    let isSmall = kana.first?.isUppercase == true
    var sound = kana.lowercased()
    if isSmall, let vowel = text.last, "aiueo".contains(vowel) {
        text.removeLast()
        // The letter `u` alone before another vowel is `w`.
        if text.last?.isLetter != true, vowel == "u" { text += "w" }
        if sound.hasPrefix("y"), text.hasSuffix("sh") || text.hasSuffix("ch") || text.hasSuffix("j") {
            sound.removeFirst()
        }
    }
    if isDoubled, let first = sound.first, !"aiueon".contains(first) {
        text += first == "c" ? "t" : String(first)
    }
    text += sound
}

/// The hiragana from U+3041 to U+3096. The small ones are in capitals.
let kanaSounds =
    """
    A a I i U u E e O o ka ga ki gi ku gu ke ge ko go sa za shi ji su zu se ze so zo ta da chi ji tsu tsu zu te de to do \
    na ni nu ne no ha ba pa hi bi pi fu bu pu he be pe ho bo po ma mi mu me mo YA ya YU yu YO yo ra ri ru re ro WA wa i e \
    o n vu ka ke
    """.split(separator: " ")

/// Returns a syllable of Hangul by its number: each is one of 19 first letters, one of 21 vowels, and one of 28 ends
/// (Unicode 15, 3.12).
private func syllable(_ number: Int) -> String {
    "\(firstLetters[number / (21 * 28)])\(vowels[number / 28 % 21])\(lastLetters[number % 28])"
}

private let firstLetters = "g kk n d tt r m b pp s ss - j jj ch k t p h".split(separator: " ").map(orNothing)
private let vowels = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(separator: " ").map(orNothing)
private let lastLetters =
    "- k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(separator: " ").map(orNothing)

private func orNothing(_ letter: Substring) -> Substring { letter == "-" ? "" : letter }

internal import CUTF8Proc

/// Returns the same letters for a text however it is written: compatibility forms are resolved (half-width kana,
/// full-width letters), accents are dropped, capitals become small, and katakana become hiragana.
///
/// Apps have to fold their queries in the same way, letter for letter. So all steps can be done on every platform:
/// Unicode's NFKD, removing what `isDropped` names, NFC, small letters, and the two tables below.
package func folded(_ text: String) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(text.utf8.count)
    // Each line is folded alone: no letter is composed across a line end, and few lines hold anything that has to be
    // resolved.
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
        if !result.isEmpty || line.startIndex != text.unicodeScalars.startIndex { result.append("\n") }
        if !appendPlain(line, to: &result) { appendResolved(String(line), to: &result) }
    }
    return result
}

/// Appends a line whose scalars are all simple, nine times as fast as `appendResolved`: for 10 MB of texts this saves
/// half a second, a fifth of a cold build with a search. Returns false, and appends nothing, if a scalar is not its own
/// normal form or may be part of another one.
private func appendPlain(_ line: Substring.UnicodeScalarView, to result: inout [Unicode.Scalar]) -> Bool {
    let start = result.count
    for scalar in line {
        guard let letter = plainLetter(scalar) else {
            result.removeSubrange(start...)
            return false
        }
        result.append(letter)
    }
    return true
}

private func plainLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x41...0x5A: Unicode.Scalar(UInt8(scalar.value + 0x20))
    case 0x20...0x7E, 0x09: scalar
    // These are full-width forms of ASCII.
    case 0xFF21...0xFF3A: Unicode.Scalar(scalar.value - 0xFEE0 + 0x20)
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0)
    case 0x30A1...0x30F6, 0x30FD...0x30FE: Unicode.Scalar(scalar.value - 0x60)
    case 0x3041...0x3096, 0x309D...0x309E, 0x30FB...0x30FC: scalar
    case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0xAC00...0xD7A3: scalar
    case 0x3000: " "
    // These are marks between words and marks of repetition.
    case 0x3001...0x3003, 0x3005...0x3020, 0x2010, 0x2012...0x2016, 0x2018...0x2027, 0x2190...0x2193, 0x2500...0x26FF:
        scalar
    default: nil
    }
}

private func appendResolved(_ line: String, to result: inout [Unicode.Scalar]) {
    for scalar in composed(decomposed(line).filter { !isDropped($0) }) {
        for letter in scalar.properties.lowercaseMapping.unicodeScalars {
            if let letters = alike[letter] {
                result += letters
            } else {
                result.append(inHiragana(letter))
            }
        }
    }
}

/// Returns Unicode's NFKC of a text (UAX 15).
func compatibleForm(of text: String) -> String { String(String.UnicodeScalarView(composed(decomposed(text)))) }

/// Returns Unicode's NFC of a text (UAX 15), in which file systems and editors do not differ.
package func canonicalForm(of text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 }
        ? text : String(String.UnicodeScalarView(composed(decomposed(text, resolving: []))))
}

/// Returns Unicode's NFKD of a text (UAX 15), or its NFD if compatibility forms are not resolved.
func decomposed(
    _ text: String, resolving compatible: [utf8proc_option_t] = [UTF8PROC_COMPAT]
) -> [Unicode.Scalar] {
    let options = utf8proc_option_t(
        rawValue: compatible.reduce(UTF8PROC_DECOMPOSE.rawValue) { $0 | $1.rawValue })
    let bytes = Array(text.utf8)
    let count = unsafe utf8proc_decompose(bytes, bytes.count, nil, 0, options)
    var scalars = [Int32](repeating: 0, count: max(0, count))
    _ = unsafe utf8proc_decompose(bytes, bytes.count, &scalars, scalars.count, options)
    return scalars.compactMap { Unicode.Scalar(UInt32($0)) }
}

/// Returns Unicode's NFC of decomposed text (UAX 15). utf8proc 2.8 takes the letter before the final ones for one of
/// them, and loses it after a syllable. It is part of no other character, so it is left out of the composing.
private func composed(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    // Without STABLE, characters that Unicode excludes from composition are composed too.
    let options = utf8proc_option_t(rawValue: UTF8PROC_COMPOSE.rawValue | UTF8PROC_STABLE.rawValue)
    let letterBeforeFinals: Unicode.Scalar = "\u{11A7}"
    let parts = text.split(separator: letterBeforeFinals, omittingEmptySubsequences: false).map { part in
        var scalars = part.map { Int32($0.value) }
        let count = unsafe utf8proc_normalize_utf32(&scalars, scalars.count, options)
        return scalars.prefix(max(0, count)).compactMap { Unicode.Scalar(UInt32($0)) }
    }
    return Array(parts.joined(separator: [letterBeforeFinals]))
}

/// Returns whether a scalar is dropped: accents, and scalars without a shape of their own, such as soft hyphens,
/// joiners, and marks that choose between forms of a letter.
private func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x00AD, 0x200B...0x200F, 0x2060, 0xFE00...0xFE0F, 0xFEFF, 0xE0100...0xE01EF: true
    default: false
    }
}

/// Letters with an accent that Unicode does not decompose, and letters that are written in two ways.
private let alike: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ß": ["s", "s"], "ς": ["σ"], "ı": ["i"], "æ": ["a", "e"], "œ": ["o", "e"], "ø": ["o"], "ł": ["l"], "đ": ["d"],
]

private func inHiragana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x30A1...0x30F6, 0x30FD...0x30FE: Unicode.Scalar(scalar.value - 0x60) ?? scalar
    default: scalar
    }
}

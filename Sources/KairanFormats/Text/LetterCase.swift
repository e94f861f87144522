internal import KairanModel

// These functions change upper and lower case by the rules of Unicode, and by those of SpecialCasing.txt for Turkish,
// Azerbaijani and the Greek sigma. They do not use the machine's locale data, so that every machine writes the same
// bytes.

package func uppercased(_ text: String, _ language: String) -> String {
    (isTurkic(language) ? text.replacing("i", with: "İ") : text).uppercased()
}

package func lowercased(_ text: String, _ language: String) -> String {
    let text = isTurkic(language) ? text.replacing("İ", with: "i").replacing("I", with: "ı") : text
    return withFinalSigmas(text).lowercased()
}

/// Returns the text with a capital first letter in every word and lower-case letters elsewhere. A word ends at anything
/// that is not a letter, except an apostrophe or a similar mark.
package func capitalized(_ text: String, _ language: String) -> String {
    var result = ""
    var isInsideWord = false
    for scalar in withFinalSigmas(text).unicodeScalars {
        let properties = scalar.properties
        if isInsideWord {
            result += lowercased(String(scalar), language)
        } else {
            result += scalar == "i" && isTurkic(language) ? "İ" : properties.titlecaseMapping
        }
        if !properties.isCaseIgnorable { isInsideWord = properties.isCased }
    }
    return result
}

/// Returns the letter under which an index of the language lists a text, with a capital: `Č`, or `Ch` in Czech. All texts
/// that do not begin with a letter are under `#`, and an empty one under nothing.
package func indexLetter(of text: String, _ language: String) -> String {
    if text.isEmpty { return "" }
    return TextOrder.of(language).initial(of: text).map { capitalized($0, language) } ?? "#"
}

/// Returns the text with `ς` for each `Σ` that ends a word of two or more letters (the condition Final_Sigma).
private func withFinalSigmas(_ text: String) -> String {
    guard text.unicodeScalars.contains("Σ") else { return text }
    var scalars = Array(text.unicodeScalars)
    func isLetter(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isCased ?? false }
    for index in scalars.indices where scalars[index] == "Σ" {
        let before = scalars[..<index].last { !$0.properties.isCaseIgnorable }
        let after = scalars[(index + 1)...].first { !$0.properties.isCaseIgnorable }
        if isLetter(before), !isLetter(after) { scalars[index] = "ς" }
    }
    return String(String.UnicodeScalarView(scalars))
}

private func isTurkic(_ language: String) -> Bool { ["tr", "az"].contains(language.prefix { $0 != "-" }) }

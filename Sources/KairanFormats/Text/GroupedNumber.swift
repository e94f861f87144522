internal import KairanModel

/// Returns the digits in groups as a language has them, such as `3,259` in English, or an empty text for an empty text.
package func groupedNumber(_ text: String, _ language: String) -> String {
    LocaleData.shown(language).numbers.text(text)
}

/// Returns a number with a certain count of digits after the point, rounded half away from zero: `4.80`, or an empty text
/// for an empty text.
package func decimals(_ text: String, _ count: Int) -> String {
    guard let number = DecimalNumber(text) else { return text }
    let halves = number.rounded(toPlaces: count).description.split(separator: ".")
    let digits = halves.count == 2 ? String(halves[1]) : ""
    return halves[0] + (count == 0 ? "" : "." + digits + String(repeating: "0", count: count - digits.count))
}

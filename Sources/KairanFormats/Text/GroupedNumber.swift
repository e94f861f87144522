internal import KairanModel

/// Returns the digits in groups as a language has them, such as `3,259` in English, or an empty text for an empty text.
package func groupedNumber(_ text: String, _ language: String) -> String {
    LocaleData.shown(language).numbers.text(text)
}

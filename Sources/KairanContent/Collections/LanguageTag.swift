/// Codes of countries that are often taken for those of languages, and are the codes of none.
private let languagesOfCountries = ["jp": "ja", "cn": "zh", "cz": "cs", "dk": "da", "gr": "el", "ua": "uk"]

/// True for a language, and after it a script, a region and variants, of which any may be missing (RFC 5646, 2.1).
func isLanguageTag(_ tag: String) -> Bool {
    tag.wholeMatch(
        of: /[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*/) != nil
        && languagesOfCountries[tag.prefix { $0 != "-" }.lowercased()] == nil
}

/// What was likely meant: `ja-JP` for `jp_JP`; nil when no change of that kind makes it a language tag.
func nearestLanguageTag(to tag: String) -> String? {
    var parts = tag.split { $0 == "_" || $0 == "-" || $0 == " " }.map(String.init)
    // What systems add to a locale: `ja_JP.UTF-8`.
    if let dot = tag.firstIndex(of: ".") { return nearestLanguageTag(to: String(tag[..<dot])) }
    guard let language = parts.first?.lowercased() else { return nil }
    parts[0] = languagesOfCountries[language] ?? language
    let mended = parts.joined(separator: "-")
    return isLanguageTag(mended) ? mended : nil
}

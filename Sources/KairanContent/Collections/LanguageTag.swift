/// Codes of countries that are often mistaken for those of languages and are not codes of any language.
private let languagesOfCountries = ["jp": "ja", "cn": "zh", "cz": "cs", "dk": "da", "gr": "el", "ua": "uk"]

/// Returns whether a text is a language, optionally followed by a script, a region and variants (RFC 5646, 2.1).
func isLanguageTag(_ tag: String) -> Bool {
    var rest = tag.split(separator: "-", omittingEmptySubsequences: false)[...]
    guard let language = rest.popFirst(), language.isOf(2...3, \.isLetter),
        languagesOfCountries[language.lowercased()] == nil
    else { return false }
    if rest.first?.isOf(4...4, \.isLetter) == true { rest.removeFirst() }
    if rest.first.map({ $0.isOf(2...2, \.isLetter) || $0.isOf(3...3, \.isNumber) }) == true { rest.removeFirst() }
    return rest.allSatisfy { variant in
        variant.isOf(5...8) { $0.isLetter || $0.isNumber }
            || variant.first?.isNumber == true && variant.isOf(4...4) { $0.isLetter || $0.isNumber }
    }
}

extension Substring {
    /// Returns whether the text has an allowed number of ASCII characters, all of the given kind.
    fileprivate func isOf(_ counts: ClosedRange<Int>, _ isKind: (Character) -> Bool) -> Bool {
        counts.contains(count) && allSatisfy { $0.isASCII && isKind($0) }
    }
}

/// Returns the tag that was likely meant, such as `ja-JP` for `jp_JP`, or nil if no such change makes it a language
/// tag.
func nearestLanguageTag(to tag: String) -> String? {
    var parts = tag.split { $0 == "_" || $0 == "-" || $0 == " " }.map(String.init)
    // Systems add an encoding to a locale, as in `ja_JP.UTF-8`.
    if let dot = tag.firstIndex(of: ".") { return nearestLanguageTag(to: String(tag[..<dot])) }
    guard let language = parts.first?.lowercased() else { return nil }
    parts[0] = languagesOfCountries[language] ?? language
    let mended = parts.joined(separator: "-")
    return isLanguageTag(mended) ? mended : nil
}

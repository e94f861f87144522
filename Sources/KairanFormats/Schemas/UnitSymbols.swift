/// The symbols and short words of units that may follow a number, such as `km`. Any other word after a number may be any
/// word of the sentence: "3 seats" and "3 places" say the same.
private let unitSymbols = Set(
    """
    mm cm m km ft yd mi m² km² ha mg g kg oz lb ml mL cl dl l L ms s sec min mins h hr hrs km/h kmh mph m/s \
    W kW kWh MW kB KB MB GB TB cal kcal kJ px dpi 円 ドル ユーロ ウォン 元 원 달러 유로 엔 秒 分 時間 초 분 시간 度 도
    """.split { $0.isWhitespace }.map(String.init))

/// Returns whether a word that follows a number is its unit: a sign such as `%` or `°C`, a currency, or a known symbol.
package func isUnit(_ word: some StringProtocol) -> Bool {
    guard let first = word.unicodeScalars.first else { return false }
    return !first.properties.isAlphabetic || unitSymbols.contains(String(word)) || isCurrencyCode(word)
}

/// Returns whether a word looks like a code of ISO 4217, such as `CHF`.
package func isCurrencyCode(_ word: some StringProtocol) -> Bool {
    word.unicodeScalars.count == 3 && word.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) }
}

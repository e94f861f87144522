internal import Synchronization

/// The words and forms that Unicode's CLDR has for a locale.
///
/// Kairan has the table inside, so that every machine writes the same bytes. `Scripts/locales` writes it. It is read when
/// the first name or number is written.
package final class LocaleData: Sendable {
    /// Names of months or weekdays.
    package struct Names: Sendable {
        /// The names beside the number of a day, long and short.
        fileprivate var inDates: [[String]]
        /// The names that stand without one, long and short.
        fileprivate var alone: [[String]]

        package func all(isLong: Bool, isAlone: Bool) -> [String] { (isAlone ? alone : inDates)[isLong ? 0 : 1] }
    }

    /// The locale whose words these are: a region has seldom words of its own.
    package let wordsName: String
    package let months: Names
    /// The names from Sunday on.
    package let weekdays: Names
    /// The words for before and after noon.
    package let halvesOfDay: [String]
    package let numbers: NumberForm
    package let plurals: PluralRules
    package let ordinals: PluralRules
    private let dates: [String]
    private let shortTime: String
    private let units: [[PluralCategory: String]]
    private let sides: [String]
    /// The pattern of a day without its year.
    package let monthAndDay: String

    /// - Parameter columns: The columns of the table after the parent.
    private init(_ columns: [Substring], wordsName: String) {
        func list(_ index: Int) -> [String] { columns[index].split(separator: ";").map(String.init) }
        func names(_ index: Int) -> Names {
            let inDates = [list(index), list(index + 1)]
            let alone = [list(index + 2), list(index + 3)]
            return Names(inDates: inDates, alone: zip(inDates, alone).map { $1 == ["="] ? $0 : $1 })
        }
        self.wordsName = wordsName
        (months, weekdays, halvesOfDay, dates) = (names(0), names(4), list(8), list(9))
        shortTime = String(columns[10])
        numbers = NumberForm(columns[11])
        (plurals, ordinals) = (PluralRules(columns[12]), PluralRules(columns[13]))
        units = [columns[14], columns[15]].map(Self.unit)
        (sides, monthAndDay) = (list(16), String(columns[17]))
    }

    /// Reads `{0} h`, or a text for each category: `one:{0} h;other:{0} hs`.
    private static func unit(_ text: Substring) -> [PluralCategory: String] {
        guard text.contains("other:") else { return [.other: String(text)] }
        var forms: [PluralCategory: String] = [:]
        for form in text.split(separator: ";") {
            let halves = form.split(separator: ":", maxSplits: 1)
            if let category = PluralCategory(rawValue: String(halves[0])) { forms[category] = String(halves[1]) }
        }
        return forms
    }

    package static let english =
        LocaleData.of("en") ?? LocaleData(Array(repeating: "", count: columnCount), wordsName: "en")

    /// Returns what is shown in a locale, which is English where CLDR has nothing of it.
    package static func shown(_ tag: String) -> LocaleData { of(tag) ?? english }

    /// The names of all locales of the table.
    package static var allNames: [String] { table.lines.flatMap(\.names).map(String.init).sorted() }

    private static let known = Mutex<[String: LocaleData?]>([:])
    private static let columnCount = 18
    private static let namesCount = 9

    /// Returns nil for a locale that is not in the table.
    ///
    /// - Parameter tag: A BCP 47 tag. The nearest locale counts: `de` for `de-DE`, but never one in another script.
    package static func of(_ tag: String) -> LocaleData? {
        if let found = known.withLock({ $0[tag] }) { return found }
        // The lock is not held meanwhile. If two read a locale at once, they get the same.
        let data = read(tag)
        known.withLock { $0[tag] = .some(data) }
        return data
    }

    private static func read(_ tag: String) -> LocaleData? {
        let parts = parts(of: tag)
        for count in stride(from: parts.count, to: 0, by: -1) {
            if let line = table.line(of: parts[..<count].joined(separator: "-")) {
                let (columns, wordsName) = inherited(line)
                return LocaleData(columns, wordsName: wordsName)
            }
            if count > 1, isScript(parts[count - 1]) { return nil }
        }
        return nil
    }

    /// Fills the empty columns of a line from those of its parents.
    private static func inherited(_ line: Substring) -> (columns: [Substring], wordsName: String) {
        let columns = line.split(separator: "|", omittingEmptySubsequences: false)
        let own = Array(columns.dropFirst(2))
        let name = String(line.names.first { _ in true } ?? "")
        guard !columns[1].isEmpty, let line = table.line(of: String(columns[1])) else { return (own, name) }
        let parent = inherited(line)
        let hasNames = own[..<namesCount].contains { !$0.isEmpty }
        return (zip(own, parent.columns).map { $0.isEmpty ? $1 : $0 }, hasNames ? name : parent.wordsName)
    }

    /// Returns the parts of a tag in the case that the table has: `zh`, `Hant` and `TW`.
    private static func parts(of tag: String) -> [String] {
        let parts = tag.lowercased().split(separator: "-").map(String.init)
        return parts.prefix(1)
            + parts.dropFirst().map { isScript($0) ? $0.prefix(1).uppercased() + $0.dropFirst() : $0.uppercased() }
    }

    private static func isScript(_ part: String) -> Bool { part.utf8.count == 4 && part.first?.isLetter == true }
}

/// Returns the language of a tag, such as `zh` of `zh-Hant`.
package func primaryLanguage(of tag: String) -> String { tag.prefix { $0 != "-" }.lowercased() }

// Dates and durations in the order and with the words of the locale.
extension LocaleData {
    /// The names of CLDR's patterns, which may stand where a pattern may.
    package static let patternNames = ["full", "long", "medium", "short"]
    /// The one of these names that a time has too. The longer ones would show seconds, which nobody announces.
    package static let timePatternName = "short"

    /// Returns the pattern of a name such as `long`, and any other pattern unchanged.
    ///
    /// - Parameter isTime: Whether a time of day alone is written, for which `short` is another pattern.
    package func pattern(_ pattern: String, isTime: Bool = false) -> String {
        if isTime { return pattern == Self.timePatternName ? shortTime : pattern }
        return Self.patternNames.firstIndex(of: pattern).map { dates[$0] } ?? pattern
    }

    /// Returns hours and minutes in words, without a part that is zero.
    package func text(_ duration: MinuteDuration) -> String {
        let counts = [duration.minutes / 60, duration.minutes % 60]
        let shown = counts.indices.filter { counts[$0] != 0 }
        return (shown.isEmpty ? [1] : shown).map { text(counts[$0], units[$0]) }.joined(separator: " ")
    }

    /// A side of the equator or of the first meridian, in the order of the table.
    package enum Side: Int, Sendable { case north, south, east, west }

    /// Returns a coordinate such as `35°` with its side, such as `35°N`.
    package func text(_ degrees: String, _ side: Side) -> String {
        side.rawValue < sides.count ? sides[side.rawValue].replacing("{0}", with: degrees) : degrees
    }

    private func text(_ count: Int, _ forms: [PluralCategory: String]) -> String {
        let form = forms[plurals.category(of: DecimalNumber(count))] ?? forms[.other] ?? "{0}"
        return form.replacing("{0}", with: numbers.text(String(count)))
    }
}

private let table = EmbeddedTable("KairanModel/locales.txt")

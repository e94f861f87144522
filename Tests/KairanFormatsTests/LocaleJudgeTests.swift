import Foundation
import KairanFormats
import KairanModel
import SiteTesting
import Testing

/// Babel reads the same version of Unicode's CLDR, and says how dates, numbers, durations and plurals are written in every
/// locale of the table.
@Suite struct LocaleJudgeTests {
    /// Prints lines of a locale, a question, a value and the answer, with tabs between them.
    private static let judge = """
        import datetime, decimal, random, sys
        from babel import Locale, UnknownLocaleError, localedata
        from babel.dates import format_date, format_time
        from babel.numbers import format_decimal
        from babel.units import format_unit
        numbers = random.Random(SEED)
        D = decimal.Decimal
        patterns = ["full", "long", "medium", "short", "d MMM y", "d. MMMM y", "EEE d", "EEEE d"]
        alone = {"MMMM y": "LLLL y", "MMM": "LLL", "EEEE": "cccc", "EEE": "ccc"}
        amounts = [D(n) for n in (0, 7, -42, 999, 1234567, -98765432, 12345678901)] + [D("0.5"), D("-7654321.125")]
        counted = [D(n) for n in range(1001)] + [D(n) / 10 for n in range(1, 200) if n % 10]
        for tag in sys.stdin.read().split():
            # Otherwise names of one locale get into others.
            localedata._cache.clear()
            try: locale = Locale.parse(tag, sep="-")
            except UnknownLocaleError: continue
            def say(*parts): print(tag, *parts, sep="\\t")
            days = [datetime.date(2026, month, 1) for month in range(1, 13)]
            days += [datetime.date(2026, 3, day) for day in range(1, 8)]
            days += [datetime.date.fromordinal(numbers.randrange(700000, 760000)) for _ in range(3)]
            for day in days:
                for pattern in patterns: say("date", day, pattern, format_date(day, pattern, locale))
                for pattern, other in alone.items(): say("date", day, pattern, format_date(day, other, locale))
            # Kairan has no words for parts of the day such as midnight, which CLDR has in these.
            for pattern in ("h a",) if tag in ("zh-Hant", "zh-TW") else ("h a", "short"):
                for hour in (0, 9, 11, 12, 18, 23):
                    say("time", hour, pattern, format_time(datetime.time(hour), pattern, locale=locale))
            # Babel takes no pattern of months whose names are too long from the shorter ones.
            day = locale.datetime_skeletons.get("MMMMd")
            if day: say("date", datetime.date(2000, 2, 29), "MMMMd", format_date(datetime.date(2000, 2, 29), day.pattern, locale))
            # Babel leaves out signs that CLDR marks as drafts. All others take them.
            if tag not in ("az-Cyrl", "de-AT", "fr-MA", "fur", "ksh", "nds", "os", "wae"):
                for amount in amounts: say("number", amount, format_decimal(amount, locale=locale))
            hours = locale._data["unit_patterns"].get("duration-hour", {}).get("short", {})
            for hour in (1, 2, 3, 5, 11, 21):
                # Without a form for a category, Babel makes one up, where CLDR has the form of all others.
                if locale.plural_form(hour) in hours:
                    say("hours", hour, format_unit(hour, "duration-hour", "short", locale=locale))
            say("plural", *("".join(form(n)[:2] for n in list) for form, list in (
                (locale.plural_form, counted), (locale.ordinal_form, counted[:1001]))))
            say("direction", locale.text_direction)
        """

    @Test func everyLocaleIsAsOthersSay() throws {
        let seed = printedSeed()
        let script = Self.judge.replacing("SEED", with: "\(seed)")
        let names = LocaleData.allNames
        #expect(names.count > 440)
        let output = try runPython(script, input: Array(names.joined(separator: "\n").utf8))
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(Set(lines.map { $0[0] }).count > 420)
        var wrong: [String] = []
        for line in lines {
            let expected = line.dropFirst(line[1] == "plural" ? 2 : line.count - 1)
            let found = try answer(line)
            if found != Array(expected) { wrong.append("\(line): \(found)") }
        }
        let shown = wrong.prefix(30).joined(separator: "\n")
        #expect(wrong.isEmpty, "seed \(seed): \(wrong.count) of \(lines.count): \(shown)")
    }

    private func answer(_ line: [String]) throws -> [String] {
        let (tag, data) = (line[0], LocaleData.shown(line[0]))
        switch line[1] {
        case "date" where line[3] == "MMMMd":
            return [formatDate(LocalDate(line[2]), nil, pattern: data.monthAndDay, language: tag)]
        case "date": return [formatDate(LocalDate(line[2]), nil, pattern: line[3], language: tag)]
        case "time":
            let time = LocalTime(hour: Int(line[2]) ?? 0, minute: 0, second: 0)
            return [formatDate(nil, time, pattern: line[3], language: tag)]
        // Babel writes a hyphen in every locale.
        case "number": return [groupedNumber(line[2], tag).replacing(data.numbers.minus, with: "-")]
        case "hours": return [data.text(MinuteDuration(minutes: 60 * (Int(line[2]) ?? 0)))]
        case "direction": return [WritingDirection(of: tag).rawValue]
        default:
            let whole = (0...1000).map { DecimalNumber($0) }
            let tenths = (1..<200).filter { $0 % 10 != 0 }.map { DecimalNumber(significand: $0, scale: 1) }
            return [
                categories(data.plurals, whole + tenths), categories(data.ordinals, whole),
            ]
        }
    }

    private func categories(_ rules: PluralRules, _ numbers: [DecimalNumber]) -> String {
        numbers.map { rules.category(of: $0).rawValue.prefix(2) }.joined()
    }

    /// The program has the tables inside, and stays small with them.
    @Test func tablesAreSmall() throws {
        let folder = packageFolder.appending(path: "Sources/KairanModel")
        let sizes = try ["locales.txt", "sorting.txt"].map { try Data(contentsOf: folder.appending(path: $0)).count }
        #expect(sizes.reduce(0, +) < 400 * 1024)
    }

    @Test(arguments: [
        ("de-DE", "de"), ("DE", "de"), ("zh-tw", "zh-Hant"), ("zh-Hant-TW", "zh-Hant"), ("zh-Hans-CN", "zh"),
        ("sr-Cyrl-RS", "sr"), ("sr-Latn-RS", "sr-Latn"), ("nb", "no"), ("iw", "he"), ("es-MX", "es"),
        ("kok", "kok"), ("kok-IN", "kok"), ("en-US", "en"), ("ca-valencia", "ca"), ("pt-BR", "pt"),
    ])
    func theNearestLocale(tag: String, name: String) {
        #expect(LocaleData.of(tag)?.wordsName == name)
    }

    /// Another script has no word in common with its language.
    @Test(arguments: ["az-Arab", "tlh", "xx", "", "en,", "d", "|", "ru-Latn"])
    func unknownLocales(tag: String) { #expect(LocaleData.of(tag) == nil) }

    @Test(arguments: [
        ("es", "1234", "1234"), ("es", "12345", "12.345"), ("pl", "1234", "1234"), ("de", "1234.5", "1.234,5"),
        ("hi", "1234567", "12,34,567"), ("de-CH", "1234567", "1’234’567"), ("fr", "-1234", "-1\u{202F}234"),
        ("sv", "-1234", "\u{2212}1\u{A0}234"), ("en", "999", "999"), ("de", "", ""), ("tlh", "1234.5", "1,234.5"),
    ])
    func numbers(language: String, number: String, text: String) {
        #expect(groupedNumber(number, language) == text)
        if !number.isEmpty { #expect(LocaleData.shown(language).numbers.digits(of: text) == number) }
    }

    @Test(arguments: [
        ("#,##0", "en"), ("#,##0", "ja"), ("#.##0,#", "de"), ("#,##,##0.#", "hi"), ("#.##0,# 2", "es"),
    ])
    func formsOfNumbers(pattern: String, language: String) {
        #expect(LocaleData.shown(language).numbers.pattern == pattern)
    }

    /// Languages that decline months do so beside the day alone.
    @Test(arguments: [
        ("ru", "d MMMM y", "1 апреля 2026"), ("ru", "MMMM y", "апрель 2026"),
        ("hr", "EEEE, d. MMMM y.", "srijeda, 1. travnja 2026."),
        ("fi", "EEEE", "keskiviikko"), ("fi", "EEEE d.", "keskiviikkona 1."),
        ("ca", "MMMM 'del' y", "abril del 2026"), ("de", "long", "1. April 2026"), ("en-GB", "short", "01/04/2026"),
        ("en", "long", "April 1, 2026"), ("kok", "MMMM", "एप्रील"), ("tlh", "MMMM", "April"),
    ])
    func monthsBesideADay(language: String, pattern: String, text: String) {
        let date = LocalDate(year: 2026, month: 4, day: 1)
        #expect(formatDate(date, nil, pattern: pattern, language: language) == text)
    }

    /// These are the forms that a translator must give, with a number that shows each.
    @Test(arguments: [
        ("en", "one 1, other 0"), ("ja", "other 0"), ("ru", "many 0, one 1, few 2, other 0.1"),
        ("fr", "one 0, other 2"), ("ar", "zero 0, one 1, two 2, few 3, many 11, other 100"),
        ("cs", "other 0, one 1, few 2, many 0.1"), ("lv", "zero 0, one 1, other 2"),
    ])
    func formsOfPlurals(language: String, forms: String) {
        let examples = LocaleData.shown(language).plurals.examples()
        #expect(Set(examples.map { "\($0.category) \($0.number)" }) == Set(forms.components(separatedBy: ", ")))
    }
}

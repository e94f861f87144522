internal import KairanModel

// Words come from here and not from the machine's locale data, so that every machine writes the same bytes.

/// Returns the first and the last of three or more weekdays that follow each other from Monday to Sunday; nil for others.
func run(of weekdays: [Int]) -> (first: Int, last: Int)? {
    let days = weekdays.map { ($0 + 6) % 7 }.sorted()
    guard days.count > 2, days.last == days[0] + days.count - 1 else { return nil }
    return ((days[0] + 1) % 7, (days[0] + days.count) % 7)
}

/// The words of a language that lists days with commas and "and", and in which all weekdays have one gender.
struct PhraseScheduleWords: ScheduleWords {
    var language: String
    let everyDay: String
    /// The words before weekdays, and before the first and the last of several that follow each other.
    let everyWeek: (on: String, from: String, to: String)
    /// The words around the number of weeks, and before each weekday after them.
    let everyWeeks: (before: String, after: String, on: String)
    /// The words before and after days of a month.
    let everyMonth: (before: String, after: String)
    /// The words before days of a year.
    let everyYear: String
    /// The number of a day of the month among others.
    let ordinal: @Sendable (Int) -> String
    let lastDay: String
    /// The first to the fifth, and the last.
    let weeks: [String]
    /// The words before a date, the number of the first of a month, and the patterns of what follows the number in a year
    /// and in any year.
    let date: (on: String, first: String, rest: String, restOfYear: String)
    /// This is true if the month is before the day, as in December 24, 2026.
    var isMonthFirst = false
    /// The words before the first day of a range, before its last day, and before each of them alone.
    let range: (from: String, to: String, fromAlone: String, untilAlone: String)
    let except: String
    /// The words before the last of some days, and before the last of some rules.
    let and: (day: String, rule: String)
    var colon = ": "

    func everyMonth(_ days: [Int]) -> String {
        everyMonth.before + list(days.map { $0 == -1 ? lastDay : ordinal($0) }) + everyMonth.after
    }

    func everyWeek(_ weekdays: [Int]) -> String {
        guard let run = run(of: weekdays) else { return everyWeek.on + names(weekdays) }
        return everyWeek.from + names([run.first]) + everyWeek.to + names([run.last])
    }

    func everyWeeks(_ interval: Int, _ weekdays: [Int]) -> String {
        let days = weekdays.map { everyWeeks.on + weekdayName($0, isLong: true, language) }
        return everyWeeks.before + "\(interval)" + everyWeeks.after + list(days)
    }

    func everyMonth(weeks: [Int], weekdays: [Int]) -> String {
        everyMonth.before + list(weeks.map { self.weeks[$0 == -1 ? 5 : $0 - 1] }) + " " + names(weekdays)
            + everyMonth.after
    }

    func everyYear(_ days: [MonthDay]) -> String {
        // The name of a month is the same in any year.
        everyYear
            + list(
                days.compactMap { LocalDate(year: 2000, month: $0.month, day: $0.day) }
                    .map { date.on + text($0, inAnyYear: true) })
    }

    func list(_ dates: [LocalDate]) -> String { list(dates.map { date.on + text($0) }) }

    func union(_ rules: [String]) -> String { list(rules, and.rule) }

    func between(_ from: LocalDate?, _ until: LocalDate?) -> String {
        let (first, last) = (from.map { text($0) }, until.map { text($0) })
        guard let first else { return range.untilAlone + (last ?? "") }
        return last.map { range.from + first + range.to + $0 } ?? range.fromAlone + first
    }

    func except(_ rules: [String]) -> String {
        // A range of weekdays lists no days.
        let listsDays = rules.contains { $0.replacing(everyWeek.to, with: "").contains(and.day) }
        return except + (listsDays ? union(rules) : list(rules))
    }

    func qualified(_ rules: [String], _ range: String?, _ exceptions: String?) -> String {
        let inBrackets = exceptions.map { " (\($0))" } ?? ""
        if rules.count == 1 { return rules[0] + (range.map { ", \($0)" } ?? "") + inBrackets }
        return (range.map { $0 + inBrackets } ?? exceptions ?? "") + colon + union(rules)
    }

    private func names(_ weekdays: [Int]) -> String { list(weekdays.map { weekdayName($0, isLong: true, language) }) }

    private func text(_ day: LocalDate, inAnyYear: Bool = false) -> String {
        if isMonthFirst {
            return formatDate(day, nil, pattern: inAnyYear ? "MMMM d" : "MMMM d, yyyy", language: language)
        }
        let rest = inAnyYear ? date.restOfYear : date.rest
        return (day.day == 1 ? date.first : "\(day.day)") + formatDate(day, nil, pattern: rest, language: language)
    }

    private func list(_ words: [String]) -> String { list(words, and.day) }

    private func list(_ words: [String], _ and: String) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + and + words[words.count - 1]
    }
}

extension PhraseScheduleWords {
    private static let all = [english, german, french, spanish, dutch]

    /// Returns nil for a language that is not among these.
    ///
    /// - Parameter dateFormat: The pattern in which the site shows dates. English has the order of its day and month.
    static func words(in language: String, dateFormat: String) -> Self? {
        guard var words = all.first(where: { $0.language == primaryLanguage(of: language) }) else { return nil }
        if words.language == "en" { words.isMonthFirst = isMonthFirst(dateFormat, in: language) }
        // Months and weekdays may have other names in a country.
        words.language = language
        return words
    }

    /// Tells whether English has the month before the day where dates are shown in this pattern. A pattern that begins with
    /// the year says nothing of it.
    static func isMonthFirst(_ dateFormat: String, in language: String) -> Bool {
        let pattern = LocaleData.shown(language).pattern(dateFormat)
        let letters = pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.flatMap(\.element)
        return letters.first { "yMLd".contains($0) }.map { "ML".contains($0) } ?? false
    }

    static let english = PhraseScheduleWords(
        language: "en", everyDay: "every day", everyWeek: ("every ", "", " to "),
        everyWeeks: ("every ", " weeks ", "on "),
        everyMonth: ("the ", " of every month"),
        everyYear: "every ",
        ordinal: { number in
            switch (number % 10, number) {
            case (_, 11...13): "\(number)th"
            case (1, _): "\(number)st"
            case (2, _): "\(number)nd"
            case (3, _): "\(number)rd"
            default: "\(number)th"
            }
        }, lastDay: "last day", weeks: ["first", "second", "third", "fourth", "fifth", "last"],
        date: ("", "1", " MMMM yyyy", " MMMM"), range: ("from ", " to ", "from ", "until "), except: "except ",
        and: (" and ", ", and "))

    private static let german = PhraseScheduleWords(
        language: "de", everyDay: "täglich", everyWeek: ("jeden ", "", " bis "),
        everyWeeks: ("alle ", " Wochen ", "am "),
        everyMonth: ("am ", " jedes Monats"),
        everyYear: "jedes Jahr ", ordinal: { "\($0)." }, lastDay: "letzten Tag",
        weeks: ["ersten", "zweiten", "dritten", "vierten", "fünften", "letzten"],
        date: ("am ", "1", ". MMMM yyyy", ". MMMM"), range: ("vom ", " bis ", "ab ", "bis "),
        except: "ausgenommen ",
        and: (" und ", " sowie "))

    private static let french = PhraseScheduleWords(
        language: "fr", everyDay: "tous les jours", everyWeek: ("chaque ", "du ", " au "),
        everyWeeks: ("toutes les ", " semaines ", "le "),
        everyMonth: ("le ", " de chaque mois"), everyYear: "chaque année ",
        ordinal: { $0 == 1 ? "1er" : "\($0)" }, lastDay: "dernier jour",
        weeks: ["premier", "deuxième", "troisième", "quatrième", "cinquième", "dernier"],
        date: ("le ", "1er", " MMMM yyyy", " MMMM"), range: ("du ", " au ", "à partir du ", "jusqu’au "),
        except: "sauf ",
        and: (" et ", ", et "), colon: "\u{A0}: ")

    private static let spanish = PhraseScheduleWords(
        language: "es", everyDay: "todos los días", everyWeek: ("cada ", "de ", " a "),
        everyWeeks: ("cada ", " semanas ", "el "),
        everyMonth: ("el ", " de cada mes"),
        everyYear: "cada año ", ordinal: { "\($0)" }, lastDay: "último día",
        weeks: ["primer", "segundo", "tercer", "cuarto", "quinto", "último"],
        date: ("el ", "1", " 'de' MMMM 'de' yyyy", " 'de' MMMM"), range: ("del ", " al ", "desde el ", "hasta el "),
        except: "excepto ", and: (" y ", ", y "))

    private static let dutch = PhraseScheduleWords(
        language: "nl", everyDay: "elke dag", everyWeek: ("elke ", "", " tot en met "),
        everyWeeks: ("elke ", " weken ", "op "),
        everyMonth: ("de ", " van elke maand"),
        everyYear: "elk jaar ", ordinal: { "\($0)e" }, lastDay: "laatste dag",
        weeks: ["eerste", "tweede", "derde", "vierde", "vijfde", "laatste"],
        date: ("op ", "1", " MMMM yyyy", " MMMM"), range: ("van ", " tot en met ", "vanaf ", "tot en met "),
        except: "behalve ", and: (" en ", ", en "))
}

struct JapaneseScheduleWords: ScheduleWords {
    let everyDay = "毎日"

    func everyMonth(_ days: [Int]) -> String { "毎月" + list(days.map { $0 == -1 ? "末日" : "\($0)日" }) }

    func everyWeek(_ weekdays: [Int]) -> String {
        guard let run = run(of: weekdays) else { return "毎週" + names(weekdays) }
        return "毎週" + [run.first, run.last].map { weekdayName($0, isLong: false, "ja") }.joined(separator: "〜") + "曜日"
    }

    func everyWeeks(_ interval: Int, _ weekdays: [Int]) -> String { "\(interval)週間ごとの" + names(weekdays) }

    func everyMonth(weeks: [Int], weekdays: [Int]) -> String {
        list(weeks.map { $0 == -1 ? "最終" : "第\($0)" }) + names(weekdays)
    }

    func everyYear(_ days: [MonthDay]) -> String { "毎年" + list(days.map { "\($0.month)月\($0.day)日" }) }

    func list(_ dates: [LocalDate]) -> String { list(dates.map { text($0) }) }

    func union(_ rules: [String]) -> String { rules.joined(separator: "、") }

    func between(_ from: LocalDate?, _ until: LocalDate?) -> String {
        (from.map { text($0) + "から" } ?? "") + (until.map { text($0) + "まで" } ?? "")
    }

    func except(_ rules: [String]) -> String { rules.joined(separator: "と") + "を除く" }

    func qualified(_ rules: [String], _ range: String?, _ exceptions: String?) -> String {
        let qualifiers = [range, exceptions].compactMap(\.self).joined(separator: "、")
        return rules.count == 1 ? "\(rules[0])（\(qualifiers)）" : "\(qualifiers)：\(union(rules))"
    }

    /// Returns names such as 土・日曜日.
    private func names(_ weekdays: [Int]) -> String {
        list(weekdays.map { weekdayName($0, isLong: false, "ja") }) + "曜日"
    }

    private func text(_ date: LocalDate) -> String {
        formatDate(date, nil, pattern: "y年M月d日", language: "ja")
    }

    private func list(_ words: [String]) -> String { words.joined(separator: "・") }
}

struct KoreanScheduleWords: ScheduleWords {
    let everyDay = "매일"

    func everyMonth(_ days: [Int]) -> String { "매월 " + list(days.map { $0 == -1 ? "말일" : "\($0)일" }) }

    func everyWeek(_ weekdays: [Int]) -> String {
        guard let run = run(of: weekdays) else { return "매주 " + names(weekdays) }
        return "매주 " + [run.first, run.last].map { weekdayName($0, isLong: false, "ko") }.joined(separator: "~") + "요일"
    }

    func everyWeeks(_ interval: Int, _ weekdays: [Int]) -> String { "\(interval)주마다 " + names(weekdays) }

    func everyMonth(weeks: [Int], weekdays: [Int]) -> String {
        let words = ["첫째", "둘째", "셋째", "넷째", "다섯째"]
        return "매월 " + list(weeks.map { $0 == -1 ? "마지막" : words[$0 - 1] }) + " " + names(weekdays)
    }

    func everyYear(_ days: [MonthDay]) -> String { "매년 " + list(days.map { "\($0.month)월 \($0.day)일" }) }

    func list(_ dates: [LocalDate]) -> String { list(dates.map { text($0) }) }

    func union(_ rules: [String]) -> String { rules.joined(separator: ", ") }

    func between(_ from: LocalDate?, _ until: LocalDate?) -> String {
        [from.map { text($0) + "부터" }, until.map { text($0) + "까지" }].compactMap(\.self).joined(separator: " ")
    }

    func except(_ rules: [String]) -> String { rules.joined(separator: " 및 ") + " 제외" }

    func qualified(_ rules: [String], _ range: String?, _ exceptions: String?) -> String {
        let qualifiers = [range, exceptions].compactMap(\.self).joined(separator: ", ")
        return rules.count == 1 ? "\(rules[0])(\(qualifiers))" : "\(qualifiers): \(union(rules))"
    }

    /// Returns names such as 토·일요일.
    private func names(_ weekdays: [Int]) -> String {
        list(weekdays.map { weekdayName($0, isLong: false, "ko") }) + "요일"
    }

    private func text(_ date: LocalDate) -> String {
        formatDate(date, nil, pattern: "y년 M월 d일", language: "ko")
    }

    private func list(_ words: [String]) -> String { words.joined(separator: "·") }
}

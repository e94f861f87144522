internal import KairanModel

// Words come from here and not from the machine's locale data, so that every machine writes the same bytes.

struct EnglishScheduleWords: ScheduleWords {
    let everyDay = "every day"

    func everyMonth(_ days: [Int]) -> String {
        "the " + list(days.map { $0 == -1 ? "last day" : ordinal($0) }) + " of every month"
    }

    func everyWeek(_ weekdays: [Int]) -> String { "every " + names(weekdays) }

    func everyMonth(weeks: [Int], weekdays: [Int]) -> String {
        let words = ["first", "second", "third", "fourth", "fifth"]
        return "the " + list(weeks.map { $0 == -1 ? "last" : words[$0 - 1] }) + " " + names(weekdays)
            + " of every month"
    }

    func everyYear(_ days: [MonthDay]) -> String {
        // The name of a month is the same in any year.
        "every "
            + list(days.compactMap { LocalDate(year: 2000, month: $0.month, day: $0.day) }.map { text($0, "d MMMM") })
    }

    func list(_ dates: [LocalDate]) -> String { list(dates.map { text($0) }) }

    func union(_ rules: [String]) -> String {
        rules.count < 2 ? rules.joined() : rules.dropLast().joined(separator: ", ") + ", and " + rules[rules.count - 1]
    }

    func between(_ from: LocalDate?, _ until: LocalDate?) -> String {
        switch (from, until) {
        case (let from?, let until?): "from \(text(from)) to \(text(until))"
        case (let from?, nil): "from \(text(from))"
        case (nil, let until): "until \(until.map { text($0) } ?? "")"
        }
    }

    func except(_ rules: [String]) -> String {
        "except " + (rules.contains { $0.contains(" and ") } ? union(rules) : list(rules))
    }

    func qualified(_ rules: [String], _ range: String?, _ exceptions: String?) -> String {
        let inBrackets = exceptions.map { " (\($0))" } ?? ""
        if rules.count == 1 { return rules[0] + (range.map { ", \($0)" } ?? "") + inBrackets }
        return (range.map { $0 + inBrackets } ?? exceptions ?? "") + ": " + union(rules)
    }

    private func names(_ weekdays: [Int]) -> String { list(weekdays.map { weekdayName($0, isLong: true, "en") }) }

    private func text(_ date: LocalDate, _ pattern: String = "d MMMM yyyy") -> String {
        formatDate(date, nil, pattern: pattern, language: "en")
    }

    private func list(_ words: [String]) -> String {
        words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    }

    private func ordinal(_ number: Int) -> String {
        switch (number % 10, number) {
        case (_, 11...13): "\(number)th"
        case (1, _): "\(number)st"
        case (2, _): "\(number)nd"
        case (3, _): "\(number)rd"
        default: "\(number)th"
        }
    }
}

struct JapaneseScheduleWords: ScheduleWords {
    let everyDay = "毎日"

    func everyMonth(_ days: [Int]) -> String { "毎月" + list(days.map { $0 == -1 ? "末日" : "\($0)日" }) }

    func everyWeek(_ weekdays: [Int]) -> String { "毎週" + names(weekdays) }

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

    func everyWeek(_ weekdays: [Int]) -> String { "매주 " + names(weekdays) }

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

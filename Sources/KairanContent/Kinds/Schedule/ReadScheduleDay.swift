internal import KairanModel
internal import KairanReaders

// The single days and weeks from which rules are made. The functions return nil after a mistake.
extension ScheduleReader {
    mutating func date(_ node: SourceNode) -> LocalDate? {
        guard let text = text(node) else { return nil }
        if let date = LocalDate(text) { return date }
        let help: Help
        if text.count == 10, text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil {
            help = "there is no such day in the calendar"
        } else if text.count > 10, let date = LocalDate(String(text.prefix(10))) {
            help = .write("a schedule consists of whole days: write \(date)", date.description, for: text)
        } else if MonthDay(text) != nil {
            help = "write it with its year, such as 2026-\(text), or under 'yearly'"
        } else {
            help = helpToWrite(LocalDate.meant(by: text).map(\.description), for: text) ?? "write it as 2026-04-01"
        }
        error(.scheduleDay, "'\(text)' is not a date", at: node.span, help: help)
        return nil
    }

    mutating func monthDay(_ node: SourceNode) -> MonthDay? {
        guard let text = text(node) else { return nil }
        if let day = MonthDay(text) { return day }
        let help: Help
        if text.wholeMatch(of: /[0-9]{2}-[0-9]{2}/) != nil {
            help = "no year has such a day"
        } else if LocalDate(text) != nil {
            help = "write it without its year, as \(text.suffix(5)), or under 'dates'"
        } else if let match = text.wholeMatch(of: /([0-9]{1,2})[-\/.]([0-9]{1,2})/),
            let day = MonthDay(twoDigits(match.1) + "-" + twoDigits(match.2))
        {
            help = .write("write it as \(day)", day.description, for: text)
        } else {
            help = "write month and day, as 04-01"
        }
        error(.scheduleDay, "'\(text)' is not a day of every year", at: node.span, help: help)
        return nil
    }

    /// Reads a day of a month, where -1 is the last one.
    mutating func dayOfMonth(_ node: SourceNode) -> Int? {
        number(node, in: 1...31, "a day of a month")
    }

    /// Reads a week of a month, where -1 is the last one.
    mutating func week(_ node: SourceNode) -> Int? {
        number(node, in: 1...5, "a week of a month")
    }

    private mutating func number(_ node: SourceNode, in range: ClosedRange<Int>, _ what: String) -> Int? {
        guard let text = text(node) else { return nil }
        if text == "last" { return -1 }
        if text.utf8.count <= 2, text.utf8.allSatisfy(isASCIIDigit), let number = Int(text), range.contains(number) {
            return number
        }
        error(
            .scheduleDay, "'\(text)' is not \(what)", at: node.span,
            help: nearestHelp(to: text, in: ["last"])
                ?? "write \(range.lowerBound) to \(range.upperBound), or last")
        return nil
    }

    /// Reads a weekday, where 0 is Sunday.
    mutating func weekday(_ node: SourceNode) -> Int? {
        guard let text = text(node) else { return nil }
        if let index = Self.weekdays.firstIndex(of: text) { return index }
        let begun = Self.weekdays.first { text.count > 3 && text.lowercased().hasPrefix($0) }
        error(
            .scheduleDay, "'\(text)' is not a day of the week", at: node.span,
            help: begun.map { Help("did you mean '\($0)'?", .write($0, for: text, isCertain: false)) }
                ?? named(text) ?? suggestion(for: text, in: Self.weekdays, kind: "write"))
        return nil
    }

    /// Returns help with a weekday that has its name in one of the site's languages.
    private func named(_ text: String) -> Help? {
        func plain(_ name: String) -> String { name.lowercased().replacing(".", with: "") }
        let days = languages.compactMap(LocaleData.of).flatMap { locale in
            [(true, true), (true, false), (false, true), (false, false)].flatMap { isLong, isAlone in
                let names = locale.weekdays.all(isLong: isLong, isAlone: isAlone).map(plain)
                return names.indices.filter { names[$0] == plain(text) }
            }
        }
        guard let day = days.first, days.allSatisfy({ $0 == day }) else { return nil }
        let word = Self.weekdays[day]
        return .write("write \(word): in content weekdays have their English names", word, for: text)
    }

    private func twoDigits(_ digits: Substring) -> String { digits.count == 1 ? "0" + digits : String(digits) }

    private mutating func text(_ node: SourceNode) -> String? {
        if let text = node.scalar, !node.isNull { return text }
        error(.scheduleDay, "\(node.kindName) is not a day", at: node.span, help: "write one value")
        return nil
    }
}

internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// A form in which JSON has dates and times.
struct DateForm {
    /// The kind of field.
    var type: String
    /// The pattern that a shape writes it by; nil for the form that it writes by itself.
    var pattern: String?
    /// Returns how a source has it; nil if the text has another form.
    var plain: @Sendable (String) -> String?

    static let all: [DateForm] = [
        DateForm(type: "date") { LocalDate($0)?.description == $0 ? $0 : nil },
        DateForm(type: "date", pattern: "yyyy/MM/dd") { date($0, between: "/") },
        DateForm(type: "date", pattern: "yyyy.MM.dd") { date($0, between: ".") },
        DateForm(type: "date", pattern: "yyyyMMdd") { text in
            guard text.utf8.count == 8, text.utf8.allSatisfy(isASCIIDigit), text.hasPrefix("19") || text.hasPrefix("20")
            else { return nil }
            return valid("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
        },
        DateForm(type: "date", pattern: "yyyy年M月d日") { text in
            guard text.hasSuffix("日"), let match = text.wholeMatch(of: /([0-9]{4})年([1-9][0-9]?)月([1-9][0-9]?)日/) else {
                return nil
            }
            return valid("\(match.1)-\(twoDigits(match.2))-\(twoDigits(match.3))")
        },
        DateForm(type: "time") { text in
            text.utf8.count != 5 || text.wholeMatch(of: /([01][0-9]|2[0-3]):[0-5][0-9]/) == nil ? nil : text
        },
        DateForm(type: "dateTime") { text in
            guard 20...25 ~= text.utf8.count, text.utf8.first.map(isASCIIDigit) == true else { return nil }
            let form = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[-+][0-9]{2}:[0-9]{2})/
            return text.wholeMatch(of: form) == nil ? nil : text
        },
        DateForm(type: "dateTime", pattern: "yyyy-MM-dd'T'HH:mm:ss") { moment($0, "T", hasSeconds: true) },
        DateForm(type: "dateTime", pattern: "yyyy-MM-dd HH:mm:ss") { moment($0, " ", hasSeconds: true) },
        DateForm(type: "dateTime", pattern: "yyyy-MM-dd'T'HH:mm") { moment($0, "T", hasSeconds: false) },
        DateForm(type: "dateTime", pattern: "yyyy-MM-dd HH:mm") { moment($0, " ", hasSeconds: false) },
    ]

    /// Returns whether a text has this form and would be given back as it is.
    func isMade(_ text: String, in zone: SiteTimeZone) -> Bool {
        guard let plain = plain(text) else { return false }
        guard type == "dateTime" else { return true }
        let read = readConstant(.word(plain), as: .dateTime, named: "moment", timeZone: zone)
        guard read.diagnostics.isEmpty, case .dateTime(let moment) = read.value else { return false }
        return pattern == nil ? moment.description == text : moment.description.hasPrefix(plain)
    }
}

private func twoDigits(_ text: Substring) -> String { text.count == 1 ? "0\(text)" : String(text) }

private func valid(_ text: String) -> String? { LocalDate(text)?.description == text ? text : nil }

private func date(_ text: String, between sign: Character) -> String? {
    guard text.utf8.count == 10 else { return nil }
    let parts = text.split(separator: sign, omittingEmptySubsequences: false)
    return parts.map(\.count) == [4, 2, 2] ? valid(parts.joined(separator: "-")) : nil
}

private func moment(_ text: String, _ sign: Character, hasSeconds: Bool) -> String? {
    guard 16...19 ~= text.utf8.count else { return nil }
    let parts = text.split(separator: sign, omittingEmptySubsequences: false)
    guard parts.count == 2, let day = valid(String(parts[0])) else { return nil }
    let isTime =
        hasSeconds
        ? parts[1].wholeMatch(of: /[0-2][0-9]:[0-5][0-9]:[0-5][0-9]/) != nil
        : parts[1].wholeMatch(of: /[0-2][0-9]:[0-5][0-9]/) != nil
    return isTime ? "\(day)T\(parts[1])" : nil
}

internal import KairanModel

/// The form in which another program writes days and times, by a pattern of Unicode TR 35 such as `M/d/yyyy h:mm a`.
package struct WrittenMoment: Sendable {
    private enum Part: Hashable {
        case letter(Character, width: Int)
        case sign(Character)
        case space
    }

    let pattern: String
    private let parts: [Part]
    /// The letters that a value of the type needs.
    private let needed: Set<Character>
    private let letters: Set<Character>

    /// The result is nil for a type that is neither a day nor a time.
    init?(_ pattern: String, of type: FieldType) {
        guard let needed = [FieldType.date: "yMd", .time: "m", .dateTime: "yMdm"][type] else { return nil }
        self.needed = Set(needed)
        var (parts, isQuoted, last) = ([Part](), false, nil as Character?)
        for character in pattern {
            defer { last = character }
            if character == "'" {
                isQuoted.toggle()
            } else if character.isWhitespace {
                parts.append(.space)
            } else if !isQuoted, character.isASCII, character.isLetter {
                if last == character, case .letter(_, let width)? = parts.last {
                    parts[parts.count - 1] = .letter(character, width: width + 1)
                } else {
                    parts.append(.letter(character, width: 1))
                }
            } else {
                parts.append(.sign(character))
            }
        }
        (self.pattern, self.parts) = (pattern, parts)
        letters = Set(parts.compactMap { if case .letter(let letter, _) = $0 { letter } else { nil } })
    }

    /// The reason why no value can be told from this pattern; nil if it is right.
    var mistake: String? {
        if let unknown = letters.first(where: { !"yMdHhmsa".contains($0) }) {
            return "'\(unknown)' is not read; letters are y, M, d, H, h, m, s, a, and words go in single quotes"
        }
        let missing = needed.subtracting(letters).sorted()
        if !missing.isEmpty { return "it lacks \(missing.map { "'\($0)'" }.joined(separator: " and "))" }
        guard needed.contains("m") else { return nil }
        if letters.contains("H") == letters.contains("h") { return "write H for the hour from 0 to 23, or h with a" }
        return letters.contains("h") && !letters.contains("a") ? "'h' needs 'a', for AM and PM" : nil
    }

    /// Returns a value as Kairan writes it, or nil for a text in another form.
    package func read(_ text: String) -> String? {
        var (rest, numbers, isAfternoon) = (Array(text.unicodeScalars)[...], [Character: Int](), nil as Bool?)
        for part in parts {
            switch part {
            case .space:
                guard let first = rest.first, first.properties.isWhitespace else { return nil }
                rest = rest.drop { $0.properties.isWhitespace }
            case .sign(let sign):
                guard rest.starts(with: sign.unicodeScalars) else { return nil }
                rest = rest.dropFirst(sign.unicodeScalars.count)
            case .letter("a", _):
                guard let half = Self.halves.first(where: { rest.starts(with: $0.word.unicodeScalars) }) else {
                    return nil
                }
                (isAfternoon, rest) = (half.isAfternoon, rest.dropFirst(half.word.unicodeScalars.count))
            case .letter(let letter, _):
                let digits = rest.prefix(letter == "y" ? 4 : 2).prefix { ("0"..."9").contains($0) }
                guard let number = Int(String(String.UnicodeScalarView(digits))) else { return nil }
                numbers[letter] = letter == "y" && digits.count < 3 ? 2000 + number : number
                rest = rest.dropFirst(digits.count)
            }
        }
        return rest.isEmpty ? value(numbers, isAfternoon) : nil
    }

    private func value(_ numbers: [Character: Int], _ isAfternoon: Bool?) -> String? {
        var values: [String] = []
        if needed.contains("d") {
            guard let date = LocalDate(year: numbers["y"] ?? 0, month: numbers["M"] ?? 0, day: numbers["d"] ?? 0) else {
                return nil
            }
            values.append(date.description)
        }
        if needed.contains("m") {
            var hour = numbers["H"]
            if let short = numbers["h"], (1...12).contains(short) { hour = short % 12 + (isAfternoon == true ? 12 : 0) }
            let time = LocalTime(hour: hour ?? -1, minute: numbers["m"] ?? 0, second: numbers["s"] ?? 0)
            guard let time else { return nil }
            values.append(time.description)
        }
        return values.joined(separator: "T")
    }

    /// Returns a value in this form, or nil if it is not one of the type as Kairan writes it.
    package func write(_ value: String) -> String? {
        let ends = value.split(separator: "T").map(String.init)
        let date = needed.contains("d") ? ends.first.flatMap { LocalDate($0) } : nil
        let time = needed.contains("m") ? ends.last.flatMap { LocalTime($0) } : nil
        guard !needed.contains("d") || date != nil, !needed.contains("m") || time != nil else { return nil }
        return parts.map { part in
            switch part {
            case .space: " "
            case .sign(let sign): String(sign)
            case .letter("a", _): (time?.hour ?? 0) < 12 ? "AM" : "PM"
            case .letter("y", width: 2): String(padded(date?.year ?? 0, 4).suffix(2))
            case .letter("y", let width): padded(date?.year ?? 0, width)
            case .letter("M", let width): padded(date?.month ?? 0, width)
            case .letter("d", let width): padded(date?.day ?? 0, width)
            case .letter("H", let width): padded(time?.hour ?? 0, width)
            case .letter("h", let width): padded(((time?.hour ?? 0) + 11) % 12 + 1, width)
            case .letter("m", let width): padded(time?.minute ?? 0, width)
            case .letter(_, let width): padded(time?.second ?? 0, width)
            }
        }.joined()
    }

    /// The halves of a day as services write them.
    private static let halves: [(word: String, isAfternoon: Bool)] = [
        ("AM", false), ("PM", true), ("am", false), ("pm", true), ("a.m.", false), ("p.m.", true), ("午前", false),
        ("午後", true), ("上午", false), ("下午", true), ("오전", false), ("오후", true),
    ]
}

internal import KairanContent
internal import KairanFormats
package import KairanModel
package import KairanReaders

/// A part of a value that a text shows, such as the month of a date.
package struct TextReading {
    package var steps: [Step]
    var text: String
    var isNumber = false
    /// The elements of a list.
    var elements: [String]?

    package func node(at span: SourceSpan) -> SourceNode {
        if let elements {
            return SourceNode(.sequence(elements.map { SourceNode(.scalar($0, .string), span: span) }), span: span)
        }
        return SourceNode(.scalar(text, isNumber ? .number : .string), span: span)
    }
}

extension TextPattern {
    /// This is true if two values are adjacent, so that nobody can tell where one ends and the next begins.
    package var hasNeighbours: Bool {
        zip(parts, parts.dropFirst()).contains { first, second in
            if case .literal = first { return false }
            return if case .literal = second { false } else { true }
        }
    }

    /// Returns the values that may have produced a text, in at most two ways.
    package func readings(of text: String, language: String) -> [[(Path, [TextReading])]] {
        var found: [[(Path, [TextReading])]] = []
        read(parts[...], Array(text)[...], [], language, &found)
        return found
    }

    private func read(
        _ parts: ArraySlice<Part>, _ text: ArraySlice<Character>, _ read: [(Path, [TextReading])], _ language: String,
        _ found: inout [[(Path, [TextReading])]]
    ) {
        guard found.count < 2 else { return }
        switch parts.first {
        case nil: if text.isEmpty { found.append(read) }
        case .literal(let literal)?:
            guard text.starts(with: literal) else { return }
            self.read(parts.dropFirst(), text.dropFirst(literal.count), read, language, &found)
        // Nobody can tell which of them a text shows.
        case .either(let alternatives)?:
            for case .path(let path, _) in alternatives.prefix(1) {
                let other = Part.path(path, .changed(.plain, []))
                self.read([other] + parts.dropFirst(), text, read, language, &found)
            }
        case .path(let path, let format)?:
            // The rest must begin with this character, so not every length is tried.
            let next =
                if case .literal(let literal)? = parts.dropFirst().first { literal.first } else { Character?.none }
            for end in text.startIndex...text.endIndex where end == text.endIndex || next == nil || text[end] == next {
                guard end > text.startIndex, let value = format.read(String(text[..<end]), path.type, language) else {
                    continue
                }
                self.read(parts.dropFirst(), text[end...], read + [(path, value)], language, &found)
            }
        }
    }
}

extension TextPattern.Format {
    /// Returns nil if the format does not write such a text.
    fileprivate func read(_ text: String, _ type: FieldType, _ language: String) -> [TextReading]? {
        switch self {
        case .percent: return DecimalNumber(text) == nil ? nil : []
        // The words around the number may be any, and so may the pattern.
        case .counted, .localizedDate: return []
        case .changed(.plain, let changes):
            // Other changes cannot be taken back.
            guard type.elementOfList == .text, changes.count == 1, case .join(let separator)? = changes.first,
                !separator.isEmpty
            else { return [] }
            let elements = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
            return [TextReading(steps: [], text: "", elements: elements)]
        case .changed: return []
        case .number, .decimals:
            return LocaleData.shown(language).numbers.digits(of: text).map {
                [TextReading(steps: [], text: $0, isNumber: true)]
            }
        case .date(let pattern):
            guard let fields = readDate(text, pattern: pattern, isTime: type == .time, language: language) else {
                return nil
            }
            return fields.readings(of: type)
        case .plain:
            guard type == .integer || type == .decimal else { return [TextReading(steps: [], text: text)] }
            return DecimalNumber(text)?.description == text
                ? [TextReading(steps: [], text: text, isNumber: true)] : nil
        }
    }

    /// Returns the parts that any text in this format gives.
    package func exampleParts(of type: FieldType) -> [TextReading] {
        switch self {
        case .percent, .counted, .localizedDate: []
        case .changed(.plain, let changes):
            changes.count == 1 && changes[0].isJoin ? [TextReading(steps: [], text: "", elements: [])] : []
        case .changed: []
        case .number, .decimals, .plain: [TextReading(steps: [], text: "")]
        // Some languages write an hour from 1 to 12, which is not read.
        case .date(let pattern) where type == .time && DatePattern.isName(pattern): []
        case .date(let pattern): DateFields(writtenBy: pattern).readings(of: type)
        }
    }
}

/// The parts of a date and a time, as far as a text gives them.
struct DateFields {
    var numbers: [Unicode.Scalar: Int] = [:]

    init() {}

    /// Makes fields with 1 for each part that the pattern writes.
    init(writtenBy pattern: String) {
        // The pattern of every locale shows the whole day.
        let pattern = DatePattern.isName(pattern) ? "yMd" : pattern
        for letter in Self.letters(of: pattern) where "yMLdHms".unicodeScalars.contains(letter) {
            numbers[letter == "L" ? "M" : letter] = 1
        }
    }

    /// Returns the letters that stand for a part of a date or a time.
    static func letters(of pattern: String) -> Set<Unicode.Scalar> {
        let parts = pattern.split(separator: "'", omittingEmptySubsequences: false)
        let plain = parts.indices.filter { $0.isMultiple(of: 2) }.flatMap { parts[$0].unicodeScalars }
        return Set(plain).intersection(DatePattern.letters)
    }

    /// Returns the parts of a date, a time or a moment. A text without a day stands for the first day of its month.
    func readings(of type: FieldType) -> [TextReading] {
        func number(_ steps: [Step], _ letter: Unicode.Scalar) -> TextReading? {
            numbers[letter].map { TextReading(steps: steps, text: String($0), isNumber: true) }
        }
        let steps: [Step] = type == .dateTime ? [.dateOf] : []
        var result =
            type == .time
            ? []
            : [number(steps + [.year], "y"), number(steps + [.month], "M"), number(steps + [.day], "d")].compactMap(
                \.self)
        if type != .date, let hour = numbers["H"], let minute = numbers["m"],
            let time = LocalTime(hour: hour, minute: minute, second: numbers["s"] ?? 0)
        {
            result.append(TextReading(steps: type == .dateTime ? [.timeOf] : [], text: time.description))
        }
        return result
    }
}

/// Reads the text that `formatDate` writes. Returns nil if the text does not match the pattern.
func readDate(_ text: String, pattern: String, isTime: Bool = false, language: String) -> DateFields? {
    var fields = DateFields()
    let pattern = LocaleData.shown(language).pattern(pattern, isTime: isTime)
    let names = DateNames(language: language, pattern: pattern)
    let scalars = Array(pattern.unicodeScalars)
    var rest = text.unicodeScalars[...]
    var index = 0
    while index < scalars.count {
        let letter = scalars[index]
        if letter == "'" || !DatePattern.letters.contains(letter) {
            let end = letter == "'" ? scalars[(index + 1)...].firstIndex(of: "'") ?? scalars.count : index + 1
            let literal = letter == "'" ? (end == index + 1 ? ["'"] : scalars[(index + 1)..<end]) : [letter]
            guard rest.starts(with: literal) else { return nil }
            rest = rest.dropFirst(literal.count)
            index = letter == "'" ? end + 1 : end
            continue
        }
        let count = scalars[index...].prefix { $0 == letter }.count
        index += count
        guard let number = readField(letter, count, names, &rest) else { return nil }
        let part: Unicode.Scalar = letter == "L" ? "M" : letter == "c" ? "E" : letter
        guard fields.numbers.updateValue(number, forKey: part) ?? number == number else { return nil }
    }
    return rest.isEmpty ? fields : nil
}

private func readField(
    _ letter: Unicode.Scalar, _ count: Int, _ names: DateNames, _ rest: inout Substring.UnicodeScalarView
) -> Int? {
    let isWeekday = letter == "E" || letter == "c"
    if isWeekday || "ML".unicodeScalars.contains(letter) && count >= 3 {
        let names = names.names(letter, isLong: count > 3)
        // The longest name counts, because 12月 contains 1月.
        let fitting = names.indices.filter { rest.starts(with: names[$0].unicodeScalars) }
        guard let index = fitting.max(by: { names[$0].count < names[$1].count }) else { return nil }
        rest = rest.dropFirst(names[index].unicodeScalars.count)
        return isWeekday ? index : index + 1
    }
    let longest = count == 1 ? (letter == "y" || letter == "Y" ? 4 : letter == "S" ? 1 : 2) : count
    let digits = rest.prefix(longest).prefix { ("0"..."9").contains($0) }
    guard digits.count >= count, letter != "a", letter != "h", letter != "y" && letter != "Y" || count != 2
    else { return nil }
    if letter == "S", digits.contains(where: { $0 != "0" }) { return nil }
    rest = rest.dropFirst(digits.count)
    return Int(String(digits))
}

internal import KairanContent
package import KairanModel
package import KairanReaders

/// The days of a range on which something happens, as `occurrences` lists them.
package struct ListedDays {
    package var range: ClosedRange<LocalDate>
    package var days: Set<LocalDate> = []
    /// The weekdays that the list names, where 0 is Sunday. All their days in the range are in `days`.
    package var weekdays: Set<Int> = []
    /// This is true if days outside a window of the entry are left out.
    package var isWindowed: Bool
    /// The place of the list in the JSON; nil if only the template gives the days.
    package var span: SourceSpan?

    package init(
        range: ClosedRange<LocalDate>, days: Set<LocalDate> = [], weekdays: Set<Int> = [], isWindowed: Bool,
        span: SourceSpan? = nil
    ) {
        (self.range, self.days, self.weekdays, self.isWindowed, self.span) = (range, days, weekdays, isWindowed, span)
    }

    /// Returns the schedule that contains exactly the listed days: the weekdays, and every other day by its date.
    /// Returns nil if there are none.
    package func node(at span: SourceSpan) -> SourceNode? {
        func list(_ texts: [String]) -> SourceNode {
            SourceNode(.sequence(texts.map { SourceNode(.scalar($0, .string), span: span) }), span: span)
        }
        if weekdays.count == 7 { return SourceNode(.scalar("daily", .string), span: span) }
        let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let dates = days.filter { !weekdays.contains($0.weekday) }.sorted()
        let lists = [("weekly", weekdays.sorted().map { names[$0] }), ("dates", dates.map(\.description))]
        let members = lists.filter { !$0.1.isEmpty }.map { key, texts in
            SourceNode.Member(key: key, keySpan: span, value: list(texts))
        }
        return members.isEmpty ? nil : SourceNode(.mapping(members), span: span)
    }

    /// Returns whether a value has these days in the range.
    package func isSame(_ value: Value) -> Bool {
        guard case .schedule(let schedule) = value else { return value.isMissing && days.isEmpty }
        let numbers = range.lowerBound.daysSinceEpoch..<range.upperBound.daysSinceEpoch + 1
        let found = Set(schedule.days(in: numbers).map(LocalDate.init(daysSinceEpoch:)))
        return isWindowed ? found.isSuperset(of: days) : found == days
    }
}

/// Reads the texts that `occurrences` writes.
package struct DayListReader {
    package let range: ClosedRange<LocalDate>
    private let patterns: [String]
    /// For each text, the days of the range that it stands for, and whether it is the name of a weekday.
    private var meanings: [String: (days: [LocalDate], isWeekday: Bool)] = [:]

    /// Returns nil if the range depends on an entry.
    package init?(_ shape: OccurrencesShape, _ evaluator: Evaluator) {
        let ends = [shape.range.from, shape.range.until]
        let isFixed = ends.allSatisfy { if case .path(let path) = $0.base { path.frame == 0 } else { true } }
        guard isFixed, let range = evaluator.days(shape.range, Frames(frames: [.names(evaluator.rootValues)])) else {
            return nil
        }
        (self.range, patterns) = (range, shape.patterns)
        for number in range.lowerBound.daysSinceEpoch...range.upperBound.daysSinceEpoch {
            let day = LocalDate(daysSinceEpoch: number)
            for pattern in patterns.isEmpty ? ["yyyy-MM-dd"] : patterns {
                let text = evaluator.formatted(.date(day), pattern)
                let isWeekday = DateFields.letters(of: pattern) == ["E"]
                // If two patterns write the same text for a day, it came from the earlier one.
                if meanings[text]?.days.last != day { meanings[text, default: ([], isWeekday)].days.append(day) }
            }
        }
    }

    package func read(_ elements: [SourceNode]) -> Diagnosed<(days: Set<LocalDate>, weekdays: Set<Int>)> {
        var result = Diagnosed<(days: Set<LocalDate>, weekdays: Set<Int>)>(([], []))
        let counts = Dictionary(elements.map { ($0.scalar ?? "", 1) }, uniquingKeysWith: +)
        for element in elements {
            guard let text = element.scalar, let meaning = meanings[text] else {
                result.diagnostics.append(
                    mistake(
                        "no day from \(range.lowerBound) until \(range.upperBound) is written like this",
                        at: element.span, help: "the shape lists days of that range only, \(example)"))
                continue
            }
            // A single pattern writes a text for each day, but with several patterns each text occurs once.
            let count = patterns.count > 1 ? 1 : meaning.days.count
            guard counts[text] == count else {
                let isTwice = counts[text, default: 0] > count
                result.diagnostics.append(
                    mistake(
                        isTwice
                            ? "this is listed more than once"
                            : "this is written for \(count) days from \(range.lowerBound) until \(range.upperBound), "
                                + "and it is unclear which are meant",
                        at: element.span, help: isTwice ? "keep one of them" : "write the entry by hand"))
                continue
            }
            result.value.days.formUnion(meaning.days)
            if meaning.isWeekday { result.value.weekdays.formUnion(meaning.days.map(\.weekday)) }
        }
        return result
    }

    private var example: String {
        "such as '\(meanings.min { ($0.value.days[0], $0.key) < ($1.value.days[0], $1.key) }?.key ?? "")'"
    }

    private func mistake(_ message: String, at span: SourceSpan, help: String) -> Diagnostic {
        Diagnostic(.error, .importText, message, at: span, help: help)
    }
}

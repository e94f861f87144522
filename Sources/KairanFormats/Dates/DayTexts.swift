internal import KairanModel
internal import Synchronization

/// Lists of texts that stand for days of a range. Each text stands for all days that it is true of: `Sunday` for all
/// Sundays, `01` for the first of each month.
///
/// Lists of many entries have the same range, so the texts of a range are kept. With lists of four months for 10,000
/// deals, a cold build takes 0.66 of the time.
package final class DayTexts: Sendable {
    private let tables = Mutex<(known: [Key: [DayText]], dayCount: Int)>(([:], 0))

    /// Two tables with equal keys are the same.
    private struct Key: Hashable {
        var days: Range<Int>
        var patterns: [String]
        var language: String
        var firstWeekday: Int
    }

    private struct DayText {
        var text: String
        /// The position of the pattern that writes it on its first day.
        var pattern: Int
        /// The place of its first day in the week if that pattern has the weekday, else 0.
        var weekday: Int
        /// The positions of its days in the range. A day that two patterns write alike is there twice, and counts twice.
        var days: [Int] = []
    }

    package init() {}

    /// Returns texts that together are true of exactly those days, sorted by pattern, weekday and text. Each time the
    /// text that covers most days is taken, which makes the list short, if not always the shortest. Days that no such
    /// text covers come last, as the last pattern writes them.
    ///
    /// - Parameter days: Days of the range. Both are counted from 1970-01-01.
    /// - Parameter patterns: Patterns of Unicode TR 35, of which the last one tells all days apart.
    /// - Parameter firstWeekday: The weekday that weeks begin with, as in `LocalDate.weekday`.
    package func covering(
        _ days: [Int], in range: Range<Int>, _ patterns: [String], language: String, firstWeekday: Int
    ) -> [String] {
        if days.isEmpty { return [] }
        var isMissing = Array(repeating: false, count: range.count)
        for day in days { isMissing[day - range.lowerBound] = true }
        let texts = table(Key(days: range, patterns: patterns, language: language, firstWeekday: firstWeekday))
        let usable = texts.filter { $0.days.allSatisfy { isMissing[$0] } }
        var taken: [DayText] = []
        // The number of missing days that a text covers never grows while others are taken. So one pass takes all texts
        // that still cover the greatest number, as if each had been looked for again.
        var most = usable.map(\.days.count).max() ?? 0
        while most > 0 {
            var next = 0
            for text in usable {
                let gain = text.days.count { isMissing[$0] }
                if gain < most {
                    next = max(next, gain)
                } else {
                    for day in text.days { isMissing[day] = false }
                    taken.append(text)
                }
            }
            most = next
        }
        taken.sort { ($0.pattern, $0.weekday, $0.text) < ($1.pattern, $1.weekday, $1.text) }
        let others = isMissing.indices.filter { isMissing[$0] }.map { range.lowerBound + $0 }
        return taken.map(\.text) + others.map { text($0, patterns[patterns.count - 1], language) }
    }

    /// Returns the texts of all patterns but the last, sorted by pattern and text.
    private func table(_ key: Key) -> [DayText] {
        if let known = tables.withLock({ $0.known[key] }) { return known }
        // The lock is not held meanwhile, so that others do not wait. If two make a table at once, they get the same.
        var texts: [String: DayText] = [:]
        for (position, day) in key.days.enumerated() {
            for (index, pattern) in key.patterns.dropLast().enumerated() {
                let text = text(day, pattern, key.language)
                let weekday = (LocalDate(daysSinceEpoch: day).weekday - key.firstWeekday + 7) % 7
                let new = DayText(text: text, pattern: index, weekday: pattern.contains("E") ? weekday : 0)
                texts[text, default: new].days.append(position)
            }
        }
        let table = texts.values.sorted { ($0.pattern, $0.text) < ($1.pattern, $1.text) }
        tables.withLock { tables in
            // Each entry may have a range of its own. A day with a text of its own takes about 100 bytes.
            if tables.dayCount > 20_000 { tables = ([:], 0) }
            tables.dayCount += key.days.count * key.patterns.count
            tables.known[key] = table
        }
        return table
    }

    private func text(_ day: Int, _ pattern: String, _ language: String) -> String {
        formatDate(LocalDate(daysSinceEpoch: day), nil, pattern: pattern, language: language)
    }
}

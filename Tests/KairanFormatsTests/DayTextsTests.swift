import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

struct DayTextsTests {
    /// Whatever the days, the texts are true of them and of no other day of the range.
    @Test func textsAreTrueOfExactlyTheDays() {
        let seed = printedSeed()
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<200 {
            let start = Int.random(in: 15_000...25_000, using: &numbers)
            let range = start..<(start + Int.random(in: 1...400, using: &numbers))
            let all = ["dd", "d", "EEEE", "MMM", "dd.MM", "ww"].shuffled(using: &numbers)
            let patterns = all.prefix(Int.random(in: 1...3, using: &numbers)) + ["yyyyMMdd"]
            let weekdays = Int.random(in: 0...127, using: &numbers)
            let monthDays = Int.random(in: 0..<(1 << 31), using: &numbers)
            let days = range.filter { day in
                let date = LocalDate(daysSinceEpoch: day)
                return weekdays >> date.weekday & 1 == 1 || monthDays >> (date.day - 1) & 3 == 3
            }
            let texts = Set(Self.texts(for: days, in: range, Array(patterns)))
            let told = range.filter { day in
                patterns.contains {
                    texts.contains(formatDate(LocalDate(daysSinceEpoch: day), nil, pattern: $0, language: "en"))
                }
            }
            #expect(told == days, "seed \(seed): \(patterns) \(range)")
        }
    }

    /// The days of January 2026, which begins with a Thursday, in weeks that begin with a Monday.
    @Test(arguments: [
        ([], []),
        (Array(1...31), ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]),
        ([4, 11, 18, 25], ["Sunday"]),
        ([2, 4, 6, 9, 11, 13, 16, 18, 20, 23, 25, 27, 30], ["Tuesday", "Friday", "Sunday"]),
        ([4, 11, 18], ["04", "11", "18"]),
        ([4, 11, 12, 18, 25], ["12", "Sunday"]),
        ([5, 12, 19, 26, 27, 20, 13, 6, 1], ["01", "Monday", "Tuesday"]),
    ]) func theListIsShort(_ days: [Int], _ texts: [String]) throws {
        let start = try #require(LocalDate(year: 2026, month: 1, day: 1)).daysSinceEpoch
        let found = Self.texts(
            for: days.map { start + $0 - 1 }, in: start..<(start + 31), ["dd", "EEEE", "yyyyMMdd"], firstWeekday: 1)
        #expect(found == texts)
    }

    /// A day of the month cannot stand for the same day of another month that is not meant.
    @Test func theLastPatternTellsDaysApart() {
        #expect(Self.texts(for: [9], in: 0..<60, ["dd", "EEEE", "yyyyMMdd"]) == ["19700110"])
        #expect(Self.texts(for: [9, 40], in: 0..<60, ["dd", "EEEE", "yyyyMMdd"]) == ["10"])
        // The 10th of January is `10`, and so is October, which the range does not have.
        #expect(Self.texts(for: [9], in: 0..<20, ["d", "M", "yyyyMMdd"]) == ["10"])
        // Both the 1st and Thursday stand for the first day of this week.
        #expect(Self.texts(for: [0], in: 0..<7, ["dd", "EEEE", "yyyyMMdd"]) == ["01"])
        #expect(Self.texts(for: [0], in: 0..<7, ["EEEE", "dd", "yyyyMMdd"]) == ["Thursday"])
        // The first of January is `1`, and so is each day of January.
        #expect(Self.texts(for: [0], in: 0..<20, ["d", "M", "yyyyMMdd"]) == ["19700101"])
    }

    /// What is kept for a range serves only the same range, patterns, language and first weekday.
    @Test func rangesAreToldApart() {
        let texts = DayTexts()
        let patterns = ["EEEE", "yyyyMMdd"]
        for _ in 0..<2 {
            for range in [0..<14, 0..<9, 3..<14] {
                let days = [3, 4, 10, 11].filter(range.contains)
                let ja = texts.covering(days, in: range, patterns, language: "ja", firstWeekday: 0)
                let en = texts.covering(days, in: range, patterns, language: "en", firstWeekday: 0)
                let monday = texts.covering(days, in: range, patterns, language: "en", firstWeekday: 1)
                #expect(ja == ["日曜日", "月曜日"])
                #expect(en == ["Sunday", "Monday"])
                #expect(monday == ["Monday", "Sunday"])
            }
            #expect(texts.covering([3], in: 0..<14, patterns, language: "en", firstWeekday: 0) == ["19700104"])
            #expect(texts.covering([3], in: 0..<9, ["dd", "MM"], language: "en", firstWeekday: 0) == ["04"])
        }
    }

    /// More ranges than are kept.
    @Test func eachEntryHasItsRange() {
        let texts = DayTexts()
        for start in 0..<300 {
            let found = texts.covering(
                [start], in: start..<(start + 400), ["EEEE", "yyyyMMdd"], language: "en", firstWeekday: 0)
            #expect(found == [formatDate(LocalDate(daysSinceEpoch: start), nil, pattern: "yyyyMMdd", language: "en")])
        }
    }

    private static func texts(
        for days: [Int], in range: Range<Int>, _ patterns: [String], firstWeekday: Int = 0
    ) -> [String] {
        DayTexts().covering(days, in: range, patterns, language: "en", firstWeekday: firstWeekday)
    }
}

import KairanModel
import SiteTesting
import Testing

@testable import KairanQueries

@Suite struct DayCountTests {
    @Test(arguments: [
        ("2026-01-31", "2026-02-28", 1), ("2026-01-31", "2026-02-27", 0), ("2024-02-29", "2025-02-28", 12),
        ("2026-04-15", "2026-04-14", 0), ("2026-04-15", "2026-03-15", -1), ("2026-03-31", "2026-02-28", -1),
        ("9999-12-01", "9999-12-31", 0),
    ]) func wholeMonths(first: String, last: String, expected: Int) throws {
        let (first, last) = (try #require(LocalDate(first)), try #require(LocalDate(last)))
        #expect(first.count(of: .months, until: last) == expected)
    }

    /// As many units can be added without passing the other day, and not one more.
    @Test func countsAsAdditionDoes() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for _ in 0..<20_000 {
            let first = LocalDate(daysSinceEpoch: Int.random(in: 0...40_000, using: &random))
            let last = first.adding(days: Int.random(in: 0...3000, using: &random))
            for unit in CalendarRange.Unit.allCases {
                let count = first.count(of: unit, until: last)
                #expect(last.count(of: unit, until: first) == -count)
                let (reached, passed) = (first.adding(count, unit), first.adding(count + 1, unit))
                #expect(
                    reached.map { $0 <= last } == true && passed.map { $0 > last } == true,
                    "seed \(seed): \(first) to \(last)")
            }
        }
    }
}

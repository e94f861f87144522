import KairanContent
import KairanModel
import KairanReaders
import SiteTesting
import Testing

@Suite(.enabled(if: PythonJudge.hasDateutil)) struct SchedulePropertyTests {
    @Test func recurrenceRulesAreThoseOfDateutil() throws {
        try compare { make in
            let start = make.day(1900...2040)
            let rule = make.recurrence(from: start)
            let years =
                ["DAILY": 3, "WEEKLY": 8, "MONTHLY": 20, "YEARLY": 25].first { rule.contains($0.key) }?.value ?? 3
            // The days are near the start, or so far from it that nothing is counted from there.
            let low = start.daysSinceEpoch + (make.chance(60) ? -20 : make.number(1000...4000))
            return ("{\"rrule\":\"\(rule)\",\"between\":{\"from\":\"\(start)\"}}", low...(low + years * 365))
        }
    }

    @Test func rulesInOurOwnWordsAreThoseOfDateutil() throws {
        try compare { make in
            let start = make.day(1900...2040)
            let rule = make.plainRecurrence(from: start)
            let low = start.daysSinceEpoch + (make.chance(60) ? -20 : make.number(0...2000))
            return ("{\"rrule\":\"\(rule)\",\"between\":{\"from\":\"\(start)\"}}", low...(low + 3000))
        }
    }

    @Test func schedulesAreThoseOfDateutil() throws {
        try compare { make in
            let schedule = make.schedule()
            let low = make.day(1900...2040).daysSinceEpoch
            return (schedule, low...(low + make.number(0...1500)))
        }
    }

    /// Compares schedules with the judge; `make` gives a schedule as JSON and the days to be asked for.
    private func compare(
        test: String = #function, _ make: (inout RandomSchedule) -> (json: String, asked: ClosedRange<Int>)
    ) throws {
        let seed = printedSeed(test)
        var random = RandomSchedule(seed: seed)
        let cases = (0..<500).map { _ in make(&random) }
        let documents = cases.map {
            "{\"ask\":[\($0.asked.lowerBound),\($0.asked.upperBound)],\"schedule\":\($0.json)}"
        }
        let verdicts = try PythonJudge.judge(documents.map { Array($0.utf8) }, with: PythonJudge.schedule)
        try #require(verdicts.count == cases.count)
        var hits = 0
        for ((json, asked), verdict) in zip(cases, verdicts) {
            let comment: Comment = "seed \(seed): \(json) from \(LocalDate(daysSinceEpoch: asked.lowerBound))"
            let read = readSchedule(json)
            guard let schedule = read.schedule else {
                // A schedule is refused only if it never happens, or if one of its rules has no day.
                let isEmptyRule = read.diagnostics.contains {
                    $0.message.hasPrefix("this rule has no day") || $0.message.hasPrefix("this rule ends on")
                }
                #expect(read.diagnostics.allSatisfy { $0.rule == .scheduleEmpty || $0.severity == .warning }, comment)
                #expect(verdict == "[]" || isEmptyRule, comment)
                continue
            }
            let days = schedule.days(in: asked.lowerBound..<(asked.upperBound + 1))
            #expect("[" + days.map { "i\($0)" }.joined(separator: ",") + "]" == verdict, comment)
            hits += days.isEmpty ? 0 : 1
            try checkAgreement(schedule, days, asked, comment)
        }
        #expect(hits > 150)
    }

    /// A schedule says the same however it is asked.
    private func checkAgreement(
        _ schedule: Schedule, _ days: [Int], _ asked: ClosedRange<Int>, _ comment: Comment
    ) throws {
        let before = LocalDate(daysSinceEpoch: asked.lowerBound - 1)
        let next = schedule.nextDay(after: before)?.daysSinceEpoch
        #expect(next == days.first || days.isEmpty && next.map { $0 > asked.upperBound } ?? true, comment)
        let part = asked.prefix(30)
        #expect(part.filter { schedule.contains(LocalDate(daysSinceEpoch: $0)) } == days.filter(part.contains), comment)
        let middle = (asked.lowerBound + asked.count / 3)..<(asked.lowerBound + asked.count / 2)
        #expect(schedule.days(in: middle) == days.filter(middle.contains), comment)
        for range in [asked, middle.lowerBound...middle.upperBound, asked.lowerBound...asked.lowerBound] {
            let dates = LocalDate(daysSinceEpoch: range.lowerBound)...LocalDate(daysSinceEpoch: range.upperBound)
            #expect(schedule.hasDay(in: dates) == days.contains(where: range.contains), comment)
        }
        #expect(try #require(schedule.firstDay, comment).daysSinceEpoch <= days.first ?? Int.max, comment)
    }
}

/// Reads a schedule that is written as JSON, or in the flow style of YAML.
///
/// - Parameter zone: A time zone; the usual one is as far from UTC as `PythonJudge.scheduleOffset` says, in all years.
func readSchedule(
    _ text: String, in zone: String = "Etc/GMT-9"
) -> (schedule: Schedule?, diagnostics: [Diagnostic]) {
    let file = SourceFile(path: "a.yml", bytes: Array("a: \(text)\n".utf8))
    let tree = readYAML(file)
    guard let node = tree.value?["a"] else { return (nil, tree.diagnostics) }
    let read = readConstant(
        node, as: .schedule, named: "a", timeZone: SiteTimeZone(identifier: zone) ?? .utc)
    if case .schedule(let schedule) = read.value { return (schedule, read.diagnostics) }
    return (nil, read.diagnostics)
}

/// Tells what the clocks of a time zone show at any moment, past or future. Moments are in seconds since 1970, and
/// offsets in seconds east of UTC.
///
/// Kairan has the IANA time zone database inside, so that a build gives the same result on every machine.
/// `Scripts/zones` writes the table.
struct ZoneClock: Sendable {
    private struct Change {
        var moment: Int
        var offset: Int
    }

    /// The offset before all changes.
    private let first: Int
    private var changes: [Change] = []
    /// The rule for the time after the last change; nil if clocks stay as they are.
    private var rule: YearlyRule?

    static let utc = ZoneClock(first: 0)

    private init(first: Int) { self.first = first }

    /// The result is nil if the database has no such zone.
    init?(named name: String) {
        guard let line = table.line(of: name) else { return nil }
        let columns = line.split(separator: "|", omittingEmptySubsequences: false)
        let parts = columns[1].split(separator: " ")
        self.init(first: Int(parts[0]) ?? 0)
        var moment = 0
        for part in parts.dropFirst() {
            let numbers = part.split(separator: ":").compactMap { Int($0) }
            moment += numbers[0]
            changes.append(Change(moment: moment, offset: numbers[1]))
        }
        rule = YearlyRule(columns[2])
    }

    /// The names of all zones, sorted.
    static var allNames: [String] { table.lines.flatMap(\.names).map(String.init).sorted() }

    func offset(at moment: Int) -> Int {
        let next = changes.partitioningIndex { $0.moment > moment }
        if next == changes.count, let rule { return rule.offset(at: moment) }
        return next == 0 ? first : changes[next - 1].offset
    }

    /// Returns the moments after `start` and up to `end` at which clocks are set.
    func changes(after start: Int, until end: Int) -> [Int] {
        var moments = changes.map(\.moment)
        if let rule, let last = moments.last {
            moments += rule.changes(after: max(start, last), until: end)
        }
        return moments.filter { $0 > start && $0 <= end }
    }
}

/// A rule by which clocks are set twice a year, for the start and the end of daylight saving time.
private struct YearlyRule {
    /// A day such as the last Sunday of March, and the local time at which clocks are set.
    struct Day {
        var month: Int
        /// From 1; 5 is the last one.
        var week: Int
        /// From 0, a Sunday.
        var weekday: Int
        /// Seconds after midnight, which may be on another day.
        var time: Int

        /// Returns the moment in a year, or nil if the year cannot be written.
        func moment(in year: Int, _ offset: Int) -> Int? {
            guard let first = LocalDate(year: year, month: month, day: 1) else { return nil }
            let day = (weekday - first.weekday + 7) % 7 + 7 * (week - 1)
            let isBeyond = day >= LocalDate.dayCount(ofMonth: month, year: year)
            return (first.daysSinceEpoch + day - (isBeyond ? 7 : 0)) * 86_400 + time - offset
        }
    }

    let standard: Int
    let daylight: Int
    let start: Day
    let end: Day

    init?(_ text: Substring) {
        let numbers = text.split { $0 == " " || $0 == "." }.compactMap { Int($0) }
        guard numbers.count == 10 else { return nil }
        (standard, daylight) = (numbers[0], numbers[1])
        start = Day(month: numbers[2], week: numbers[3], weekday: numbers[4], time: numbers[5])
        end = Day(month: numbers[6], week: numbers[7], weekday: numbers[8], time: numbers[9])
    }

    func offset(at moment: Int) -> Int {
        let year = year(of: moment)
        guard let start = start.moment(in: year, standard), let end = end.moment(in: year, daylight) else {
            return standard
        }
        let isDaylight = start < end ? (start..<end).contains(moment) : !(end..<start).contains(moment)
        return isDaylight ? daylight : standard
    }

    func changes(after first: Int, until last: Int) -> [Int] {
        guard first < last else { return [] }
        return (year(of: first)...year(of: last)).flatMap { year in
            [start.moment(in: year, standard), end.moment(in: year, daylight)].compactMap(\.self).sorted()
        }.filter { $0 > first }
    }

    private func year(of moment: Int) -> Int {
        LocalDate(daysSinceEpoch: Int((Double(moment + standard) / 86_400).rounded(.down))).year
    }
}

private let table = EmbeddedTable("KairanModel/zones.txt")

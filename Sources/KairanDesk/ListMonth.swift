internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension Desk {
    /// Returns the entries that are shown or take place in a month, each with its days from 1 on.
    ///
    /// - Parameter month: A month such as `2026-04`.
    func listMonth(_ month: String) throws -> JSONValue {
        guard let first = LocalDate(month + "-01") else { throw DeskRefusal(400, "'\(month)' is not a month.") }
        let start = first.daysSinceEpoch
        let days = start..<start + LocalDate.dayCount(ofMonth: first.month, year: first.year)
        let site = try site()
        let groups = site.declarations.collections.filter { $0.parent == nil }.map { declaration in
            let rows = site.entriesWithRecords(of: declaration).filter { $0.entry.kind != .trash }
                .compactMap { found, records in
                    site.spans(of: [found] + records.filter { $0.kind != .trash }, in: days).map { (found, $0) }
                }
            return (declaration, rows.sorted { $0.1[0].lowerBound < $1.1[0].lowerBound })
        }
        return [
            "collections": .array(
                groups.filter { !$1.isEmpty }.map { declaration, rows in
                    [
                        "name": .string(declaration.name),
                        "entries": .array(
                            rows.map { found, spans in
                                [
                                    "id": .string(found.id), "title": .string(site.title(of: found)),
                                    "state": .string(site.state(of: found, site.window(of: found))),
                                    "spans": .array(
                                        spans.map {
                                            .array([
                                                .integer($0.lowerBound - start + 1), .integer($0.upperBound - start),
                                            ])
                                        }),
                                ]
                            }),
                    ]
                })
        ]
    }
}

extension DeskSite {
    /// Returns the days of entries among others, as ranges in their order; nil if there is none.
    fileprivate func spans(of found: [FoundEntry], in days: Range<Int>) -> [Range<Int>]? {
        var all = MonthDays(days)
        for value in found.flatMap(\.values) { add(value, to: &all) }
        return all.ranges.isEmpty ? nil : all.ranges
    }

    private func add(_ value: Value, to days: inout MonthDays) {
        switch value {
        case .window(let window):
            guard window.from != nil || window.until != nil else { return }
            let first = window.from?.date.daysSinceEpoch ?? .min
            // A window that ends at midnight ends with the day before.
            let end = window.until.map { $0.date.daysSinceEpoch + ($0.time.secondsSinceMidnight > 0 ? 1 : 0) }
            days.insert(first..<max(first, end ?? .max))
        case .schedule(let schedule):
            for day in content.whole(schedule).days(in: days.all) { days.insert(day..<day + 1) }
        case .date(let date): days.insert(date.daysSinceEpoch..<date.daysSinceEpoch + 1)
        case .dateTime(let moment):
            days.insert(moment.date.daysSinceEpoch..<moment.date.daysSinceEpoch + 1)
        case .localized, .list, .record, .dictionary, .member:
            for part in value.parts { add(part, to: &days) }
        case .missing, .null, .text, .html, .sitePath, .markdown, .integer, .decimal, .boolean, .time, .duration,
            .version, .point, .asset, .choice, .entry:
            break
        }
    }
}

/// Days among those of a month.
private struct MonthDays {
    let all: Range<Int>
    private var marks: [Bool]

    init(_ all: Range<Int>) { (self.all, marks) = (all, Array(repeating: false, count: all.count)) }

    mutating func insert(_ days: Range<Int>) {
        for day in days.clamped(to: all) { marks[day - all.lowerBound] = true }
    }

    var ranges: [Range<Int>] {
        var ranges: [Range<Int>] = []
        for day in all where marks[day - all.lowerBound] {
            if ranges.last?.upperBound == day {
                ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<day + 1
            } else {
                ranges.append(day..<day + 1)
            }
        }
        return ranges
    }
}

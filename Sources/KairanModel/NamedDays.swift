/// The days of the entries of a collection, which a schedule names instead of listing them.
///
/// A schedule is read before it is known which entries there are, so it only has the name. Whoever asks for its days
/// puts the days of the entries in first.
package struct NamedDays: Hashable, Sendable {
    package let collection: String
    package let field: String
    /// The words for the days.
    package private(set) var label: String
    /// The days since 1970-01-01, ascending, with a gap between each two ranges.
    package private(set) var ranges: [Range<Int>] = []

    package init(collection: String, field: String) {
        (self.collection, self.field, label) = (collection, field, collection)
    }

    /// Returns the same name with the days for which it stands.
    ///
    /// - Parameter days: Ranges of days in any order, which may overlap.
    package func standing(for days: [Range<Int>], label: String) -> NamedDays {
        var named = self
        named.label = label
        for range in days.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = named.ranges.last, last.upperBound >= range.lowerBound {
                named.ranges[named.ranges.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                named.ranges.append(range)
            }
        }
        return named
    }

    package func contains(_ day: Int) -> Bool { ranges(from: day).first?.contains(day) == true }

    package func days(in range: Range<Int>) -> [Int] {
        ranges(from: range.lowerBound).lazy.map { $0.clamped(to: range) }.prefix { !$0.isEmpty }.flatMap { Array($0) }
    }

    /// Returns the first day that is not before `day`, or nil if there is none.
    package func firstDay(from day: Int) -> Int? { ranges(from: day).first.map { max(day, $0.lowerBound) } }

    /// The last day; nil if the days have no end.
    package var lastDay: Int? {
        let end = ranges.last?.upperBound ?? Schedule.calendar.lowerBound + 1
        return end < Schedule.calendar.upperBound ? end - 1 : nil
    }

    /// Returns the ranges that do not end before a day.
    private func ranges(from day: Int) -> ArraySlice<Range<Int>> {
        ranges[ranges.partitioningIndex { $0.upperBound > day }...]
    }
}

extension Schedule {
    /// This is true if it names days of entries.
    package var namesDays: Bool {
        (rules + exceptions).contains { if case .named = $0 { true } else { false } }
    }

    /// The names of days of entries in it.
    package var named: [NamedDays] {
        (rules + exceptions).compactMap { if case .named(let named) = $0 { named } else { nil } }
    }

    /// Returns the schedule with days in place of their names.
    package func naming(_ days: (NamedDays) -> NamedDays) -> Schedule {
        func known(_ rule: Rule) -> Rule { if case .named(let named) = rule { .named(days(named)) } else { rule } }
        var schedule = self
        (schedule.rules, schedule.exceptions) = (rules.map(known), exceptions.map(known))
        return schedule
    }
}

internal import KairanContent
package import KairanModel

/// A range of consecutive days, weeks, months or years, from which queries can take elements without any content.
///
/// Queries treat the elements like entries. Pages for each day, grids of a month and conditions by day therefore need
/// no words of their own except `from`, `until`, `on` and `between`. A `$name` is looked up where a query stands, so
/// one range can be queried for each element of another.
package struct CalendarRange: Sendable {
    package enum Unit: String, Sendable, CaseIterable { case days, weeks, months, years }

    package var unit: Unit
    /// Both ends are included. A week, month or year that holds an end is included as a whole.
    package var from: DayExpression
    package var until: DayExpression

    package init(unit: Unit, from: DayExpression, until: DayExpression) {
        (self.unit, self.from, self.until) = (unit, from, until)
    }
}

extension CalendarRange.Unit {
    /// Accepts the singular and the plural, such as `day` and `days`.
    init?(word: String) { self.init(rawValue: word.hasSuffix("s") ? word : word + "s") }

    /// The type of an element.
    var type: RecordType {
        switch self {
        case .days: RecordType([.init("day", .date)])
        case .weeks: RecordType(Self.ends + [.init("days", .list(.record(Self.days.type)))])
        case .months:
            RecordType(
                [.init("month", .text)] + Self.ends + [
                    .init("days", .list(.record(Self.days.type))),
                    .init("weeks", .list(.record(RecordType([.init("days", .list(.record(Self.dayOfMonth)))])))),
                ])
        case .years:
            RecordType(
                [.init("year", .integer)] + Self.ends + [.init("months", .list(.record(Self.months.type)))])
        }
    }

    private static let ends: [RecordType.Field] = [.init("firstDay", .date), .init("lastDay", .date)]

    /// A week that is shown with a month may begin before the month and end after it.
    private static let dayOfMonth = RecordType([.init("day", .date), .init("isInMonth", .boolean)])

    /// Returns the units that contain some day from the first to the last.
    ///
    /// - Parameter firstWeekday: The number of the week's first day, where 0 is Sunday.
    package func elements(from first: LocalDate, until last: LocalDate, firstWeekday: Int) -> [Value] {
        var start = first.start(of: self, firstWeekday)
        var elements: [Value] = []
        while start <= last {
            elements.append(element(from: start, firstWeekday))
            guard let next = start.adding(1, self) else { break }
            start = next
        }
        return elements
    }

    private func element(from start: LocalDate, _ firstWeekday: Int) -> Value {
        let last = (start.adding(1, self) ?? LocalDate.last.adding(days: 1)).adding(days: -1)
        func parts(_ unit: Self) -> Value {
            .list(unit.elements(from: start, until: last, firstWeekday: firstWeekday))
        }
        let ends: [Value] = [.date(start), .date(last)]
        let values: [Value] =
            switch self {
            case .days: [.date(start)]
            case .weeks: ends + [parts(.days)]
            case .months: [.text(start.yearMonth)] + ends + [parts(.days), weeks(ofMonth: start, last, firstWeekday)]
            case .years: [.integer(start.year)] + ends + [parts(.months)]
            }
        return .record(values, type)
    }

    private func weeks(ofMonth first: LocalDate, _ last: LocalDate, _ firstWeekday: Int) -> Value {
        let type = RecordType([.init("days", .list(.record(Self.dayOfMonth)))])
        let start = first.start(of: .weeks, firstWeekday)
        let weeks = stride(from: start.daysSinceEpoch, through: last.daysSinceEpoch, by: 7).map { week in
            let days = (week..<week + 7).map { day -> Value in
                let date = LocalDate(daysSinceEpoch: day)
                return .record([.date(date), .boolean((first...last).contains(date))], Self.dayOfMonth)
            }
            return Value.record([.list(days)], type)
        }
        return .list(weeks)
    }
}

extension LocalDate {
    /// The last day of the calendar: ISO 8601 has four digits for a year.
    fileprivate static let last = LocalDate(daysSinceEpoch: 2_932_896)

    /// The month in the form `2026-04`.
    var yearMonth: String { "\(padded(year, 4))-\(padded(month, 2))" }

    /// Returns the first day of the week, month or year that contains this day.
    package func start(of unit: CalendarRange.Unit, _ firstWeekday: Int) -> LocalDate {
        switch unit {
        case .days: self
        case .weeks: adding(days: -((weekday - firstWeekday + 7) % 7))
        case .months: adding(days: 1 - day)
        case .years: LocalDate(year: year, month: 1, day: 1) ?? self
        }
    }

    /// Returns the day that is this many units later. If its month is too short, that is the month's last day. Returns
    /// nil outside the years 1 to 9999.
    package func adding(_ count: Int, _ unit: CalendarRange.Unit) -> LocalDate? {
        switch unit {
        case .days, .weeks:
            let date = adding(days: unit == .weeks ? count * 7 : count)
            return (1...9999).contains(date.year) ? date : nil
        case .months, .years:
            let months = year * 12 + month - 1 + (unit == .years ? count * 12 : count)
            let (year, month) = (months / 12, months % 12 + 1)
            guard (1...9999).contains(year) else { return nil }
            return LocalDate(year: year, month: month, day: min(day, Self.dayCount(ofMonth: month, year: year)))
        }
    }
}

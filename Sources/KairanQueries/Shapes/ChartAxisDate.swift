internal import KairanModel

/// The date that places a point of a line chart, so that a day without an element leaves its room.
struct ChartAxisDate: Sendable {
    let path: Path
    let unit: Unit

    /// The smallest part of the date that the label shows. Months that are shown as months are equally far apart,
    /// although some are shorter.
    enum Unit: Int { case year, month, day, second }

    /// Finds the date in the label of a point. Returns nil if the label has more than one value, or none that is a date.
    init?(_ label: TextPattern) {
        guard label.paths.count == 1 else { return nil }
        let part = label.parts.compactMap { part -> (Path, [String])? in
            guard case .path(let path, let format) = part else { return nil }
            return (path, format.datePatterns)
        }.first
        guard var path = part?.0 else { return nil }
        if let shown = path.shownType, path.steps.last == .displayText {
            path.steps.removeLast()
            path.type = shown
        }
        guard path.type == .date || path.type == .dateTime else { return nil }
        self.path = path
        // Languages may show different parts, and the chart is the same in all.
        let shown = part?.1.map(Unit.init(showing:)).max { $0.rawValue < $1.rawValue }
        unit = shown ?? (path.type == .date ? .day : .second)
    }

    /// Returns how far along the axis the value is.
    func place(of value: Value) -> Double? {
        let day: LocalDate
        if case .date(let date) = value {
            day = date
        } else if case .dateTime(let moment) = value {
            if unit == .second { return Double(moment.epochSeconds) }
            day = moment.date
        } else {
            return nil
        }
        switch unit {
        case .year: return Double(day.year)
        case .month: return Double(day.year * 12 + day.month)
        case .day, .second: return Double(day.daysSinceEpoch)
        }
    }
}

extension ChartAxisDate.Unit {
    fileprivate init(showing pattern: String) {
        let letters = DatePattern.letters(in: pattern)
        func shows(_ some: Set<Unicode.Scalar>) -> Bool { !letters.isDisjoint(with: some) }
        let isDay = letters.isEmpty || shows(["d", "E", "c", "w"])
        self = shows(DatePattern.timeLetters) ? .second : isDay ? .day : shows(["M", "L"]) ? .month : .year
    }
}

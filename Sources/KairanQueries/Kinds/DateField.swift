internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let date = FieldTraits(
        views: [
            "year": TypedStep(step: .year, type: .integer), "month": TypedStep(step: .month, type: .integer),
            "day": TypedStep(step: .day, type: .integer), "weekday": TypedStep(step: .weekday, type: .integer),
            "yearMonth": TypedStep(step: .yearMonth, type: .text), "text": TypedStep(step: .displayText, type: .text),
            "week": TypedStep(step: .week, type: .integer), "weekYear": TypedStep(step: .weekYear, type: .integer),
            "epoch": TypedStep(step: .epoch, type: .integer),
        ], isOrdered: true, isGroupable: true, isOnDays: true, isWord: true, numbers: { _ in .own }, form: "yyyy-MM-dd",
        shownForm: .datePattern, schema: { _ in .string(format: "date") }, editor: { _ in .reference("date") },
        isTold: { $0.has(.epoch) || $0.has(.displayText) || $0.has(.yearMonth) || $0.has(.year, .month) },
        written: { $0.date($1) })
}

extension Evaluator {
    func dateView(_ step: Step, _ date: LocalDate) -> Value {
        switch step {
        case .year: .integer(date.year)
        case .month: .integer(date.month)
        case .day: .integer(date.day)
        case .weekday: .integer(date.weekday)
        case .week: .integer(date.isoWeek.week)
        case .weekYear: .integer(date.isoWeek.year)
        case .yearMonth: .text(date.yearMonth)
        case .epoch: .integer(site.settings.timeZone.dateTime(date: date).epochSeconds)
        // The shown end of a window is a day or a moment, and of either this is the day.
        case .dateOf: .date(date)
        default: .text(formatted(.date(date), locale.dateFormat))
        }
    }
}

extension FieldWriter {
    mutating func date(_ told: Recovered) -> SourceNode? {
        if let value = told.value { return value }
        if let seconds = told[.epoch]?.value?.scalar.flatMap({ Int($0) }), wholeNumbersOfJSON.contains(seconds) {
            return told.text(zone.dateTime(epochSeconds: seconds).date.description)
        }
        if let text = told[.displayText]?.value?.scalar {
            let fields = readDate(text, pattern: evaluator.locale.dateFormat, language: evaluator.locale.code)
            return written(fields?.numbers["y"], fields?.numbers["M"], fields?.numbers["d"], told)
        }
        if let month = told[.yearMonth]?.value?.scalar { return told.text(month + "-01") }
        let numbers = [Step.year, .month, .day].map { told[$0]?.value?.scalar.flatMap { Int($0) } }
        return written(numbers[0], numbers[1], numbers[2] ?? 1, told)
    }

    mutating func written(_ year: Int?, _ month: Int?, _ day: Int?, _ told: Recovered) -> SourceNode? {
        if let year, let month, let day, let date = LocalDate(year: year, month: month, day: day) {
            return told.text(date.description)
        }
        mistake(.importValue, "there is no such day in the calendar", told)
        return nil
    }
}

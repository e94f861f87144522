internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension FieldTraits {
    static let dateTime = FieldTraits(
        views: [
            "date": TypedStep(step: .dateOf, type: .date), "time": TypedStep(step: .timeOf, type: .time),
            "epoch": TypedStep(step: .epoch, type: .integer), "text": TypedStep(step: .displayText, type: .text),
        ], isOrdered: true, isOnDays: true, isWord: true, numbers: { _ in .own }, form: "date-time",
        shownForm: .datePattern, schema: { _ in .string(format: "date-time") },
        editor: { _ in .text(Forms.moment, write: "2026-04-01T09:00") },
        isTold: { told in
            told.has(.epoch) || told.has(.displayText) || told.has(.timeOf) && told[.dateOf]?.tells(.date) == true
        }, written: { $0.moment($1) })
}

extension SiteLocale {
    /// The pattern in which the text of a moment is written: that of dates, with the time after it if it has none.
    var dateTimePattern: String {
        guard !DatePattern.showsTime(dateFormat) else { return dateFormat }
        let pattern = DatePattern.isName(dateFormat) ? LocaleData.shown(code).pattern(dateFormat) : dateFormat
        return pattern + " HH:mm"
    }
}

extension Evaluator {
    func dateTimeView(_ step: Step, _ moment: DateTime) -> Value {
        switch step {
        case .dateOf: .date(moment.date)
        case .timeOf: .time(moment.time)
        case .epoch: .integer(moment.epochSeconds)
        default: .text(formatted(.dateTime(moment), locale.dateTimePattern))
        }
    }
}

extension FieldWriter {
    mutating func moment(_ told: Recovered) -> SourceNode? {
        if let value = told.value { return value.scalar.map { told.text(withoutOffset($0)) } ?? value }
        if let seconds = told[.epoch]?.value?.scalar.flatMap({ Int($0) }), wholeNumbersOfJSON.contains(seconds) {
            return told.text(withoutOffset(zone.dateTime(epochSeconds: seconds).description))
        }
        if let part = told[.dateOf], let day = date(part)?.scalar, let time = told[.timeOf]?.value?.scalar {
            return told.text("\(day)T\(time)")
        }
        let fields = told[.displayText]?.value?.scalar.flatMap {
            readDate($0, pattern: evaluator.locale.dateTimePattern, language: evaluator.locale.code)
        }
        guard let fields, let hour = fields.numbers["H"], let minute = fields.numbers["m"],
            let time = LocalTime(hour: hour, minute: minute),
            let day = written(fields.numbers["y"], fields.numbers["M"], fields.numbers["d"], told)?.scalar
        else {
            mistake(.importValue, "this is not a moment", told)
            return nil
        }
        return told.text("\(day)T\(time)")
    }

    /// Returns the text in the short form that people write, if that is the same moment.
    private func withoutOffset(_ text: String) -> String {
        guard let moment = zone.parse(text) else { return text }
        let short = "\(moment.date)T\(moment.time)"
        return zone.parse(short) == moment ? short : text
    }
}

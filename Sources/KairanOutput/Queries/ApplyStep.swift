internal import KairanContent
internal import KairanModel

extension Evaluator {
    func apply(_ step: Step, to value: Value) -> Value {
        switch value {
        case .record(let values, _):
            if case .field(let index) = step { return values[index] }
            return .missing
        case .entry(let reference): return entryPart(step, reference)
        case .markdown(let markdown): return markdownView(step, markdown)
        case .asset(let asset): return assetView(step, asset)
        case .window(let window): return windowView(step, window)
        case .schedule(let schedule): return scheduleView(step, schedule)
        case .date(let date): return dateView(step, date)
        case .dateTime(let moment): return dateTimeView(step, moment)
        case .version(let version): return .integer(version.numbers[step == .major ? 0 : 1])
        case .point(let point): return pointView(step, point)
        case .choice(let index, let choice):
            let number = choice.options[index].number.map(Value.integer)
            return step == .number ? number ?? .missing : .text(label(index, of: choice))
        case .text(let text): return colorView(step, text)
        case .integer, .decimal: return .text(groupedNumber(plainText(value)))
        case .list(let elements): return .integer(elements.count)
        default: return .missing
        }
    }

    func label(_ index: Int, of choice: Choice) -> String {
        let option = choice.options[index]
        return option.labels.isEmpty ? option.label : locale.shown(option.labels) ?? option.label
    }

    /// The one place where a part of an entry is read: a field, its id or its page.
    private func entryPart(_ step: Step, _ reference: EntryReference) -> Value {
        switch step {
        case .field(let index):
            recorder?.note(reference, FieldSet(field: index))
            let value = site.value(ofField: index, of: reference)
            if case .localized = value { return locale.shown(value) }
            return value
        case .id: return .text(site.id(of: reference))
        default:
            guard let path = page(of: reference) else { return .missing }
            return switch step {
            case .pageURL: .text(site.address(ofOutput: path, .absolute))
            case .pagePath: .text(site.address(ofOutput: path, .fromRoot))
            default: pageLink(path)
            }
        }
    }

    /// The page of an entry, as an output's path.
    func page(of entry: EntryReference) -> String? {
        recorder?.note(entry, .page)
        return site.page(of: entry, in: localePosition)
    }

    func pageLink(_ path: String) -> Value {
        .record(
            [.text(site.address(ofOutput: path, .absolute)), .text(site.address(ofOutput: path, .fromRoot))],
            Schema.pageLink)
    }

    private func markdownView(_ step: Step, _ markdown: Markdown) -> Value {
        switch step {
        case .html: return .html(html(markdown))
        case .plainText: return .text(markdown.plainText)
        default:
            let prefix = idPrefix(of: markdown)
            return .list(
                markdown.rendered.outline.map {
                    .record([.integer($0.level), .text(prefix + $0.id), .text($0.text)], Schema.heading)
                })
        }
    }

    private func pointView(_ step: Step, _ point: Point) -> Value {
        switch step {
        case .latitude: .decimal(point.latitude)
        case .longitude: .decimal(point.longitude)
        default: point.position
        }
    }

    private func windowView(_ step: Step, _ window: Window) -> Value {
        switch step {
        case .from: window.from.map(Value.dateTime) ?? .missing
        case .until: window.until.map(Value.dateTime) ?? .missing
        case .lastDay: window.lastDay.map(Value.date) ?? .missing
        default: .text(window.phase(at: site.moment).rawValue)
        }
    }

    private func scheduleView(_ step: Step, _ schedule: Schedule) -> Value {
        switch step {
        case .from: schedule.from.map(Value.date) ?? .missing
        case .until: schedule.end.map(Value.date) ?? .missing
        case .lines: schedule.lines.map { .list($0.map(Value.text)) } ?? .missing
        default: .text(formatSchedule(schedule, language: locale.code))
        }
    }

    /// Of the only texts that have views: those of colours, such as `#1d6f5c`.
    private func colorView(_ step: Step, _ color: String) -> Value {
        guard let number = Int(color.dropFirst(), radix: 16) else { return .missing }
        return switch step {
        case .red: .integer(number >> 16)
        case .green: .integer(number >> 8 & 255)
        case .blue: .integer(number & 255)
        default: .integer(number)
        }
    }

    private func dateView(_ step: Step, _ date: LocalDate) -> Value {
        switch step {
        case .year: .integer(date.year)
        case .month: .integer(date.month)
        case .day: .integer(date.day)
        case .weekday: .integer(date.weekday)
        case .yearMonth: .text(date.yearMonth)
        case .epoch: .integer(site.settings.timeZone.dateTime(date: date).epochSeconds)
        default: .text(formatted(.date(date), locale.dateFormat))
        }
    }

    private func dateTimeView(_ step: Step, _ moment: DateTime) -> Value {
        switch step {
        case .dateOf: .date(moment.date)
        case .timeOf: .time(moment.time)
        case .epoch: .integer(moment.epochSeconds)
        default: .text(formatted(.dateTime(moment), locale.dateFormat))
        }
    }
}

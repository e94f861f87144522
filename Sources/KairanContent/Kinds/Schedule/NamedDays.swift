package import KairanModel
internal import KairanReaders

extension FieldType {
    /// This is true if a schedule can name the days of the field: it has days of its own, which do not repeat.
    package var hasNamedDays: Bool {
        switch self {
        case .date, .dateTime, .window: true
        case .list(let element): element.hasNamedDays
        case .text, .markdown, .html, .integer, .decimal, .boolean, .time, .duration, .url, .email, .phone, .color,
            .image,
            .file, .choice, .version, .schedule, .point, .reference, .record, .dictionary, .oneOf:
            false
        }
    }
}

extension CollectionDeclaration {
    package var dayFields: [String] { fields.filter(\.type.hasNamedDays).map(\.name) }

    /// Returns the words for its entries together, in the language of a locale.
    package func words(in locale: Int) -> String {
        labels.indices.contains(locale) ? labels[locale] ?? label ?? name : label ?? name
    }
}

// MARK: Reading

extension ScheduleReader {
    /// Reads days, and collections that have days: `[2026-04-29, holidays]`.
    mutating func dates(_ nodes: [SourceNode]) -> [Schedule.Rule] {
        let names = nodes.filter(isName)
        let dates = distinct(nodes.filter { !isName($0) }) { $0.date($1) }.sorted()
        return (dates.isEmpty && !names.isEmpty ? [] : [.dates(dates)])
            + distinct(names) { $0.namedDays($1) }.map(Schedule.Rule.named)
    }

    private func isName(_ node: SourceNode) -> Bool {
        guard let text = node.scalar, !node.isNull, text.first?.isLetter == true else { return false }
        return dayFields.isName(text)
    }

    /// Reads `holidays`, or `holidays.date` for one of several fields.
    private mutating func namedDays(_ node: SourceNode) -> NamedDays? {
        guard let text = node.scalar else { return nil }
        switch dayFields.field(named: text) {
        case .success(let name): return NamedDays(collection: name.collection, field: name.field)
        case .failure(let mistake):
            error(.scheduleDay, mistake.message, at: node.span, help: mistake.help)
            return nil
        }
    }
}

/// The mistake in a name of days, and a way to mend it.
package struct NamedDaysMistake: Error {
    package var message: String
    package var help: Help?
}

extension [String: [String]] {
    /// Returns whether a text names one of the collections, or nearly.
    package func isName(_ text: String) -> Bool {
        let name = String(text.prefix { $0 != "." })
        return self[name] != nil || nearestName(to: name, in: filter { !$1.isEmpty }.keys.sorted()) != nil
    }

    /// Returns the field that a name of days means, in a dictionary like `ValueScope.dayFields`.
    package func field(
        named text: String
    ) -> Result<(collection: String, field: String), NamedDaysMistake> {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let fields = self[parts[0]] else {
            let names = filter { !$1.isEmpty }.keys.sorted()
            let help =
                names.isEmpty ? "write it as 2026-04-01" : suggestion(for: parts[0], in: names, kind: "days have")
            return .failure(.init(message: "'\(text)' is neither a day nor a collection that has days", help: help))
        }
        if let name = parts.count == 1 ? (fields.count == 1 ? fields[0] : nil) : fields.first(where: { $0 == parts[1] })
        {
            return .success((parts[0], name))
        }
        if fields.isEmpty || parts.count == 2 {
            let message = "\(parts[0]) has no \(parts.count == 2 ? "days called '\(parts[1])'" : "days")"
            let known = fields.map { "\(parts[0]).\($0)" }
            return .failure(
                .init(
                    message: message,
                    help: known.isEmpty
                        ? "name a collection with a field of the type date, dateTime or window"
                        : suggestion(for: text, in: known, kind: "write").map { Help($0.words) }))
        }
        return .failure(
            .init(
                message: "\(parts[0]) has several fields with days",
                help: "write \(fields.map { "\(parts[0]).\($0)" }.joined(separator: " or "))"))
    }
}

// MARK: Days

extension Content {
    /// Returns a schedule with the days of the entries that it names.
    package func whole(_ schedule: Schedule, in locale: Int = 0) -> Schedule {
        schedule.namesDays ? schedule.naming { named($0, in: locale) } : schedule
    }

    /// Returns the days of the entries, with words in the language of a locale.
    package func named(_ days: NamedDays, in locale: Int) -> NamedDays {
        guard let collection = collection(days.collection),
            let field = collection.declaration.fields.firstIndex(where: { $0.name == days.field })
        else { return days }
        let ranges = collection.entries.flatMap { self.days(of: $0.value(ofField: field)) }
        return days.standing(for: ranges, label: collection.declaration.words(in: locale))
    }

    private func days(of value: Value) -> [Range<Int>] {
        switch value {
        case .date(let date): [date.daysSinceEpoch..<date.daysSinceEpoch + 1]
        case .dateTime(let moment): days(of: .date(moment.date))
        case .window(let window): [window.days(in: settings.timeZone)]
        case .list(let values): values.flatMap(days)
        default: []
        }
    }

    /// Reports schedules that never happen because of the days that they name, or never while their entry is shown, and
    /// warns of single days to which the named ones leave no effect.
    ///
    /// For entries that an earlier build read, this is known as long as those days are the same.
    func checkNamedDays() -> [Diagnostic] {
        let daysMayDiffer = collections.contains {
            !$0.declaration.dayFields.isEmpty && !$0.entries.allSatisfy(\.isCached)
        }
        // Many schedules may name the same days.
        var known: [NamedDays: NamedDays] = [:]
        func whole(_ schedule: Schedule) -> Schedule {
            schedule.naming { name in
                let days = known[name] ?? named(name, in: 0)
                known[name] = days
                return days
            }
        }
        let check = ScheduleCheck(timeZone: settings.timeZone) { $0.namesDays ? whole($0) : nil }
        return collections.flatMap { collection -> [Diagnostic] in
            let fields = collection.declaration.fields.indices.filter {
                collection.declaration.fields[$0].type == .schedule
            }
            guard !fields.isEmpty else { return [] }
            return collection.entries.lazy.filter { daysMayDiffer || !$0.isCached }.flatMap { entry -> [Diagnostic] in
                // Few schedules name days, and reading the other values of an entry takes time.
                guard fields.contains(where: { entry.value(ofField: $0).namesDays }) else { return [] }
                let empty = fields.compactMap { emptySchedule(entry, $0, collection.declaration, whole) }
                guard empty.isEmpty else { return empty }
                let withoutEffect = fields.flatMap { field -> [Diagnostic] in
                    guard case .schedule(let schedule) = entry.value(ofField: field), schedule.namesDays
                    else { return [] }
                    return whole(schedule).warningsOfNamedDays(schedule, at: entry.span(ofField: field))
                }
                return check.mistakes(in: entry, of: collection.declaration) + withoutEffect
            }
        }
    }

    private func emptySchedule(
        _ entry: Entry, _ field: Int, _ declaration: CollectionDeclaration, _ whole: (Schedule) -> Schedule
    ) -> Diagnostic? {
        guard case .schedule(let schedule) = entry.value(ofField: field), schedule.namesDays,
            whole(schedule).firstDay == nil
        else { return nil }
        let names = Set(schedule.named.map(\.collection)).sorted().joined(separator: " and ")
        return Diagnostic(
            .error, .scheduleEmpty,
            "'\(declaration.fields[field].name)' never happens, because of the days of \(names)",
            at: entry.span(ofField: field), help: "change these days or the schedule, or leave the entry out")
    }
}

extension Value {
    fileprivate var namesDays: Bool { if case .schedule(let schedule) = self { schedule.namesDays } else { false } }
}

extension Window {
    /// The days on which it is open at some time.
    fileprivate func days(in zone: SiteTimeZone) -> Range<Int> {
        let first = from?.date.daysSinceEpoch ?? Int.min
        let last = until.map { zone.dateTime(epochSeconds: $0.epochSeconds - 1).date.daysSinceEpoch }
        let end = last.map { $0 + 1 } ?? Int.max
        return Schedule.calendar.clamped(to: first..<max(first, end))
    }
}

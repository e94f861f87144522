internal import KairanContent
internal import KairanModel
internal import KairanQueries

/// The earlier choices of templates whose files vanished, each made when it is first needed.
struct EarlierChoices {
    let site: Site
    var ofTemplates: [Int: EarlierChoice] = [:]
    /// The site with the entries of its trash, which is made once for all templates.
    private(set) lazy var siteWithTrash = Site(
        content: site.content.withTrash, schema: site.schema, moment: site.moment)

    init(site: Site) { self.site = site }
}

/// The elements that a template's `for` chooses now, and those that it chose before time passed or entries went into
/// the trash.
struct EarlierChoice {
    /// An evaluator for the site with the entries of its trash.
    private let evaluator: Evaluator
    private let query: Query
    /// The paths whose values stand in the paths of the files.
    private let paths: [String: Path]
    /// All elements to choose from, now or earlier. For a calendar, these are its days.
    private let entries: [Value]
    /// The elements by each text that stands for them in a path.
    private var entriesByText: [String: [Value]] = [:]
    /// The elements of `entries` that exist now.
    private let present: Set<Value>
    /// The ids of the published entries; nil if they are unknown.
    private let published: Set<String>?
    /// An evaluator for each day of the last year, if the query compares with days.
    private let days: [Evaluator]

    init(
        _ site: Site, withTrash all: Site, _ query: Query, by paths: [String: Path], _ locale: Int?,
        published: Set<String>?
    ) {
        (self.query, self.paths, self.published) = (query, paths, published)
        let content = all.content
        let evaluator = Evaluator(site: all, form: .fromRoot, locale: locale ?? 0, recorder: nil)
        self.evaluator = evaluator
        days =
            query.namesDays
            ? (0...366).map { count in
                evaluator.at(site.settings.timeZone.dateTime(date: site.moment.date.adding(days: -count)))
            } : []
        switch query.source {
        case .collection(let name):
            let position = content.position(of: name) ?? 0
            entries = content.collections[position].entries.indices.map {
                .entry(EntryReference(collection: position, index: $0))
            }
            present = Set(entries.filter(site.content.holds))
        case .list, .parts, .shapes:
            entries = evaluator.elements(Query(source: query.source, element: query.element), evaluator.rootFrames)
            present = Set(entries.filter(site.content.holds))
        case .calendar(let range):
            // The last publication may have been long ago.
            let longAgo = site.settings.timeZone.dateTime(date: site.moment.date.adding(days: -10_000))
            entries = evaluator.elements(range, ofAll: [evaluator, evaluator.at(longAgo)])
            present = Set(evaluator.elements(range, evaluator.rootFrames))
        }
        for entry in entries {
            for text in Set(paths.values.flatMap { evaluator.texts(of: $0, entry) }) {
                entriesByText[text, default: []].append(entry)
            }
        }
    }

    /// Returns the elements for which a file with these values in its path was made.
    func entries(of parameters: [String: String]) -> [Value] {
        guard let text = parameters.values.min() else { return [] }
        return (entriesByText[text] ?? []).filter { entry in
            parameters.allSatisfy { name, text in
                paths[name].map { evaluator.texts(of: $0, entry).contains(text) } ?? true
            }
        }
    }

    private(set) lazy var countStaying: Int = entries.count(where: stays)
    private(set) lazy var countLeft: Int = entries.count(where: hasLeft)

    func stays(_ entry: Value) -> Bool { present.contains(entry) && evaluator.chooses(query, entry) }

    func hasLeft(_ entry: Value) -> Bool {
        guard wasPublished(entry) else { return false }
        if evaluator.chooses(query, entry) { return !present.contains(entry) }
        return evaluator.turns(of: query, for: entry).contains { evaluator.at($0).chooses(query, entry) }
            || days.contains { $0.chooses(query, entry) }
    }

    func isInTrash(_ entry: Value) -> Bool {
        if case .entry = entry { !present.contains(entry) && wasPublished(entry) } else { false }
    }

    /// Returns whether the entry was published. An entry that left long ago is no reason for a file to vanish now.
    private func wasPublished(_ entry: Value) -> Bool {
        guard let published, case .entry(let reference) = entry else { return true }
        return published.contains(evaluator.site.id(of: reference))
    }
}

extension Content {
    /// Returns whether a value does not come from the trash, whose entries are after the others.
    fileprivate func holds(_ value: Value) -> Bool {
        guard case .entry(let reference) = value else { return true }
        return reference.index < collections[reference.collection].entries.count
    }
}

extension Evaluator {
    /// Returns the texts of a value. A list has several.
    fileprivate func texts(of path: Path, _ entry: Value) -> [String] {
        let value = value(path.steps, of: entry)
        return if case .list(let parts) = value { parts.map(plainText) } else { [plainText(value)] }
    }

    fileprivate func at(_ moment: DateTime) -> Evaluator {
        Evaluator(site: site.at(moment), form: form, locale: localePosition, recorder: nil)
    }

    fileprivate var rootFrames: Frames { Frames(frames: [.names(rootValues)]) }

    /// Returns the days, weeks, months or years of a calendar range that lie between its ends at any of these moments.
    fileprivate func elements(_ range: CalendarRange, ofAll moments: [Evaluator]) -> [Value] {
        let days = moments.compactMap { $0.days(range, $0.rootFrames) }
        guard let first = days.map(\.lowerBound).min(), let last = days.map(\.upperBound).max() else { return [] }
        return range.unit.elements(from: first, until: last, firstWeekday: site.settings.firstWeekday)
    }
}

extension Query {
    /// This is true if the query's choice may change with the day, even without a window.
    var namesDays: Bool {
        if case .calendar(let range) = source, range.from.movesOn || range.until.movesOn { return true }
        return alternatives.joined().contains { filter in
            filter.path.momentUse != .none
                || filter.operands.contains { operand in
                    switch operand {
                    case .now: true
                    case .day(let day): day.movesOn
                    case .path(let path): path.momentUse != .none
                    case .value, .phase, .named: false
                    }
                }
        }
    }
}

extension DayExpression {
    /// This is true if the day changes with the present day.
    fileprivate var movesOn: Bool {
        switch base {
        case .date: false
        case .today, .this: true
        case .path(let path): path.momentUse != .none
        }
    }
}

internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The checked declaration of an iCalendar file.
package struct CalendarTemplate: Sendable {
    var title: TextPattern
    var description: TextPattern?
    /// The lists of entries that have events, in the order in which they are written. No two list the same collection,
    /// because the identifier of an event is that of its entry.
    var sources: [CalendarSource]
    /// The range in which days are listed one by one if no rule names them.
    var range: CalendarRange
}

/// The entries of one collection, and the event that each of them has.
struct CalendarSource: Sendable {
    let query: Query
    let event: EventShape
}

/// The shape that makes an event of an entry.
struct EventShape: Sendable {
    let title: Shape
    /// The path of a day, of several days, or of a moment.
    let on: Path
    /// The end of an event: a moment, the last of its whole days, or a time of day, which is that of the next day if it is
    /// not later than the start.
    let end: Path?
    /// The length of an event without an end.
    let length: EventLength?
    /// The time of day, if `on` gives only the day.
    let time: Path?
    /// The window outside which no day is an event.
    let within: Path?
    let description: Shape?
    let location: Shape?
    /// The address of the event.
    let link: Shape?
    let alarm: EventLength?
    /// The conditions of which one holds if the event does not take place; none if all take place.
    let cancelled: [[Filter]]
    let categories: Shape?
}

/// The length of an event, or the time before it at which calendars remind of it.
enum EventLength: Sendable {
    case always(MinuteDuration)
    case path(Path)
}

extension TemplateCompiler {
    static let calendarWords =
        ["calendar", "description", "for", "each", "event"] + ShapeCompiler.queryWords + ShapeCompiler.rangeWords
    static let eventWords = [
        "title", "on", "until", "duration", "time", "within", "description", "location", "link", "category", "alarm",
        "cancelled",
    ]

    private static let calendarFile = ListedFile(
        name: "calendar", part: "event", parts: "events", partWords: eventWords,
        partHelp: "write event: { title: …, on: … }", sharedWords: [], missing: .calendarMissing,
        misplaced: .calendarPart, repeated: .calendarEntries)

    mutating func calendar(_ node: SourceNode, _ scope: Scope) -> CalendarTemplate? {
        let range = listedRange(node, in: scope)
        let title = node["calendar"].flatMap { shapes.pattern($0, "'calendar'", in: scope) }
        let description = node["description"].flatMap { shapes.pattern($0, "'description'", in: scope) }
        let sources = sources(of: node.without(ShapeCompiler.rangeWords), Self.calendarFile) {
            $0.source($1, $2, in: scope)
        }
        guard let sources, let title, let range else { return nil }
        return CalendarTemplate(title: title, description: description, sources: sources, range: range)
    }

    /// - Parameter event: The event as it is written, with corrected words.
    private mutating func source(
        _ node: SourceNode, _ event: SourceNode, in scope: Scope
    ) -> (query: Query, source: CalendarSource)? {
        guard let query = shapes.query("each", node, in: scope) else { return nil }
        guard case .reference(let collection) = query.element else {
            reader.error(
                .calendarEntries, "a calendar needs entries for its events, as only entries have ids",
                at: node["each"]?.span ?? node.span,
                help: "name a collection")
            return nil
        }
        guard event.members != nil,
            let shape = self.event(event, in: scope.entering(query), ofCollection: collection)
        else { return nil }
        return (query, CalendarSource(query: query, event: shape))
    }

    /// Returns this year and the next, unless the template gives a range.
    private mutating func listedRange(_ node: SourceNode, in scope: Scope) -> CalendarRange? {
        func thisYear(_ text: String, _ offsets: [(Int, CalendarRange.Unit)]) -> DayExpression {
            DayExpression(base: .this(.years), offsets: offsets.map { ($0, $1) }, text: text, span: node.span)
        }
        let from = node["from"].map { shapes.day($0, "'from'", in: scope) } ?? thisYear("this year", [])
        let until =
            node["until"].map { shapes.day($0, "'until'", in: scope) }
            ?? thisYear("this year + 2 years - 1 day", [(2, .years), (-1, .days)])
        guard let from, let until else { return nil }
        return shapes.checked(CalendarRange(unit: .days, from: from, until: until))
    }

    private mutating func event(
        _ node: SourceNode, in scope: Scope, ofCollection collection: String
    ) -> EventShape? {
        reader.require(
            ["title": "name a text", "on": "name a date, dateTime, window or schedule"], in: node, .calendarMissing,
            of: "an event")
        let title = text("title", node, in: scope)
        let on = part("on", node, in: scope, [.schedule, .date, .dateTime, .window])
        let (description, location) = (text("description", node, in: scope), text("location", node, in: scope))
        var link = node["link"].flatMap { address($0, in: scope, .calendarType, .calendarLink) }?.shape
        let alarm = alarm(node, in: scope)
        let cancelled = node["cancelled"].map { shapes.conditions($0, of: "cancelled", in: scope) } ?? []
        let categories = categories(node, in: scope)
        let end = part("until", node, in: scope, [.dateTime, .time, .date])
        let length = duration(node, in: scope)
        let time = part("time", node, in: scope, [.time])
        let within = part("within", node, in: scope, [.window])
        guard let title, let on else { return nil }
        checkUse(of: node, on: on.type, until: end?.type)
        if node["link"] == nil, schema.collectionsWithPages[collection] != nil {
            link = shapes.path("page.url", in: scope, at: node.span).map { Shape.path($0) }
        }
        return EventShape(
            title: title, on: on, end: end, length: length, time: time, within: within, description: description,
            location: location, link: link, alarm: alarm, cancelled: cancelled, categories: categories)
    }

    /// Reports words that an event could not show. Otherwise they would be left out of all events without notice.
    private mutating func checkUse(of node: SourceNode, on type: FieldType, until end: FieldType?) {
        for member in node.members ?? [] {
            // Its type is wrong, which is told already.
            if member.key == "until", end == nil { continue }
            let help: Help
            switch (member.key, type) {
            case ("until", .schedule) where end != .time:
                help = "name the time at which it ends on each of its days, or write 'duration'"
            case ("until", .date) where end == .date:
                guard node["time"] != nil else { continue }
                help = "with 'time', name the time or the dateTime at which it ends"
            case ("until", .dateTime) where end == .date:
                help = "name the time or the dateTime at which it ends"
            case ("time", .dateTime): help = .remove("remove it: a dateTime has its own time")
            case ("time", .window), ("until", .window), ("duration", .window), ("within", .window):
                help = .remove("remove it: a window has its own ends")
            case ("until", .date), ("until", .schedule), ("duration", .date), ("duration", .schedule):
                guard node["time"] == nil else { continue }
                help = "add 'time': without it, the event takes the whole day"
            default: continue
            }
            reader.error(
                .calendarPart, "'\(member.key)' means nothing for an event on \(type.withArticle)",
                at: member.keySpan,
                help: help)
        }
    }

    private mutating func alarm(_ node: SourceNode, in scope: Scope) -> EventLength? {
        length(
            "alarm", node, in: scope, [.duration],
            help: "write how long before its start, such as 30m or 24h, or name a duration",
            unsigned: "an alarm comes before the start")
    }

    private mutating func duration(_ node: SourceNode, in scope: Scope) -> EventLength? {
        length(
            "duration", node, in: scope, [.integer, .duration],
            help: "write how long it takes, such as 90m or 6h, or name a duration or a number of minutes",
            unsigned: "an event takes no negative time")
    }

    /// Reads a length that is the same for all events, or the path of one.
    ///
    /// - Parameter unsigned: The words for why it has no sign.
    private mutating func length(
        _ name: String, _ node: SourceNode, in scope: Scope, _ types: [FieldType], help: String, unsigned: String
    ) -> EventLength? {
        guard let written = node[name] else { return nil }
        let text = written.scalar ?? written["text"]?.scalar ?? ""
        let duration = MinuteDuration(text)
        if let duration, written.scalar != nil { return .always(duration) }
        if written.scalar == nil {
            reader.error(
                .calendarType, "'\(name)' must be a duration", at: written.span,
                help: duration == nil ? help : "write \(name): \(text)")
            return nil
        }
        // No name begins like this, so it is a slip in a duration.
        if text.prefixMatch(of: /[-+]?(P?T?)?[0-9]/) != nil {
            let isSigned = "+-".contains(text.prefix(1))
            reader.error(
                .calendarType, "'\(text)' is not a duration", at: written.span,
                help: MinuteDuration(String(text.dropFirst())) != nil && isSigned
                    ? .write(
                        "write \(text.dropFirst()): \(unsigned)", String(text.dropFirst()), for: text)
                    : durationHelp(text))
            return nil
        }
        return part(name, node, in: scope, types, help: help).map(EventLength.path)
    }

    private mutating func categories(_ node: SourceNode, in scope: Scope) -> Shape? {
        guard let written = node["category"], let shape = shapes.shape(written, in: scope, for: .endpoint) else {
            return nil
        }
        return shape.type.elementOfList.traits.isShownInCalendars
            ? shape.shape : wrongType("category", shape.type, written)
    }

    private mutating func text(_ name: String, _ node: SourceNode, in scope: Scope) -> Shape? {
        guard let written = node[name], let shape = shapes.shape(written, in: scope, for: .endpoint) else { return nil }
        return shape.type.traits.isShownInCalendars ? shape.shape : wrongType(name, shape.type, written)
    }

    private mutating func wrongType<Nothing>(_ name: String, _ type: FieldType, _ node: SourceNode) -> Nothing? {
        reader.error(
            .calendarType, "'\(name)' must be a text, not \(type.withArticle)", at: node.span,
            help: "name a text, or write { text: \"…\" }")
        return nil
    }

    private mutating func part(
        _ name: String, _ node: SourceNode, in scope: Scope, _ types: [FieldType], help: String? = nil
    ) -> Path? {
        guard let written = node[name], let path = shapes.path(written, in: scope) else { return nil }
        if types.contains(path.type) { return path }
        reader.error(
            .calendarType, "'\(name)' must be \(types.map(\.withArticle).joined(separator: " or "))",
            at: written.span,
            help: help)
        return nil
    }
}

extension SourceNode {
    fileprivate func without(_ names: [String]) -> SourceNode {
        guard let members else { return self }
        return SourceNode(.mapping(members.filter { !names.contains($0.key) }), span: span)
    }
}

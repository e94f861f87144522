internal import KairanContent
internal import KairanModel

/// The declaration of an iCalendar file, checked.
package struct CalendarTemplate: Sendable {
    var title: TextPattern
    var description: TextPattern?
    var query: Query
    /// From when until when days are listed one by one, where no rule names them.
    var range: CalendarRange
    var event: EventShape
}

/// What makes an event of an entry.
struct EventShape: Sendable {
    var title: Shape
    /// A day, some days, or a moment.
    var on: Path
    /// Until when an event lasts that starts at a moment, or how many minutes.
    var end: Path?
    var minutes: Path?
    /// At what time something happens of which `on` gives only the day.
    var time: Path?
    /// No day outside it is an event.
    var within: Path?
    var description: Shape?
    var location: Shape?
    var url: Shape?
    var categories: Shape?
}

extension TemplateCompiler {
    static let calendarWords = ["calendar", "description", "for", "each", "event"] + queryWords + rangeWords
    private static let eventWords = [
        "title", "on", "end", "minutes", "time", "within", "description", "location", "url", "categories",
    ]

    mutating func calendar(_ node: SourceNode, _ scope: Scope) -> CalendarTemplate? {
        for name in ["each", "event"] where node[name] == nil {
            reader.error("calendar.missing", "a calendar needs '\(name)'", at: node.span)
        }
        let range = listedRange(node, in: scope)
        guard let query = query("each", node.without(Self.rangeWords), in: scope), let written = node["event"],
            let title = node["calendar"].flatMap({ pattern($0, "'calendar'", in: scope) }), let range
        else { return nil }
        guard case .reference(let collection) = query.element else {
            reader.error(
                "calendar.entries", "a calendar's events are entries, which have ids",
                at: node["each"]?.span ?? node.span,
                help: "name a collection")
            return nil
        }
        let event = reader.corrected(written, allowed: Self.eventWords, what: "'event'")
        guard event.members != nil,
            let shape = self.event(event, in: scope.entering(query.element), ofCollection: collection)
        else { return nil }
        return CalendarTemplate(
            title: title, description: node["description"].flatMap { pattern($0, "'description'", in: scope) },
            query: query, range: range, event: shape)
    }

    /// This year and the next, unless the template says otherwise.
    private mutating func listedRange(_ node: SourceNode, in scope: Scope) -> CalendarRange? {
        let from = node["from"].map { day($0, "'from'", in: scope) } ?? DayExpression(base: .this(.years))
        let until =
            node["until"].map { day($0, "'until'", in: scope) }
            ?? DayExpression(base: .this(.years), offsets: [(2, .years), (-1, .days)])
        guard let from, let until else { return nil }
        return CalendarRange(unit: .days, from: from, until: until)
    }

    private mutating func event(
        _ node: SourceNode, in scope: Scope, ofCollection collection: String
    ) -> EventShape? {
        for name in ["title", "on"] where node[name] == nil {
            reader.error("calendar.missing", "an event needs '\(name)'", at: node.span)
        }
        guard let title = text("title", node, in: scope),
            let on = part("on", node, in: scope, [.schedule, .date, .dateTime, .window])
        else { return nil }
        var event = EventShape(title: title, on: on)
        event.end = part("end", node, in: scope, [.dateTime])
        event.minutes = part("minutes", node, in: scope, [.integer])
        event.time = part("time", node, in: scope, [.time])
        event.within = part("within", node, in: scope, [.window])
        for name in ["description", "location", "url"] where node[name] != nil {
            guard let shape = text(name, node, in: scope) else { return nil }
            switch name {
            case "description": event.description = shape
            case "location": event.location = shape
            default: event.url = shape
            }
        }
        if let categories = node["categories"] {
            guard let shape = shape(categories, in: scope, for: .endpoint) else { return nil }
            guard shape.type.elementOfList.isText else { return wrongType("categories", shape.type, categories) }
            event.categories = shape.shape
        }
        if event.url == nil, schema.collectionsWithPages[collection] != nil {
            event.url = path("page.url", in: scope, at: node.span).map { Shape.path($0, default: nil) }
        }
        return event
    }

    private mutating func text(_ name: String, _ node: SourceNode, in scope: Scope) -> Shape? {
        guard let written = node[name], let shape = shape(written, in: scope, for: .endpoint) else { return nil }
        return shape.type.isText ? shape.shape : wrongType(name, shape.type, written)
    }

    private mutating func wrongType<Nothing>(_ name: String, _ type: FieldType, _ node: SourceNode) -> Nothing? {
        reader.error(
            "calendar.type", "'\(name)' must be a text, not \(type.withArticle)", at: node.span,
            help: "name a text, or write { text: \"…\" }")
        return nil
    }

    private mutating func part(
        _ name: String, _ node: SourceNode, in scope: Scope, _ types: [FieldType]
    ) -> Path? {
        guard let written = node[name], let path = path(written, in: scope) else { return nil }
        if types.contains(path.type) { return path }
        reader.error(
            "calendar.type", "'\(name)' must be \(types.map(\.withArticle).joined(separator: " or "))", at: written.span
        )
        return nil
    }
}

extension FieldType {
    fileprivate var isText: Bool {
        switch self {
        case .text, .url, .email, .phone, .choice: true
        default: false
        }
    }
}

extension SourceNode {
    fileprivate func without(_ names: [String]) -> SourceNode {
        guard let members else { return self }
        return SourceNode(.mapping(members.filter { !names.contains($0.key) }), span: span)
    }
}

internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// Runs a checked shape backwards: it reads what JSON, or the shape alone, says about the entries of collections.
struct ShapeReader {
    let evaluator: Evaluator
    /// The collection to read; nil for all that the shape lists.
    let collection: String?
    private(set) var drafts: [Draft] = []
    private(set) var diagnostics: [Diagnostic] = []
    var frames: [Frame] = []
    /// This is true in the file of an entry, beside which the shape may list others.
    var isInRow = false
    /// The queries for entries that were read, in the order in which the shape has them.
    private(set) var queries: [ListedQuery] = []
    /// The position of the query whose elements are read.
    private var listing = 0
    /// The elements read so far of the innermost list of an entry's own.
    private var rows: [Recovered] = []

    /// The information that JSON gives about an entry.
    struct Draft {
        var collection: String
        var told: Recovered
        /// The position of the query that found it, among the shape's queries.
        var query: Int
        /// The positions of all queries that found it.
        var queries: Set<Int>
        /// The fields that the query sorts by, the first key first.
        var sort: [(field: Int, isDescending: Bool)]
        /// The windows that must be open for the query.
        var openWindows: [Int] = []
        var span: SourceSpan
    }

    struct Frame {
        var told = Recovered()
        /// This is false for the names of the site.
        var isElement = true
        /// This is true for the only element of a query, around which all that it holds stands once.
        var isOnly = false
    }

    /// A part of the shape with its place in the template, and the JSON that it made; nil if the shape is read alone.
    struct Place {
        var template: SourceNode
        var json: SourceNode?
        /// This is true if the shape leaves the key out when there is no value, so that a null at the key is a value.
        var isOfValue = false

        func under(_ key: String, _ json: SourceNode?) -> Place {
            Place(template: template[key] ?? template, json: json)
        }
    }

    init(evaluator: Evaluator, collection: String?) { (self.evaluator, self.collection) = (evaluator, collection) }

    mutating func read(_ shape: Shape, at template: SourceNode, _ json: SourceNode?) {
        frames = [Frame(isElement: false)]
        read(shape, Place(template: template, json: json))
    }

    mutating func read(_ shape: Shape, _ place: Place) {
        switch shape {
        case .path(let path): tell(path, place.json, place)
        case .object(let shapes, let type): readObject(shapes, type, place)
        case .array(let shapes):
            guard let elements = elements(place) else { return }
            for (index, shape) in shapes.enumerated() {
                let template = place.template.elements.flatMap { index < $0.count ? $0[index] : nil } ?? place.template
                read(shape.shape, Place(template: template, json: index < elements.count ? elements[index] : nil))
            }
        case .each(let query, let value?):
            guard let elements = elements(place) else { return }
            list(query, place, .inOrder) { reader in
                for element in elements { reader.element(query, value, place.under("value", element)) }
            }
        case .first(let query, let value?, _, _):
            if place.json?.isNull == true { return tellNothing(of: query, place) }
            list(query, place, .only) { $0.element(query, value, place.under("value", place.json), isOnly: true) }
        case .keyed(let query, let by, let value?):
            guard let members = members(place) else { return }
            list(query, place, .inOrder) { reader in
                for member in members {
                    reader.element(query, value, place.under("value", member?.value), by, member?.key)
                }
            }
        case .group(let query, let by, let value?):
            guard isGroupable(by, place), let members = members(place) else { return }
            list(query, place, .grouped) { reader in
                for member in members {
                    guard let elements = reader.elements(place.under("value", member?.value)) else { continue }
                    for element in elements {
                        reader.element(query, value, place.under("value", element), by, member?.key)
                    }
                }
            }
        case .eachGroup(let query, let by, _, let value?):
            guard isGroupable(by, place), let elements = elements(place) else { return }
            list(query, place, .grouped) { reader in
                for element in elements { reader.group(query, by, value, place.under("value", element)) }
            }
        case .text(let pattern):
            if place.json?.isNull == true { return }
            read(pattern, place)
        case .split(let path, let separator): readParts(path, separator, place)
        case .firstOf(let shapes): readFirst(shapes, place)
        case .holds(let conditions):
            if let json = place.json, case .scalar(let text, .boolean) = json.content {
                tell(conditions, hold: text == "true", from: place.template.span, json)
            } else if place.json == nil {
                tell(conditions, hold: true, from: place.template.span, nil)
            }
        case .either(let conditions, let then, let otherwise): readEither(conditions, then, otherwise, place)
        case .occurrences(let shape): readDays(shape, place)
        // Other values were not written by authors. They are compared once the endpoint is made again.
        default: break
        }
    }

    private mutating func readObject(_ shapes: [Shape], _ type: RecordType, _ place: Place) {
        let template =
            place.template["object"]?.members == nil ? place.template : place.template["object"] ?? place.template
        if let json = place.json {
            guard let members = json.members else {
                return mistake(.importType, "the shape makes an object here, not \(json.kindName)", at: json.span)
            }
            for member in members where type.index(of: member.key) == nil {
                mistake(
                    .importKey, "the shape has no key '\(member.key)', so this would be lost", at: member.keySpan,
                    help: suggestion(for: member.key, in: type.fields.map(\.name), kind: "it has"))
            }
        }
        for (field, shape) in zip(type.fields, shapes) {
            let inner = template[field.name + "?"] ?? template[field.name] ?? template
            var json = place.json?[field.name]
            if json == nil, let object = place.json {
                guard field.omitsMissing else {
                    mistake(
                        .importKey, "'\(field.name)' is missing, which the shape always has", at: object.span,
                        help: "add it here, or write '\(field.name)?' in the shape, which leaves out missing values")
                    continue
                }
                json = SourceNode(.scalar("", .null), span: object.span)
            }
            read(
                shape, Place(template: inner, json: json, isOfValue: field.omitsMissing && json?.isWrittenNull == true))
        }
    }

    /// Returns the elements of a list. If the shape is read alone, a nil element stands for any element.
    private mutating func elements(_ place: Place) -> [SourceNode?]? {
        guard let json = place.json else { return [nil] }
        if let elements = json.elements { return elements }
        mistake(.importType, "the shape makes a list here, not \(json.kindName)", at: json.span)
        return nil
    }

    private mutating func members(_ place: Place) -> [SourceNode.Member?]? {
        guard let json = place.json else { return [nil] }
        if let members = json.members { return members }
        mistake(.importType, "the shape makes an object here, not \(json.kindName)", at: json.span)
        return nil
    }

    /// Reports groups by a list. An entry would be in several of them, each with only one of its values.
    private mutating func isGroupable(_ by: Path, _ place: Place) -> Bool {
        guard case .list = by.type else { return true }
        mistake(
            .importShape, "'\(by.text)' is a list, so an entry is in several groups",
            at: place.template["by"]?.span ?? place.template.span,
            help: "import from a template that publishes the entries one by one")
        return false
    }

    mutating func mistake(_ rule: Rule, _ message: String, at span: SourceSpan, help: Help? = nil) {
        diagnostics.append(Diagnostic(.error, rule, message, at: span, help: help))
    }
}

// The elements of queries.
extension ShapeReader {
    /// Reads the elements of a query that lists entries, or the elements of an entry's own list.
    mutating func list(
        _ query: Query, _ place: Place, _ form: ListedQuery.Form, _ read: (inout ShapeReader) -> Void
    ) {
        switch query.source {
        case .collection(let name):
            // Inside one of several elements, entries of a collection are shown again and again.
            guard collection ?? name == name, !isInRow, !frames.contains(where: { $0.isElement && !$0.isOnly }) else {
                return
            }
            // The entries that depend on the element around them are not all of those that the JSON is about.
            guard frames.count == 1 || conditions(of: query).allSatisfy({ $0.path.frame == frames.count }) else {
                return
            }
            queries.append(ListedQuery(query: query, collection: name, form: form, depth: frames.count))
            let outer = listing
            listing = queries.count - 1
            read(&self)
            listing = outer
        case .list(let path):
            guard frames[path.frame].isElement else { return }
            let outer = rows
            rows = []
            read(&self)
            frames[path.frame].told.add(
                rows, of: query, isInOrder: form == .inOrder && place.template["keyed"] == nil, at: path.steps[...],
                from: place.template.span)
            rows = outer
        // The JSON does not say to which entry an element belongs.
        case .calendar, .parts, .shapes: break
        }
    }

    /// Tells that a list of an entry's own has no element, where its first one is shown.
    private mutating func tellNothing(of query: Query, _ place: Place) {
        guard case .list(let path) = query.source, query.choosesAll, frames[path.frame].isElement else { return }
        frames[path.frame].told.add(
            [], of: query, isInOrder: true, at: path.steps[...], from: place.template.span)
    }

    private mutating func element(
        _ query: Query, _ shape: Shape, _ place: Place, _ by: Path? = nil, _ key: String? = nil, isOnly: Bool = false
    ) {
        let told = told(isOnly: isOnly) { reader in
            if let by {
                let node = SourceNode(.scalar(key ?? "", .string), span: place.json?.span ?? place.template.span)
                reader.tell(by, node, place)
            }
            reader.read(shape, place)
        }
        add(told, query, place)
    }

    private mutating func group(_ query: Query, _ by: Path, _ shape: Shape, _ place: Place) {
        let group = told { $0.read(shape, place) }
        for var told in group[.field(2)]?.elements ?? [] {
            told.isWhole = told.isWhole && group.isWhole
            if let value = group[.field(0)]?.value {
                told.add(value, at: by.steps[...], from: place.template.span)
            } else if let label = group[.field(1)]?.value {
                var steps = by.steps
                if case .choice = by.type { steps.append(.label) }
                told.add(label, at: steps[...], from: place.template.span)
            }
            add(told, query, place)
        }
    }

    private mutating func told(isOnly: Bool = false, _ read: (inout ShapeReader) -> Void) -> Recovered {
        let count = diagnostics.count
        frames.append(Frame(isOnly: isOnly))
        read(&self)
        var told = frames.removeLast().told
        told.isWhole = diagnostics.count == count
        return told
    }

    mutating func add(_ element: Recovered, _ query: Query, _ place: Place) {
        let span = place.json?.span ?? place.template.span
        var told = element
        for filter in conditions(of: query) {
            // A condition such as `where: { kind: pr }` says what every element has.
            guard case .is = filter.comparison, case .value(let value)? = filter.operands.first,
                filter.path.slot == nil, filter.path.frame == frames.count, !filter.path.isSum
            else { continue }
            told.add(constant(value, at: span), at: filter.path.steps[...], from: place.template.span)
        }
        switch query.source {
        case .list: rows.append(told)
        case .calendar, .parts, .shapes: break
        case .collection(let name):
            drafts.append(
                Draft(
                    collection: name, told: told, query: listing, queries: [listing],
                    sort: query.sort.compactMap { key in key.path.ownField.map { ($0, key.isDescending) } },
                    openWindows: conditions(of: query).compactMap(\.openWindow), span: span))
        }
    }

    private func conditions(of query: Query) -> [Filter] {
        query.alternatives.count == 1 ? query.alternatives[0].filter { !$0.isNegated } : []
    }

    mutating func tell(_ path: Path, _ node: SourceNode?, _ place: Place) {
        let span = place.template.span
        tell(path, node ?? SourceNode(.scalar("", .string), span: span), from: span)
    }

    mutating func tell(_ path: Path, _ node: SourceNode, from origin: SourceSpan) {
        // A text whose names were replaced does not tell what it was, and parts of elements do not tell their list.
        if path.isResolved || path.leadsThroughList { return }
        guard path.slot == nil, !path.isSum, frames[path.frame].isElement else { return }
        frames[path.frame].told.add(node, at: path.steps[...], from: origin)
    }
}

// The days of a schedule.
extension ShapeReader {
    private mutating func readDays(_ shape: OccurrencesShape, _ place: Place) {
        guard shape.path.type == .schedule, shape.time == nil, shape.path.slot == nil,
            frames[shape.path.frame].isElement, let reader = DayListReader(shape, evaluator)
        else { return }
        let origin = place.template["occurrences"]?.span ?? place.template.span
        var listed = ListedDays(range: reader.range, isWindowed: shape.within != nil, span: place.json?.span)
        if let json = place.json {
            guard let elements = json.elements else {
                return mistake(.importType, "the shape makes a list here, not \(json.kindName)", at: json.span)
            }
            let read = reader.read(elements)
            diagnostics += read.diagnostics
            // If days cannot be read, they do not count as missing.
            guard read.diagnostics.isEmpty else { return }
            (listed.days, listed.weekdays) = read.value
        }
        frames[shape.path.frame].told.add(listed, at: shape.path.steps[...], from: origin)
    }
}

// Texts with paths.
extension ShapeReader {
    private mutating func read(_ written: TextPattern, _ place: Place) {
        let pattern = withConstants(written)
        let inner = Place(template: place.template["text"] ?? place.template, json: place.json)
        guard let json = place.json else {
            if pattern.hasNeighbours {
                mistake(
                    .importShape, "there is nothing between two values here, so they cannot be told apart",
                    at: inner.template.span, help: "put a text between them, or give each a key of its own")
            }
            for case .path(let path, let format) in pattern.parts {
                for part in format.exampleParts(of: path.type) {
                    tell(path.adding(part.steps), part.node(at: inner.template.span), inner)
                }
            }
            return
        }
        guard let text = json.scalar else {
            return mistake(.importType, "the shape makes text here, not \(json.kindName)", at: json.span)
        }
        let readings = pattern.readings(of: text, language: evaluator.locale.code)
        guard let reading = readings.first, readings.count == 1 else {
            return mistake(
                .importText,
                readings.isEmpty ? "this is not a text that the shape makes" : "this text can be read in several ways",
                at: json.span)
        }
        for (path, parts) in reading {
            for part in parts { tell(path.adding(part.steps), part.node(at: json.span), inner) }
        }
    }
}

extension ShapeReader {
    /// Reads the parts of a text, and writes them as people would.
    private mutating func readParts(_ path: Path, _ separator: String, _ place: Place) {
        let inner = place.under("split", place.json)
        guard let json = place.json, !json.isNull else { return tell(path, place.json, inner) }
        guard let parts = json.elements?.compactMap(\.scalar) else {
            return mistake(.importType, "the shape makes a list here, not \(json.kindName)", at: json.span)
        }
        let text = parts.joined(separator: [",", ";"].contains(separator) ? separator + " " : separator)
        tell(path, SourceNode(.scalar(text, .string), span: json.span), inner)
    }

    /// Replaces paths whose values are the same in every text because they belong to the site.
    func withConstants(_ pattern: TextPattern) -> TextPattern {
        let root = Frames(frames: [.names(evaluator.rootValues)])
        var result = pattern
        result.parts = pattern.parts.map { part in
            guard case .path(let path, _) = part, path.frame == 0, !frames[0].isElement,
                let text = evaluator.text(TextPattern(parts: [part]), root)
            else { return part }
            return .literal(text)
        }
        return result
    }
}

extension Filter {
    /// The window that must be open; nil for any other condition.
    fileprivate var openWindow: Int? {
        let isOfNow = operands.contains { if case .phase(.now) = $0 { true } else { false } }
        return isOfNow && [.is, .in].contains(comparison) ? path.ownField : nil
    }
}

extension Path {
    /// The field of the innermost element that the path names; nil for any other path.
    var ownField: Int? { if steps.count == 1, slot == nil, case .field(let index) = steps[0] { index } else { nil } }

    fileprivate func adding(_ more: [Step]) -> Path {
        var path = self
        path.steps += more
        return path
    }
}

internal import KairanFormats
internal import KairanModel

extension Evaluator {
    func map(_ map: MapShape, _ frames: Frames, _ diagnostics: inout [Diagnostic]) -> String {
        var inner = frames.entering(.missing)
        var looks = MapLooks(evaluator: self)
        var picture = PointMap(
            id: map.id, title: text(map.title, frames) ?? "", entries: [], size: (map.width, map.height),
            words: MapWords(language: locale.code, projection: word(.mapProjection)))
        if case .ofAll = map.line { picture.lines = [MapLine()] }
        var marks: [Value: Int] = [:]
        for element in elements(map.query, frames) {
            inner.replaceInnermost(element)
            let look = look(of: element, map, inner, &looks, &diagnostics)
            var stops = [(element, inner)]
            if case .ofEach(let query) = map.line {
                picture.lines.append(MapLine(look: look))
                stops = elements(query, inner).map { ($0, inner.entering($0)) }
            }
            for (stop, frames) in stops {
                guard case .point(let point) = value(map.at, frames) else { continue }
                if !picture.lines.isEmpty { picture.lines[picture.lines.count - 1].points.append(point) }
                let key = key(of: stop, at: point, map)
                if let mark = marks[key] {
                    // A mark at which lines of different looks meet has the look of none of them.
                    if picture.entries[mark].look != look { picture.entries[mark].look = MapLook() }
                } else if let entry = entry(of: stop, at: point, look, map, frames, &diagnostics) {
                    marks[key] = picture.entries.count
                    picture.entries.append(entry)
                }
            }
        }
        return picture.html()
    }

    /// Returns what has one mark, however often it is visited: an entry, or for records of several lines their point.
    private func key(of stop: Value, at point: Point, _ map: MapShape) -> Value {
        if case .entry = stop { return stop }
        if case .ofEach = map.line { return .point(point) }
        return stop
    }

    private func look(
        of element: Value, _ map: MapShape, _ frames: Frames, _ looks: inout MapLooks,
        _ diagnostics: inout [Diagnostic]
    ) -> MapLook {
        let part = { (path: Path?) in path.map { value($0, frames) } ?? .missing }
        var look = looks.look(of: part(map.category), pin: part(map.pin))
        look.color = plainText(part(map.color)).nonEmpty
        guard !MapPin.all.indices.contains(look.pin) else { return look }
        let mistake = hasNoPin(look.pin, element, at: map.span)
        if !diagnostics.contains(mistake) { diagnostics.append(mistake) }
        look.pin = 0
        return look
    }

    /// Returns nil for a point that only bends a line, as it has neither a label nor an id.
    private func entry(
        of element: Value, at point: Point, _ look: MapLook, _ map: MapShape, _ frames: Frames,
        _ diagnostics: inout [Diagnostic]
    ) -> MapEntry? {
        let id = id(of: element)
        let label = plainText(value(map.label, frames, &diagnostics)).nonEmpty ?? id.nonEmpty
        if case .ofNone = map.line {} else if label == nil { return nil }
        let link = map.link.flatMap { plainText(value($0, frames)).nonEmpty }
        return MapEntry(id: id, label: label ?? point.description, link: link, point: point, look: look)
    }

    private func id(of element: Value) -> String { if case .entry = element { plainText(element) } else { "" } }

    private func hasNoPin(_ pin: Int, _ element: Value, at span: SourceSpan) -> Diagnostic {
        let id = id(of: element)
        let owner = id.isEmpty ? "an element" : "'\(id)'"
        return Diagnostic(
            .error, .mapPin, "\(owner) has the pin \(pin), but pins go from 0 to \(MapPin.all.count - 1)", at: span,
            help: "declare the field { integer: { minimum: 0, maximum: \(MapPin.all.count - 1) } }")
    }
}

/// The colours and pins of categories. Choices count in their declared order, and texts in the order in which they
/// occur.
private struct MapLooks {
    let evaluator: Evaluator
    private var texts: [String: Int] = [:]

    init(evaluator: Evaluator) { self.evaluator = evaluator }

    mutating func look(of category: Value, pin: Value) -> MapLook {
        var look = MapLook()
        if case .choice(let index, let choice) = category {
            (look.category, look.label) = (choice.options[index].value, evaluator.label(index, of: choice))
            look.rank = index
        } else if case .text(let text) = category {
            (look.category, look.label) = (text, text)
            look.rank = texts[text, default: texts.count]
            texts[text] = look.rank
        }
        if case .integer(let number) = pin {
            look.pin = number
        } else if case .choice(let index, let choice) = pin {
            look.pin = index
            let label = evaluator.label(index, of: choice)
            if category != pin { look.label = look.label.isEmpty ? label : "\(look.label) / \(label)" }
        } else {
            look.pin = (look.rank ?? 0) % MapPin.all.count
        }
        return look
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

internal import KairanFormats
internal import KairanModel

extension Evaluator {
    func map(_ map: MapShape, _ frames: Frames, _ diagnostics: inout [Diagnostic]) -> String {
        var inner = frames.entering(.missing)
        var looks = MapLooks(evaluator: self, map.layers)
        var picture = PointMap(
            id: map.id, title: text(map.title, frames) ?? "", entries: [], size: (map.width, map.height),
            words: MapWords(language: locale.code, projection: word(.mapProjection)))
        var marks: [Value: (position: Int, isOwn: Bool)] = [:]
        for layer in map.layers {
            if case .ofAll = layer.line { picture.lines.append(MapLine()) }
            for element in elements(layer.query, frames) {
                inner.replaceInnermost(element)
                let look = look(of: element, layer, at: map.span, inner, &looks, &diagnostics)
                var stops = [(element, inner)]
                if case .ofEach(let query) = layer.line {
                    picture.lines.append(MapLine(look: look))
                    stops = elements(query, inner).map { ($0, inner.entering($0)) }
                }
                for (stop, frames) in stops {
                    guard case .point(let point) = value(layer.at, frames) else { continue }
                    if !layer.marksAll { picture.lines[picture.lines.count - 1].points.append(point) }
                    let key = key(of: stop, at: point, layer)
                    if let mark = marks[key], mark.isOwn || !layer.marksAll {
                        // A mark at which lines of different looks meet has the look of none of them.
                        if !mark.isOwn, picture.entries[mark.position].look != look {
                            picture.entries[mark.position].look = MapLook()
                        }
                    } else if let entry = entry(of: stop, at: point, look, layer, frames, &diagnostics) {
                        // A place of a plain list keeps its own look and label, although a line has marked it before.
                        let position = marks[key]?.position ?? picture.entries.count
                        marks[key] = (position, layer.marksAll)
                        picture.entries.replaceSubrange(
                            position..<min(position + 1, picture.entries.count), with: [entry])
                    }
                }
            }
        }
        return picture.html()
    }

    /// Returns what has one mark, however often it is visited: an entry, or for records of several lines their point.
    private func key(of stop: Value, at point: Point, _ layer: MapLayer) -> Value {
        if case .entry = stop { return stop }
        if case .ofEach = layer.line { return .point(point) }
        return stop
    }

    private func look(
        of element: Value, _ layer: MapLayer, at span: SourceSpan, _ frames: Frames, _ looks: inout MapLooks,
        _ diagnostics: inout [Diagnostic]
    ) -> MapLook {
        let part = { (path: Path?) in path.map { value($0, frames) } ?? .missing }
        var look = looks.look(of: part(layer.category), pin: part(layer.pin))
        look.color = plainText(part(layer.color)).nonEmpty
        guard !MapPin.all.indices.contains(look.pin) else { return look }
        let mistake = hasNoPin(look.pin, element, at: span)
        if !diagnostics.contains(mistake) { diagnostics.append(mistake) }
        look.pin = 0
        return look
    }

    /// Returns nil for a point that only bends a line, as it has neither a label nor an id.
    private func entry(
        of element: Value, at point: Point, _ look: MapLook, _ layer: MapLayer, _ frames: Frames,
        _ diagnostics: inout [Diagnostic]
    ) -> MapEntry? {
        let id = id(of: element)
        let label = plainText(value(layer.label, frames, &diagnostics)).nonEmpty ?? id.nonEmpty
        if label == nil, !layer.marksAll { return nil }
        let link = layer.link.flatMap { plainText(value($0, frames, &diagnostics)).nonEmpty }
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
    /// The rank of each value. Those of choices have theirs whether or not they occur, and lists with the same values
    /// share them.
    private var ranks: [String: Int] = [:]

    init(evaluator: Evaluator, _ layers: [MapLayer]) {
        self.evaluator = evaluator
        for case .choice(let choice)? in layers.map({ $0.category?.type }) {
            for option in choice.options { _ = rank(of: option.value) }
        }
    }

    mutating func look(of category: Value, pin: Value) -> MapLook {
        var look = MapLook()
        if case .choice(let index, let choice) = category {
            (look.category, look.label) = (choice.options[index].value, evaluator.label(index, of: choice))
            look.rank = rank(of: choice.options[index].value)
        } else if case .text(let text) = category {
            (look.category, look.label) = (text, text)
            look.rank = rank(of: text)
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

    private mutating func rank(of value: String) -> Int {
        let rank = ranks[value] ?? ranks.count
        ranks[value] = rank
        return rank
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

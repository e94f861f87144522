internal import KairanFormats
internal import KairanModel

extension Evaluator {
    func map(_ map: MapShape, _ frames: Frames, _ diagnostics: inout [Diagnostic]) -> String {
        var inner = frames.entering(.missing)
        var looks = MapLooks(evaluator: self)
        var picture = PointMap(
            id: map.id, title: text(map.title, frames) ?? "", entries: [], size: (map.width, map.height),
            words: MapWords(language: locale.code, projection: word(.mapProjection)))
        var seen: Set<Value> = []
        for element in elements(map.query, frames) {
            inner.replaceInnermost(element)
            guard case .point(let point) = value(map.at, inner) else { continue }
            if map.isLine { picture.route.append(point) }
            // A route may visit an entry again, but the entry has one mark.
            guard seen.insert(element).inserted else { continue }
            let id = if case .entry = element { plainText(element) } else { "" }
            let part = { (path: Path?) in path.map { value($0, inner) } ?? .missing }
            var look = looks.look(of: part(map.category), pin: part(map.pin))
            look.color = plainText(part(map.color)).nonEmpty
            if !MapPin.all.indices.contains(look.pin) {
                diagnostics.append(hasNoPin(look.pin, id, at: map.span))
                look.pin = 0
            }
            let label = plainText(value(map.label, inner, &diagnostics)).nonEmpty ?? id.nonEmpty
            picture.entries.append(
                MapEntry(
                    id: id, label: label ?? point.description, link: plainText(part(map.link)).nonEmpty, point: point,
                    look: look))
        }
        return picture.html()
    }

    private func hasNoPin(_ pin: Int, _ id: String, at span: SourceSpan) -> Diagnostic {
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

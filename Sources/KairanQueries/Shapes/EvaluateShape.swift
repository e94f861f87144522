internal import KairanContent
internal import KairanFormats
package import KairanModel

/// The result of one step into a shape. Values and JSON are both made of such steps, so both take the same decisions.
package enum ShapeResult {
    case value(Value)
    case object([Shape], RecordType)
    case array([TypedShape])
    /// A list of what a shape makes of each element, or of the elements themselves if there is none. The query is nil
    /// if they are groups.
    case list([Value], Shape?, Query?)
    /// The result of another shape, with other frames, takes its place.
    case same(Shape, Frames)
}

extension Evaluator {
    /// Returns the value of a checked shape. `diagnostics` receives mistakes that only the data could show.
    package func value(_ shape: Shape, _ frames: Frames, _ diagnostics: inout [Diagnostic]) -> Value {
        switch result(of: shape, frames, &diagnostics) {
        case .value(let value): value
        case .object(let shapes, let type): .record(shapes.map { value($0, frames, &diagnostics) }, type)
        case .array(let shapes): .list(shapes.map { value($0.shape, frames, &diagnostics) })
        case .list(let elements, let inner, _): .list(values(inner, of: elements, frames, &diagnostics))
        case .same(let shape, let frames): value(shape, frames, &diagnostics)
        }
    }

    /// Takes one step into a shape: decides which elements or which other shape it stands for.
    package func result(of shape: Shape, _ frames: Frames, _ diagnostics: inout [Diagnostic]) -> ShapeResult {
        switch shape {
        case .object(let shapes, let type): return .object(shapes, type)
        case .array(let shapes): return .array(shapes)
        case .each(let query, let inner): return .list(elements(query, frames), inner, query)
        case .eachGroup(let query, let by, let type, let inner):
            return .list(groups(query, by: by, type, frames), inner, nil)
        case .first(let query, let inner, let isRequired, let span):
            var narrowed = query
            narrowed.limit = 1
            if let found = elements(narrowed, frames).first {
                return inner.map { .same($0, frames.entering(found)) } ?? .value(found)
            }
            if isRequired { diagnostics.append(nothingMatches(query, frames, at: span)) }
            return .value(.missing)
        case .either(let conditions, let then, let otherwise):
            let chosen = hold(conditions, frames) ? then : otherwise
            return chosen.map { .same($0.shape, frames) } ?? .value(.missing)
        case .path(let path): return .value(value(path, frames))
        case .firstOf(let shapes): return .value(firstValue(of: shapes, frames, &diagnostics))
        case .count(let query): return .value(.integer(count(query, frames)))
        case .total(let shape): return .value(total(shape, frames, &diagnostics))
        case .position(from: let first): return .value(.integer(first + frames.position))
        case .holds(let conditions): return .value(.boolean(hold(conditions, frames)))
        case .keyed(let query, let by, let inner): return .value(keyed(query, by, inner, frames, &diagnostics))
        case .group(let query, let by, let inner): return .value(grouped(query, by, inner, frames, &diagnostics))
        case .text(let pattern): return .value(text(pattern, frames).map(Value.text) ?? .missing)
        case .day(let day): return .value(self.day(day, frames).map(Value.date) ?? .missing)
        case .between(let first, let last, in: let unit): return .value(between(first, last, in: unit, frames))
        case .split(let path, let separator): return .value(split(value(path, frames), by: separator))
        case .literal(let value): return .value(value)
        case .chart(let chart): return .value(.html(self.chart(chart, frames)))
        case .map(let map): return .value(.html(self.map(map, frames, &diagnostics)))
        case .occurrences(let shape): return .value(occurrences(shape, frames))
        case .route(let query, let path): return .value(route(query, at: path, frames))
        case .changes(let from, let to): return .value(changes(from: value(from, frames), to: value(to, frames)))
        }
    }

    private func firstValue(of shapes: [TypedShape], _ frames: Frames, _ diagnostics: inout [Diagnostic]) -> Value {
        for shape in shapes {
            let value = value(shape.shape, frames, &diagnostics)
            if !value.isMissing { return value }
        }
        return .missing
    }

    private func keyed(
        _ query: Query, _ by: Path, _ shape: Shape?, _ frames: Frames, _ diagnostics: inout [Diagnostic]
    ) -> Value {
        let elements = elements(query, frames)
        let keys = elements.map { plainText(value(by, frames.entering($0))) }
        return .dictionary(zip(keys, values(shape, of: elements, frames, &diagnostics)).map { ($0, $1) })
    }

    private func values(
        _ shape: Shape?, of elements: [Value], _ frames: Frames, _ diagnostics: inout [Diagnostic]
    ) -> [Value] {
        guard let shape else { return elements }
        var inner = frames.entering(.missing)
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for (position, element) in elements.enumerated() {
            // A value that is kept takes several times the memory of its text.
            guard recorder?.count(elements: 4) != false else { break }
            inner.replaceInnermost(element, at: position)
            values.append(value(shape, inner, &diagnostics))
        }
        return values
    }

    private func nothingMatches(_ query: Query, _ frames: Frames, at span: SourceSpan) -> Diagnostic {
        let entry = frames.frames.lazy.reversed().compactMap { frame -> EntryReference? in
            if case .element(.entry(let reference)) = frame { reference } else { nil }
        }.first.map { site.content[$0] }
        let place = entry.map { " for '\($0.id)' of \($0.span.path):\($0.span.line)" } ?? ""
        return Diagnostic(
            .error, .firstMissing, "nothing matches\(place), but clients need a value here", at: span,
            help: query.collection.map { "add an entry to content/\($0), or remove 'required'" },
            related: entry.map { [RelatedPlace($0.span, "nothing matches for this entry")] } ?? [])
    }

    private func grouped(
        _ query: Query, _ by: Path, _ shape: Shape?, _ frames: Frames, _ diagnostics: inout [Diagnostic]
    ) -> Value {
        let buckets = buckets(elements(query, frames), by: by, query, frames)
        var lists: [(value: Value, list: Value)] = []
        for bucket in buckets {
            lists.append((bucket.value, .list(values(shape, of: bucket.entries, frames, &diagnostics))))
        }
        if let choice = choice(of: by.type) {
            let type = RecordType(choice.options.map { .init($0.value, .list(.text)) })
            let values = choice.options.indices.map { index in
                lists.first { $0.value == .choice(index, choice) }?.list ?? .list([])
            }
            return .record(values, type)
        }
        return .dictionary(lists.map { (plainText($0.value), $0.list) })
    }

    private func choice(of type: FieldType) -> Choice? {
        if case .choice(let choice) = type.elementOfList { choice } else { nil }
    }

    /// Returns the elements grouped by value. Without another order, the values are in ascending order, or in
    /// descending order if the query sorts by them that way. A list counts under each of its elements.
    package func buckets(
        _ elements: [Value], by path: Path, _ query: Query, _ frames: Frames
    ) -> [(value: Value, entries: [Value])] {
        let buckets = unsortedBuckets(elements, by: path, query, frames)
        switch query.groupOrder {
        case .seen: return buckets
        case .keys(let keys, let type):
            let groups = buckets.map { group($0, type, pages: nil) }
            return order(of: groups, by: keys, frames).map { buckets[$0] }
        case .values:
            let isDescending = query.sort.contains { $0.isDescending && $0.path.steps == path.steps }
            return buckets.sorted {
                let order = compare($0.value, $1.value)
                return isDescending ? order > 0 : order < 0
            }
        }
    }

    private func unsortedBuckets(
        _ elements: [Value], by path: Path, _ query: Query, _ frames: Frames
    ) -> [(value: Value, entries: [Value])] {
        var buckets: [(value: Value, entries: [Value])] = []
        // The positions of the last elements, since a list may have a value twice.
        var last: [Int] = []
        func add(_ element: Value, at position: Int, to place: inout Int?, _ value: () -> Value) {
            guard let known = place else {
                place = buckets.count
                buckets.append((value(), [element]))
                return last.append(position)
            }
            if last[known] == position { return }
            buckets[known].entries.append(element)
            last[known] = position
        }
        var inner = frames.entering(.missing)
        func values(of element: Value, _ evaluator: Evaluator) -> [Value] {
            inner.replaceInnermost(element)
            let value = evaluator.value(path, inner)
            return if case .list(let values) = value { values } else { [value] }
        }
        if let (column, fields) = exactColumn(path, of: query, frames) {
            var places: [Int: Int] = [:]
            for (position, element) in elements.enumerated() {
                guard case .entry(let entry) = element else { continue }
                recorder?.note(entry, fields)
                for (part, number) in column.numbers(of: entry.index).enumerated() where number != ValueNumbers.missing
                {
                    add(element, at: position, to: &places[number]) { values(of: element, silent)[part] }
                }
            }
        } else {
            var places: [Value: Int] = [:]
            for (position, element) in elements.enumerated() {
                for value in values(of: element, self) where !value.isMissing {
                    add(element, at: position, to: &places[value]) { value }
                }
            }
        }
        return buckets
    }

    package func groups(_ query: Query, by path: Path, _ type: RecordType, _ frames: Frames) -> [Value] {
        let pages = query.collection.flatMap { pagesOfValues("\($0).\(path.text)") }
        return buckets(elements(query, frames), by: path, query, frames).map { group($0, type, pages: pages) }
    }

    private func group(
        _ bucket: (value: Value, entries: [Value]), _ type: RecordType, pages: [String: String]?
    ) -> Value {
        let values = type.fields.map { field -> Value in
            switch field.name {
            case "value": bucket.value
            case "label": .text(groupLabel(of: bucket.value))
            case "entries": .list(bucket.entries)
            default: pages?[plainText(bucket.value)].map(pageLink) ?? .missing
            }
        }
        return .record(values, type)
    }

    private func pagesOfValues(_ field: String) -> [String: String]? {
        let keys = [site.valuePagesKey(field, localePosition), field]
        // A page that is added later may take precedence over the present one.
        for key in keys where site.settings.namesLocales || site.pages.ofValues[key] != nil {
            recorder?.note(valuePages: key)
        }
        return keys.lazy.compactMap { site.pages.ofValues[$0] }.first
    }

    private func chart(_ chart: ChartShape, _ frames: Frames) -> String {
        // An element without a label or a number is not a point, because zero would be a value too.
        let points = elements(chart.query, frames).compactMap { element -> LineChart.Point? in
            let inner = frames.entering(element)
            guard let label = text(chart.label, inner), let height = value(chart.value, inner).number else {
                return nil
            }
            let place = chart.date.flatMap { $0.place(of: value($0.path, inner)) }
            return LineChart.Point(label, height.doubleValue, at: place)
        }
        let unit = chart.unit.flatMap { text($0, frames) } ?? ""
        return LineChart(
            id: chart.id, title: text(chart.title, frames) ?? "", points: points, unit: ("", unit),
            numbers: LocaleData.shown(locale.code).numbers
        ).svg()
    }

    private func changes(from: Value, to: Value) -> Value {
        guard !from.isMissing else { return .list([]) }
        let blocks = textDifference(from: readableText(from), to: readableText(to))
        return .list(blocks.map(differenceBlock))
    }

    private func differenceBlock(_ block: DifferenceBlock) -> Value {
        let runs = block.runs.map { run in
            Value.record(
                [
                    .boolean(run.kind == .same), .boolean(run.kind == .added), .boolean(run.kind == .removed),
                    .text(run.text),
                ],
                Schema.differenceRun)
        }
        let kinds: [Value] = [
            .boolean(block.kind == .same), .boolean(block.kind == .added), .boolean(block.kind == .removed),
            .boolean(block.kind == .changed),
        ]
        return .record(kinds + [.list(runs)], Schema.differenceBlock)
    }

    private func readableText(_ value: Value) -> String {
        if case .markdown(let markdown) = value { markdown.plainText.text(word) } else { plainText(value) }
    }
}

internal import KairanContent
package import KairanModel

/// The elements from which a query chooses.
enum QueryElements {
    case entries(collection: Int, count: Int)
    case list([Value])

    var count: Int {
        switch self {
        case .entries(_, let count): count
        case .list(let elements): elements.count
        }
    }

    subscript(position: Int) -> Value {
        switch self {
        case .entries(let collection, _): .entry(EntryReference(collection: collection, index: position))
        case .list(let elements): elements[position]
        }
    }
}

extension Evaluator {
    /// Returns the elements that a query chooses, in its order. `frames` are the frames around the query.
    package func elements(_ query: Query, _ frames: Frames) -> [Value] {
        let source = source(query.source, frames)
        return positions(query, source, frames).map { source[$0] }
    }

    /// Returns how many elements a query chooses.
    package func count(_ query: Query, _ frames: Frames) -> Int {
        let source = source(query.source, frames)
        guard let unique = query.unique, case .list = unique.type else {
            return positions(query, source, frames).count
        }
        // Each value in the lists counts once.
        var all = query
        (all.unique, all.skip, all.limit) = (nil, 0, nil)
        let lists = values(at: unique, of: all, frames)
        let count = Set(lists.flatMap { list -> [Value] in if case .list(let values) = list { values } else { [] } })
            .count
        return min(max(count - query.skip, 0), query.limit ?? .max)
    }

    /// Returns the values that the elements of a query have at a path, without missing ones.
    func values(at path: Path, of query: Query, _ frames: Frames) -> [Value] {
        let source = source(query.source, frames)
        return values(at: path, of: positions(query, source, frames), source, frames).filter { !$0.isMissing }
    }

    func values(
        at path: Path, of positions: some Sequence<Int>, _ source: QueryElements, _ frames: Frames
    ) -> [Value] {
        let evaluator = evaluator(for: path, source, frames)
        var inner = frames.entering(.missing)
        return positions.map { position in
            inner.replaceInnermost(source[position])
            return evaluator.value(path, inner)
        }
    }

    /// Returns the positions of elements in the order of some of their values.
    func order(of elements: [Value], by keys: [SortKey], _ frames: Frames) -> [Int] {
        var positions = Array(elements.indices)
        sort(&positions, by: keys, .list(elements), frames)
        return positions
    }

    /// Returns the column for a path of a query if the path is a field of the collection's own entries, or of entries
    /// that they refer to.
    ///
    /// This covers every path by which queries filter, sort or remove duplicates without reading each entry.
    func columnName(_ path: Path, _ source: QueryElements, _ frames: Frames) -> Columns.Name? {
        guard case .entries(let collection, _) = source, path.frame == frames.frames.count, path.resolution == nil
        else { return nil }
        let fields = path.steps.compactMap { if case .field(let field) = $0 { field } else { nil } }
        guard !fields.isEmpty, fields.count == path.steps.count,
            let types = site.types(of: fields, from: collection),
            // A computed value may come from any entry.
            !zip(fields, types).contains(where: { site.schema.computedDefault(of: $0, in: $1.collection) != nil })
        else { return nil }
        for (field, type) in zip(fields, types) {
            recorder?.note(column: FieldSet(field: field), of: type.collection)
        }
        let last = site.content.collections[types[types.count - 1].collection].declaration.fields[
            fields[fields.count - 1]]
        return Columns.Name(collection: collection, fields: fields, locale: last.differsByLocale ? localePosition : 0)
    }

    /// Returns the evaluator that reads the path of every element. It is silent for a column, which is recorded as a
    /// whole.
    func evaluator(for path: Path, _ source: QueryElements, _ frames: Frames) -> Evaluator {
        columnName(path, source, frames) == nil ? self : silent
    }

    /// Returns nil also if the column's values have no numbers.
    func column(_ path: Path, _ source: QueryElements, _ frames: Frames) -> Column? {
        columnName(path, source, frames).flatMap { site.columns.column($0, site) }
    }

    /// Returns the column of the field that a path of a query leads to, if only equal values have the same number in
    /// it. Whoever reads the column has to note the field of each entry.
    func exactColumn(_ path: Path, of query: Query, _ frames: Frames) -> (column: Column, fields: FieldSet)? {
        guard query.collection != nil, path.steps.count == 1, case .field(let field) = path.steps[0],
            let column = silent.column(path, silent.source(query.source, frames), frames), column.isExact
        else { return nil }
        return (column, FieldSet(field: field))
    }

    private func positions(_ query: Query, _ source: QueryElements, _ frames: Frames) -> [Int] {
        let sorted = sharedOrder(query.sort, source, frames)
        var positions = sorted ?? Array(0..<source.count)
        if !query.alternatives.isEmpty { choose(query.alternatives, from: &positions, source, frames) }
        if sorted == nil { sort(&positions, by: query.sort, source, frames) }
        if let unique = query.unique { removeDuplicates(of: unique, in: &positions, source, frames) }
        if let together = query.together { gather(&positions, by: together, source, frames) }
        if query.skip > 0 { positions.removeFirst(min(query.skip, positions.count)) }
        if let limit = query.limit, limit < positions.count { positions.removeLast(positions.count - limit) }
        return positions
    }

    private func source(_ source: Query.Source, _ frames: Frames) -> QueryElements {
        switch source {
        case .collection(let name):
            guard let position = site.content.position(of: name) else { return .list([]) }
            recorder?.note(column: .entries, of: position)
            return .entries(collection: position, count: site.content.collections[position].entries.count)
        case .list(let path):
            return .list(value(path, frames).elementsOfEach ?? [])
        case .calendar(let range): return .list(elements(range, frames))
        case .parts(let outer, let path):
            let outer = self.source(outer, frames)
            var elements: [Value] = []
            for list in values(at: path, of: 0..<outer.count, outer, frames) {
                let more = list.elementsOfEach ?? []
                guard recorder?.count(elements: more.count) != false else { break }
                elements += more
            }
            return .list(elements)
        case .shapes(let shapes): return .list(shapes.flatMap { elements(of: $0.shape, frames) })
        }
    }

    /// Returns the elements of a list that a shape makes, without those that have no value.
    private func elements(of shape: Shape, _ frames: Frames) -> [Value] {
        var mistakes: [Diagnostic] = []
        guard case .list(let elements) = value(shape, frames, &mistakes) else { return [] }
        for mistake in mistakes { recorder?.note(mistake) }
        return elements.filter { !$0.isMissing }
    }

    /// Returns whether a query's conditions hold for an element, regardless of `skip` and `limit`.
    package func chooses(_ query: Query, _ element: Value) -> Bool {
        query.alternatives.isEmpty
            || !chosen(query.alternatives, .list([element]), Frames(frames: [.names(rootValues)])).isEmpty
    }

    /// Returns the entries that break conditions.
    ///
    /// - Parameter entries: The entries that may break them; nil for all of the collection.
    func breaches(of holds: [[Filter]], _ check: EntryCheck, among entries: [EntryReference]?) -> [EntryReference] {
        let (collection, frames) = (check.collection, Frames(frames: [.names(rootValues)]))
        let source: QueryElements =
            entries.map { .list($0.map(Value.entry)) }
            ?? .entries(collection: collection, count: site.content.collections[collection].entries.count)
        var meant = check.condition.map { chosen($0, source, frames) } ?? Array(0..<source.count)
        var right = meant
        choose(holds, from: &right, source, frames)
        meant.remove(right)
        return meant.map { entries?[$0] ?? EntryReference(collection: collection, index: $0) }
    }

    /// Returns the entries to which a check applies.
    func entriesMeant(by check: EntryCheck) -> [EntryReference] {
        let (collection, frames) = (check.collection, Frames(frames: [.names(rootValues)]))
        let count = site.content.collections[collection].entries.count
        let meant = check.condition.map { chosen($0, .entries(collection: collection, count: count), frames) }
        return (meant ?? Array(0..<count)).map { EntryReference(collection: collection, index: $0) }
    }

    /// Returns whether all conditions of at least one alternative hold for the values of the frames themselves.
    package func hold(_ alternatives: [[Filter]], _ frames: Frames) -> Bool {
        alternatives.contains { filters in
            filters.allSatisfy { filter in
                if filter.comparesMoment { return !chosen([[filter]], .list([.missing]), frames).isEmpty }
                let operands = operands(of: filter, frames)
                return holds(filter.comparison, compared(filter, frames), operands) != filter.isNegated
            }
        }
    }

    /// Returns the positions of the elements for which all conditions of at least one alternative hold, ascending.
    private func chosen(_ alternatives: [[Filter]], _ source: QueryElements, _ frames: Frames) -> [Int] {
        var positions = Array(0..<source.count)
        choose(alternatives, from: &positions, source, frames)
        return positions
    }

    /// Removes the other positions. The rest stay in their order.
    private func choose(
        _ alternatives: [[Filter]], from positions: inout [Int], _ source: QueryElements, _ frames: Frames
    ) {
        if alternatives.count == 1 {
            for filter in alternatives[0] { narrow(&positions, to: filter, source, frames) }
            return
        }
        var isChosen = Array(repeating: false, count: source.count)
        for filters in alternatives {
            var left = positions
            left.keep { !isChosen[$0] }
            for filter in filters { narrow(&left, to: filter, source, frames) }
            for position in left { isChosen[position] = true }
        }
        positions.keep { isChosen[$0] }
    }

    /// Removes the positions for which a condition does not hold. It is checked for all of them before the next
    /// condition, because a page for a day checks a column for every entry.
    private func narrow(_ left: inout [Int], to filter: Filter, _ source: QueryElements, _ frames: Frames) {
        if filter.isNegated {
            var holds = left
            narrow(&holds, to: filter.withoutNegation, source, frames)
            return left.remove(holds)
        }
        if filter.operands.contains(where: { $0.path?.frame == frames.frames.count }) {
            return narrow(&left, toElementsThemselves: filter, source, frames)
        }
        let moments = filter.comparison.comparesNumbers ? filter.operands.compactMap { MomentNumber($0) } : []
        let operands = operands(of: filter, frames)
        if let positions = positions(filter, operands, source, frames) {
            var holds = Array(repeating: false, count: source.count)
            for position in positions { holds[position] = true }
            left.keep { holds[$0] }
            return
        }
        if let column = column(filter.path, source, frames) {
            let numbers = moments.isEmpty ? [] : column.numbers(of: left)
            if column.narrow(&left, to: filter.comparison, operands) {
                for moment in moments { noteTurns(of: filter.comparison, numbers, with: moment) }
                return
            }
        }
        // If the moment is compared with constants, only the moments that change the result matter.
        let compared = moments.isEmpty && filter.comparison.comparesNumbers ? MomentNumber(filter.path) : nil
        let evaluator = compared == nil ? evaluator(for: filter.path, source, frames) : silent
        if let compared {
            noteTurns(of: filter.comparison, operands.flatMap(\.momentNumbers), with: compared, isLeft: true)
        }
        var (inner, numbers) = (frames.entering(.missing), [Int]())
        left.keep { position in
            inner.replaceInnermost(source[position])
            let value = evaluator.compared(filter, inner)
            if !moments.isEmpty { numbers += value.momentNumbers }
            return holds(filter.comparison, value, operands)
        }
        for moment in moments { noteTurns(of: filter.comparison, numbers, with: moment) }
    }

    /// Compares values of each element with other values of the same element.
    private func narrow(
        _ left: inout [Int], toElementsThemselves filter: Filter, _ source: QueryElements, _ frames: Frames
    ) {
        // A list that also holds the moment is seldom of use, so the moments that change the result are not looked for.
        if filter.operands.contains(where: { MomentNumber($0) != nil }) { note(.moment) }
        var inner = frames.entering(.missing)
        left.keep { position in
            inner.replaceInnermost(source[position])
            let operands = operands(of: filter, inner)
            return holds(filter.comparison, compared(filter, inner), operands)
        }
    }

    /// Returns the value that a condition compares. What no element of a list has is missing.
    private func compared(_ filter: Filter, _ frames: Frames) -> Value {
        let value = value(filter.path, frames)
        return filter.path.leadsThroughList && value == .list([]) ? .missing : value
    }

    /// Returns the entries whose field has one of the days, if entries are indexed by day.
    private func positions(
        _ filter: Filter, _ operands: [Value], _ source: QueryElements, _ frames: Frames
    ) -> [Int]? {
        guard filter.comparison == .on || filter.comparison == .between, filter.path.type.elementOfList == .schedule,
            let name = columnName(filter.path, source, frames)
        else { return nil }
        if case .schedule? = operands.first { return nil }
        for days in site.columns.names(in: name, site) { note(days) }
        guard case .date(let first)? = operands.first, case .date(let last)? = operands.last, first <= last else {
            return []
        }
        // The index keeps every day of each year, so long ranges are not indexed.
        guard last.year - first.year <= 10 else { return nil }
        return site.columns.positions(on: first...last, of: name, site)
    }

    private func removeDuplicates(
        of path: Path, in positions: inout [Int], _ source: QueryElements, _ frames: Frames
    ) {
        if let column = column(path, source, frames), column.isExact, !column.isOfLists {
            var seen: Set<Int> = []
            return positions.removeAll { !seen.insert(column.numbers[$0]).inserted }
        }
        var seen: Set<Value> = []
        positions = zip(positions, values(at: path, of: positions, source, frames))
            .compactMap { seen.insert($1).inserted ? $0 : nil }
    }

    /// Moves positions with the same value together, to the place of the first of them. Within a value, the order
    /// stays.
    private func gather(
        _ positions: inout [Int], by path: Path, _ source: QueryElements, _ frames: Frames
    ) {
        let values = values(at: path, of: positions, source, frames)
        let firsts = Dictionary(zip(values, values.indices)) { first, _ in first }
        let places = values.map { firsts[$0] ?? 0 }
        positions = positions.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { positions[$0] }
    }

    /// Returns the values that a condition compares with: those in a list, if it names one.
    private func operands(of filter: Filter, _ frames: Frames) -> [Value] {
        if filter.comparison == .in, case .path(let path)? = filter.operands.first, case .list = path.type {
            if case .list(let values) = operand(.path(path), of: filter, frames) { return values }
            return []
        }
        return filter.operands.map { operand($0, of: filter, frames) }
    }

    /// `noteTurns` records when a condition that compares with the moment changes its result.
    private func operand(_ operand: Filter.Operand, of filter: Filter, _ frames: Frames) -> Value {
        let isNumber = filter.comparison.comparesNumbers && MomentNumber(operand) != nil
        switch operand {
        case .value(let value): return value
        case .path(let path): return (isNumber ? silent : self).value(path, frames)
        case .now: return .dateTime(site.moment)
        case .day(let day): return self.day(day, frames, notesValidity: !isNumber).map(Value.date) ?? .missing
        case .phase(let phase): return .text(phase.rawValue)
        case .named(let days): return .schedule(Schedule([.named(named(days))]))
        }
    }
}

internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

// The entries that drafts describe.
extension EntryImporter {
    func id(of draft: Draft, _ declaration: CollectionDeclaration) -> String? {
        let field = declaration.idField.flatMap { name in declaration.fields.firstIndex { $0.name == name } }
        return (draft.told[.id] ?? field.flatMap { draft.told[.field($0)] })?.value?.text
    }

    /// Returns the values that no two entries of the collection share.
    private func keys(of draft: Draft, _ declaration: CollectionDeclaration) -> [String] {
        let unique = declaration.fields.indices.filter { declaration.fields[$0].isUnique }
        let values = unique.compactMap { index in
            draft.told[.field(index)]?.value.flatMap(\.text).map { "\(index) \($0)" }
        }
        return (id(of: draft, declaration).map { ["id \($0)"] } ?? []) + values
    }

    /// Merges the drafts of the same entry, because several queries of a shape may describe it.
    func merged(_ drafts: [Draft], _ declaration: CollectionDeclaration) -> [Draft] {
        var result: [Draft] = []
        var byKey: [String: Int] = [:]
        for draft in drafts {
            let keys = keys(of: draft, declaration)
            let place =
                keys.lazy.compactMap { byKey[$0] }.first
                ?? result.firstIndex { other in
                    other.query != draft.query
                        && (other.told.isPart(of: draft.told) || draft.told.isPart(of: other.told))
                }
            // If one query describes an entry twice, that is a mistake in the JSON, which then shows in the ids.
            if let place, result[place].query != draft.query {
                result[place].told.add(draft.told)
                result[place].queries.formUnion(draft.queries)
            } else {
                result.append(draft)
            }
            for key in keys where byKey[key] == nil { byKey[key] = place ?? result.count - 1 }
        }
        return result
    }

    /// Returns for each draft the position of the entry that it describes, or nil for a new entry.
    func existing(_ drafts: [Draft], _ collection: Collection) -> [Int?] {
        let position = position(of: collection.declaration)
        func isSame(_ told: Recovered, _ index: Int) -> Bool {
            evaluator.isSame(told, .entry(EntryReference(collection: position, index: index)))
        }
        var taken: Set<Int> = []
        // Entries mostly stand in the order of the JSON, so the one behind the last is tried first.
        var next = 0
        var found = drafts.map { draft -> Int? in
            let keys = keyParts(of: draft, collection)
            // A draft with mistakes may say so little that it fits any entry.
            if keys.isEmpty, !draft.told.isWhole { return nil }
            let index: Int?
            if keys.isEmpty {
                let all = collection.entries.indices
                let fits = { (index: Int) in !taken.contains(index) && isSame(draft.told, index) }
                index = all[min(next, all.count)...].first(where: fits) ?? all.prefix(next).first(where: fits)
            } else {
                let named = id(of: draft, collection.declaration).flatMap { collection.positions[$0] }
                let fits = { (index: Int) in keys.contains { isSame(Recovered(parts: [$0]), index) } }
                index = named.flatMap { fits($0) ? $0 : nil } ?? collection.entries.indices.first(where: fits)
            }
            if let index {
                taken.insert(index)
                next = index + 1
            }
            return index
        }
        if request.updates { pair(drafts, collection, &found, &taken) }
        return found
    }

    /// Returns what the JSON says of values that no two entries of the collection share.
    private func keyParts(of draft: Draft, _ collection: Collection) -> [(step: Step, told: Recovered)] {
        draft.told.parts.filter { part in
            guard case .field(let index) = part.step else { return part.step == .id }
            return collection.declaration.fields[index].isUnique && !part.told.isNothing
        }
    }

    /// Finds the entries of drafts that nothing tells apart: those that stand between the same neighbours.
    private func pair(_ drafts: [Draft], _ collection: Collection, _ found: inout [Int?], _ taken: inout Set<Int>) {
        for (query, listed) in queries.enumerated() where listed.collection == collection.name {
            let positions = drafts.indices.filter { drafts[$0].query == query }
            guard positions.contains(where: { found[$0] == nil }) else { continue }
            let entries = self.entries(of: listed)
            let places = Dictionary(entries.enumerated().map { ($1, $0) }) { first, _ in first }
            // The place before which each draft stands, which is that of the nearest known one behind it.
            var limits: [Int] = []
            var limit = entries.count
            for index in positions.reversed() {
                if let place = found[index].flatMap({ places[$0] }), place < limit { limit = place }
                limits.append(limit)
            }
            var next = 0
            for (index, limit) in zip(positions, limits.reversed()) {
                if let place = found[index].flatMap({ places[$0] }) {
                    next = max(next, place + 1)
                    continue
                }
                while next < limit, taken.contains(entries[next]) { next += 1 }
                guard found[index] == nil, next < limit, drafts[index].told.isWhole,
                    keyParts(of: drafts[index], collection).isEmpty
                else { continue }
                found[index] = entries[next]
                taken.insert(entries[next])
                next += 1
            }
        }
    }

    /// Returns the positions of the entries that a query shows now, in its order.
    func entries(of listed: ShapeReader.ListedQuery) -> [Int] {
        var frames = Frames(frames: [.names(evaluator.rootValues)])
        for _ in 1..<max(listed.depth, 1) { frames = frames.entering(.missing) }
        return evaluator.elements(listed.query, frames).compactMap { value in
            if case .entry(let reference) = value { reference.index } else { nil }
        }
    }
}

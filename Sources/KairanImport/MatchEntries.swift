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
        var taken: Set<Int> = []
        return drafts.map { draft in
            let references = collection.entries.indices.lazy.map { EntryReference(collection: position, index: $0) }
            let keys = draft.told.parts.filter { part in
                guard case .field(let index) = part.step else { return part.step == .id }
                return collection.declaration.fields[index].isUnique && !part.told.isNothing
            }
            // A draft with mistakes may say so little that it fits any entry.
            if keys.isEmpty, !draft.told.isWhole { return nil }
            let found =
                keys.isEmpty
                ? references.first { !taken.contains($0.index) && evaluator.isSame(draft.told, .entry($0)) }
                : references.first { reference in
                    keys.contains { evaluator.isSame(Recovered(parts: [$0]), .entry(reference)) }
                }
            if let found { taken.insert(found.index) }
            return found?.index
        }
    }
}

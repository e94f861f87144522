internal import KairanContent
internal import KairanFormats
internal import KairanModel

// A contract names the origin of the keys of an object that `keyed` or `group` makes.
extension SchemaDerivation {
    func keyed(_ query: Query, _ by: Path, _ value: ValueSchema) -> ValueSchema {
        guard case .list(let map) = query.source, case .dictionary = map.type, by.steps == [.field(0)] else {
            return ValueSchema(.dictionary(value, keys: keys(by, of: query)))
        }
        // The keys are those of the map itself, which a shape may also give as a whole.
        var schema = ValueSchema(.dictionary(value, keys: nil))
        if query.choosesAll { schema.keyCount = count(declaration(of: map)) }
        return schema
    }

    func keys(_ by: Path, of query: Query) -> String {
        let text = ownID(by, of: query) ?? by.text
        return query.source.text.map { "\($0).\(text)" } ?? text
    }

    /// Returns the path of the own ids to which a path leads, if they do not begin with the ids of all parents.
    private func ownID(_ by: Path, of query: Query) -> String? {
        var (type, prefix) = (by.type, by.text + ".")
        if by.steps.last == .id {
            var owner = by
            owner.steps.removeLast()
            guard let found = self.type(of: owner, in: query) else { return nil }
            (type, prefix) = (found, String(by.text.dropLast("id".count)))
        }
        if case .list(let element) = type { type = element }
        guard case .reference(let name) = type, let collection = schema.declarations.collection(name) else {
            return nil
        }
        return ownID(in: collection).map { prefix + $0 }
    }

    private func type(of path: Path, in query: Query) -> FieldType? {
        if path.steps.isEmpty { return query.element }
        var inner = self
        inner.frames.append(
            Frame(frame: .element(query.element), declaration: declaration(ofElementsIn: query.source)))
        return inner.declaration(of: path)?.type
    }

    /// Returns nil if the ids of all parents stand before an entry's own, or if it has no parent.
    ///
    /// - Parameter children: The collections on the way. A mistake may make a collection its own parent.
    private func ownID(in collection: CollectionDeclaration, above children: [String] = []) -> String? {
        guard let name = collection.parent, let idPath = collection.idPath, !children.contains(name) else {
            return nil
        }
        guard collection.hasComposedIDs else { return idPath }
        guard let parent = schema.declarations.collection(name) else { return nil }
        return ownID(in: parent, above: children + [collection.name]).map {
            "\(CollectionDeclaration.parentKey).\($0)/\(idPath)"
        }
    }
}

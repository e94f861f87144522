// Paths and placeholders lead to the id of an entry by these names.
extension CollectionDeclaration {
    /// The names of what an entry's id is made of, besides the id of its parent.
    package var idNames: [String] { ["id"] + (idPath.map { [$0] } ?? []) }

    /// The path to what an entry's field gives as its id. Of a reference that is the id of the other entry.
    package var idPath: String? {
        guard let idField, let field = fields.first(where: { $0.name == idField }) else { return idField }
        return if case .reference = field.type { "\(idField).id" } else { idField }
    }

    /// Returns an entry's id, as it is in the whole collection.
    ///
    /// - Parameter own: The id that the entry itself gives.
    /// - Parameter parent: The id of the entry that it is part of.
    package func id(_ own: String, in parent: String?) -> String {
        if hasComposedIDs, let parent { "\(parent)/\(own)" } else { own }
    }
}

extension Declarations {
    /// Returns the paths to the parts of an entry's id, of which those of the entries around it come first.
    package func pathsOfID(in collection: String) -> [String] {
        var (paths, prefix, next) = ([String](), "", self.collection(collection))
        // A mistake may make a collection its own parent.
        var passed: Set<String> = []
        while let declaration = next, declaration.hasComposedIDs, let idPath = declaration.idPath,
            passed.insert(declaration.name).inserted
        {
            paths.insert(prefix + idPath, at: 0)
            prefix += "\(CollectionDeclaration.parentKey)."
            next = declaration.parent.flatMap(self.collection)
        }
        return ["\(prefix)id"] + paths
    }
}

/// A collection whose entries are records in the entries of another one.
struct HeldCollection: Sendable {
    /// The position of the collection.
    var position: Int
    /// The field that holds the records.
    var field: String
}

extension Declarations {
    /// For each collection, the collections whose entries are in its files.
    var heldCollections: [[HeldCollection]] {
        collections.map { collection in
            collection.fields.compactMap { field in
                guard let name = field.entriesOf,
                    let held = collections.firstIndex(where: { $0.name == name && $0.parent == collection.name })
                else { return nil }
                return HeldCollection(position: held, field: field.name)
            }
        }
    }
}

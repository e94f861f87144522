internal import KairanContent
internal import KairanModel
internal import Synchronization

/// One field's values of all entries of a collection, side by side: what conditions are asked of.
///
/// Each is gathered once, when a query first needs it.
final class Columns: Sendable {
    private struct Key: Hashable {
        var collection: String
        var field: Int
    }

    private let gathered = Mutex<[Key: [Value]]>([:])

    func column(of field: Int, in collection: Collection) -> [Value] {
        let key = Key(collection: collection.name, field: field)
        return gathered.withLock { gathered in
            if let column = gathered[key] { return column }
            let column = collection.entries.map { $0.values[field] }
            gathered[key] = column
            return column
        }
    }
}

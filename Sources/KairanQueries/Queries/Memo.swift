internal import Synchronization

/// Values that are made when they are first needed, and kept. While one is made, other threads wait.
final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let made: Mutex<[Key: Value]>

    init(_ known: [Key: Value] = [:]) { made = Mutex(known) }

    var all: [Key: Value] { made.withLock(\.self) }

    /// - Parameter make: A function that does not ask the same memo.
    func value(_ key: Key, _ make: () -> Value) -> Value {
        made.withLock { made in
            if let value = made[key] { return value }
            let value = make()
            made[key] = .some(value)
            return value
        }
    }
}

internal import KairanSystem
internal import Synchronization

/// The connections and bytes that a server holds for its clients. All of it has a bound, so nobody can take this
/// computer's memory by opening connections or by sending without end.
///
/// A connection enters when it is accepted, and leaves before it is closed: then its descriptor is never that of another.
final class ServerLoad: Sendable {
    fileprivate struct State {
        var connections = 0
        /// The connections that wait for a request, the one that has waited longest first.
        var waiting: [FileDescriptor] = []
        var bodyBytes = 0
    }

    private let state = Mutex(State())
    /// The number of connections at once; hundreds of open pages need one each.
    private let connectionLimit = 2048
    /// The number of bytes of bodies at once: three requests of the largest size, and beside them many small ones, which
    /// need not wait for these.
    private let (bodyLimit, smallBody, roomForSmall) = (192 << 20, 1 << 20, 32 << 20)
    /// The longest time that a request may take to come, and that a connection may wait for the next one.
    let idleLimit: Duration

    init(idleLimit: Duration) { self.idleLimit = idleLimit }

    /// Takes in a connection, or returns false if there are too many. The one that has waited longest for a request
    /// makes room for it: whoever only holds connections keeps nobody else out.
    func enter() -> Bool {
        state.withLock { state in
            guard state.connections < connectionLimit || state.hangUpLongestWaiting() else { return false }
            state.connections += 1
            return true
        }
    }

    func leave(_ connection: FileDescriptor) {
        state.withLock { state in
            state.connections -= 1
            state.waiting.removeAll { $0 == connection }
        }
    }

    func waits(_ connection: FileDescriptor) { state.withLock { $0.waiting.append(connection) } }

    func isServed(_ connection: FileDescriptor) { state.withLock { $0.waiting.removeAll { $0 == connection } } }

    /// Makes room where the system opens no more connections.
    func makeRoom() { state.withLock { _ = $0.hangUpLongestWaiting() } }

    /// Returns false if the body would be too much beside the others.
    func takeBody(of size: Int) -> Bool {
        state.withLock { state in
            let limit = size > smallBody ? bodyLimit : bodyLimit + roomForSmall
            guard state.bodyBytes + size <= limit else { return false }
            state.bodyBytes += size
            return true
        }
    }

    func giveBack(bodyOf size: Int) { state.withLock { $0.bodyBytes -= size } }
}

extension ServerLoad.State {
    /// Ends the reading of the connection that has waited longest, which is then closed. Returns false if none waits.
    fileprivate mutating func hangUpLongestWaiting() -> Bool {
        guard !waiting.isEmpty else { return false }
        waiting.removeFirst().shutDown(.reading)
        return true
    }
}

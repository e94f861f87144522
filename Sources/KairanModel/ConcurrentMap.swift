internal import Dispatch
internal import KairanSystem
internal import Synchronization

/// Returns `transform` of every number from 0 up to `count`, computed on all processors that have nothing else to do.
/// The results are in order, so they never depend on scheduling. A thread takes `share` numbers at a time.
///
/// The loop over the numbers of a share is compiled where it is called, since it would be slow if it were generic when it
/// runs.
///
/// - Parameter progress: A function that is told now and then, on this thread, how many are done.
@inlinable package func concurrentMap<Result: Sendable>(
    _ count: Int, share: Int = 32, progress: (_ done: Int) -> Void = { _ in },
    _ transform: @escaping @Sendable (Int) -> Result
) -> [Result] {
    if count <= share {
        let results = (0..<count).map(transform)
        if count > 0 { progress(count) }
        return results
    }
    let parts = ConcurrentResults((count + share - 1) / share, share: 1, isUrgent: true) { part in
        (part * share..<min((part + 1) * share, count)).map(transform)
    }
    var results: [Result] = []
    results.reserveCapacity(count)
    var made = parts.take { progress(min($0 * share, count)) }
    for part in made.indices { results.append(moving: &made[part]) }
    return results
}

/// A value that is made once a processor is free for it, or when somebody asks for it.
package final class Concurrent<Value: Sendable>: Sendable {
    private enum State {
        case waiting(@Sendable () -> Value)
        case begun(ConcurrentResults<Value>)
        case made(Value)
    }

    private let isUrgent: Bool
    private let state: Mutex<State>

    /// - Parameter isUrgent: The same as in `ConcurrentResults`.
    /// - Parameter begins: If this is false, the work waits until somebody calls `begin` or asks for the value.
    package init(isUrgent: Bool = false, begins: Bool = true, _ make: @escaping @Sendable () -> Value) {
        self.isUrgent = isUrgent
        state = Mutex(.waiting(make))
        if begins { begin() }
    }

    /// Lets the next free processor make the value, unless the work has begun already.
    package func begin() {
        state.withLock { [isUrgent] state in
            guard case .waiting(let make) = state else { return }
            state = .begun(ConcurrentResults(1, isUrgent: isUrgent) { _ in make() })
        }
    }

    package var value: Value {
        state.withLock { state in
            let value: Value
            switch state {
            case .waiting(let make): value = make()
            case .begun(let results): value = results.take()[0]
            case .made(let made): return made
            }
            // The function that made the value may hold much memory, which this frees.
            state = .made(value)
            return value
        }
    }
}

/// Results that other threads compute once a processor is free. Whoever takes the results helps to compute them.
@usableFromInline package final class ConcurrentResults<Result: Sendable>: Sendable {
    private let shares: Shares<Result>
    private let transform: @Sendable (Int) -> Result
    private let workers: Workers
    private let ticket: Int

    /// - Parameter isUrgent: If this is true, the work comes before all that waits already; otherwise it comes after
    ///   that.
    @usableFromInline
    package convenience init(
        _ count: Int, share: Int = 32, isUrgent: Bool = false, _ transform: @escaping @Sendable (Int) -> Result
    ) {
        self.init(count, share: share, isUrgent: isUrgent, by: .all, transform)
    }

    init(
        _ count: Int, share: Int, isUrgent: Bool, by workers: Workers, _ transform: @escaping @Sendable (Int) -> Result
    ) {
        let shares = Shares<Result>(total: count, size: share)
        (self.shares, self.transform, self.workers) = (shares, transform, workers)
        ticket = workers.add(shares.count, isUrgent: isUrgent) { shares.work(transform) != nil }
    }

    /// Work need not be begun once nobody can ask for its results any more.
    deinit { workers.remove(ticket) }

    /// Helps to compute, and returns the results. Call this once.
    @usableFromInline
    package func take(_ progress: (_ done: Int) -> Void = { _ in }) -> [Result] {
        while let done = shares.work(transform) { progress(done) }
        return shares.results()
    }
}

/// The threads that work beside the main one; together there are as many as processors. On two processors, a third
/// thread slowed down the one that everybody waited for.
///
/// All work for these threads waits in one list, urgent work first. Whoever needs a result helps to compute it, or
/// computes it alone if nobody has begun.
final class Workers: Sendable {
    private struct State {
        var jobs: [(ticket: Int, doShare: @Sendable () -> Bool)] = []
        var nextTicket = 0
        var threadCount = 0
    }

    static let all = Workers(maximum: processorCount() - 1)

    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) { self.maximum = maximum }

    /// - Parameter isUrgent: The same as in `ConcurrentResults`.
    /// - Parameter doShare: A function that does one share, and returns false if all shares are taken.
    func add(_ shareCount: Int, isUrgent: Bool, _ doShare: @escaping @Sendable () -> Bool) -> Int {
        let (ticket, threadCount) = state.withLock { state in
            state.nextTicket += 1
            state.jobs.insert((state.nextTicket, doShare), at: isUrgent ? 0 : state.jobs.count)
            let started = min(maximum - state.threadCount, shareCount)
            state.threadCount += started
            return (state.nextTicket, started)
        }
        for _ in 0..<threadCount {
            let isStarted = startThread { [self] in
                while let job = next() {
                    if !job.doShare() { remove(job.ticket) }
                }
            }
            // Whoever needs the results computes them.
            if !isStarted { state.withLock { $0.threadCount -= 1 } }
        }
        return ticket
    }

    func remove(_ ticket: Int) {
        state.withLock { state in state.jobs.removeAll { $0.ticket == ticket } }
    }

    /// Returns the next job for a thread, or nil if the thread has nothing to do any more.
    private func next() -> (ticket: Int, doShare: @Sendable () -> Bool)? {
        state.withLock { state in
            if state.jobs.isEmpty { state.threadCount -= 1 }
            return state.jobs.first
        }
    }
}

/// Work that is cut into pieces, large enough that taking one costs next to nothing, and small enough that all threads
/// end at about the same time.
private final class Shares<Result: Sendable>: Sendable {
    let count: Int
    private let total: Int
    private let size: Int
    private let state: Mutex<(next: Int, results: [[Result]], done: Int)>
    private let group = DispatchGroup()

    init(total: Int, size: Int) {
        (self.total, self.size) = (total, size)
        count = (total + size - 1) / size
        state = Mutex((next: 0, results: Array(repeating: [], count: count), done: 0))
    }

    /// Does one share, and returns how many results there are then, or nil if all shares are taken.
    func work(_ transform: (Int) -> Result) -> Int? {
        guard let share = take() else { return nil }
        var (index, end) = (share * size, min((share + 1) * size, total))
        var results: [Result] = []
        results.reserveCapacity(end - index)
        while index < end {
            results.append(transform(index))
            index += 1
        }
        defer { group.leave() }
        return state.withLock { state in
            state.results[share] = results
            state.done += results.count
            return state.done
        }
    }

    /// Returns all results. Call this once all shares are taken; it waits for the shares of other threads.
    func results() -> [Result] {
        group.wait()
        return state.withLock { state in
            var results: [Result] = []
            results.reserveCapacity(total)
            for index in state.results.indices { results.append(moving: &state.results[index]) }
            return results
        }
    }

    private func take() -> Int? {
        state.withLock { state in
            guard state.next < count else { return nil }
            group.enter()
            state.next += 1
            return state.next - 1
        }
    }
}

internal import Foundation
internal import Synchronization

/// `transform` of every number from 0 up to `count`, computed on all processors; the results stand in order, so they
/// never depend on scheduling. `share` is how many of them are taken at a time.
///
/// - Parameter progress: Hears now and then, on this thread, how many are done.
package func concurrentMap<Result: Sendable>(
    _ count: Int, share: Int = 32, progress: (_ done: Int) -> Void = { _ in },
    _ transform: @escaping @Sendable (Int) -> Result
) -> [Result] {
    let shares = Shares<Result>(total: count, size: share)
    let helpers = min(ProcessInfo.processInfo.activeProcessorCount, shares.count) - 1
    let group = DispatchGroup()
    for _ in 0..<max(0, helpers) {
        group.enter()
        let thread = Thread {
            shares.work(transform) { _ in }
            group.leave()
        }
        // As large as the main thread's: templates nest.
        thread.stackSize = 8 << 20
        thread.start()
    }
    shares.work(transform, progress)
    group.wait()
    return shares.results()
}

/// Two things done at the same time, the first on another thread.
package func concurrently<First: Sendable, Second, Failure: Error>(
    _ first: @escaping @Sendable () -> First, _ second: () throws(Failure) -> Second
) throws(Failure) -> (First, Second) {
    let result = Concurrent(first)
    let outcome = Result { () throws(Failure) in try second() }
    return (result.value, try outcome.get())
}

/// What another thread makes from now on, until somebody asks for it.
package final class Concurrent<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let group = DispatchGroup()
    private let make: @Sendable () -> Value

    package init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
        group.enter()
        let thread = Thread { [self] in
            let value = make()
            made.withLock { $0 = value }
            group.leave()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    package var value: Value {
        group.wait()
        return made.withLock { $0 } ?? make()
    }
}

/// What `concurrentMap` computes, on one other thread from now on; whoever takes the results helps.
package final class ConcurrentResults<Result: Sendable>: Sendable {
    private let shares: Shares<Result>
    private let transform: @Sendable (Int) -> Result
    private let other: Concurrent<Void>

    package init(_ count: Int, share: Int = 32, _ transform: @escaping @Sendable (Int) -> Result) {
        let shares = Shares<Result>(total: count, size: share)
        (self.shares, self.transform) = (shares, transform)
        other = Concurrent { shares.work(transform) { _ in } }
    }

    /// For calling once.
    package func take() -> [Result] {
        shares.work(transform) { _ in }
        wait()
        return shares.results()
    }

    /// Until the other thread has done what there is, without helping it.
    package func wait() { other.value }
}

/// Work cut into pieces large enough that taking one costs nothing, and small enough that all end at the same time.
private final class Shares<Result: Sendable>: Sendable {
    let count: Int
    private let total: Int
    private let size: Int
    private let state: Mutex<(next: Int, results: [[Result]], done: Int)>

    init(total: Int, size: Int) {
        (self.total, self.size) = (total, size)
        count = (total + size - 1) / size
        state = Mutex((next: 0, results: Array(repeating: [], count: count), done: 0))
    }

    func work(_ transform: (Int) -> Result, _ progress: (_ done: Int) -> Void) {
        while let share = take() {
            var (index, end) = (share * size, min((share + 1) * size, total))
            var results: [Result] = []
            results.reserveCapacity(end - index)
            while index < end {
                results.append(transform(index))
                index += 1
            }
            let done = state.withLock { state in
                state.results[share] = results
                state.done += results.count
                return state.done
            }
            progress(done)
        }
    }

    func results() -> [Result] {
        state.withLock { state in
            var results: [Result] = []
            results.reserveCapacity(total)
            for index in state.results.indices {
                results += state.results[index]
                state.results[index] = []
            }
            return results
        }
    }

    private func take() -> Int? {
        state.withLock { state in
            guard state.next < count else { return nil }
            state.next += 1
            return state.next - 1
        }
    }
}

import Foundation
import Synchronization
import Testing

@testable import KairanModel

@Suite struct ConcurrentMapTests {
    @Test(arguments: [0, 1, 31, 32, 33, 1000]) func resultsStandInOrder(_ count: Int) {
        let calls = Mutex(0)
        var done: [Int] = []
        let results = concurrentMap(count, progress: { done.append($0) }) { number in
            calls.withLock { $0 += 1 }
            return number * 2
        }
        #expect(results == (0..<count).map { $0 * 2 })
        let callCount = calls.withLock(\.self)
        #expect(callCount == count)
        #expect(done == done.sorted() && done.allSatisfy { (1...count).contains($0) })
        if (1...32).contains(count) { #expect(done == [count]) }
    }

    @Test func oneInsideAnotherEnds() {
        let sums = concurrentMap(100, share: 1) { outer in
            concurrentMap(100, share: 1) { outer * $0 }.reduce(0, +)
        }
        #expect(sums == (0..<100).map { $0 * 4950 })
    }

    /// Work that is urgent or not, and begun inside other work, ends even with fewer threads than there is work.
    @Test(arguments: [0, 1, 3]) func manyAtTheSameTimeEnd(_ threadCount: Int) {
        let workers = Workers(maximum: threadCount)
        let running = (0..<50).map { number in
            ConcurrentResults(20, share: 3, isUrgent: number.isMultiple(of: 3), by: workers) { index in
                let inner = ConcurrentResults(5, share: 1, isUrgent: true, by: workers) { $0 * number }
                return index + inner.take().reduce(0, +)
            }
        }
        for (number, results) in running.enumerated() {
            #expect(results.take() == (0..<20).map { $0 + 10 * number })
        }
    }

    /// The thread still runs, or it has ended because it had nothing to do; in so many rounds both happen.
    @Test func whatNobodyAsksForYetIsBegun() {
        let workers = Workers(maximum: 1)
        for _ in 0..<1000 {
            let isDone = DispatchSemaphore(value: 0)
            let begun = ConcurrentResults(1, share: 1, isUrgent: false, by: workers) { _ in isDone.signal() }
            #expect(isDone.wait(timeout: .now() + 60) == .success)
            _ = begun.take()
        }
    }

    @Test func urgentWorkComesFirst() {
        let workers = Workers(maximum: 1)
        let (isBusy, isFree, isDone) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let order = Mutex<[String]>([])
        let first = ConcurrentResults(1, share: 1, isUrgent: false, by: workers) { _ in
            isBusy.signal()
            isFree.wait()
        }
        isBusy.wait()
        let all = [("later", false), ("urgent", true)].map { name, isUrgent in
            ConcurrentResults(1, share: 1, isUrgent: isUrgent, by: workers) { _ in
                order.withLock { $0.append(name) }
                isDone.signal()
            }
        }
        isFree.signal()
        _ = first.take()
        // The thread takes both, because nobody asks for their results.
        for _ in all { #expect(isDone.wait(timeout: .now() + 60) == .success) }
        let found = order.withLock(\.self)
        #expect(found == ["urgent", "later"])
        for results in all { _ = results.take() }
    }

    @Test func whatNobodyCanAskForIsForgotten() {
        final class Kept: Sendable {}
        let workers = Workers(maximum: 0)
        weak var kept: Kept?
        do {
            let object = Kept()
            kept = object
            _ = ConcurrentResults(100, share: 1, isUrgent: false, by: workers) { _ in object }
        }
        #expect(kept == nil)
    }

    @Test func aValueIsMadeOnce() {
        let calls = Mutex(0)
        let value = Concurrent {
            calls.withLock { calls in
                calls += 1
                return calls
            }
        }
        let seen = concurrentMap(100, share: 1) { _ in value.value }
        #expect(seen.allSatisfy { $0 == 1 })
        let callCount = calls.withLock(\.self)
        #expect(callCount == 1)
    }

    @Test(arguments: [0, 1, 16, 17, 100]) func whatIsMadeAheadStandsInOrder(_ count: Int) {
        let calls = Mutex(0)
        let elements = MadeAhead(count) { number in
            calls.withLock { $0 += 1 }
            return number * 2
        }
        for round in 1...2 {
            #expect(Array(elements) == (0..<count).map { $0 * 2 })
            let callCount = calls.withLock(\.self)
            #expect(callCount == round * count)
        }
    }

    @Test func fewElementsAreMadeAhead() {
        let last = Mutex(0)
        let elements = MadeAhead(1000) { number in
            last.withLock { $0 = max($0, number) }
            return number
        }
        for number in elements {
            let ahead = last.withLock { $0 - number }
            #expect(ahead < 32)
        }
    }
}

import KairanModel
import Synchronization
import Testing

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
        #expect(done.allSatisfy { $0 <= count })
    }

    @Test func oneInsideAnotherEnds() {
        let sums = concurrentMap(100, share: 1) { outer in
            concurrentMap(100, share: 1) { outer * $0 }.reduce(0, +)
        }
        #expect(sums == (0..<100).map { $0 * 4950 })
    }

    /// More at the same time than there are processors, urgent and not, begun inside one another.
    @Test func manyAtTheSameTimeEnd() {
        let running = (0..<50).map { number in
            ConcurrentResults(20, share: 3, isUrgent: number.isMultiple(of: 3)) { index in
                Concurrent { index + concurrentMap(5, share: 1) { $0 * number }.reduce(0, +) }.value
            }
        }
        for (number, results) in running.enumerated() {
            #expect(results.take() == (0..<20).map { $0 + 10 * number })
        }
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
        let (first, second) = concurrently({ 1 }) { 2 }
        #expect((first, second) == (1, 2))
    }
}

internal import Dispatch
internal import KairanSystem
internal import Synchronization

/// Runs `work` on a thread of its own with a stack of 64 MiB: for parsers that recurse where the caller's thread,
/// which may have no more than 512 KiB, would overflow.
func runOnDeepStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
    let slot = ResultSlot<Result>()
    let isDone = DispatchSemaphore(value: 0)
    startThread(stackSize: 64 << 20) {
        slot.value.withLock { $0 = work() }
        isDone.signal()
    }
    isDone.wait()
    return slot.value.withLock { $0 } ?? work()
}

private final class ResultSlot<Result: Sendable>: Sendable {
    let value = Mutex<Result?>(nil)
}

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Runs a body on a thread of its own. Returns false, and runs nothing, if the system lets this process have no more
/// threads.
///
/// - Parameter stackSize: The size of the stack in bytes; the default of 8 MB is that of the main thread.
@discardableResult
package func startThread(stackSize: Int = 8 << 20, _ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let boxed = unsafe Unmanaged.passRetained(ThreadBody(run: body))
    #if canImport(Darwin)
        var thread: pthread_t?
    #else
        var thread = pthread_t()
    #endif
    let failure = unsafe pthread_create(&thread, &attributes, { unsafe runThread($0) }, boxed.toOpaque())
    if failure != 0 { unsafe boxed.release() }
    return failure == 0
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let body = unsafe body { unsafe Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run() }
    return nil
}

/// Returns a number that no other thread has while this one runs (pthread_self(3)).
package func threadIdentifier() -> UInt {
    #if canImport(Darwin)
        unsafe UInt(bitPattern: pthread_self())
    #else
        UInt(pthread_self())
    #endif
}

/// Lets this thread rest for a while (poll(2)). A signal may end that early.
package func sleep(_ duration: Duration) {
    let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    poll(nil, 0, CInt(clamping: milliseconds + 1))
}

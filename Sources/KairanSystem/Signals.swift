#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Runs a body on a thread of its own when somebody asks the process to end (SIGINT, SIGTERM), instead of ending it.
/// Call this before there are other threads.
package func handleTermination(_ body: @escaping @Sendable () -> Void) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    // All threads that this one starts inherit the mask.
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    let isWaiting = startThread {
        var (waited, signal) = (waited, CInt(0))
        unsafe sigwait(&waited, &signal)
        body()
    }
    // Without a thread that waits, the signals end the process as usual.
    if !isWaiting { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
}

/// Lets a write to a pipe or socket that nobody reads fail from now on, instead of ending the process (SIGPIPE).
package func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

/// Lets this process have as many open files as the system allows, but at most `count` (RLIMIT_NOFILE).
package func allowOpenFiles(upTo count: Int) {
    #if canImport(Darwin)
        let openFiles = RLIMIT_NOFILE
    #else
        let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    guard unsafe getrlimit(openFiles, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
    unsafe setrlimit(openFiles, &limit)
}

extension FileDescriptor {
    package enum Direction: Sendable { case reading, writing }

    /// Ends a connection in one direction (shutdown(2)).
    package func shutDown(_ direction: Direction) {
        switch direction {
        case .reading: shutdown(rawValue, CInt(SHUT_RD))
        case .writing: shutdown(rawValue, CInt(SHUT_WR))
        }
    }
}

internal import Glibc

/// From now on an end of the process that is asked for (SIGINT, SIGTERM) runs a body on a thread of its own instead. For
/// calling before there are other threads.
package func handleTermination(_ body: @escaping @Sendable () -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    // For all threads that this one starts.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    startThread {
        var (waited, signal) = (waited, CInt(0))
        sigwait(&waited, &signal)
        body()
    }
}

/// From now on to write where nobody reads any more fails, and does not end the process (SIGPIPE).
package func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

/// Lets this process have as many open files as the system allows it, up to a number (RLIMIT_NOFILE).
package func allowOpenFiles(upTo count: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
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

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Returns the number by which the system knows this process.
package func processIdentifier() -> Int { Int(getpid()) }

/// Tells whether there is a process with this number (kill(2)).
package func isRunning(_ process: Int) -> Bool {
    guard let process = pid_t(exactly: process), process > 0 else { return false }
    return kill(process, 0) == 0 || errno == EPERM
}

/// Returns the number of the user whose rights this process has (geteuid(2)).
package func effectiveUser() -> UInt32 { geteuid() }

/// Returns the name of this computer, or `localhost` if it has none.
package func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Returns a variable of the environment, or nil if it is not set.
package func environmentVariable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

/// Ends this process at once. Buffers are not written, and nothing is tidied up.
package func exitImmediately(_ code: Int32) -> Never { _exit(code) }

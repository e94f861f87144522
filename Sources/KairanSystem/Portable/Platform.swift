#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Tells whether this is the implementation that uses only POSIX.
package let isPortableSystem = true

extension FileClock {
    /// The usual clock. POSIX has none that ticks like the one that gives files their times, so this is up to a tick
    /// ahead of that one.
    package static let system = FileClock { nanosecondsSince1970() }
}

/// Returns the number of processors that are at work.
package func processorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Returns the status of the program file, by the name that this process was called with, or nil if it is not found.
package func programStatus() -> FileStatus? {
    let name = CommandLine.arguments[0]
    if name.contains("/") { return workingFolder.knownStatus(of: name, followsLink: true) }
    return (environmentVariable("PATH") ?? "").split(separator: ":").lazy
        .compactMap { workingFolder.knownStatus(of: "\($0)/\(name)", followsLink: true) }.first
}

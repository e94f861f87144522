/// Tells whether this is the implementation that uses only POSIX.
package let isPortableSystem = true

/// Returns the time in nanoseconds since 1970. POSIX has no clock that ticks like the one that gives files their times,
/// so this is up to a tick ahead of that one.
package func fileClock() -> Int64 { nanosecondsSince1970() }

/// Returns the status of the program file, by the name that this process was called with, or nil if it is not found.
package func programStatus() -> FileStatus? {
    let name = CommandLine.arguments[0]
    if name.contains("/") { return workingFolder.knownStatus(of: name, followsLink: true) }
    return (environmentVariable("PATH") ?? "").split(separator: ":").lazy
        .compactMap { workingFolder.knownStatus(of: "\($0)/\(name)", followsLink: true) }.first
}

/// Whether this is the implementation that stands on POSIX alone.
package let isPortableSystem = true

/// What the clock of the file systems' times shows, in nanoseconds since 1970. POSIX has no clock of their ticks, so it is
/// up to a tick ahead of them.
package func fileClock() -> Int64 { nanosecondsSince1970() }

/// The file that this process runs, as it was called; nil where it cannot be known.
package func programStatus() -> FileStatus? {
    let name = CommandLine.arguments[0]
    if name.contains("/") { return workingFolder.knownStatus(of: name, followsLink: true) }
    return (environmentVariable("PATH") ?? "").split(separator: ":").lazy
        .compactMap { workingFolder.knownStatus(of: "\($0)/\(name)", followsLink: true) }.first
}

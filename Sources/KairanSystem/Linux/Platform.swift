internal import CLinux
internal import Glibc

/// Tells whether this is the implementation that uses only POSIX.
package let isPortableSystem = false

extension FileClock {
    /// The clock that gives files their times (CLOCK_REALTIME_COARSE), which tells 0 if there is no such clock.
    package static let system = FileClock { nanosecondsSince1970(by: CLOCK_REALTIME_COARSE) }
}

/// Returns the status of the program file of this process, or nil if it is unknown.
package func programStatus() -> FileStatus? { workingFolder.knownStatus(of: "/proc/self/exe", followsLink: true) }

/// Returns the number of processors that this process may use.
package func processorCount() -> Int { Int(linux_processor_count()) }

extension FileDescriptor {
    /// The flags that open a folder only to reach what is in it by name (open(2)), which needs no right to list it.
    static var namingFlags: Int32 { linux_open_path }
}

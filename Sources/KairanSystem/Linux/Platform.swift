internal import CLinux
internal import Glibc

/// Tells whether this is the implementation that uses only POSIX.
package let isPortableSystem = false

/// Returns the time of the clock that gives files their times (CLOCK_REALTIME_COARSE), in nanoseconds since 1970, or 0
/// if there is no such clock. No file that is changed from now on has an earlier time.
package func fileClock() -> Int64 { nanosecondsSince1970(by: CLOCK_REALTIME_COARSE) }

/// Returns the status of the program file of this process, or nil if it is unknown.
package func programStatus() -> FileStatus? { workingFolder.knownStatus(of: "/proc/self/exe", followsLink: true) }

extension FileDescriptor {
    /// The flags that open a folder only to reach what is in it by name (open(2)), which needs no right to list it.
    static var namingFlags: Int32 { linux_open_path }
}

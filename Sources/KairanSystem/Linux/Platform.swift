internal import CLinux
internal import Glibc

/// Whether this is the implementation that stands on POSIX alone.
package let isPortableSystem = false

/// What the clock of the file systems' times shows (CLOCK_REALTIME_COARSE), in nanoseconds since 1970: no file that is
/// changed from now on bears an earlier time. 0 where there is no such clock.
package func fileClock() -> Int64 { nanosecondsSince1970(by: CLOCK_REALTIME_COARSE) }

/// The file that this process runs; nil where it cannot be known.
package func programStatus() -> FileStatus? { workingFolder.knownStatus(of: "/proc/self/exe", followsLink: true) }

extension FileDescriptor {
    /// How a folder is opened only to name what is in it (open(2)): that takes no right to list it.
    static var namingFlags: Int32 { linux_open_path }
}

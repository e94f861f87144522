import Foundation
package import Testing

#if os(Linux)
    package let isOnLinux = true
#else
    package let isOnLinux = false
#endif

extension Trait where Self == ConditionTrait {
    /// For a test that needs what only Linux has, such as /proc, or only Debian, such as the GFM specification.
    package static var onLinux: Self {
        .enabled(if: isOnLinux, "this needs what only Linux has")
    }
}

#if canImport(Darwin)
    // The tests call these by the names that POSIX gives them.
    extension stat {
        package var st_atim: timespec { st_atimespec }

        package var st_mtim: timespec { st_mtimespec }

        package var st_ctim: timespec {
            get { st_ctimespec }
            set { st_ctimespec = newValue }
        }
    }
#endif

/// Tells whether a test may mount folders, in a namespace of its own.
package let canMount: Bool = {
    guard isOnLinux, getuid() == 0 else { return false }
    let script = "mount --bind / /mnt"
    do {
        return try run(URL(filePath: "/usr/bin/env"), ["unshare", "--mount", "sh", "-c", script]).exitCode == 0
    } catch {
        return false
    }
}()

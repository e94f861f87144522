import Foundation
internal import KairanSystem
import Testing

/// Mounts a small file system in memory on a folder. This needs Linux and root; without them it says so and returns
/// false.
package func mountSmallDisk(on folder: String, options: String = "size=1m") -> Bool {
    #if os(Linux)
        if unsafe mount("tmpfs", folder, "tmpfs", 0, options) == 0 { return true }
        print("skipped, cannot mount a small file system here: \(unsafe String(cString: strerror(errno)))")
    #else
        print("skipped, a small file system is mounted on Linux only")
    #endif
    return false
}

/// Lets nobody write to a small file system any more.
package func makeReadOnly(_ folder: String) throws {
    #if os(Linux)
        let result = unsafe mount(nil, folder, nil, UInt(MS_REMOUNT) | UInt(MS_RDONLY), nil)
        try #require(result == 0)
    #endif
}

/// Takes a small file system away, even if somebody still uses it.
package func unmountSmallDisk(_ folder: String) {
    #if os(Linux)
        unsafe umount2(folder, Int32(MNT_DETACH))
    #endif
}

/// Mounts a folder a second time on another one, as containers do. `unmountSmallDisk` takes it away. Without Linux or root
/// it says so and returns false, and so does the build for POSIX alone, which cannot tell that something is mounted so.
package func mountAgain(_ folder: String, on other: String) -> Bool {
    #if os(Linux)
        if isPortableSystem {
            print("skipped, POSIX does not know folders that are mounted a second time")
            return false
        }
        if unsafe mount(folder, other, nil, UInt(MS_BIND), nil) == 0 { return true }
        print("skipped, cannot mount a folder here: \(unsafe String(cString: strerror(errno)))")
    #else
        print("skipped, a folder is mounted a second time on Linux only")
    #endif
    return false
}

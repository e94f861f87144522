internal import CLinux

/// Returns whether something is mounted at a path, so that it can be neither renamed nor replaced.
package func isMounted(_ path: String) -> Bool {
    let answer = unsafe path.withPointer { unsafe linux_is_mounted($0) }
    return answer < 0 ? beginsDevice(path) : answer == 1
}

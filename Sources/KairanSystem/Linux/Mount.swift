internal import CLinux

/// Returns whether a folder must stay in its place: something is mounted there, so that it can be neither renamed nor
/// replaced, or it is itself mounted elsewhere, where others would keep on seeing the folder that was replaced.
///
/// A mount that only a container sees cannot be noticed from outside of the container.
///
/// - Parameter path: An absolute path without symbolic links.
package func isMounted(_ path: String) -> Bool {
    let answer = unsafe path.withPointer { unsafe linux_is_mounted($0) }
    return (answer < 0 ? beginsDevice(path) : answer == 1) || isMountedElsewhere(path)
}

/// Returns whether a folder, or one in it, is what is mounted at another place.
private func isMountedElsewhere(_ path: String) -> Bool {
    let mounts = MountedTree.all()
    // The last of those at one place is the one that is seen there.
    var own: MountedTree?
    for mount in mounts where mount.holds(path) && mount.point.utf8.count >= own?.point.utf8.count ?? 0 { own = mount }
    guard let own else { return false }
    let root = own.root(of: path)
    return mounts.contains { $0.device == own.device && ($0.root == root || $0.root.hasPrefix(root + "/")) }
}

/// A folder of a file system, and the place where it is mounted.
private struct MountedTree {
    let device: Substring
    /// The folder's path in the file system.
    let root: String
    let point: String

    /// Reads proc_pid_mountinfo(5); the list is empty where there is none.
    static func all() -> [MountedTree] {
        String(decoding: workingFolder.readKnownFile("/proc/self/mountinfo") ?? [], as: UTF8.self)
            .split(separator: "\n").compactMap(MountedTree.init)
    }

    private init?(_ line: Substring) {
        let fields = line.split(separator: " ", maxSplits: 5)
        guard fields.count == 6 else { return nil }
        (device, root, point) = (fields[2], Self.path(fields[3]), Self.path(fields[4]))
    }

    /// Returns a path of the list, in which some bytes stand as three octal digits.
    private static func path(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = field.utf8
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3, let code = UInt8(String(Substring(digits)), radix: 8) {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func holds(_ path: String) -> Bool { point == "/" || path == point || path.hasPrefix(point + "/") }

    /// Returns where a path that it holds is in the file system.
    func root(of path: String) -> String {
        let rest = point == "/" ? path[...] : path.dropFirst(point.count)
        return rest.isEmpty ? root : (root == "/" ? "" : root) + rest
    }
}

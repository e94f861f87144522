internal import KairanReaders
internal import KairanSystem

/// Removes whatever is at `top`, a folder with all that is in it. Symbolic links are removed, not followed.
package func removeTree(_ top: String) throws(PublishError) {
    guard let status = try status(of: top) else { return }
    if !status.isFolder {
        return try failingAt(top) { () throws(SystemError) in try workingFolder.removeFile(top) }
    }
    let tree = try scanTree(top)
    for folder in tree.locked {
        let whole = folder.bytes.isEmpty ? top : "\(top)/\(folder.text)"
        try failingAt(whole) { () throws(SystemError) in try workingFolder.setPermissions(of: whole, ownerAlone) }
    }
    try forEachPart(of: tree.entries.filter { $0.value != .folder }.keys.sorted()) { (part) throws(PublishError) in
        var cursor = try FolderCursor(top: top)
        for path in part {
            try failingAt("\(top)/\(path.text)") { () throws(SystemError) in
                try cursor.folder(of: path).removeFile(path.lastName)
            }
        }
    }
    let root = try openFolder(top)
    defer { root.close() }
    for path in tree.entries.filter({ $0.value == .folder }).keys.sorted(by: >) {
        try failingAt("\(top)/\(path.text)") { () throws(SystemError) in try root.removeFolder(path) }
    }
    try failingAt(top) { () throws(SystemError) in try workingFolder.removeFolder(top) }
}

/// The permissions of a folder that only its owner may list, write to or enter.
let ownerAlone: UInt32 = 0o700

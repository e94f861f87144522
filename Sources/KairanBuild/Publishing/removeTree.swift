import Glibc

/// Removes whatever is at `top`, a folder with all that is in it. Symbolic links are removed, not followed.
func removeTree(_ top: String) throws(PublishError) {
    guard let status = try status(of: top) else { return }
    if status.st_mode & S_IFMT != S_IFDIR {
        try systemCall(at: top) { unlink(top) }
        return
    }
    let tree = try scanTree(top)
    for folder in tree.locked {
        let whole = folder.bytes.isEmpty ? top : "\(top)/\(folder.text)"
        try systemCall(at: whole) { chmod(whole, S_IRWXU) }
    }
    try forEachPart(of: tree.entries.filter { $0.value != .folder }.keys.sorted()) { (part) throws(PublishError) in
        var cursor = try FolderCursor(top: top)
        for path in part {
            try failingAt("\(top)/\(path.text)") { () throws(SystemError) in
                let folder = try cursor.folder(of: path)
                try systemCall { path.withName { unlinkat(folder, $0, 0) } }
            }
        }
    }
    let root = try openFolder(top)
    defer { close(root) }
    for path in tree.entries.filter({ $0.value == .folder }).keys.sorted(by: >) {
        try systemCall(at: "\(top)/\(path.text)") { path.withPath { unlinkat(root, $0, AT_REMOVEDIR) } }
    }
    try systemCall(at: top) { rmdir(top) }
}

import Glibc

/// Removes whatever is at `top`, a folder with all that is in it. Symbolic links are removed, not followed.
func removeTree(_ top: String) throws(PublishError) {
    guard let status = try status(of: top) else { return }
    if status.st_mode & S_IFMT != S_IFDIR {
        try systemCall(at: top) { unlink(top) }
        return
    }
    try removeTree(top, holding: try scanTree(top))
}

func removeTree(_ top: String, holding tree: ScannedTree) throws(PublishError) {
    try allowRemoving(in: top, tree)
    var cursor = try FolderCursor(top: top)
    for path in tree.entries.filter({ !$0.value.kind.isFolder }).keys.sorted() {
        try failingAt("\(top)/\(path.text)") { () throws(SystemError) in
            let folder = try cursor.folder(of: path)
            try systemCall { path.withName { unlinkat(folder, $0, 0) } }
        }
    }
    let root = try openFolder(top)
    defer { close(root) }
    for path in tree.entries.filter({ $0.value.kind.isFolder }).keys.sorted(by: >) {
        try systemCall(at: "\(top)/\(path.text)") { path.withPath { unlinkat(root, $0, AT_REMOVEDIR) } }
    }
    try systemCall(at: top) { rmdir(top) }
}

/// A folder that forbids its owner to write keeps its files from being removed.
private func allowRemoving(in top: String, _ tree: ScannedTree) throws(PublishError) {
    if tree.attributes.mode & S_IRWXU != S_IRWXU {
        try systemCall(at: top) { chmod(top, S_IRWXU) }
    }
    for (path, entry) in tree.entries {
        guard case .folder(let attributes) = entry.kind, attributes.mode & S_IRWXU != S_IRWXU else { continue }
        let whole = "\(top)/\(path.text)"
        try systemCall(at: whole) { chmod(whole, S_IRWXU) }
    }
}

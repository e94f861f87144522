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
    var tree = tree
    try allowWriting(in: top, &tree)
    try removeEntries(tree.entries, in: top)
    try systemCall(at: top) { rmdir(top) }
}

/// Removes these of what `top` holds; a folder only with all that is in it.
func removeEntries(_ entries: [TreePath: ScannedTree.Entry], in top: String) throws(PublishError) {
    try forEachPart(of: entries.filter { !$0.value.kind.isFolder }.keys.sorted()) { (part) throws(PublishError) in
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
    for path in entries.filter({ $0.value.kind.isFolder }).keys.sorted(by: >) {
        try systemCall(at: "\(top)/\(path.text)") { path.withPath { unlinkat(root, $0, AT_REMOVEDIR) } }
    }
}

/// A folder that forbids its owner to write keeps its files from being removed and others from being added.
func allowWriting(in top: String, _ tree: inout ScannedTree) throws(PublishError) {
    if tree.attributes.mode & S_IRWXU != S_IRWXU {
        try systemCall(at: top) { chmod(top, S_IRWXU) }
        tree.attributes.mode = S_IRWXU
    }
    for (path, entry) in tree.entries {
        guard case .folder(var attributes) = entry.kind, attributes.mode & S_IRWXU != S_IRWXU else { continue }
        let whole = "\(top)/\(path.text)"
        try systemCall(at: whole) { chmod(whole, S_IRWXU) }
        attributes.mode = S_IRWXU
        tree.entries[path]?.kind = .folder(attributes)
    }
}

internal import KairanModel
package import KairanSystem

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

/// The entries of a folder on disk and of all folders in it. No file is opened to find them.
package struct ScannedTree {
    package var entries: [TreePath: EntryKind] = [:]
    /// Folders that forbid their owner to write, which keeps what is in them from being removed.
    var locked: [TreePath] = []
}

/// Lists everything below `top`, folder by folder. Symbolic links are listed and never followed.
package func scanTree(_ top: String) throws(PublishError) -> ScannedTree {
    let root = try openFolder(top)
    defer { root.close() }
    var (tree, device): (ScannedTree, UInt64?) = (ScannedTree(), nil)
    var pending = [TreePath.root]
    while let path = pending.popLast() {
        try failingAt(path.bytes.isEmpty ? top : "\(top)/\(path.text)") { () throws(SystemError) in
            let folder = try OpenFolder(path, below: root)
            // Deleting a tree must not empty a file system that is mounted in it.
            if folder.status.device != device ?? folder.status.device { throw SystemError.improperLink }
            device = folder.status.device
            if !folder.status.allowsOwner { tree.locked.append(path) }
            for entry in try folder.entries() {
                let child = path.appending(entry.name.bytes)
                tree.entries[child] = entry.kind
                if entry.kind == .folder { pending.append(child) }
            }
        }
    }
    return tree
}

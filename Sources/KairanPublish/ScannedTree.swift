internal import KairanReaders
internal import KairanSystem

/// The entries of a folder on disk and of all folders in it. No file is opened to find them.
struct ScannedTree {
    var entries: [TreePath: EntryKind] = [:]
    /// Folders that forbid their owner to write, which keeps what is in them from being removed.
    var locked: [TreePath] = []
}

/// Lists everything below `top`, folder by folder. Symbolic links are listed and never followed.
func scanTree(_ top: String) throws(PublishError) -> ScannedTree {
    let root = try openFolder(top)
    defer { root.close() }
    var (tree, device): (ScannedTree, UInt64?) = (ScannedTree(), nil)
    var pending = [TreePath.root]
    while let path = pending.popLast() {
        try failingAt(path.bytes.isEmpty ? top : "\(top)/\(path.text)") { () throws(SystemError) in
            let folder = try OpenFolder(path, below: root)
            // Deleting a tree must not empty a file system that is mounted in it.
            if folder.attributes.device != device ?? folder.attributes.device { throw SystemError.improperLink }
            device = folder.attributes.device
            if !folder.attributes.allowsOwner { tree.locked.append(path) }
            for entry in try folder.entries() {
                let child = path.appending(entry.name.bytes)
                tree.entries[child] = entry.kind
                if entry.kind == .folder { pending.append(child) }
            }
        }
    }
    return tree
}

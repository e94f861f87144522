internal import KairanSystem

/// Copies a file or link with its permissions and time stamps; used if the two trees cannot share it.
func copyEntry(
    _ path: TreePath, _ kind: EntryKind, from old: FileDescriptor, in new: FileDescriptor
) throws(SystemError) {
    switch kind {
    case .file: try copyFile(path, from: old, in: new)
    case .symbolicLink: try copyLink(path, from: old, in: new)
    case .folder, .special: throw .notSupported
    }
}

private func copyFile(_ path: TreePath, from old: FileDescriptor, in new: FileDescriptor) throws(SystemError) {
    let source = try old.openFile(path.lastName)
    defer { source.close() }
    let status = try source.status()
    let copy = try new.createFile(path.lastName, permissions: 0o600)
    try copy.writeAndClose([try source.readToEnd()[...]])
    try takeOverOwner(of: status, for: path.lastName, in: new)
    try new.setPermissions(of: path.lastName, status.permissions)
    try takeOverTimes(of: status, for: path, in: new)
}

private func copyLink(_ path: TreePath, from old: FileDescriptor, in new: FileDescriptor) throws(SystemError) {
    let status = try old.status(of: path.lastName)
    try new.makeLink(path.lastName, saying: try old.readLink(path.lastName))
    try takeOverOwner(of: status, for: path.lastName, in: new)
    try takeOverTimes(of: status, for: path, in: new)
}

/// Only root may give something away. Without that right, it belongs to the user who builds, like every new file.
func takeOverOwner(
    of status: FileStatus, for path: some SystemPath, in folder: FileDescriptor
) throws(SystemError) {
    do {
        try folder.setOwner(of: path, status.owner, status.group)
    } catch {
        if error != .notPermitted { throw error }
    }
}

private func takeOverTimes(of status: FileStatus, for path: TreePath, in folder: FileDescriptor) throws(SystemError) {
    try folder.setTimes(of: path.lastName, accessed: status.accessed, modified: status.modified)
}

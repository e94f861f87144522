internal import KairanModel
internal import KairanSystem

/// Turns the staging folder, which is empty or holds what the target holds, into the new tree. Nothing has to be on the
/// disk yet (`forceStaged`).
func applyChanges(_ plan: PublicationPlan, at place: PublicationPlace) throws(PublishError) {
    try removeFiles(plan, in: place.staging, at: place)
    try forEachPart(of: plan.written) { (part) throws(PublishError) in
        var cursor = try FolderCursor(top: place.staging, makesFolders: true)
        for file in part {
            // People know the target's path, not the staging folder's.
            try failingAt("\(place.target)/\(file.path.text)") { () throws(SystemError) in
                try writeFile(file.path, file.output.bytes, in: try cursor.folder(of: file.path))
            }
        }
    }
}

/// Removes from a folder, which is the target or holds what it holds, the outputs that are no longer made.
func removeFiles(_ plan: PublicationPlan, in folder: String, at place: PublicationPlace) throws(PublishError) {
    let root = try openFolder(folder)
    defer { root.close() }
    var cursor = try FolderCursor(top: folder)
    for path in plan.removed {
        try failingAt("\(place.target)/\(path.text)") { () throws(SystemError) in
            do throws(SystemError) {
                try cursor.folder(of: path).removeFile(path.lastName)
            } catch {
                // A new file may already stand in the place of its folder.
                if error != .noSuchFileOrDirectory, error != .notDirectory { throw error }
            }
        }
    }
    for path in plan.emptied {
        try failingAt("\(place.target)/\(path.text)") { () throws(SystemError) in
            do throws(SystemError) {
                try root.removeFolder(path)
            } catch {
                switch error {
                case .noSuchFileOrDirectory, .notDirectory, .directoryNotEmpty, .fileExists, .nameTooLong: break
                default: throw error
                }
            }
        }
    }
}

private func writeFile(_ path: TreePath, _ bytes: [UInt8], in folder: FileDescriptor) throws(SystemError) {
    while true {
        do {
            return try folder.createFile(path.lastName).writeAndClose([bytes[...]])
        } catch .fileExists {
            // The earlier file is there. The target shares it, so it must not be written to.
            try folder.removeFile(path.lastName)
        }
    }
}

/// Gives each new folder the owner and permissions of the folder whose place it takes. The deepest folders come first,
/// since a folder may forbid writing.
func takeOverAttributes(_ mirror: Mirror, except gone: Set<TreePath>, in staging: String) throws(PublishError) {
    let root = try openFolder(staging)
    defer { root.close() }
    for (path, status) in mirror.statuses.sorted(by: { $0.path > $1.path }) where !gone.contains(path) {
        try failingAt("\(staging)/\(path.text)") { () throws(SystemError) in
            do throws(SystemError) {
                let path = path.bytes.isEmpty ? TreePath(".") : path
                try takeOverOwner(of: status, for: path, in: root)
                try root.setPermissions(of: path, status.permissions)
            } catch {
                // The folder may have gone with the last of our files in it.
                if error != .noSuchFileOrDirectory { throw error }
            }
        }
    }
}

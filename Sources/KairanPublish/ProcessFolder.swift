package import KairanSystem
internal import Synchronization

/// Makes a folder for this process among the system's temporary files, and removes those that killed processes left.
/// Returns its path.
///
/// - Parameter kind: The beginning of the folder's name. The number of the process follows.
package func makeProcessFolder(_ kind: String) throws(SystemError) -> String {
    if cleared.withLock({ $0.insert(kind).inserted }) { removeStaleFolders(kind) }
    return try makeTemporaryFolder("\(kind)\(processIdentifier())-")
}

/// The kinds whose folders this process has looked through.
private let cleared = Mutex<Set<String>>([])

/// A container may share the temporary files but not the numbers of processes, so only old folders go.
private func removeStaleFolders(_ kind: String) {
    let top = temporaryFolder()
    let yesterday = secondsSince1970() - 24 * 60 * 60
    do {
        for entry in try OpenFolder(top).entries() where entry.kind == .folder && entry.name.text.hasPrefix(kind) {
            let path = "\(top)/\(entry.name.text)"
            guard let process = Int(entry.name.text.dropFirst(kind.count).prefix { $0 != "-" }), !isRunning(process),
                let status = workingFolder.knownStatus(of: path), status.isFolder, status.owner == effectiveUser(),
                status.modified / 1_000_000_000 < yesterday
            else { continue }
            try removeTree(path)
        }
    } catch {
        // Whatever stays does no harm.
    }
}

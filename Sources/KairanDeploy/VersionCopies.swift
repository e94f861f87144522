internal import KairanContracts
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// The copies of a version's files by names that never change: `api/v1/sha256/<hash>.json`.
///
/// A host without an atomic switch shows new files before the manifest that lists them. Whoever holds the manifest of
/// before, even of a deploy that was killed, finds what it lists here.
func versionCopies(of files: [DeployedFile]) throws -> [DeployedFile] {
    let known = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })
    var copies: [TreePath: DeployedFile] = [:]
    for file in files where isVersionManifest(file.path) {
        let name = "\(file.folder)/\(file.path.text)"
        let bytes = try failingAt(name) { () throws(SystemError) in try workingFolder.readFile(name) }
        guard let manifest = VersionManifest(reading: bytes) else { continue }
        let folder = file.path.folder.map { "\($0.text)/" } ?? ""
        for listed in manifest.files {
            let path = TreePath(folder + copyName(of: listed.path, listed.sha256))
            guard let original = known[TreePath(folder + listed.path)], known[path] == nil else { continue }
            copies[path] = DeployedFile(
                path: path, hash: original.hash, size: original.size, folder: original.folder, isNamedByContent: true,
                original: original.path)
        }
    }
    return copies.values.sorted { $0.path < $1.path }
}

/// Returns the path of a file's copy below the folder of its version. Clients know it too.
private func copyName(of path: String, _ sha256: String) -> String {
    let name = fileName(of: path)
    return "sha256/\(sha256)" + (name.lastIndex(of: ".").map { name[$0...] } ?? "")
}

func isVersionManifest(_ path: TreePath) -> Bool { fileName(of: path.text) == "manifest.json" }

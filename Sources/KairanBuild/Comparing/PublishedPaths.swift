internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// Returns the files of a publication: those that its list names or, if it has no list, all files in the folder.
func publishedPaths(in folder: String) throws(ReadError) -> [String] {
    if case .bytes(let bytes) = readPublished(WholeList.path.text, in: folder),
        let manifest = WholeList(reading: bytes)
    {
        return manifest.paths.map(\.text)
    }
    var paths: [String] = []
    try findFiles(in: folder, below: "", &paths)
    return paths
}

/// Returns whether a folder holds a publication: Kairan's list, or some file that a build of the site makes.
package func holdsPublication(_ build: SiteBuild, _ folder: String) -> Bool {
    func holds(_ path: String) -> Bool {
        if case .nothing = readPublished(path, in: folder) { false } else { true }
    }
    let found = [WholeList.path.text] + build.result.files.map(\.path)
    return found.contains { !["robots.txt", "404.html", "sitemap.xml", ".nojekyll"].contains($0) && holds($0) }
}

private func findFiles(in root: String, below folder: String, _ paths: inout [String]) throws(ReadError) {
    let path = folder.isEmpty ? root : "\(root)/\(folder)"
    let entries: [FolderEntry]
    do {
        entries = try OpenFolder(path).entries()
    } catch {
        if folder.isEmpty, error == .noSuchFileOrDirectory { return }
        throw ReadError(path: path, error)
    }
    for entry in entries {
        let name = entry.name.text
        // Hidden files belong to other tools, and Kairan's own list is not an output.
        if name.hasPrefix(".") || !name.utf8.elementsEqual(entry.name.bytes) { continue }
        let inner = folder.isEmpty ? name : "\(folder)/\(name)"
        switch entry.kind {
        case .folder: try findFiles(in: root, below: inner, &paths)
        case .file: paths.append(inner)
        case .symbolicLink, .special: break
        }
    }
}

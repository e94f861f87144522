internal import KairanContracts
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// A publication whose files are what its list says, and so may be deployed.
package struct ReadyPublication: Sendable {
    /// The files, sorted by path.
    let files: [DeployedFile]

    /// Checks every file of a folder by its hash. Throws if one is missing or was changed since the build.
    package init(in folder: String) throws {
        let list = try publishedList(in: folder)
        // Nothing that a site brings counts for a record of what was deployed.
        let listed = list.files.filter { !DeployRecord.paths.contains($0.path) }
        let read = try checkedFiles(listed.map { ($0.path, $0.hash) }, in: folder)
        let wrong = zip(listed, read).filter { $1 == nil }.map { $0.0.path.text }
        if !wrong.isEmpty {
            throw DeployError(
                "\(folder) is not as the last build left it; build again: "
                    + wrong.joined(separator: ", "))
        }
        let others = try otherFiles(in: folder, besides: Set(list.paths))
        var all = (read + (try checkedFiles(others.map { ($0, nil) }, in: folder))).compactMap(\.self)
        // A folder whose name begins with a hyphen would be an option of the programs that upload.
        let whole = try plannedPath(folder)
        for index in all.indices { all[index].folder = whole }
        files = namedByContent(all).sorted { $0.path < $1.path }
    }

    /// The paths that cannot stand in a list of lines.
    var unlistable: [TreePath] {
        files.map(\.path).filter { $0.bytes.contains(UInt8(ascii: "\n")) || $0.bytes.contains(UInt8(ascii: "\r")) }
    }
}

private func publishedList(in folder: String) throws -> WholeList {
    let path = WholeList.path.text
    switch readPublished(path, in: folder) {
    case .bytes(let bytes):
        if let list = WholeList(reading: bytes) { return list }
        throw DeployError("\(folder)/\(path), the list of what Kairan made, is damaged; restore it, and build again")
    case .nothing: throw DeployError("nothing is published in \(folder); run kairan build first")
    case .unreadable(let reason): throw DeployError("\(folder)/\(path): \(reason)")
    }
}

/// Reads files. The result is nil for one that is missing or has another hash than the list says.
private func checkedFiles(
    _ files: [(path: TreePath, hash: ContentHash?)], in folder: String
) throws -> [DeployedFile?] {
    let parts = try forEachPart(of: files) { (part) throws(PublishError) -> [DeployedFile?] in
        var cursor = try FolderCursor(top: folder)
        var checked: [DeployedFile?] = []
        for (path, listed) in part {
            let bytes = try failingAt("\(folder)/\(path.text)") { () throws(SystemError) in
                try readFile(path, below: &cursor)
            }
            let hash = bytes.map { ContentHash($0) }
            checked.append(
                hash == nil || listed != nil && listed != hash
                    ? nil
                    : DeployedFile(path: path, hash: hash ?? ContentHash(), size: bytes?.count ?? 0, folder: folder))
        }
        return checked
    }
    return Array(parts.joined())
}

/// Returns the bytes of a file, or nil if there is none at the path.
private func readFile(_ path: TreePath, below cursor: inout FolderCursor) throws(SystemError) -> [UInt8]? {
    do {
        return try cursor.folder(of: path).readFile(path.lastName)
    } catch {
        switch error {
        case .noSuchFileOrDirectory, .notDirectory, .isDirectory, .tooManySymbolicLinkLevels: return nil
        default: throw error
        }
    }
}

/// Returns the files of others, which belong to the site as well, and the list itself. Hidden files of others stay
/// here, except those that the web knows (RFC 8615).
private func otherFiles(in folder: String, besides ours: Set<TreePath>) throws -> [TreePath] {
    try scanTree(folder).entries.filter { path, kind in
        guard kind == .file, !ours.contains(path), !DeployRecord.paths.contains(path) else { return false }
        let names = path.text.split(separator: "/")
        return path == WholeList.path || names.allSatisfy { !$0.hasPrefix(".") || $0 == ".well-known" }
    }.keys.sorted()
}

/// Marks the files whose names prove that they change with the content: `cafe.3f2a91bc.png` holds what has this hash,
/// and `cafe.320.1a2b3c4d.png` is made from it.
private func namedByContent(_ files: [DeployedFile]) -> [DeployedFile] {
    let pictures = Set(
        files.compactMap { file in ContentMark(file.path).flatMap { $0.names(file.hash) ? $0.stem : nil } })
    return files.map { file in
        guard let mark = ContentMark(file.path) else { return file }
        var marked = file
        marked.isNamedByContent = mark.names(file.hash) || mark.stemOfSize.map(pictures.contains) == true
        return marked
    }
}

/// The parts of a path such as `ads/cafe.3f2a91bc.png`.
private struct ContentMark {
    /// The path without mark and extension.
    let stem: String
    private let mark: Substring

    init?(_ path: TreePath) {
        let text = path.text
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, let end = parts.last, !end.contains("/") else { return nil }
        mark = parts[parts.count - 2]
        guard mark.utf8.count == 8, mark.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else { return nil }
        stem = parts.dropLast(2).joined(separator: ".")
    }

    func names(_ hash: ContentHash) -> Bool { mark == hash.shortText }

    /// The stem of the picture of which this would be a smaller size.
    var stemOfSize: String? {
        guard let dot = stem.lastIndex(of: "."), Int(stem[stem.index(after: dot)...]) != nil else { return nil }
        return String(stem[..<dot])
    }
}

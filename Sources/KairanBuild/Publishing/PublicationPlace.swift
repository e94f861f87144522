internal import KairanReaders
internal import KairanSystem

/// Where a publication goes, and the names beside it that belong to its making.
///
/// All are on one file system, so that a rename between them is one step.
struct PublicationPlace: Sendable {
    /// Absolute; symbolic links resolved, so that what is replaced is the real folder and not a link to it.
    let target: String
    var staging: String
    /// Whether the earlier tree stays in the staging folder, for the next build to make the new one of.
    var keepsSpare = false
    /// The earlier tree on its way out, where two folders cannot be exchanged.
    let retired: String
    let lock: String

    /// Makes the folders above the target when they are missing.
    init(resolving folder: String) throws(PublishError) {
        let real = try realFolder(folder)
        let cut = real.utf8.lastIndex(of: UInt8(ascii: "/")) ?? real.startIndex
        let (parent, name) = (real[..<cut], real[real.utf8.index(after: cut)...])
        if name.isEmpty { throw SystemError.resourceBusy.at(folder) }
        target = real
        staging = "\(parent)/.\(name).kairan-staging"
        retired = "\(parent)/.\(name).kairan-retired"
        lock = "\(parent)/.\(name).kairan-lock"
    }
}

extension PublicationPlace {
    /// Refuses what stands at the names beside the target and is none of Kairan's: it would be removed, or become the
    /// target itself.
    func refuseForeign() throws(PublishError) {
        for folder in [staging, retired] { try refuseAnything(but: .folder, at: folder) }
        try refuseAnything(but: .file, at: lock)
    }

    /// Refuses folders at these names that no build can have left there: one that is killed leaves its lock too.
    func refuseFolders() throws(PublishError) {
        for folder in [staging, retired] where try exists(folder) { throw .foreign(path: folder, .folder) }
    }
}

/// Throws `PublishError.foreign` for anything at a path but one kind of file. A symbolic link is followed nowhere.
private func refuseAnything(but kind: EntryKind, at path: String) throws(PublishError) {
    guard let status = try status(of: path), status.kind != kind else { return }
    throw .foreign(path: path, status.kind)
}

func exists(_ path: String) throws(PublishError) -> Bool { try status(of: path) != nil }

/// Of the path itself, not of what it links to; nil when nothing is there.
func status(of path: String) throws(PublishError) -> FileStatus? {
    do {
        return try workingFolder.status(of: path)
    } catch {
        if error == .noSuchFileOrDirectory { return nil }
        throw error.at(path)
    }
}

/// realpath(3) for a path whose end may not exist yet: missing folders above the last name are made.
func realFolder(_ folder: String) throws(PublishError) -> String {
    do {
        return try resolvedPath(folder)
    } catch {
        // Something on the way is missing.
        if error != .noSuchFileOrDirectory { throw error.at(folder) }
    }
    var path = folder
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    let cut = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = cut.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    let above = cut.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    // An empty path, or `..` of a folder that is missing: making something up would surprise.
    if ["", ".", ".."].contains(name) { throw SystemError.noSuchFileOrDirectory.at(folder) }
    if let linked = try linkTarget(path) {
        return try realFolder(linked.hasPrefix("/") ? linked : "\(above)/\(linked)")
    }
    let parent = try realFolder(above)
    try failingAt(parent) { () throws(SystemError) in try workingFolder.makeFolderIfMissing(parent) }
    return parent == "/" ? "/\(name)" : "\(parent)/\(name)"
}

/// What a symbolic link says, nil when the path is not one. A link whose folder is missing still says where it belongs.
func linkTarget(_ path: String) throws(PublishError) -> String? {
    guard try status(of: path)?.kind == .symbolicLink else { return nil }
    let bytes = try failingAt(path) { () throws(SystemError) in try workingFolder.readLink(path) }
    return String(decoding: bytes, as: UTF8.self)
}

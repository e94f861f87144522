package import KairanSystem

/// The folder that a publication goes to, and the paths that are used to make it.
///
/// All of them are on one file system, so that a rename between them is one step.
package struct PublicationPlace: Sendable {
    /// The absolute path of the folder. Symbolic links are resolved, so that the real folder is replaced and not a link
    /// to it.
    let target: String
    /// The folder that the target is in.
    let parent: String
    var staging: String
    /// The path of the work folder; nil if there is none.
    var workFolder: String?
    /// The path of the list of folders by which the next build finds out what is the same in the earlier tree, which
    /// then stays in the staging folder; nil if that tree is removed.
    var spareList: String?
    /// The path of the earlier tree while it is being replaced, if two folders cannot be exchanged.
    let retired: String
    let lock: String
    /// Tells whether the target must stay in its place, since something is mounted there or it is mounted elsewhere too.
    /// It can then not be replaced, and its files are: see `placeFiles`.
    let isMounted: Bool
    let clock: FileClock
    /// The order in which files take their places at a target that stays.
    let order: PlacingOrder

    /// Makes the folders above the target if they are missing.
    init(
        resolving folder: String, clock: FileClock, order: @escaping PlacingOrder = placingByPath
    ) throws(PublishError) {
        let real = try realFolder(folder)
        let cut = real.utf8.lastIndex(of: UInt8(ascii: "/")) ?? real.startIndex
        let (parent, name) = (real[..<cut], real[real.utf8.index(after: cut)...])
        if name.isEmpty { throw SystemError.resourceBusy.at(folder) }
        (target, self.parent) = (real, parent.isEmpty ? "/" : String(parent))
        (self.clock, self.order) = (clock, order)
        isMounted = KairanSystem.isMounted(real)
        let own = isMounted ? "\(real)/.kairan" : "\(parent)/.\(name).kairan"
        (staging, retired, lock) = ("\(own)-staging", "\(own)-retired", "\(own)-lock")
    }
}

extension PublicationPlace {
    /// This is true if nothing is published, as far as anybody can see.
    var isTargetMissing: Bool { workingFolder.knownStatus(of: target) == nil }

    /// Reads what the target will hold once the staged files are in their places.
    var staged: ReadPublished {
        { [staging, target, isMounted] path in
            let file = readPublished(path, in: staging)
            if case .nothing = file, isMounted { return readPublished(path, in: target) }
            return file
        }
    }

    /// Makes the staging folder, in place of whatever an earlier build left there.
    func emptyStaging() throws(PublishError) {
        try removeTree(staging)
        try failingAt(staging) { () throws(SystemError) in try workingFolder.makeFolder(staging) }
    }

    /// Refuses anything at the names beside the target that is not Kairan's: it would be removed, or become the target.
    func refuseForeign() throws(PublishError) {
        for folder in [staging, retired] { try refuseAnything(but: .folder, at: folder) }
        try refuseAnything(but: .file, at: lock)
    }

    /// Refuses folders at these names if no lock was left: a build that is killed leaves its lock too, so no build made
    /// them.
    func refuseFolders() throws(PublishError) {
        for folder in [staging, retired] where try exists(folder) { throw .foreign(path: folder, .folder) }
    }
}

/// Throws `PublishError.foreign` if anything but one kind of file is at a path. A symbolic link is not followed.
private func refuseAnything(but kind: EntryKind, at path: String) throws(PublishError) {
    guard let status = try status(of: path), status.kind != kind else { return }
    throw .foreign(path: path, status.kind)
}

func exists(_ path: String) throws(PublishError) -> Bool { try status(of: path) != nil }

/// Returns the status of the path itself, not of what it links to, or nil if nothing is there.
package func status(of path: String) throws(PublishError) -> FileStatus? {
    do {
        return try workingFolder.status(of: path)
    } catch {
        if error == .noSuchFileOrDirectory { return nil }
        throw error.at(path)
    }
}

/// Does what realpath(3) does, for a path whose end may not exist yet.
package func plannedPath(_ folder: String) throws(PublishError) -> String {
    do {
        return try resolvedPath(folder)
    } catch {
        // Something on the way may be missing.
        if error != .noSuchFileOrDirectory { throw error.at(folder) }
    }
    var path = folder
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    let cut = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = cut.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    let above = cut.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    // The path is empty, or ends in `..` of a missing folder. To make up a folder for it would surprise people.
    if ["", ".", ".."].contains(name) { throw SystemError.noSuchFileOrDirectory.at(folder) }
    if let linked = try linkTarget(path) {
        return try plannedPath(linked.hasPrefix("/") ? linked : "\(above)/\(linked)")
    }
    let parent = try plannedPath(above)
    return parent == "/" ? "/\(name)" : "\(parent)/\(name)"
}

/// Does the same, and makes missing folders above the last name.
func realFolder(_ folder: String) throws(PublishError) -> String {
    let path = try plannedPath(folder)
    let above = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    if !above.isEmpty, try !exists(above) {
        let parent = try realFolder(above)
        try failingAt(parent) { () throws(SystemError) in try workingFolder.makeFolderIfMissing(parent) }
    }
    return path
}

/// Returns where a symbolic link leads, or nil if the path is not one. A link to a missing folder still says where that
/// folder belongs.
private func linkTarget(_ path: String) throws(PublishError) -> String? {
    guard try status(of: path)?.kind == .symbolicLink else { return nil }
    let bytes = try failingAt(path) { () throws(SystemError) in try workingFolder.readLink(path) }
    return String(decoding: bytes, as: UTF8.self)
}

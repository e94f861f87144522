internal import KairanSystem

/// Takes the hidden folder that Kairan keeps between builds. Whoever removes it loses time and what it remembers of the
/// last publication; see `PublicationMemory`.
///
/// One build holds it at a time; otherwise two builds that publish one site to two places would share the spare tree.
/// The result is nil if another build holds it, or it cannot be written. The place's staging folder moves in here if
/// files can be linked between the two.
func takeWorkFolder(_ folder: String, for place: inout PublicationPlace) -> PublicationLock? {
    do {
        let path = try realFolder(folder)
        if isInside(path, place.target) || isInside(place.target, path) { return nil }
        try workingFolder.makeFolderIfMissing(path)
        let lock = try PublicationLock(at: "\(path)/lock")
        try describe(path)
        try removeUnfinished(in: path)
        place.workFolder = path
        if canLink(from: place.lock, to: nameOfItsOwn(beside: "\(path)/link")) {
            (place.staging, place.spareList) = ("\(path)/spare", "\(path)/folders")
        }
        return lock
    } catch {
        return nil
    }
}

/// Refuses a symbolic link in a work folder or in its place. Git carries links, and the files that one leads to would
/// be written over or removed.
///
/// Only the spare tree may hold links: it has those of the published folder, and nobody follows them.
///
/// - Parameter folder: The work folder, or the preview's folder in it; neither has to be there.
package func refuseLinks(inWorkFolder folder: String) throws(PublishError) {
    let ending = "/\(previewName)"
    if folder.hasSuffix(ending) { try refuseLinks(inWorkFolder: String(folder.dropLast(ending.utf8.count))) }
    for path in [folder, "\(folder)/pictures"] {
        guard let status = workingFolder.knownStatus(of: path) else { continue }
        switch status.kind {
        case .symbolicLink: throw .foreign(path: path, .symbolicLink)
        // The build then does without the folder.
        case .file, .special: continue
        case .folder: break
        }
        let root = try openFolder(path)
        defer { root.close() }
        let entries = try failingAt(path) { () throws(SystemError) in try OpenFolder(.root, below: root).entries() }
        for entry in entries where entry.kind == .symbolicLink {
            throw .foreign(path: "\(path)/\(entry.name.text)", .symbolicLink)
        }
    }
}

/// The name of the preview's own work folder, which is in that of other builds.
private let previewName = "preview"

private func isInside(_ path: String, _ folder: String) -> Bool { (path + "/").hasPrefix(folder + "/") }

/// Marks the folder so that neither git nor backups take it in.
private func describe(_ folder: String) throws(PublishError) {
    let files = [
        (".gitignore", "*\n"),
        (
            "CACHEDIR.TAG",
            "Signature: 8a477f597d28d172789f06886806bc55\n"
                + "# Made by kairan. Without it, builds take longer and know less about what was published.\n"
        ),
    ]
    for (name, text) in files where try !exists("\(folder)/\(name)") {
        try failingAt("\(folder)/\(name)") { () throws(SystemError) in
            try workingFolder.createFile("\(folder)/\(name)").writeAndClose([Array(text.utf8)[...]])
        }
    }
}

/// Removes files that a killed build left half-written, except the memories of publications, which are written without
/// this lock.
private func removeUnfinished(in folder: String) throws(PublishError) {
    let root = try openFolder(folder)
    defer { root.close() }
    let entries = try failingAt(folder) { () throws(SystemError) in try OpenFolder(.root, below: root).entries() }
    for entry in entries where entry.kind == .file {
        let name = entry.name.text
        if isNameOfItsOwn(name), !name.hasPrefix("published-") { workingFolder.discardFile("\(folder)/\(name)") }
    }
}

/// Returns whether a file can be linked. Two mounts of one file system have the same device number and still refuse
/// links, so only trying tells.
private func canLink(from file: String, to name: String) -> Bool {
    do {
        try workingFolder.link(file, to: name)
        return workingFolder.discardFile(name)
    } catch {
        return false
    }
}

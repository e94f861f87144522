internal import KairanContent
internal import KairanContracts
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

extension [KnownPublication] {
    /// Returns one publication that keeps the promises of all of them. It has the highest number of each version and
    /// file; if two have the same number for other files, these files get the next number.
    func together() -> PublicationMemory? {
        guard let first, count > 1 else { return self.first.map { PublicationMemory(of: $0.read) } }
        var memory = PublicationMemory(of: first.read)
        var promises = first.promises
        for other in dropFirst() {
            let files = PublicationMemory(of: other.read)
            for path in other.promises.files.keys.sorted() {
                guard let bytes = files.files[path] else { continue }
                let isHigher = (promises.files[path]?.revision ?? -1) < (other.promises.files[path]?.revision ?? -1)
                memory.take(path, bytes, from: files, isHigher: isHigher)
            }
        }
        for (path, bytes) in memory.files where path != publishedListPath {
            let revision = self.compactMap { $0.promises.files[path]?.revision }.max()
            if revision != nil || PublishedPromises.covers(path) { promises.add(path, bytes, revision: revision) }
        }
        memory.files[publishedListPath] = nil
        let files = memory.files.map { WholeList.File(path: TreePath($0), hash: ContentHash($1)) }
        let list = WholeList(files: files.sorted { $0.path < $1.path }, promises: promises)
        memory.files[publishedListPath] = list.bytes
        return memory
    }
}

extension PublicationMemory {
    /// Takes over what another publication has at a path, as far as it goes beyond this one.
    fileprivate mutating func take(
        _ path: String, _ bytes: [UInt8], from other: PublicationMemory, isHigher: Bool
    ) {
        if VersionPath(path)?.file == .manifest { return takeVersion(path, bytes, from: other) }
        if path == agreementsPath {
            files[path] = files[path].map { ledger($0, with: bytes) } ?? bytes
        } else if isHigher {
            files[path] = bytes
        }
    }

    private mutating func takeVersion(_ path: String, _ bytes: [UInt8], from other: PublicationMemory) {
        guard let theirs = VersionManifest(reading: bytes) else { return }
        let own = files[path].flatMap { VersionManifest(reading: $0) }
        if let own, own.revision == theirs.revision {
            files[path] = own.goingOn(after: theirs).bytes
        } else if own.map({ $0.revision < theirs.revision }) ?? true {
            let folder = path.dropLast(VersionFile.manifest.name.count)
            files = files.filter { !$0.key.hasPrefix(folder) }
            for (path, bytes) in other.files where path.hasPrefix(folder) { files[path] = bytes }
        }
    }
}

extension VersionManifest {
    /// Returns this manifest joined with another one of the same revision. Files that differ get the next revision.
    fileprivate func goingOn(after other: VersionManifest) -> VersionManifest {
        var all = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
        for theirs in other.files {
            var file = all[theirs.path] ?? theirs
            if all[theirs.path]?.sha256 != theirs.sha256 { file.revision = revision + 1 }
            all[theirs.path] = file
        }
        let theirPaths = Set(other.files.map(\.path))
        for path in files.map(\.path) where !theirPaths.contains(path) { all[path]?.revision = revision + 1 }
        var manifest = self
        manifest.files = all.values.sorted { $0.path < $1.path }
        return manifest
    }
}

/// Returns the versions that users agreed to by either of two ledgers. If both have a version, the first ledger's text
/// counts, since only one of two branches can have been published.
private func ledger(_ own: [UInt8], with other: [UInt8]) -> [UInt8] {
    let texts = agreedTexts(own)
    let more = agreedVersions(other).filter { texts[AgreedName($0)] == nil }
    var versions: [String: [JSONValue]] = [:]
    for (collection, version) in agreedVersions(own) + more {
        versions[collection, default: []].append(JSONValue(version))
    }
    return writeJSON(.object(versions.sorted { $0.key < $1.key }.map { ($0, .array($1)) }))
}

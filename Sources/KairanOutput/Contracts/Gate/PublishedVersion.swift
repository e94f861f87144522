internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// What is published of a version, and how far it can be believed.
struct PublishedVersion {
    enum Contract {
        /// With what a version of this name that was removed has reserved.
        case none([ReservedName])
        case known(PublishedContract)
        /// Why nobody can tell what apps rely on.
        case damaged(String)
    }

    var contract: Contract
    /// Nil where it is damaged itself: when only other files are, it goes on.
    var manifest: VersionManifest?
    /// The highest that is known, also where the manifest is lost.
    var revision = 0
}

/// The versions that the last publication holds.
struct PublishedVersions {
    let last: PublishedFiles
    private let promises: PublishedHashes?
    /// Those whose manifest Kairan published, by its own list of files.
    let names: [String]
    /// Those of which only the changelog is left.
    let removed: [String]

    init(last: PublishedFiles) {
        (self.last, promises) = (last, last.list.promises)
        let paths = last.list.promisingPaths.compactMap(VersionPath.init)
        let names = Set(paths.filter { $0.file == .manifest }.map(\.version)).sorted()
        removed = Set(paths.filter { $0.file == .changelog && !names.contains($0.version) }.map(\.version)).sorted()
        self.names = names
    }

    /// The name of the one that they are of; nil where nothing tells it.
    var channel: String? {
        func document(_ path: String) -> SourceNode? {
            guard case .bytes(let bytes) = last[path] else { return nil }
            return readJSON(SourceFile(path: path, bytes: bytes)).value
        }
        if let channel = document(versionsPath)?["channel"]?.scalar { return channel }
        // That list can be lost.
        let info = names.lazy.compactMap { document("api/\($0)/\(VersionFile.openAPI.name)")?["info"] }.first
        return info.map { $0[VersionContract.channelKey]?.scalar ?? Channel.live.rawValue }
    }

    func version(_ name: String) -> PublishedVersion {
        let folder = "api/\(name)/"
        let (contractPath, manifestPath) = (folder + VersionFile.openAPI.name, folder + VersionFile.manifest.name)
        func damaged(_ reason: String, _ manifest: VersionManifest? = nil) -> PublishedVersion {
            PublishedVersion(contract: .damaged(reason), manifest: manifest, revision: highestRevision(of: name))
        }
        switch (last[contractPath], last[manifestPath]) {
        case (.nothing, .nothing):
            if promises == nil { return damaged(Self.brokenSeal) }
            if names.contains(name) {
                return damaged("'\(contractPath)' and '\(manifestPath)' were published but are gone")
            }
            do {
                let reserved = try namesReserved(byRemoved: name)
                return PublishedVersion(contract: .none(reserved), revision: highestRevision(of: name))
            } catch {
                return damaged(error.reason)
            }
        case (_, .bytes(let listed)):
            guard let promises else { return damaged(Self.brokenSeal) }
            guard let manifest = VersionManifest(reading: listed), manifest.version == name else {
                return damaged("the published '\(manifestPath)' is not as Kairan wrote it")
            }
            if let fault = promises.fault(in: manifestPath, listed) {
                return damaged("the published '\(manifestPath)' \(fault)")
            }
            for file in [VersionFile.openAPI, .changelog] {
                if let reason = damage(of: file, manifest, folder) { return damaged(reason, manifest) }
            }
            guard case .bytes(let bytes) = last[contractPath],
                let contract = PublishedContract(reading: bytes, path: contractPath)
            else {
                return damaged("the published '\(contractPath)' holds no contract that Kairan understands", manifest)
            }
            return PublishedVersion(contract: .known(contract), manifest: manifest, revision: manifest.revision)
        case (_, .unreadable(let reason)):
            return damaged("the published '\(manifestPath)' cannot be read: \(reason)")
        case (_, .nothing): return damaged("'\(contractPath)' is published, but not '\(manifestPath)'")
        }
    }

    /// Of a version that was removed the changelog is there.
    func namesReserved(byRemoved name: String) throws(DamagedChangelog) -> [ReservedName] {
        let path = "api/\(name)/\(VersionFile.changelog.name)"
        let isPromised = promises?.files[path] != nil
        guard case .bytes(let bytes) = last[path] else {
            if isPromised { throw DamagedChangelog(reason: "the published '\(path)' is gone") }
            return []
        }
        // What reserves nothing, or was published before names were reserved, has no hash.
        guard isPromised else { return [] }
        if let fault = promises?.fault(in: path, bytes) {
            throw DamagedChangelog(reason: "the published '\(path)' \(fault)")
        }
        do {
            return try [ReservedName](reading: readJSON(SourceFile(path: path, bytes: bytes)).value?["reserved"])
        } catch {
            throw DamagedChangelog(reason: "the published '\(path)' is not as Kairan wrote it")
        }
    }

    private static let brokenSeal =
        "'\(publishedListPath)', the list of what Kairan published, was changed by something other than Kairan"

    private func damage(of file: VersionFile, _ manifest: VersionManifest, _ folder: String) -> String? {
        let path = folder + file.name
        switch last[path] {
        case .nothing: return "'\(path)' is no longer published, but is listed in the manifest beside it"
        case .unreadable(let reason): return "the published '\(path)' cannot be read: \(reason)"
        case .bytes(let bytes):
            let hash = manifest.files.first { $0.path == file.name }?.sha256
            return difference(of: bytes, from: hash, "does not match the manifest beside it")
                .map { "the published '\(path)' \($0)" }
        }
    }

    /// From all that is left of it, whoever changed it.
    private func highestRevision(of name: String) -> Int {
        let listed = promises?.files["api/\(name)/\(VersionFile.manifest.name)"]?.revision ?? 0
        return [VersionFile.manifest, .changelog].reduce(listed) { highest, file in
            guard case .bytes(let bytes) = last["api/\(name)/\(file.name)"] else { return highest }
            return max(highest, revisionNumbers(in: bytes).max() ?? 0)
        }
    }
}

/// Why nobody can tell what a version that was removed has reserved.
struct DamagedChangelog: Error { var reason: String }

/// The numbers that something calls `revision`, also in what a merge or a hand left.
func revisionNumbers(in bytes: [UInt8]) -> [Int] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\"revision\":").dropFirst().compactMap { rest in
        // With more digits it is no count of changes.
        Int(rest.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }).flatMap { $0 < 1 << 53 ? $0 : nil }
    }
}

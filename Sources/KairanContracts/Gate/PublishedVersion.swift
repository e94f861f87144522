internal import KairanContent
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
package import KairanTemplates

/// The published state of a version, and how far it can be trusted.
package struct PublishedVersion {
    package enum Contract {
        /// Nothing is published. The names were reserved by a removed version of this name.
        case none([ReservedName])
        case known(PublishedContract)
        /// The text says why nobody can tell what apps rely on.
        case damaged(String)
    }

    package var contract: Contract
    /// The manifest; nil if it is damaged itself. It remains in use if only other files are damaged.
    package var manifest: VersionManifest?
    /// The highest known revision, even if the manifest is lost.
    var revision = 0
}

/// The versions that the last publication holds.
package struct PublishedVersions {
    let last: PublishedFiles
    private let promises: PublishedPromises?
    /// The versions whose manifests Kairan published, according to its own list of files.
    package let names: [String]
    /// The versions of which only the changelog is left.
    let removed: [String]

    package init(last: PublishedFiles) {
        (self.last, promises) = (last, last.list.promises)
        let paths = last.list.promisingPaths.compactMap(VersionPath.init)
        let names = Set(paths.filter { $0.file == .manifest }.map(\.version)).sorted()
        removed = Set(paths.filter { $0.file == .changelog && !names.contains($0.version) }.map(\.version)).sorted()
        self.names = names
    }

    /// The channel of the published versions; nil if it is unknown.
    var channel: String? {
        func document(_ path: String) -> SourceNode? {
            guard case .bytes(let bytes) = last[path] else { return nil }
            return readJSON(SourceFile(path: path, bytes: bytes)).value
        }
        if let channel = document(versionsPath)?["channel"]?.scalar { return channel }
        // The list can be lost, and then the documents show the channel.
        let info = names.lazy.compactMap { document("api/\($0)/\(VersionFile.openAPI.name)")?["info"] }.first
        return info.map { $0[VersionContract.channelKey]?.scalar ?? Channel.live.rawValue }
    }

    package func version(_ name: String) -> PublishedVersion {
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

    /// Returns the names that a removed version has reserved. Its changelog contains them.
    func namesReserved(byRemoved name: String) throws(DamagedChangelog) -> [ReservedName] {
        let path = "api/\(name)/\(VersionFile.changelog.name)"
        let isPromised = promises?.files[path] != nil
        guard case .bytes(let bytes) = last[path] else {
            if isPromised { throw DamagedChangelog(reason: "the published '\(path)' is gone") }
            return []
        }
        // A changelog has no hash if it reserves nothing or was published before names were reserved.
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

    /// Returns the highest revision in everything that is left of the version, whoever changed it.
    private func highestRevision(of name: String) -> Int {
        let listed = promises?.files["api/\(name)/\(VersionFile.manifest.name)"]?.revision ?? 0
        return [VersionFile.manifest, .changelog].reduce(listed) { highest, file in
            guard case .bytes(let bytes) = last["api/\(name)/\(file.name)"] else { return highest }
            return max(highest, revisionNumbers(in: bytes).max() ?? 0)
        }
    }
}

/// The reason why the names that a removed version has reserved are unknown.
struct DamagedChangelog: Error { var reason: String }

/// Returns all numbers named `revision` in the bytes, even if a merge or a person damaged the file.
func revisionNumbers(in bytes: [UInt8]) -> [Int] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\"revision\":").dropFirst().compactMap { rest in
        // A number with more digits cannot be a count of changes.
        Int(rest.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }).flatMap { $0 < 1 << 53 ? $0 : nil }
    }
}

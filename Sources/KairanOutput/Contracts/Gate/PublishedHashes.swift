package import KairanReaders

/// The hashes of the published files that a build believes: version manifests, which have those of all other files of
/// their version, the numbers that count changes, and what users agreed to.
///
/// They stand in `.kairan.json`, apart from these files. The seal tells whether one of them was taken out or changed by
/// hand. Against somebody who makes a new seal too, only the repository's history helps.
package struct PublishedHashes: Sendable, Equatable {
    package struct File: Sendable, Equatable {
        /// Nil of a number that is no output any more: if it comes back, it goes on from there.
        package var sha256: String?
        /// Of a version, or the number that the file is, so that it is known when the file is lost.
        package var revision: Int?
    }

    /// By path.
    package private(set) var files: [String: File] = [:]

    /// Which entries with windows there were; nil where no list says so.
    package var entries: PublishedEntries?

    package init() {}

    /// Of paths alone; besides them every file is covered that has a revision.
    package static func covers(_ path: String) -> Bool {
        // Of thousands of paths few end so.
        var bytes = path
        let mayBeManifest = bytes.withUTF8 { $0.suffix(manifestName.count).elementsEqual(manifestName) }
        return mayBeManifest ? VersionPath(path)?.file == .manifest : path == agreementsPath
    }

    package mutating func add(_ path: String, _ bytes: [UInt8], revision: Int?) {
        files[path] = File(sha256: sha256(bytes), revision: revision ?? VersionManifest.revision(of: bytes))
    }

    /// Keeps the numbers that were published and are no outputs any more.
    package mutating func keepNumbers(of earlier: [String: File]) {
        for (path, file) in earlier where VersionPath(path)?.file != .manifest {
            guard let number = file.revision, files[path]?.sha256 == nil else { continue }
            files[path] = File(revision: max(number, files[path]?.revision ?? number))
        }
    }

    /// Why a file is not as it was published.
    func fault(in path: String, _ bytes: [UInt8]) -> String? {
        guard let hash = files[path]?.sha256 else { return "no longer has a hash in '\(publishedListPath)'" }
        return difference(of: bytes, from: hash, "is not the one that Kairan published")
    }
}

extension PublishedHashes {
    /// What stands in every list of published files: so one without it is of another hand.
    package var members: [(key: String, value: JSONValue)] {
        [("promises", json), ("seal", .string(sha256(writeJSON(json))))]
            + (entries.map(\.text).flatMap { $0.isEmpty ? nil : [("entries", .string($0))] } ?? [])
    }

    private var json: JSONValue {
        .object(
            files.sorted { $0.key < $1.key }.map { path, file in
                let revision = file.revision.map { [(key: "revision", value: JSONValue.integer($0))] } ?? []
                let hash = file.sha256.map { [(key: "sha256", value: JSONValue.string($0))] } ?? []
                return (path, .object(hash + revision))
            })
    }

    /// Of the whole list; nil where the seal is broken.
    package init?(reading list: SourceNode) {
        for (path, node) in list["promises"]?.members?.map({ ($0.key, $0.value) }) ?? [] {
            files[path] = File(
                sha256: node["sha256"]?.scalar, revision: node["revision"]?.scalar.flatMap(Int.init))
        }
        entries = list["entries"]?.scalar.flatMap(PublishedEntries.init)
        guard list["promises"] != nil, list["seal"]?.scalar == sha256(writeJSON(json)) else { return nil }
    }

    /// Nil where the list was changed by hand or by a merge.
    package init?(inList list: [UInt8]) {
        // They stand before the paths, of which there can be tens of thousands.
        let files = Array("\"files\"".utf8)
        guard let end = list.firstRange(of: files)?.upperBound else { return nil }
        let head = SourceFile(path: publishedListPath, bytes: list[..<end] + Array(":0}".utf8))
        let read = readJSON(head)
        guard read.diagnostics.isEmpty, let node = read.value else { return nil }
        self.init(reading: node)
    }
}

/// Why published bytes have not the hash that is known of them; nil where they have it.
func difference(of bytes: [UInt8], from hash: String?, _ otherwise: String) -> String? {
    if hash == sha256(bytes) { return nil }
    guard hash == sha256(withoutCarriageReturns(bytes)) else { return otherwise }
    return "has Windows line endings, which Git gave it: add 'public/** -text' to .gitattributes, remove public/ "
        + "and check it out again"
}

/// What Git had before it changed line ends.
private func withoutCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    zip(bytes, bytes.dropFirst() + [0]).filter { $0 != (0x0D, 0x0A) }.map(\.0)
}

private let manifestName = Array(VersionFile.manifest.name.utf8)

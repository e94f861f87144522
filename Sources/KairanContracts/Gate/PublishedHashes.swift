internal import KairanModel
package import KairanReaders
internal import KairanSystem
internal import KairanTemplates

/// The hashes of the published files that a build trusts: version manifests, which contain the hashes of all other
/// files of their version; the numbers that count changes; and what users agreed to.
///
/// They are stored in `.kairan.json`, apart from these files. The seal reveals whether one of them was removed or
/// edited by hand. Against someone who also makes a new seal, only the repository's history helps.
package struct PublishedHashes: Sendable, Equatable {
    package struct File: Sendable, Equatable {
        /// The hash; nil for a number that is no longer an output, which continues from there if it comes back.
        package var sha256: String?
        /// The revision of a version, or the number that the file contains. It is stored here so that it survives the
        /// loss of the file.
        package var revision: Int?
    }

    /// The files by their paths.
    package private(set) var files: [String: File] = [:]

    package var notes = PublishedNotes()

    package init() {}

    /// Returns whether a path alone makes a file covered. Any file with a revision is covered too.
    package static func covers(_ path: String) -> Bool {
        // Few of the thousands of paths have this ending.
        let mayBeManifest = path.utf8.span.hasBytes(manifestName, at: path.utf8.count - manifestName.count)
        return mayBeManifest ? VersionPath(path)?.file == .manifest : path == agreementsPath
    }

    package mutating func add(_ path: String, _ bytes: [UInt8], revision: Int?) {
        files[path] = File(sha256: sha256(bytes), revision: revision ?? VersionManifest.revision(of: bytes))
    }

    /// Keeps the published numbers that are no longer outputs.
    package mutating func keepNumbers(of earlier: [String: File]) {
        for (path, file) in earlier where VersionPath(path)?.file != .manifest {
            guard let number = file.revision, files[path]?.sha256 == nil else { continue }
            files[path] = File(revision: max(number, files[path]?.revision ?? number))
        }
    }

    /// Returns why a file differs from what was published, or nil if it does not.
    func fault(in path: String, _ bytes: [UInt8]) -> String? {
        guard let hash = files[path]?.sha256 else { return "no longer has a hash in '\(publishedListPath)'" }
        return difference(of: bytes, from: hash, "is not the one that Kairan published")
    }
}

extension PublishedHashes {
    /// The members of every list of published files. A list without them was not written by Kairan.
    package var members: [(key: String, value: JSONValue)] {
        [("promises", json), ("seal", .string(sha256(writeJSON(json))))]
            + [("entries", notes.entries?.text ?? ""), ("pages", notes.pages.text)].filter { !$0.1.isEmpty }
            .map { ($0, .string($1)) }
    }

    private var json: JSONValue {
        .object(
            files.sorted { $0.key < $1.key }.map { path, file in
                let revision = file.revision.map { [(key: "revision", value: JSONValue.integer($0))] } ?? []
                let hash = file.sha256.map { [(key: "sha256", value: JSONValue.string($0))] } ?? []
                return (path, .object(hash + revision))
            })
    }

    /// Reads the whole list. Returns nil if the seal is broken.
    package init?(reading list: SourceNode) {
        for (path, node) in list["promises"]?.members?.map({ ($0.key, $0.value) }) ?? [] {
            files[path] = File(
                sha256: node["sha256"]?.scalar, revision: node["revision"]?.scalar.flatMap(Int.init))
        }
        notes.entries = list["entries"]?.scalar.flatMap(PublishedEntries.init)
        notes.pages = PublishedPages(text: list["pages"]?.scalar ?? "")
        guard list["promises"] != nil, list["seal"]?.scalar == sha256(writeJSON(json)) else { return nil }
    }

    /// Returns nil if the list was changed by hand or by a merge.
    package init?(inList list: [UInt8]) {
        // The members stand before the paths, of which there can be tens of thousands. An output can have this name too,
        // and then a promise has it; but what stands before that is no whole object.
        let (span, files) = (list.span, Array("\"files\"".utf8))
        var start = span.firstOffset(of: files, in: span.indices)
        while let end = start {
            let head = SourceFile(path: publishedListPath, bytes: list[..<end] + Array("\"files\":0}".utf8))
            let read = readJSON(head)
            if read.diagnostics.isEmpty, let node = read.value {
                self.init(reading: node)
                return
            }
            start = span.firstOffset(of: files, in: (end + files.count)..<list.count)
        }
        return nil
    }
}

/// Returns why published bytes do not have their known hash, or nil if they do.
func difference(of bytes: [UInt8], from hash: String?, _ otherwise: String) -> String? {
    if hash == sha256(bytes) { return nil }
    guard hash == sha256(withoutCarriageReturns(bytes)) else { return otherwise }
    return "has Windows line endings, which Git gave it: add 'public/** -text' to .gitattributes, remove public/ "
        + "and check it out again"
}

/// Returns the bytes as they were before Git changed the line ends.
private func withoutCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    zip(bytes, bytes.dropFirst() + [0]).filter { $0 != (0x0D, 0x0A) }.map(\.0)
}

private let manifestName = Array(VersionFile.manifest.name.utf8)

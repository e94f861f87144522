internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// The hashes and numbers of a publication on which later ones rely, and its notes, which only those who wrote them
/// understand.
///
/// They are stored in `.kairan.json`. The seal reveals whether one of the promises was removed or edited by hand.
/// Against someone who also makes a new seal, only the repository's history helps.
package struct PublishedPromises: Sendable, Equatable {
    package struct File: Sendable, Equatable {
        /// The hash; nil for a number that is no longer an output, which continues from there if it comes back.
        package var sha256: String?
        /// The revision of a version, or the number that the file contains. It is stored here so that it survives the
        /// loss of the file.
        package var revision: Int?

        package init(sha256: String? = nil, revision: Int?) { (self.sha256, self.revision) = (sha256, revision) }
    }

    /// The promised files by their paths.
    package var files: [String: File] = [:]
    /// The texts of notes by their names. An empty one is not written.
    package var notes: [String: String] = [:]

    package init() {}
}

extension PublishedPromises {
    /// The members of every list of published files. A list without the promises and their seal was not written by
    /// Kairan.
    var members: [(key: String, value: JSONValue)] {
        [("promises", json), ("seal", .string(sha256(writeJSON(json))))]
            + notes.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }
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
    private init?(reading list: SourceNode) {
        for (path, node) in list["promises"]?.members?.map({ ($0.key, $0.value) }) ?? [] {
            files[path] = File(
                sha256: node["sha256"]?.scalar, revision: node["revision"]?.scalar.flatMap(Int.init))
        }
        for member in list.members ?? [] where !["kairan", "promises", "seal", "files"].contains(member.key) {
            notes[member.key] = member.value.scalar
        }
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

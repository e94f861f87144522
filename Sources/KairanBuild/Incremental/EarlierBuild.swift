internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// An earlier build: what it left, and which of its outputs are still published as it made them.
package struct EarlierBuild: Sendable {
    let record: BuildRecord
    /// For each output of the record its stamp of now; nil where the folder no longer holds it.
    let stamps: [FileStamp?]
    /// Of all sources, by path.
    private let hashes: [String: ContentHash]

    package init(_ record: BuildRecord, in publisher: borrowing Publisher) throws(PublishError) {
        self.record = record
        hashes = Dictionary(record.sources.lazy.map { ($0.path, $0.hash) }) { first, _ in first }
        stamps = try publisher.verify(
            record.outputs.map { output in
                KnownOutput(path: output.path, hash: output.hash, stamp: output.stamp)
            })
    }

    /// True when this build would be the same in everything.
    func isCurrent(_ sources: HashedSources, _ options: BuildOptions, at moment: DateTime) -> Bool {
        record.bases.starts(with: optionBases(options)) && record.steady.contains(moment.epochSeconds)
            && sources.files.count == record.sources.count
            && zip(zip(sources.files, sources.list), record.sources).allSatisfy { source, known in
                source.1 == known.hash && source.0.path == known.path
            }
            && !stamps.contains(nil)
    }

    /// That build again, if it `isCurrent`.
    func result() -> BuildResult {
        var result = BuildResult(diagnostics: record.diagnostics)
        var record = record
        for (index, stamp) in stamps.enumerated() {
            guard let stamp else { continue }
            result.kept.append(KeptOutput(path: record.outputs[index].path, stamp: stamp))
            record.outputs[index].stamp = stamp
        }
        result.counts = record.counts
        result.record = record
        return result
    }

    /// The entries that need not be read again, by their files' paths.
    func knownEntries(in sources: HashedSources, _ bases: [BuildRecord.Basis]) -> [String: [KnownEntry]] {
        guard bases == record.bases else { return [:] }
        func isSame(_ path: String) -> Bool { hashes[path] == sources.hashes[path] }
        var known: [String: [KnownEntry]] = [:]
        known.reserveCapacity(record.sources.count)
        for source in record.sources {
            guard let entries = source.entries, sources.hashes[source.path] == source.hash else { continue }
            // A file that is named and not there may have come to be.
            if entries.allSatisfy({ $0.files.allSatisfy { isSame("content/" + $0) } }) { known[source.path] = entries }
        }
        return known
    }

    func hash(ofSource path: String) -> ContentHash? { hashes[path] }

    /// Why nothing of it can be kept; nil when some can.
    func obstacle(_ bases: [BuildRecord.Basis]) -> String? {
        guard bases != record.bases else { return nil }
        for (basis, earlier) in zip(bases, record.bases) where basis != earlier {
            return basis.name == earlier.name ? "\(basis.name) changed" : "there are other declarations"
        }
        return "there are other declarations"
    }
}

internal import KairanModel
package import KairanPublish
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

/// A build trusts the published files that have a promise: version manifests, which contain the hashes of all other
/// files of their version; the numbers that count changes; and what users agreed to.
extension PublishedPromises {
    /// Collects what a publication promises: the hashes of documents and revisions, and numbers that must not be used
    /// again.
    ///
    /// - Parameter target: The folder that holds the kept outputs.
    /// - Parameter notes: The facts that the next publication needs to know; nil if they are as the target's list says.
    package init(
        of outputs: [OutputFile], keeping kept: [StampedFile] = [], in target: String = "",
        notes: [String: String]? = nil, after past: SeenPublications? = nil
    ) throws(PublishError) {
        self.init()
        let published = target.isEmpty ? nil : PublishedList(readPublished(publishedListPath, in: target)).promises
        let earlier = published?.files ?? [:]
        self.notes = notes ?? published?.notes ?? [:]
        for output in kept where Self.covers(output.path) || !earlier.isEmpty && earlier[output.path]?.sha256 != nil {
            let path = "\(target)/\(output.path)"
            let bytes = try failingAt(path) { () throws(SystemError) in try workingFolder.readFile(path) }
            add(output.path, bytes, revision: earlier[output.path]?.revision)
        }
        keepNumbers(of: earlier)
        keepNumbers(of: past?.numbers ?? [:])
        for output in outputs where Self.covers(output.path) || output.revision != nil {
            add(output.path, output.bytes, revision: output.revision)
        }
    }

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

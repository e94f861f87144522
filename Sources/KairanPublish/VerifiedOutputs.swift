package import KairanModel
internal import KairanSystem

/// The outputs of an earlier build that the target still holds as they were published. A file is still ours while it
/// has its stamp or, when the stamp cannot tell, its hash.
///
/// The target is looked at beside other work from the start, since every build needs the answer.
package struct VerifiedOutputs: Sendable {
    /// The place of the publication; nil if nothing is published, so that all outputs stand as they were made.
    private let place: PublicationPlace?
    /// The outputs as the earlier build left them.
    let recorded: [StampedFile]
    private let look: Concurrent<(outputs: [StampedFile?], failure: PublishError?)>
    /// The folders of the spare tree, for the publication that takes over these outputs.
    let spares: Concurrent<KnownSpares>?

    package init(_ outputs: [StampedFile], at place: PublicationPlace?) {
        (self.place, recorded) = (place, outputs)
        let parts = place.map { beginToVerify(outputs, at: $0) }
        look = Concurrent(begins: false) {
            do throws(PublishError) { return (try parts?.joined() ?? outputs, nil) } catch {
                return (outputs.map { _ in nil }, error)
            }
        }
        spares = place.map { place in Concurrent(begins: false) { KnownSpares(at: place) } }
    }

    /// Begins to look at the spare tree beside other work, for a build in which something has changed.
    package func lookAtSpares() { spares?.begin() }

    /// The outputs with their present stamps; nil for each that the target no longer holds as it was published.
    package var outputs: [StampedFile?] { look.value.outputs }

    /// The reason why the target could not be looked at.
    package var failure: PublishError? { look.value.failure }

    /// Returns whether the list of what was published is there, and is still the one with this hash.
    package func holdList(_ hash: ContentHash) -> Bool {
        guard let place else { return true }
        return readPublished(WholeList.path.text, in: place.target).contents.map(ContentHash.init) == hash
    }
}

/// Reads every file that the list of a folder names, and returns the paths of those that do not hold what was published.
/// The result is nil if there is no whole list.
package func changedOutputs(in folder: String) throws(PublishError) -> [String]? {
    guard let list = readPublished(publishedListPath, in: folder).contents.flatMap(WholeList.init) else {
        return nil
    }
    let outputs = list.files.map { StampedFile(path: $0.path.text, hash: $0.hash, stamp: .unknown) }
    let verified = VerifiedOutputs(outputs, at: try PublicationPlace(resolving: folder, clock: .system))
    if let failure = verified.failure { throw failure }
    return zip(outputs, verified.outputs).filter { $1 == nil }.map(\.0.path)
}

/// Reads a file only if its stamp does not prove that it is the same.
private func beginToVerify(
    _ outputs: [StampedFile], at place: PublicationPlace
) -> ConcurrentResults<Result<[StampedFile?], PublishError>> {
    let (target, now) = (place.target, place.clock.now())
    return beginForEachPart(of: outputs) { (part) throws(PublishError) -> [StampedFile?] in
        guard try exists(target) else { return part.map { _ in nil } }
        let root = try openFolder(target)
        defer { root.close() }
        var cursor = try FolderCursor(top: target)
        return try part.map { (output) throws(PublishError) -> StampedFile? in
            if FileStamp(of: output.path, below: root, readAt: now)?.proves(output.stamp) == true { return output }
            return try failingAt("\(target)/\(output.path)") { () throws(SystemError) -> StampedFile? in
                let found = try readStamped(TreePath(output.path), below: &cursor, readAt: now)
                guard let found, ContentHash(found.bytes) == output.hash else { return nil }
                return StampedFile(path: output.path, hash: output.hash, stamp: found.stamp)
            }
        }
    }
}

package import KairanModel
internal import KairanSystem

/// The outputs of an earlier build that the target still holds as they were published. A file is still ours while it
/// has its stamp or, when the stamp cannot tell, its hash.
///
/// Another thread looks at the target from the start, since every build needs the answer.
package struct VerifiedOutputs: Sendable {
    /// The place of the publication; nil if nothing is published, so that all outputs stand as they were made.
    private let place: PublicationPlace?
    private let look: Concurrent<(outputs: [StampedFile?], failure: PublishError?)>

    package init(_ outputs: [StampedFile], at place: PublicationPlace?) {
        self.place = place
        look = Concurrent {
            guard let place else { return (outputs, nil) }
            do throws(PublishError) { return (try verify(outputs, at: place), nil) } catch {
                return (outputs.map { _ in nil }, error)
            }
        }
    }

    /// The outputs with their present stamps; nil for each that the target no longer holds as it was published.
    package var outputs: [StampedFile?] { look.value.outputs }

    /// The reason why the target could not be looked at.
    package var failure: PublishError? { look.value.failure }

    /// Returns whether the list of what was published is there, and is still the one with this hash.
    package func holdList(_ hash: ContentHash) -> Bool {
        guard let place else { return true }
        guard case .bytes(let list) = readPublished(PublicationManifest.path.text, in: place.target) else {
            return false
        }
        return ContentHash(list) == hash
    }
}

/// Reads a file only if its stamp does not prove that it is the same.
private func verify(_ outputs: [StampedFile], at place: PublicationPlace) throws(PublishError) -> [StampedFile?] {
    let (target, now) = (place.target, place.clock.now())
    guard try exists(target) else { return outputs.map { _ in nil } }
    let parts = try forEachPart(of: outputs) { (part) throws(PublishError) -> [StampedFile?] in
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
    return Array(parts.joined())
}

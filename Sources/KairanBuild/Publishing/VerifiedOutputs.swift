internal import KairanModel
internal import KairanOutput
internal import Synchronization

/// Which outputs of an earlier build the target still holds as they were published: a file is still ours while it has
/// its stamp or, where that cannot tell, its hash.
///
/// The target is looked at from the start, beside other work, since every build has to know.
package final class VerifiedOutputs: Sendable {
    private let outputs: [StampedFile]
    /// Nil where nothing is published: then all of them stand where they were made.
    private let place: PublicationPlace?
    private let look: ConcurrentResults<Result<[FileStamp?], PublishError>>?
    private let found = Mutex<Result<[FileStamp?], PublishError>?>(nil)

    init(_ outputs: [StampedFile], at place: PublicationPlace?) {
        (self.outputs, self.place) = (outputs, place)
        look = place.map { verifyOutputs(outputs, in: $0.target) }
    }

    /// For each output its stamp of now; nil where the target no longer holds what was published.
    package var stamps: [FileStamp?] {
        guard let look else { return outputs.map(\.stamp) }
        let found = found.withLock { found in
            let stamps = found ?? Result { () throws(PublishError) in try allValues(of: look.take()) }
            found = stamps
            return stamps
        }
        do { return try found.get() } catch { return outputs.map { _ in nil } }
    }

    /// Why the target could not be looked at; nil also before anybody asked.
    var failure: PublishError? {
        guard case .failure(let error) = found.withLock({ $0 }) else { return nil }
        return error
    }

    /// Whether the list of what was published is there and of no other hand. Else the gate has to say what that means.
    var isSealed: Bool {
        guard let place else { return true }
        guard case .bytes(let list) = readPublished(PublicationManifest.path.text, in: place.target) else {
            return false
        }
        return PublishedHashes(inList: list) != nil
    }
}

internal import KairanContracts
internal import KairanModel
internal import KairanTemplates
internal import Synchronization

/// The outputs of an earlier build that the target still holds as they were published. A file is still ours while it
/// has its stamp or, when the stamp cannot tell, its hash.
///
/// Other threads look at the target from the start, since every build needs the answer.
package final class VerifiedOutputs: Sendable {
    private let outputs: [StampedFile]
    /// The place of the publication; nil if nothing is published, so that all outputs stand as they were made.
    private let place: PublicationPlace?
    private let look: ConcurrentResults<Result<[FileStamp?], PublishError>>?
    private let found = Mutex<Result<[FileStamp?], PublishError>?>(nil)

    package init(_ outputs: [StampedFile], at place: PublicationPlace?) {
        (self.outputs, self.place) = (outputs, place)
        look = place.map { verifyOutputs(outputs, at: $0) }
    }

    /// The present stamp of each output; nil if the target no longer holds what was published.
    package var stamps: [FileStamp?] {
        guard let look else { return outputs.map(\.stamp) }
        let found = found.withLock { found in
            let stamps = found ?? Result { () throws(PublishError) in try allValues(of: look.take()) }
            found = stamps
            return stamps
        }
        do { return try found.get() } catch { return outputs.map { _ in nil } }
    }

    /// The reason why the target could not be looked at; nil also if nobody has asked for the stamps yet.
    package var failure: PublishError? {
        guard case .failure(let error) = found.withLock({ $0 }) else { return nil }
        return error
    }

    /// Tells whether the list of what was published is there and can be read. If not, the checks against the
    /// publication report it.
    package var isSealed: Bool {
        guard let place else { return true }
        guard case .bytes(let list) = readPublished(PublicationManifest.path.text, in: place.target) else {
            return false
        }
        return PublishedHashes(inList: list) != nil
    }
}

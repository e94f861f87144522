internal import KairanModel
internal import KairanOutput
internal import Synchronization

/// Which outputs of an earlier build the target still holds as they were published.
///
/// The target is looked at once: when somebody asks, or before, beside other work.
package final class StandingOutputs: Sendable {
    private let outputs: [KnownFile]
    /// Nil where nothing is published: then all of them stand where they were made.
    private let place: PublicationPlace?
    private let look = Mutex<Concurrent<Result<[FileStamp?], PublishError>>?>(nil)

    init(_ outputs: [KnownFile], at place: PublicationPlace?) { (self.outputs, self.place) = (outputs, place) }

    /// Looks at them from now on and then does what comes next, on one thread, as other work is more urgent.
    func start(before next: @escaping @Sendable () -> Void) {
        guard let place else { return }
        look.withLock { look in
            if look != nil { return }
            look = Concurrent { [outputs] in
                defer { next() }
                return verify(outputs, at: place, onOneThread: true)
            }
        }
    }

    /// For each output its stamp of now; nil where the target no longer holds what was published.
    package var stamps: [FileStamp?] {
        guard let place else { return outputs.map(\.stamp) }
        let started = look.withLock { look in
            look = look ?? Concurrent { [outputs] in verify(outputs, at: place, onOneThread: false) }
            return look
        }
        do { return try started?.value.get() ?? [] } catch { return outputs.map { _ in nil } }
    }

    /// Why the target could not be looked at; nil also before anybody tried.
    var failure: PublishError? {
        guard case .failure(let error)? = look.withLock({ $0 })?.value else { return nil }
        return error
    }

    /// Whether the list of what was published is there and of no other hand. Else the gate has to say what that means.
    var isSealed: Bool {
        guard let place else { return true }
        guard case .bytes(let list) = readPublished(PublicationManifest.path.text, in: place.target) else {
            return false
        }
        return SealedPromises(inList: list) != nil
    }
}

private func verify(
    _ outputs: [KnownFile], at place: PublicationPlace, onOneThread: Bool
) -> Result<[FileStamp?], PublishError> {
    Result { () throws(PublishError) in
        guard try exists(place.target) else { return outputs.map { _ in nil } }
        return try verifyOutputs(outputs, in: place.target, onOneThread: onOneThread)
    }
}

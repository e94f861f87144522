// The part of a client that is between a publication and its store, or what stands in for it in tests and previews.
// swift-format-ignore-file

import Foundation

extension Client {
    /// A source of publications. It is a `Store` in an app, and may be anything else in its tests and previews, which have to
    /// say only what the publication is.
    public protocol PublicationSource: Sendable {
        /// The last good publication of this device. It never waits for the network.
        var publication: Publication? { get async }
        /// The publication of this device, if there is one, and then each new one.
        func follow() async -> AsyncStream<Publication>
        /// Asks once whether something newer is published, and downloads it.
        @discardableResult func update() async throws -> Publication
        /// Updates now, and again whenever a change is announced, until the task is cancelled.
        func keepUpdated() async
    }
}

// A store has its own functions of these names. They are asynchronous too, or these would be preferred to them.
extension Client.PublicationSource {
    public func follow() async -> AsyncStream<Client.Publication> {
        let current = await publication
        return AsyncStream { continuation in if let current { continuation.yield(current) } }
    }

    @discardableResult public func update() async throws -> Client.Publication {
        guard let current = await publication else { throw Client.Failure.notThisAPI }
        return current
    }

    public func keepUpdated() async {}
}

extension Client.Store: Client.PublicationSource {}

/// Two values are equal if they are of the same publication. One that was made by hand equals only its copies.
extension Client.Publication: Equatable {
    public static func == (left: Self, right: Self) -> Bool { left.manifest.data == right.manifest.data }
}

/// The source of the files that a publication loads when they are asked for.
struct PublicationFiles: Sendable {
    /// Returns a file; nil if the publication does not have it.
    let data: @Sendable (_ path: String) async throws -> Data?
    /// Is told of records that are left out.
    let onFailure: @Sendable (_ error: any Error) -> Void
}

extension PublicationFiles {
    /// Makes the files of a publication that nobody published.
    init(_ json: [String: String]) { self.init(data: { path in json[path].map { Data($0.utf8) } }, onFailure: { _ in }) }
}

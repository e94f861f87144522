internal import KairanReaders
internal import KairanTemplates

/// The body of a response that never ends. It sends a page server-sent events (HTML, 9.2).
///
/// Browsers connect again by themselves and say what they saw last, which they would not do with a WebSocket. Only
/// visible pages keep a connection, since a browser has six for each host.
package struct EventStream: Sendable {
    package typealias Send = ([UInt8]) async throws -> Void

    /// Sends events until one side leaves.
    let run: @Sendable (_ send: Send) async throws -> Void

    package init(_ run: @escaping @Sendable (_ send: Send) async throws -> Void) { self.run = run }

    /// An event that says nothing. Only sending something shows that a browser has left.
    package static let ping = Array(": still here\n\n".utf8)
}

extension EventStream {
    /// Tells a page what it has to know.
    ///
    /// - Parameter seen: The number of the build that made the page.
    init(_ preview: Preview, page: String, since seen: Int) {
        self.init { send in
            var (seen, last) = (seen, JSONValue?.none)
            for await _ in preview.visit(page) {
                let (number, news) = preview.read { [seen] in $0.news(for: page, since: seen) }
                guard number != seen || news != last else {
                    try await send(Self.ping)
                    continue
                }
                (seen, last) = (number, news)
                try await send(
                    Array("id: \(number)\ndata: ".utf8) + writeJSON(news, style: .compact) + Array("\n".utf8))
            }
        }
    }
}

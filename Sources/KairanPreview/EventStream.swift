internal import KairanFormats
internal import KairanTemplates

/// The body of a response that never ends. It sends a page server-sent events (HTML, 9.2) with what the page has to
/// know.
///
/// Browsers connect again by themselves and say what they saw last, which they would not do with a WebSocket. Only
/// visible pages keep a connection, since a browser has six for each host.
struct EventStream: Sendable {
    let preview: Preview
    let page: String
    /// The number of the build that made the page.
    let seen: Int

    func forEach(_ send: ([UInt8]) async throws -> Void) async throws {
        var (seen, last) = (seen, JSONValue?.none)
        for await _ in preview.visit(page) {
            let (number, news) = preview.read { [page, seen] in $0.news(for: page, since: seen) }
            // Only sending something shows that a browser has left.
            guard number != seen || news != last else {
                try await send(Array(": still here\n\n".utf8))
                continue
            }
            (seen, last) = (number, news)
            try await send(Array("id: \(number)\ndata: ".utf8) + writeJSON(news, style: .compact) + Array("\n".utf8))
        }
    }
}

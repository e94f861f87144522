internal import KairanOutput

/// The body of a response that never ends: server-sent events (HTML, 9.2) with what a page has to know.
///
/// Browsers connect again by themselves and say what they saw last, which a WebSocket would not do. Only pages that are
/// seen keep a connection, since a browser has six for each host.
struct EventStream: Sendable {
    let preview: Preview
    let page: String
    /// The build that the page is of.
    let seen: Int

    func forEach(_ send: ([UInt8]) async throws -> Void) async throws {
        var (seen, last) = (seen, JSONValue?.none)
        for await _ in preview.visit(page) {
            let (number, news) = preview.read { [page, seen] in $0.news(for: page, since: seen) }
            // Whoever left is noticed by sending something.
            guard number != seen || news != last else {
                try await send(Array(": still here\n\n".utf8))
                continue
            }
            (seen, last) = (number, news)
            try await send(Array("id: \(number)\ndata: ".utf8) + writeJSON(news, style: .compact) + Array("\n".utf8))
        }
    }
}

internal import KairanContent
internal import KairanPublish
internal import KairanReaders

/// Shows the site as it is published, so that it can be looked at beside the one that is to come.
///
/// It has a port of its own. The published pages have the addresses of those to come, so they need another origin to be
/// looked at beside them, and none of their scripts may be of the origin of the desk.
package struct PublishedSite: Answering {
    private let preview: Preview

    /// - Parameter preview: The preview of the same site, which knows its folder and its path.
    package init(besides preview: Preview) { self.preview = preview }

    package func bodyLimit(of head: Request) -> Int { 0 }

    package func refusal(of head: Request) -> Response? {
        head.refusal(
            at: Entrance(
                network: preview.outerAddress, forwarded: preview.forwardedServers?.published?.address))
    }

    package func answer(_ request: Request) async -> Response {
        guard ["GET", "HEAD"].contains(request.method) else { return .text(405, [("Allow", "GET, HEAD")]) }
        let (asked, output) = preview.read {
            (SiteRequest(path: request.path, basePath: $0.basePath), $0.options?.output)
        }
        guard case .site(let path) = asked, let output else { return .text(404) }
        let published = ForeignFiles(in: output)
        switch FoundFile(path, isThere: { published.anyBytes(at: $0) != nil }) {
        case .nothing: return .text(404)
        case .folder: return .redirect(301, to: request.path + "/")
        case .file(let name):
            let headers = [("Content-Type", contentType(of: name)), Response.asksAgain, Response.sharing(false)]
            return Response(200, headers, .bytes(published.anyBytes(at: name) ?? []))
        }
    }

    /// Nobody is told of events here.
    package func pingAll() {}
}

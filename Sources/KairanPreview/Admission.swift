internal import KairanBuild
internal import KairanModel
internal import KairanPublish

// Any page on the web can make a browser on this computer send requests here. The page must not read the answers, since
// the site may hold what is not published yet. So a request has to name this computer as its host, and pages of other
// addresses may read a file only while `public/` holds the same bytes. No list of drafts is needed.

/// The ways by which others than the browsers of this computer may come to a server.
package struct Entrance: Sendable {
    /// An address of this computer in its network, such as `192.168.1.5`.
    var network: String?
    /// The address from which a proxy sends requests on.
    var forwarded: NamedAddress?

    package init(network: String?, forwarded: NamedAddress?) {
        (self.network, self.forwarded) = (network, forwarded)
    }
}

extension Request {
    /// Returns the answer that refuses the request, or nil if it is not refused.
    ///
    /// Headers such as `X-Forwarded-Host` are ignored, since anybody can write them.
    package func refusal(at entrance: Entrance) -> Response? {
        // A host name on the web may lead here too, and its pages could then read all answers (DNS rebinding).
        guard let host else { return notHere }
        let isNamed = isFromForwarded(at: entrance) || entrance.network == String(host.prefix { $0 != ":" })
        return isThisComputer(host) || isNamed ? nil : notHere
    }

    private var notHere: Response {
        .refusal(421, "This address is not answered here. Open the one that the terminal shows.")
    }

    /// Tells whether the request names the address from which a proxy sends it on. Many proxies leave out the port.
    package func isFromForwarded(at entrance: Entrance) -> Bool {
        guard let named = entrance.forwarded?.host, let parts = host?.lowercased().split(separator: ":") else {
            return false
        }
        return parts.first.map(String.init) == named && parts.count <= 2
            && parts.dropFirst().allSatisfy { UInt16($0) != nil }
    }

    /// Tells whether the request came from a page of this server or from no page, as far as browsers say.
    package func isOfSameOrigin(at entrance: Entrance) -> Bool {
        let fetchSite = headers["sec-fetch-site"]?.lowercased()
        let isSameSite = fetchSite.map { ["same-origin", "none"].contains($0) } ?? true
        // Most requests from the same origin do not say where they come from.
        guard isSameSite, let origin = headers["origin"]?.lowercased() else { return isSameSite }
        if let forwarded = entrance.forwarded {
            if origin == forwarded.origin { return true }
            // The proxy of Codespaces writes the origin of this computer. Only a browser writes the other header.
            let isOfThisComputer = origin.wholeMatch(of: /https?:\/\/([^\/]+)/).map { isThisComputer(String($0.1)) }
            if fetchSite == "same-origin", isOfThisComputer == true { return true }
            if isFromForwarded(at: entrance) { return false }
        }
        return origin == "http://\(host ?? "")".lowercased()
    }
}

/// - Parameter host: The host, with or without a port. The port does not matter, since another one may lead to this
///   one.
private func isThisComputer(_ host: String) -> Bool {
    host.lowercased().wholeMatch(of: /(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?/) != nil
}

private let cookieName = "kairan-preview"
private let entrancePath = previewFolder + entranceName
/// The name of the file of the preview that lets a browser in.
let entranceName = "enter"

extension Preview {
    private var entrance: Entrance {
        Entrance(network: outerAddress, forwarded: forwardedServers?.site?.address)
    }

    /// Tells whether a page of this preview asks, or none.
    func isOwn(_ request: Request) -> Bool { request.isOfSameOrigin(at: entrance) }

    package func refusal(of head: Request) -> Response? {
        if let refusal = head.refusal(at: entrance) { return refusal }
        // Behind a proxy nobody can tell which requests come from this computer.
        guard let outerToken, isForwarded || head.isFromOutside(at: outerAddress) else { return nil }
        let isEntering = isForwarded && head.path == entrancePath && outerToken.isSame(as: head.query("key"))
        guard !isEntering, !outerToken.isSame(as: head.cookie(cookieName)) else { return nil }
        return .refusal(401, "First open the address with the token that the terminal shows.")
    }

    /// The header that lets a browser on another computer see the site from now on. The cookie goes to all ports of this
    /// computer, so it is worth no more than that, and no page of another site can use it.
    package var permission: (name: String, value: String)? {
        outerToken.map { ("Set-Cookie", "\(cookieName)=\($0.text); Path=/; HttpOnly; SameSite=Lax") }
    }

    /// The text with which the forms open the site behind a proxy; nil if there is none.
    package var key: String? { isForwarded ? outerToken?.text : nil }

    /// Gives the browser of somebody who has the key the cookie, and leads on to a page. The forms have another host, so
    /// they cannot give it. As they show pages in a frame, it has to go to frames too, but only to those in the forms:
    /// that is what `Partitioned` means.
    func enter(_ request: Request) -> Response {
        guard let outerToken, let target = request.query("to"),
            target.wholeMatch(of: /\/(?:[!-.0-\[\]-~][!-~]*)?/) != nil
        else { return .text(404) }
        let isSecure = request.isFromForwarded(at: entrance) || request.query("over") == "https:"
        let kind = isSecure ? "Secure; SameSite=None; Partitioned" : "SameSite=Lax"
        return Response(
            302,
            [
                ("Location", target), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
                ("Set-Cookie", "\(cookieName)=\(outerToken.text); Path=/; HttpOnly; \(kind)"),
            ])
    }

    /// Returns whether everyone can already read a file, since `public/` holds the same bytes. Nothing is live in the
    /// tree of the preview channel, which is hosted beside the site.
    func isPublished(_ path: String, _ bytes: [UInt8]) -> Bool {
        guard let options = read({ $0.options }), options.channel == .live,
            !path.hasPrefix(Channel.preview.rawValue + "/")
        else { return false }
        return ForeignFiles(in: options.output).holds(bytes, at: path)
    }
}

extension Response {
    /// Returns the header that says who may read a file. A host lets pages of all sites read its files, so published
    /// files may be read. Nobody else may see other files, not even as a picture in a page.
    static func sharing(_ isPublished: Bool) -> (name: String, value: String) {
        isPublished ? ("Access-Control-Allow-Origin", "*") : ("Cross-Origin-Resource-Policy", "same-origin")
    }
}

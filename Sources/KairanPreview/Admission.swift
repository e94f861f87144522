internal import KairanBuild
internal import KairanModel
internal import KairanPublish

// Any page on the web can make a browser on this computer send requests here. The page must not read the answers, since
// the site may hold what is not published yet. So a request has to name this computer as its host, and pages of other
// addresses may read a file only while `public/` holds the same bytes. No list of drafts is needed.
extension Request {
    /// Returns the answer that refuses the request, or nil if it is not refused.
    ///
    /// - Parameter address: An address of this computer at which others may ask too.
    package func refusal(besides address: String?) -> Response? {
        // A host name on the web may lead here too, and its pages could then read all answers (DNS rebinding).
        guard let host else { return notHere }
        return isThisComputer(host) || address == String(host.prefix { $0 != ":" }) ? nil : notHere
    }

    private var notHere: Response {
        .refusal(421, "This address is not answered here. Open the one that the terminal shows.")
    }

    /// Tells whether the request came from a page of this server or from no page, as far as browsers say.
    package var isOfSameOrigin: Bool {
        let isSameSite = headers["sec-fetch-site"].map { ["same-origin", "none"].contains($0.lowercased()) } ?? true
        // Most requests from the same origin do not say where they come from.
        let isSameOrigin = headers["origin"].map { $0.lowercased() == "http://\(host ?? "")".lowercased() } ?? true
        return isSameSite && isSameOrigin
    }
}

/// - Parameter host: The host, with or without a port. The port does not matter, since another one may lead to this
///   one.
private func isThisComputer(_ host: String) -> Bool {
    host.lowercased().wholeMatch(of: /(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?/) != nil
}

private let cookieName = "kairan-preview"

extension Preview {
    package func refusal(of head: Request) -> Response? {
        if let refusal = head.refusal(besides: outerAddress) { return refusal }
        guard let outerToken, head.isFromOutside(at: outerAddress) else { return nil }
        guard !outerToken.isSame(as: head.cookie(cookieName)) else { return nil }
        return .refusal(401, "First open the address with the token that the terminal shows.")
    }

    /// The header that lets a browser on another computer see the site from now on. The cookie goes to all ports of this
    /// computer, so it is worth no more than that, and no page of another site can use it.
    package var permission: (name: String, value: String)? {
        outerToken.map { ("Set-Cookie", "\(cookieName)=\($0.text); Path=/; HttpOnly; SameSite=Lax") }
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

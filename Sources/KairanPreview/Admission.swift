internal import KairanBuild
internal import KairanModel

// A page of the web can make a browser of this computer send requests here. It must not read what it gets: the site may
// hold what is not published yet. So a request has to name this computer as its host, and pages of other addresses may
// read a file only while `public/` holds the same bytes. No list has to say what is a draft.
extension Request {
    /// Why it is not answered; nil when it is.
    var refusal: Response? {
        // A name of the web may lead here too, and its pages could then read all answers (DNS rebinding).
        guard let host, isThisComputer(host) else {
            return .refusal(421, "This preview answers only to localhost, 127.0.0.1 and [::1].")
        }
        return nil
    }

    /// Whether no page but one of this preview asked for it, as far as browsers tell.
    var isFromThisPreview: Bool {
        let isSameSite = headers["sec-fetch-site"].map { ["same-origin", "none"].contains($0.lowercased()) } ?? true
        // Of the same origin most requests do not say where they come from.
        let isSameOrigin = headers["origin"].map { $0.lowercased() == "http://\(host ?? "")".lowercased() } ?? true
        return isSameSite && isSameOrigin
    }
}

/// - Parameter host: With a port or without. Which one does not matter: another may lead to this.
private func isThisComputer(_ host: String) -> Bool {
    host.lowercased().wholeMatch(of: /(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?/) != nil
}

extension Preview {
    /// Whether everyone can read a file already: `public/` holds it as it is. Of the other channel's tree, which is hosted
    /// beside the site, nothing is live.
    func isPublished(_ path: String, _ bytes: [UInt8]) -> Bool {
        guard let options = read({ $0.options }), options.channel == .live,
            !path.hasPrefix(Channel.preview.rawValue + "/")
        else { return false }
        return ForeignFiles(in: options.output).holds(bytes, at: path)
    }
}

extension Response {
    /// The host of a site lets pages of all sites read its files. Here only those that it has may be read: nobody else is
    /// to see the others, not even as a picture in a page.
    static func sharing(_ isPublished: Bool) -> (name: String, value: String) {
        isPublished ? ("Access-Control-Allow-Origin", "*") : ("Cross-Origin-Resource-Policy", "same-origin")
    }
}

internal import KairanModel

/// A request (RFC 9112, 2 to 6).
package struct Request: Equatable, Sendable {
    package var method: String
    /// The path as it was sent, without the part after `?`.
    package var path: String
    package var query: String
    /// The headers by name, in lower case. If a name comes several times, the last one counts.
    package var headers: [String: String]
    /// The host that the request was sent to, with the port; nil if it does not say.
    package var host: String?
    /// The body, if it has one that may be read: see `Answering.bodyLimit`.
    package var body: [UInt8] = []
    /// This is true if the connection may come from another computer, whatever the request says.
    var isFromOutside = false
    /// Tells whether another request may follow on the connection.
    var keepsAlive: Bool

    /// The result is nil if this is not the head of a request.
    ///
    /// - Parameter head: The bytes of the head, without the empty line at its end.
    init?(head: ArraySlice<UInt8>) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let parts = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }), parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0"
        else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[0].isEmpty, !pair[0].contains(where: \.isWhitespace) else { return nil }
            let name = pair[0].lowercased()
            // A request with two hosts is refused: some servers would take the first one, others the last.
            guard name != "host" || headers[name] == nil else { return nil }
            headers[name] = String(pair[1].trimmingSpaces())
        }
        let (authority, form) = originForm(parts[1])
        host = authority ?? headers["host"]
        let target = form.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        (method, path, query) = (String(parts[0]), String(target[0]), target.count > 1 ? String(target[1]) : "")
        self.headers = headers
        let isClosing = headers["connection"]?.lowercased().contains("close") ?? (parts[2] == "HTTP/1.0")
        let hasBody = headers["transfer-encoding"] != nil || headers["content-length"].map { $0 != "0" } ?? false
        keepsAlive = !isClosing && !hasBody
    }

    /// The size of the body in bytes; nil if there is none whose size is known before.
    var bodySize: Int? {
        headers["transfer-encoding"] == nil
            ? headers["content-length"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } : nil
    }

    /// Returns the decoded value of a name in the query, or nil if it has none.
    package func query(_ name: String) -> String? {
        for part in query.split(separator: "&") where part.hasPrefix(name + "=") {
            let value = String(part.dropFirst(name.count + 1))
            return unescapedPath(value.replacing("+", with: " "))
        }
        return nil
    }
}

extension Request {
    /// Tells whether the request may come from another computer, or says that it does.
    ///
    /// - Parameter address: An address of this computer at which others may ask.
    package func isFromOutside(at address: String?) -> Bool {
        isFromOutside || address != nil && address == host.map { String($0.prefix { $0 != ":" }) }
    }

    /// Returns the value of a cookie (RFC 6265, 5.4), or nil if the browser sent none of this name.
    func cookie(_ name: String) -> String? {
        let pairs = headers["cookie"]?.split(separator: ";").map { $0.trimmingSpaces() } ?? []
        return pairs.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
}

/// Splits the scheme and host off a target, which clients of proxies write (RFC 9112, 3.2.2). Returns the host and the
/// rest.
private func originForm(_ target: Substring) -> (host: String?, Substring) {
    guard let scheme = target.prefixMatch(of: /https?:\/\/([^\/?]+)/.ignoresCase()) else { return (nil, target) }
    let rest = target[scheme.range.upperBound...]
    return (String(scheme.1), rest.hasPrefix("/") ? rest : "/" + rest)
}

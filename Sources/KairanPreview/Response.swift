internal import KairanContent
internal import KairanPublish
package import KairanReaders

/// The answer to a request.
package struct Response: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Events that are sent until one side leaves.
        case events(EventStream)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body

    package init(_ status: Int, _ headers: [(name: String, value: String)] = [], _ body: Body = .bytes([])) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// Returns an answer whose text is only its status.
    package static func text(_ status: Int, _ headers: [(name: String, value: String)] = []) -> Response {
        let head = [("Content-Type", contentType(of: "a.txt")), asksAgain]
        return Response(status, head + headers, .bytes(Array("\(status) \(phrase(of: status))\n".utf8)))
    }

    /// Returns an answer that says nothing about the site, not even whether there is one.
    package static func refusal(_ status: Int, _ words: String) -> Response {
        let head = [("Content-Type", contentType(of: "a.txt")), ("Cache-Control", "no-store")]
        return Response(status, head, .bytes(Array("\(words)\n".utf8)))
    }

    package static func json(_ status: Int, _ value: JSONValue) -> Response {
        Response(
            status, [("Content-Type", contentType(of: "a.json")), ("Cache-Control", "no-store")],
            .bytes(writeJSON(value, style: .compact)))
    }

    /// Returns an answer that goes on. Proxies are asked to pass on each event at once: nginx would wait for more.
    package static func events(_ events: EventStream, _ more: [(name: String, value: String)] = []) -> Response {
        let head = [
            ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store, no-transform"),
            ("X-Accel-Buffering", "no"),
        ]
        return Response(200, head + more, .events(events))
    }

    /// Returns the answer to a request whose body is not read.
    static func tooMuch(_ status: Int, _ limit: Int) -> Response {
        let words =
            status == 413
            ? "This is too large: at most \(limit >> 20) MB can be sent."
            : "Too much is being sent at once. Try again in a moment."
        return json(status, ["error": .string(words)])
    }

    /// The header that makes browsers ask again each time. GitHub Pages sends 'max-age=600', which would hide the next
    /// save.
    static let asksAgain = (name: "Cache-Control", value: "max-age=0, must-revalidate")

    static func redirect(_ status: Int, to target: String) -> Response { text(status, [("Location", target)]) }

    /// Returns the head of the answer as it is sent.
    func head(keepingAlive: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(Self.phrase(of: status))\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if case .bytes(let bytes) = body, status != 304 { text += "Content-Length: \(bytes.count)\r\n" }
        text += "Connection: \(keepingAlive ? "keep-alive" : "close")\r\n\r\n"
        return Array(text.utf8)
    }

    private static func phrase(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 401: "Unauthorized"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 416: "Range Not Satisfiable"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: "Status"
        }
    }
}

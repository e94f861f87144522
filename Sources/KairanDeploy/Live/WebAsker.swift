internal import KairanModel
internal import KairanSystem

/// A request for one address of a host.
struct WebQuestion {
    var address: String
    var headers: [(name: String, value: String)] = []
    /// The size in bytes of the answer that is expected.
    var size = 0
    /// Tells whether curl says how the connection was made.
    var isTold = false
}

/// The answer of a host; `code` is curl's reason for having none, or 0.
struct WebReply {
    var code: Int
    var status: Int
    /// The IP address that answered.
    var address: String
    var headers: [String: String] = [:]
    /// The hash of the body as an app reads it, after whatever compressed it on the way; nil if there is none.
    var hash: ContentHash?
    var isASCII = true

    var isFound: Bool { code == 0 && status == 200 }
    /// Tells whether curl ended because more came than was expected.
    var isTooLarge: Bool { code == 63 && status == 200 }
    var isLedOn: Bool { [301, 302, 303, 307, 308].contains(status) }

    func header(_ name: String) -> String? { headers[name] }
}

/// Asks a host by curl (curl.se), many things in one process. Nothing that a host answers is followed.
struct WebAsker {
    let place: WebPlace
    let runner: ProgramRunner

    private static let seconds = 120
    /// The number of requests of one process, after which progress is shown.
    private static let batch = 200

    /// Returns the answers in the order of the questions.
    func ask(_ questions: [WebQuestion], progress: (_ done: Int) -> Void = { _ in }) throws -> [WebReply] {
        var replies: [WebReply] = []
        for start in stride(from: 0, to: questions.count, by: Self.batch) {
            progress(start)
            replies += try askTogether(Array(questions[start..<min(start + Self.batch, questions.count)])).replies
        }
        return replies
    }

    /// Asks once, and returns also what curl says of the connection.
    func askTold(_ question: WebQuestion) throws -> (reply: WebReply, told: [String]) {
        var question = question
        question.isTold = true
        let asked = try askTogether([question])
        return (asked.replies[0], asked.told)
    }

    func failure(_ reply: WebReply) -> String {
        curlFailure(reply.code, host: place.host, (Self.seconds, megabytes: 1))
    }

    private func askTogether(_ questions: [WebQuestion]) throws -> (replies: [WebReply], told: [String]) {
        let sections = questions.enumerated().map { settings($0, $1) }.joined(separator: "next\n")
        let path = try runner.file("questions", holding: Array("parallel\nparallel-max = 16\n\(sections)".utf8))
        let end = try runner.run(["curl", "-q", "--config", path])
        var replies = questions.map { _ in WebReply(code: end.code == 0 ? 1 : end.code, status: 0, address: "") }
        for line in String(decoding: end.output, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 4, let index = Int(parts[0]), replies.indices.contains(index),
                let status = Int(parts[1])
            else { continue }
            // A curl that is older than 7.75 says nothing here.
            let code = Int(parts[2]) ?? (status == 0 ? end.code : 0)
            replies[index] = read(WebReply(code: code, status: status, address: String(parts[3])), index)
        }
        return (replies, end.complaints)
    }

    private func settings(_ index: Int, _ question: WebQuestion) -> String {
        var lines = [
            "url = \(quotedForCurl(question.address))", "globoff", "silent", "compressed", "max-redirs = 0",
            #"proto = "=http,https""#, "connect-timeout = 20", "max-time = \(Self.seconds)",
            "max-filesize = \(question.size * 2 + 1 << 20)", "output = \(quotedForCurl(bodyPath(index)))",
            "dump-header = \(quotedForCurl(headerPath(index)))",
            #"write-out = "\#(index) %{http_code} %{exitcode} %{remote_ip}\n""#, #"user-agent = "kairan-check""#,
        ]
        if place.isPrivate { lines.append(#"noproxy = "*""#) }
        if question.isTold { lines.append("verbose") }
        lines += question.headers.map { curlHeader($0.name, $0.value) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func bodyPath(_ index: Int) -> String { "\(runner.folder)/fetched/\(index).body" }
    private func headerPath(_ index: Int) -> String { "\(runner.folder)/fetched/\(index).headers" }

    /// Reads the files of an answer, and removes them.
    private func read(_ reply: WebReply, _ index: Int) -> WebReply {
        var reply = reply
        reply.headers = lastHeaders(taken(headerPath(index)))
        let body = taken(bodyPath(index))
        if reply.code == 0 { reply.hash = ContentHash(body) }
        reply.isASCII = body.allSatisfy { $0 < 0x80 }
        return reply
    }

    /// Returns the bytes of a file, which are none where curl made no file because nothing came.
    private func taken(_ path: String) -> [UInt8] {
        defer { workingFolder.discardFile(path) }
        do { return try workingFolder.readGivenFile(path) } catch { return [] }
    }
}

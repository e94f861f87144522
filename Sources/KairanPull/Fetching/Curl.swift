internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// A request to a host.
struct WebRequest {
    var place: WebPlace
    /// The headers with their values, which no message may show.
    var headers: [(name: String, value: String)] = []
    /// The longest time that the answer may take, in seconds.
    var seconds: Int
    /// Tells whether programs of this machine and of private networks may be asked.
    var allowsPrivate: Bool
}

struct WebAnswer {
    var status: Int
    /// The headers by their names in small letters. Of a repeated one the values are joined by commas.
    var headers: [String: String]
    var body: [UInt8]
}

/// The largest answer that is taken.
let largestAnswer = 16 * 1024 * 1024

/// Runs curl (curl.se), which knows HTTP, TLS and proxies. Nothing of the site chooses how it runs: it reads no settings
/// of its own, and what it has to do is told by its standard input, where no list of processes shows it.
struct Curl {
    private let folder: String

    init() throws(PullFailure) {
        do { folder = try resolvedPath(try makeProcessFolder("kairan-pull-")) } catch {
            throw PullFailure("no temporary folder can be made: \(error)")
        }
    }

    /// Removes the files that it made.
    func end() { do { try removeTree(folder) } catch {} }

    /// Asks once. It does not follow the answer if that leads on.
    func ask(_ request: WebRequest) throws(PullFailure) -> WebAnswer {
        try checked(request)
        let headersPath = "\(folder)/headers"
        workingFolder.discardFile(headersPath)
        let run = try run(settings(of: request, headersPath))
        let told = run.complaints.last?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard run.code == 0, told.count >= 3, told[0] == "kairan", let status = Int(told[1]), let body = run.output
        else {
            throw PullFailure(
                curlFailure(
                    run.output == nil ? tooLargeForCurl : run.code, host: request.place.host,
                    (request.seconds, largestAnswer >> 20)))
        }
        if !request.allowsPrivate, !usesProxy(for: request.place.host), isPrivateIP(String(told[2])) {
            throw Self.privateFailure(request.place)
        }
        var headers: [UInt8] = []
        do { headers = try workingFolder.readGivenFile(headersPath) } catch {}
        return WebAnswer(status: status, headers: lastHeaders(headers), body: body)
    }

    private func checked(_ request: WebRequest) throws(PullFailure) {
        if !request.allowsPrivate, request.place.isPrivate { throw Self.privateFailure(request.place) }
        for header in request.headers where !header.value.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            throw PullFailure(
                "the value for the header '\(header.name)' has characters that no header can hold",
                help: "look at its environment variable: it needs one line of plain ASCII")
        }
    }

    private static func privateFailure(_ place: WebPlace) -> PullFailure {
        PullFailure(
            "'\(place.host)' is this machine or one of a private network, which a source must not be",
            help: "to pull from a program of your own, add --local")
    }

    private func settings(of request: WebRequest, _ headersPath: String) -> String {
        var lines = [
            "url = \(quotedForCurl(request.place.address))", "globoff", "silent", "max-redirs = 0",
            "proto = \(quotedForCurl(request.allowsPrivate ? "=http,https" : "=https"))",
            "connect-timeout = \(min(request.seconds, 20))", "max-time = \(request.seconds)",
            "max-filesize = \(largestAnswer)", "dump-header = \(quotedForCurl(headersPath))",
            #"write-out = "%{stderr}\nkairan %{http_code} %{remote_ip}\n""#,
            "user-agent = \"kairan-pull\"",
        ]
        if request.allowsPrivate, request.place.isPrivate { lines.append("noproxy = \"*\"") }
        lines += request.headers.map { curlHeader($0.name, $0.value) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func run(
        _ settings: String
    ) throws(PullFailure) -> (code: Int, output: [UInt8]?, complaints: [String]) {
        do {
            let input = try TemporaryFile(Array(settings.utf8))
            let errors = try TemporaryFile()
            let output = try SystemPipe()
            defer { output.reading.close() }
            let environment = environmentVariables().filter { !$0.hasPrefix("LC_ALL=") } + ["LC_ALL=C"]
            let program: Program
            do {
                defer { output.writing.close() }
                program = try Program(
                    ["curl", "-q", "--config", "-"], environment: environment,
                    (input.descriptor, output.writing, errors.descriptor))
            }
            let body = try output.read(atMost: largestAnswer)
            if body == nil { program.end() }
            let status = program.status()
            let code = status & 0x7F == 0 ? Int(status >> 8) : 128 + Int(status & 0x7F)
            let complaints = String(decoding: errors.content, as: UTF8.self).split(whereSeparator: \.isNewline)
            return (code, body, complaints.map(String.init))
        } catch {
            if error == .noSuchFileOrDirectory {
                throw PullFailure("curl is not installed, and it asks for sources", help: "on Debian: apt install curl")
            }
            throw PullFailure("curl cannot be run: \(error)")
        }
    }
}

internal import KairanModel
internal import KairanReaders

extension LiveFindings {
    /// Looks at the answer for a file.
    mutating func check(_ file: LiveFile, _ reply: WebReply, after earlier: [EarlierPublication], _ failure: String) {
        if reply.isTooLarge { return larger(file) }
        guard reply.code == 0 else { return missing(file, failure) }
        if reply.isLedOn { return leadsElsewhere(file, reply) }
        if [401, 403].contains(reply.status) { return refused(file, reply.status) }
        guard reply.status == 200 else { return missing(file, "the host answers \(reply.status)") }
        guard reply.hash == file.file.hash else { return differs(file, reply, after: earlier) }
        checkType(file, reply)
        checkCompression(file, reply)
        checkCaching(file, reply)
        checkOrigins(file, reply)
    }

    private mutating func missing(_ file: LiveFile, _ words: String) {
        let help = file.isStart && host == .s3 ? host.startingFolders : host.bringing
        add(Finding(rule: .liveMissing, words: "\(words) for what is published", help: help), file.path)
    }

    private mutating func larger(_ file: LiveFile) {
        let words = "far more bytes are served than were published"
        add(Finding(rule: .liveBytes, words: words, help: host.unchanging), file.path)
    }

    private mutating func refused(_ file: LiveFile, _ status: Int) {
        let words = "the host lets nobody read what is published (\(status))"
        add(Finding(rule: .liveMissing, words: words, help: host.opening), file.path)
    }

    private mutating func leadsElsewhere(_ file: LiveFile, _ reply: WebReply) {
        let next = reply.header("location").flatMap { WebPlace(file.address)?.following($0) }
        let words = next.map { $0.origin == place.origin ? "to another path" : "to \($0.origin)" } ?? "to no address"
        add(
            Finding(
                rule: .liveRedirect, words: "the host leads on \(words) (\(reply.status))",
                help: "let the host answer at the address itself: some apps and Apple follow nothing"), file.path)
    }

    private mutating func differs(_ file: LiveFile, _ reply: WebReply, after earlier: [EarlierPublication]) {
        let age =
            reply.header("age").flatMap(Int.init).map { $0 > 0 ? ", a copy that is \(duration($0)) old" : "" } ?? ""
        if let publication = earlier.first(where: { $0.hashes[file.file.path] == reply.hash }) {
            let words = "an earlier publication is still served, that of \(publication.name)\(age)"
            return add(Finding(rule: .liveBytes, words: words, help: host.refreshing), file.path)
        }
        let isPage = !file.isPage && essence(reply.header("content-type") ?? "") == "text/html"
        let words =
            isPage
            ? "a web page is served in the place of what was published, such as one to log in"
            : "other bytes are served than were published\(age)"
        let mend = file.isStart && host == .s3 ? host.startingFolders : host.unchanging
        let help = isPage ? host.missing(showing: "\(basePath)404.html") : mend
        add(Finding(rule: .liveBytes, words: words, help: help), file.path)
    }

    private mutating func checkType(_ file: LiveFile, _ reply: WebReply) {
        let sent = reply.header("content-type") ?? ""
        let type = essence(sent)
        guard file.type != "application/octet-stream", !isTaken(type, for: file.type) else {
            return checkLetters(file, reply, type)
        }
        let fileExtension = fileExtension(of: file.path)
        // Nobody can mend at such a host what has no ending, and Apple takes its file nevertheless. Below a path nobody
        // looks for such files.
        if fileExtension.isEmpty, !host.isConfigurable || basePath != "/" { return }
        let breaks = ["text/html", "text/css", "text/javascript", "image/svg+xml"].contains(file.type) || file.isData
        let words = "served as \(type.isEmpty ? "no type" : type) and not as \(file.type)"
        let help = host.typing(file.type, fileExtension, basePath + file.path)
        let severity = breaks && !fileExtension.isEmpty ? Diagnostic.Severity.error : .warning
        add(Finding(severity: severity, rule: .liveType, words: words, help: help), file.path)
    }

    /// Without a word about it, browsers take text that does not say it itself for something else than UTF-8.
    private mutating func checkLetters(_ file: LiveFile, _ reply: WebReply, _ type: String) {
        guard type.hasPrefix("text/"), !reply.isASCII else { return }
        let charset = reply.header("content-type")?.lowercased().split(separator: "charset=", maxSplits: 1).dropFirst()
            .first
        let isKnown = ["text/html", "text/css", "text/xml", "text/calendar", "text/javascript"].contains(type)
        if charset.map({ $0.trimmingPrefix("\"").hasPrefix("utf-8") }) ?? isKnown { return }
        let header = HostHeader(
            name: "Content-Type", value: "\(type); charset=utf-8", paths: "*.\(fileExtension(of: file.path))")
        let help = host == .nginx ? "in nginx: charset utf-8;" : host.sending(header)
        let words = "not served as UTF-8, so letters look wrong"
        add(Finding(severity: .warning, rule: .liveType, words: words, help: help), file.path)
    }

    private mutating func checkCompression(_ file: LiveFile, _ reply: WebReply) {
        guard host.isConfigurable, file.isText, file.file.size > 1400 else { return }
        guard reply.header("content-encoding").map(essence) ?? "identity" == "identity" else { return }
        add(
            Finding(
                severity: .warning, rule: .liveCompression, words: "text is sent without compression",
                help: host.compressing), file.path)
    }

    private mutating func checkOrigins(_ file: LiveFile, _ reply: WebReply) {
        guard file.isOfAPI else { return }
        if ["*", someOrigin].contains(reply.header("access-control-allow-origin") ?? "") { return }
        let header = HostHeader(name: "Access-Control-Allow-Origin", value: "*", paths: "\(basePath)api/*")
        add(
            Finding(
                severity: .warning, rule: .liveOrigins,
                words: "web apps at other addresses cannot read the API (no Access-Control-Allow-Origin)",
                help: host.sending(header)), file.path)
    }
}

/// The site from which the API is asked for as a web app elsewhere would. Some hosts tell of CORS only then.
let someOrigin = "https://app.example"

/// Returns whether programs take a content type for another one: each has older names.
private func isTaken(_ type: String, for wanted: String) -> Bool {
    if type == wanted { return true }
    let others: [String: Set<String>] = [
        "application/geo+json": ["application/json", "application/vnd.geo+json"],
        "application/manifest+json": ["application/json"],
        "application/xml": ["text/xml", "application/rss+xml", "application/atom+xml"],
        "application/rss+xml": ["application/xml", "text/xml"],
        "application/atom+xml": ["application/xml", "text/xml"],
        "text/javascript": ["application/javascript", "application/x-javascript"],
        "font/woff": ["application/font-woff", "application/x-font-woff"], "font/woff2": ["application/font-woff2"],
        "image/vnd.microsoft.icon": ["image/x-icon"], "text/markdown": ["text/plain", "text/x-markdown"],
    ]
    return others[wanted]?.contains(type) ?? false
}

/// Returns a number of seconds in words.
func duration(_ seconds: Int) -> String {
    let units = [(86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")]
    let (length, name) = units.first { seconds >= $0.0 } ?? (1, "second")
    let count = seconds / length
    return "\(count) \(name)\(count == 1 ? "" : "s")"
}

internal import KairanModel

/// The time for which a host allows its answer to be kept (RFC 9111).
struct CacheRules {
    /// The time for which nobody asks again; nil if the host says nothing, and browsers choose.
    var seconds: Int?
    /// The time for which a CDN does not ask again, if that is another one.
    var sharedSeconds: Int?

    init(_ reply: WebReply) {
        let header = reply.header("cache-control")?.lowercased() ?? ""
        let words = header.split(separator: ",").map { $0.trimmingSpaces().description }
        func number(_ name: String) -> Int? {
            words.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count).filter(\.isNumber)) }
        }
        if words.contains("no-cache") || words.contains("no-store") {
            seconds = 0
        } else {
            seconds = number("max-age=") ?? (words.contains("immutable") ? 31_536_000 : nil)
            sharedSeconds = number("s-maxage=")
        }
    }
}

extension LiveFindings {
    /// Checks that browsers ask again for files that keep their names, and keep those that are named by their content.
    mutating func checkCaching(_ file: LiveFile, _ reply: WebReply) {
        guard host.isConfigurable else { return }
        let rules = CacheRules(reply)
        let seconds = rules.seconds
        if file.file.isNamedByContent { return checkNamed(file, seconds) }
        guard file.isData || file.isPage || (seconds ?? 0) >= month else { return }
        if let shared = rules.sharedSeconds, shared > hour {
            let words =
                "a CDN may keep it for \(duration(shared)) (s-maxage) and show an earlier publication until then"
            keptTooLong(file, .warning, words)
        }
        guard let seconds else {
            // An Expires that is no moment, as 0 is, has passed.
            if let expires = reply.header("expires"), Int(expires) != nil { return }
            let words = "no Cache-Control, so browsers and apps choose how long they keep it"
            return keptTooLong(file, .warning, words)
        }
        if seconds > hour {
            keptTooLong(
                file, seconds >= month && (file.isData || file.isPage) ? .error : .warning,
                "browsers and apps may keep it for \(duration(seconds)), and do not see a new publication until then")
        }
    }

    private mutating func keptTooLong(_ file: LiveFile, _ severity: Diagnostic.Severity, _ words: String) {
        let header = HostHeader(name: "Cache-Control", value: "no-cache", paths: "\(basePath)*")
        add(Finding(severity: severity, rule: .liveCaching, words: words, help: host.sending(header)), file.path)
    }

    private mutating func checkNamed(_ file: LiveFile, _ seconds: Int?) {
        guard (seconds ?? 0) < month, let help = host.keepingNamed else { return }
        let words = "named by its content, and still asked for again each time"
        add(Finding(severity: .warning, rule: .liveCaching, words: words, help: help), file.path)
    }

    /// Looks at the answer to the question whether a file has changed, which it has not.
    mutating func checkUnchanged(_ file: LiveFile, _ reply: WebReply) {
        if reply.status == 304 || reply.code != 0 { return }
        unchanged(file, "sent whole though nothing changed: the host does not answer 304")
    }

    mutating func noMark(_ file: LiveFile) {
        unchanged(file, "neither ETag nor Last-Modified, so apps load it whole each time")
    }

    private mutating func unchanged(_ file: LiveFile, _ words: String) {
        let help = "let the host send an ETag or Last-Modified with files, and answer 304 to If-None-Match"
        add(Finding(severity: .warning, rule: .liveCaching, words: words, help: help), file.path)
    }
}

private let hour = 3600
private let month = 30 * 86_400

extension WebReply {
    /// The headers that ask whether something has changed since this answer; nil if it has no mark.
    var question: [(name: String, value: String)]? {
        if let tag = header("etag") { return [("If-None-Match", tag)] }
        return header("last-modified").map { [("If-Modified-Since", $0)] }
    }
}

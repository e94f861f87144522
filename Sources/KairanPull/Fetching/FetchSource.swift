internal import KairanContent
internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// The answer of a source.
enum Fetched {
    /// It says that nothing changed since the last pull.
    case unchanged
    case pages([SourceFile], FetchedState)
}

/// The marks of an answer (ETag and Last-Modified), with which the source is asked the next time.
struct FetchedState: Equatable {
    var entityTag: String?
    var modified: String?
}

/// The bounds and permissions for asking sources.
package struct FetchOptions: Sendable {
    /// The longest time for each answer, in seconds.
    package var seconds: Int
    package var allowsPrivate: Bool

    package init(seconds: Int, allowsPrivate: Bool) { (self.seconds, self.allowsPrivate) = (seconds, allowsPrivate) }
}

/// The largest number of pages of one source, of bytes of all of them, and of times that an address may lead on.
let mostPages = 100
private let largestSource = 64 * 1024 * 1024
private let mostRedirects = 5

/// Asks a source for all its pages.
struct SourceFetcher {
    let source: ContentSource
    let options: FetchOptions
    /// The answer of the last pull; nil if there is none, or it was for another declaration.
    let earlier: FetchedState?
    let curl: Curl
    /// The headers with values that nobody may see.
    private let secrets: [SecretHeader]

    init(_ source: ContentSource, _ options: FetchOptions, after earlier: FetchedState?, _ curl: Curl)
        throws(PullFailure)
    {
        (self.source, self.options, self.earlier, self.curl) = (source, options, earlier, curl)
        var secrets: [SecretHeader] = []
        for header in source.headers {
            guard let value = environmentVariable(header.variable), !value.isEmpty else {
                throw PullFailure(
                    "the environment variable '\(header.variable)' is not set, and the header '\(header.name)' needs it",
                    help: "set it where kairan pull runs; on GitHub it comes from a secret of the repository")
            }
            secrets.append(SecretHeader(name: header.name, value: value))
        }
        self.secrets = secrets
    }

    func fetch() throws(PullFailure) -> Fetched {
        guard let first = WebPlace(source.url) else { throw PullFailure("'\(source.url)' is no address on the web") }
        var (next, seen, pages, size, state) = (first as WebPlace?, Set<String>(), [SourceFile](), 0, FetchedState())
        while let place = next {
            guard seen.insert(place.address).inserted else {
                throw PullFailure("page \(pages.count) leads back to an earlier one", rule: .pullItems)
            }
            guard pages.count < mostPages else { throw PullFailure("the source has more than \(mostPages) pages") }
            let answer = try answer(of: place, isFirst: pages.isEmpty)
            if answer.status == 304, pages.isEmpty, earlier?.entityTag != nil || earlier?.modified != nil {
                return .unchanged
            }
            try check(answer)
            size += answer.body.count
            if size > largestSource { throw PullFailure("the pages have more than \(largestSource >> 20) MB") }
            let page = SourceFile(
                path: pages.isEmpty ? source.url : "\(source.url) (page \(pages.count + 1))", bytes: answer.body)
            pages.append(page)
            next = try self.next(after: page, answer, from: place, first)
            if pages.count == 1, next == nil {
                state = FetchedState(
                    entityTag: answer.headers["etag"].flatMap(kept),
                    modified: answer.headers["last-modified"].flatMap(kept))
            }
        }
        return .pages(pages, state)
    }

    private func answer(of place: WebPlace, isFirst: Bool) throws(PullFailure) -> WebAnswer {
        var place = place
        let origin = WebPlace(source.url)?.origin
        for _ in 0...mostRedirects {
            var request = WebRequest(place: place, seconds: options.seconds, allowsPrivate: options.allowsPrivate)
            request.headers = [("Accept", accepted)]
            // A secret for one host is never sent to another.
            if place.origin == origin { request.headers += secrets.map { ($0.name, $0.value) } }
            if isFirst, let tag = earlier?.entityTag { request.headers.append(("If-None-Match", tag)) }
            if isFirst, let modified = earlier?.modified { request.headers.append(("If-Modified-Since", modified)) }
            let answer = try curl.ask(request)
            guard [301, 302, 303, 307, 308].contains(answer.status) else { return answer }
            guard let location = answer.headers["location"], let next = place.following(location) else {
                throw PullFailure("the address leads on to something that is no address on the web")
            }
            try checkLeading(from: place, to: next)
            place = next
        }
        throw PullFailure("the address leads on more than \(mostRedirects) times")
    }

    private func checkLeading(from place: WebPlace, to next: WebPlace) throws(PullFailure) {
        if place.scheme == "https", next.scheme != "https" {
            throw PullFailure("the address leads on to '\(next.host)' without https")
        }
        if next.origin == place.origin { return }
        guard source.hosts.contains(where: { next.host == $0 || next.host.hasSuffix("." + $0) }) else {
            if next.host == place.host {
                throw PullFailure(
                    "the address leads on to another port or scheme of the same host, '\(next.origin)'",
                    help: "if that is right, name the new address in 'source'")
            }
            throw PullFailure(
                "the address leads on to another host, '\(next.host)'",
                help:
                    "if that is right, name the new address, or write hosts: [\(next.host)] in 'source'; a page to log in looks like this too"
            )
        }
    }

    private func check(_ answer: WebAnswer) throws(PullFailure) {
        switch answer.status {
        case 200: break
        case 401, 403:
            throw PullFailure(
                "the source refuses (\(answer.status))",
                help: "it may need a header: write headers: { Authorization: KAIRAN_NEWS_TOKEN } in 'source'")
        case 404, 410:
            throw PullFailure("there is nothing at the address (\(answer.status))", help: "look whether it has moved")
        case 429:
            throw PullFailure("the source wants to be asked less often (429)", help: "declare 'every', or pull later")
        case 500...:
            throw PullFailure("the source is broken at the moment (\(answer.status))", help: "pull again later")
        case 304: throw PullFailure("the source says that nothing changed (304), and was not asked that")
        default: throw PullFailure("the source answered with \(answer.status)")
        }
        if answer.body.allSatisfy({ $0 <= 0x20 }) { throw PullFailure("the answer is empty") }
        let type = answer.headers["content-type"]?.lowercased() ?? ""
        let start = String(decoding: answer.body.prefix(512), as: UTF8.self).trimmingPrefix {
            $0.isWhitespace || $0 == "\u{FEFF}"
        }.lowercased()
        if ["<!doctype html", "<html"].contains(where: start.hasPrefix)
            || type.hasPrefix("text/html") && start.hasPrefix("<") && !start.hasPrefix("<?xml")
                && !start.hasPrefix("<rss") && !start.hasPrefix("<feed")
        {
            throw PullFailure(
                "the answer is a web page and no \(source.format.rawValue), such as a page to log in",
                help: "open the address in a private window of a browser: it must give the data themselves")
        }
        // A message may show a line of the answer.
        try checkSecrets(in: [answer.body])
    }

    /// Refuses texts that repeat what was asked with, since they would be committed.
    func checkSecrets(in texts: [[UInt8]]) throws(PullFailure) {
        for secret in secrets where texts.contains(where: secret.isRepeated) {
            throw PullFailure("the answer repeats the value of the header '\(secret.name)', which must not be kept")
        }
    }

    private func next(
        after page: SourceFile, _ answer: WebAnswer, from place: WebPlace, _ first: WebPlace
    ) throws(PullFailure) -> WebPlace? {
        guard source.format == .json else { return nil }
        var reference: String?
        if source.next.isEmpty {
            if let link = answer.headers["link"] {
                guard link.utf8.count <= longestLink else {
                    throw PullFailure("the header 'Link' has more than \(longestLink >> 10) KB", rule: .pullItems)
                }
                reference = nextLink(link)
            }
        } else if let root = readJSON(page).value {
            let node = source.next.reduce(root as SourceNode?) { $0?.at($1) }
            let way = source.next.joined(separator: ".")
            switch node?.content {
            case .scalar(_, .string)?, .scalar(_, .null)?, nil: break
            // Some sources have no other words for the end.
            case .scalar("false", .boolean)?: return nil
            case let content?:
                let isNumber = if case .scalar(_, .number) = content { true } else { false }
                throw PullFailure(
                    "'\(way)' is \(node?.kindName ?? "") and not the address of the next page",
                    help: isNumber
                        ? "no number is followed: name a key that has an address, or leave 'next' out and ask for all "
                            + "items at once, often by 'limit' or 'per_page' in 'url'"
                        : "name a key that has an address",
                    rule: .pullItems)
            }
            reference = node?.text
        }
        guard let reference, !reference.isEmpty else { return nil }
        guard let next = place.following(reference) else {
            throw PullFailure("the next page has no address on the web", rule: .pullItems)
        }
        guard next.origin == first.origin else {
            throw PullFailure("the next page is at another host, '\(next.host)'")
        }
        return next
    }

    /// The types that are asked for (RFC 9110, 12.5.1).
    private var accepted: String {
        switch source.format {
        case .rss: "application/rss+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1"
        case .atom: "application/atom+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1"
        case .json: "application/json, */*;q=0.1"
        case .csv: "text/csv, */*;q=0.1"
        case .ics: "text/calendar, */*;q=0.1"
        case .geojson: "application/geo+json, application/json;q=0.9, */*;q=0.1"
        }
    }
}

extension SourceNode {
    /// Returns the value of a key, or the element at a position.
    func at(_ step: String) -> SourceNode? {
        if let value = self[step] { return value }
        guard let elements, let index = Int(step), elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

/// Returns a header that can be kept and sent again, or nil.
private func kept(_ value: String) -> String? {
    value.utf8.count <= 200 && value.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? value : nil
}

/// The most bytes of a header `Link`.
private let longestLink = 4096

/// Returns the address of the next page in a header `Link: <https://…>; rel="next"` (RFC 8288).
func nextLink(_ header: String) -> String? {
    var rest = header.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
        rest = rest[rest.index(after: start)...]
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let address = rest[..<end]
        rest = rest[rest.index(after: end)...]
        let parameters = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest[parameters.endIndex...]
        for parameter in parameters.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }) {
            let halves = String(Substring(parameter)).lowercased().split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0].trimmingSpaces() == "rel" else { continue }
            let words = halves[1].split { $0 == " " || $0 == "\"" || $0 == "\t" }
            if words.contains("next") { return String(Substring(address)) }
        }
    }
    return nil
}

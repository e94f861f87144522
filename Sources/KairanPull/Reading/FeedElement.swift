internal import KairanContent
internal import KairanModel
internal import KairanReaders
internal import KairanXML

/// An element of a feed with what is in it.
struct FeedElement {
    enum Part {
        case text(String)
        case element(FeedElement)
    }

    /// The local name, after the prefix by which the namespace is usually known.
    var name: String
    var attributes: [(name: String, value: String)]
    var parts: [Part] = []
    var span: SourceSpan

    var children: [FeedElement] { parts.compactMap { if case .element(let element) = $0 { element } else { nil } } }

    /// All texts in the element, as they are.
    var text: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .element(let element): element.text
            }
        }.joined()
    }

    func children(named name: String) -> [FeedElement] { children.filter { $0.isNamed(name) } }

    func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    private func isNamed(_ name: String) -> Bool {
        if self.name == name { return true }
        // The prefix of a rare namespace is the feed's own, and the parser does not tell it.
        return self.name.hasPrefix("?:") && name.split(separator: ":").last.map { self.name == "?:" + $0 } == true
    }

    /// Returns the values at a place such as `title`, `author.name` or `enclosure@url`.
    func values(at place: String) -> [FoundValue] {
        let ends = place.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var found = [self]
        for step in ends[0].split(separator: ".").map(String.init) {
            found = found.flatMap { $0.children(named: step) }
        }
        if ends.count == 2 {
            return found.compactMap { element in element.attribute(ends[1]).map { element.plain($0) } }
        }
        if found.first?.name == "link", found.contains(where: { $0.attribute("href") != nil }) {
            // Atom has links of many kinds, and the one to the page is meant (RFC 4287, 4.2.7.2).
            let pages = found.filter { ["alternate", nil].contains($0.attribute("rel")) }
            let page = pages.first { $0.attribute("type")?.hasPrefix("text/html") == true } ?? pages.first
            return page.flatMap { element in element.attribute("href").map { [element.plain($0)] } } ?? []
        }
        // Titles of RSS are texts, and most programs escape them twice.
        if name == "item", ends[0] == "title" { return found.map { $0.plain(withoutEntities($0.text)) } }
        return found.compactMap(\.value)
    }

    private func plain(_ text: String) -> FoundValue {
        FoundValue(node: SourceNode(.scalar(text.trimmingSpaces().description, .string), span: span))
    }

    private var value: FoundValue? {
        if let type = attribute("type"), type == "xhtml" {
            let content = children.first?.name == "xhtml:div" ? children.first?.parts ?? [] : parts
            return FoundValue(node: SourceNode(.scalar(content.map(\.html).joined(), .string), span: span), kind: .html)
        }
        if parts.isEmpty || name == "category" || name == "enclosure" {
            // These say what they mean in an attribute, in one of the two kinds of feeds.
            let given = ["term", "href", "url"].lazy.compactMap(attribute).first
            if let given, text.trimmingSpaces().isEmpty { return plain(given) }
        }
        let isHTML =
            attribute("type") == "html" || attribute("type") == "text/html"
            || ["description", "content:encoded"].contains(name)
        var value = plain(text)
        if isHTML { value.kind = .html }
        return value
    }
}

extension FeedElement.Part {
    /// The part as HTML, for texts that are written as elements.
    fileprivate var html: String {
        switch self {
        case .text(let text):
            return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        case .element(let element):
            let name = element.name.split(separator: ":").last ?? ""
            let attributes = element.attributes.map {
                " \($0.name)=\"\($0.value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))\""
            }
            let inner = element.parts.map(\.html).joined()
            return inner.isEmpty && ["br", "hr", "img"].contains(name)
                ? "<\(name)\(attributes.joined())>" : "<\(name)\(attributes.joined())>\(inner)</\(name)>"
        }
    }
}

/// Reads the items of RSS 0.9 to 2.0, or the entries of Atom (RFC 4287).
func feedItems(_ page: SourceFile, _ source: ContentSource) -> Diagnosed<[PulledItem]?> {
    let root: FeedElement
    do {
        let start = page.bytes.firstIndex { $0 > 0x20 } ?? 0
        // A line break before the declaration of XML, which some programs write, is no mistake of what is in the feed.
        let read = try parseXML(
            Array(page.bytes[start...]),
            into: FeedReceiver(
                path: page.path, isAtom: source.format == .atom, line: page.bytes[..<start].count { $0 == 0x0A }))
        guard let element = read.root else {
            return .wrong("the answer has no element", at: SourceSpan(path: page.path))
        }
        root = element
    } catch {
        switch error {
        case .malformed(let line, let column, let reason):
            return .wrong(
                "this is not XML, or was cut off: \(reason)",
                at: SourceSpan(path: page.path, line: line, column: column + 1))
        case .tooMuch:
            return .wrong("the XML has too many levels, or entities that multiply", at: SourceSpan(path: page.path))
        }
    }
    let items: [FeedElement]
    switch (source.format, root.name) {
    case (.rss, "rss"):
        guard let channel = root.children(named: "channel").first else {
            return .wrong("the feed has no 'channel'", at: root.span)
        }
        items = channel.children(named: "item")
    case (.rss, "rdf:RDF"): items = root.children(named: "item")
    case (.atom, "feed"): items = root.children(named: "entry")
    default:
        let meant =
            root.name == "rss" || root.name == "rdf:RDF"
            ? "rss" : ["feed", "atom:feed"].contains(root.name) ? "atom" : nil
        return .wrong(
            "the answer begins with '\(root.name)' and is no \(source.format.rawValue)", at: root.span,
            help: meant.map { "write format: \($0)" })
    }
    return Diagnosed(items.map { PulledItem(content: .element($0), page: page) })
}

private struct FeedReceiver: XMLReceiver {
    let path: String
    let isAtom: Bool
    /// The number of lines before the first one that the parser gets.
    let line: Int
    private(set) var root: FeedElement?
    private var open: [FeedElement] = []
    private(set) var keptCount = 0
    private var bytes: [UInt8] = []

    init(path: String, isAtom: Bool, line: Int) { (self.path, self.isAtom, self.line) = (path, isAtom, line) }

    mutating func start(_ element: XMLName, _ attributes: [(name: XMLName, value: String)], at place: XMLPlace) {
        endText()
        open.append(
            FeedElement(
                name: name(element), attributes: attributes.map { (name($0.name), $0.value) },
                span: SourceSpan(path: path, line: place.line + line, column: place.column + 1)))
        keptCount += attributes.reduce(64) { $0 + $1.value.utf8.count }
    }

    mutating func end() {
        endText()
        guard let element = open.popLast() else { return }
        if open.isEmpty { root = element } else { open[open.count - 1].parts.append(.element(element)) }
    }

    mutating func text(_ bytes: [UInt8]) {
        self.bytes += bytes
        keptCount += bytes.count
    }

    private mutating func endText() {
        guard !bytes.isEmpty, !open.isEmpty else { return }
        open[open.count - 1].parts.append(.text(String(decoding: bytes, as: UTF8.self)))
        bytes = []
    }

    mutating func instruction(_ target: String, at place: XMLPlace) {}

    mutating func unknownEntity(_ name: String, at place: XMLPlace) {}

    private func name(_ name: XMLName) -> String {
        if name.namespace.isEmpty { return name.local }
        if name.namespace == "http://www.w3.org/2005/Atom" { return isAtom ? name.local : "atom:\(name.local)" }
        guard let prefix = prefixes[name.namespace] else { return "?:\(name.local)" }
        return prefix.isEmpty ? name.local : "\(prefix):\(name.local)"
    }
}

/// The prefixes by which the namespaces of feeds are usually known, whatever a feed calls them.
private let prefixes = [
    "http://purl.org/rss/1.0/": "", "http://my.netscape.com/rdf/simple/0.9/": "",
    "http://backend.userland.com/rss2": "",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf", "http://www.w3.org/1999/xhtml": "xhtml",
    "http://www.w3.org/XML/1998/namespace": "xml", "http://purl.org/rss/1.0/modules/content/": "content",
    "http://purl.org/dc/elements/1.1/": "dc", "http://purl.org/dc/terms/": "dcterms",
    "http://search.yahoo.com/mrss/": "media", "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
    "http://www.georss.org/georss": "georss", "http://www.w3.org/2003/01/geo/wgs84_pos#": "geo",
    "http://purl.org/rss/1.0/modules/slash/": "slash", "http://wellformedweb.org/CommentAPI/": "wfw",
    "http://purl.org/rss/1.0/modules/syndication/": "sy", "http://purl.org/syndication/thread/1.0": "thr",
    "http://schemas.google.com/g/2005": "gd", "http://a9.com/-/spec/opensearchrss/1.0/": "openSearch",
]

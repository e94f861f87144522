import Foundation
import SiteTesting

/// The damage that was done to one file of a site.
struct Damage: CustomStringConvertible {
    enum Kind: CaseIterable {
        case bytes, words, zeros, cut, lines, lineMany, splice, swap, empty, number
        case removed, copied, renamed, folder, link, junk
    }

    let path: String
    let kind: Kind
    private let target: String
    private let bytes: [UInt8]

    enum Place { case sources, cache, list }

    var place: Place { path.hasPrefix(".kairan/") ? .cache : path.hasPrefix("public/") ? .list : .sources }
    /// This is true if every path of the site is still a plain file.
    var isOfBytes: Bool { ![.folder, .link].contains(kind) }

    var description: String {
        let text = String(decoding: bytes.prefix(400), as: UTF8.self)
        return
            "\(kind) in \(path)\(target == path ? "" : " to \(target)") (\(bytes.count) bytes: \(text.debugDescription))"
    }

    /// - Parameter others: The sites from whose files parts can be taken.
    init(of path: String, _ old: [UInt8], _ others: [SampleSite], _ random: inout SeededNumbers) {
        // Most damages are mistakes of a few bytes, as people make them.
        let kinds = Kind.allCases + [.bytes, .bytes, .bytes, .words, .words, .words, .words, .number, .lines]
        self.path = path
        var kind = kinds.randomElement(using: &random) ?? .bytes
        let isSource = path.hasPrefix("content/") || path.hasPrefix("templates/")
        if !isSource, [.copied, .renamed, .junk].contains(kind) { kind = .bytes }
        self.kind = kind
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        target =
            switch kind {
            case .copied: "\(folder)/copy-\(name)"
            case .renamed: "\(folder)/\(Self.names.randomElement(using: &random) ?? "")\(name)"
            case .junk: "\(folder)/\(Self.junk.randomElement(using: &random) ?? "a.md")"
            default: path
            }
        bytes = Self.damaged(old, kind, others, &random)
    }

    func apply(in folder: URL) throws {
        let old = folder.appending(path: path)
        if kind != .copied, kind != .junk { try FileManager.default.removeItem(at: old) }
        switch kind {
        case .removed: break
        case .folder: try put([], at: path + "/x.yml", in: folder)
        case .link:
            try FileManager.default.createSymbolicLink(
                atPath: old.path, withDestinationPath: String(decoding: bytes, as: UTF8.self))
        default: try put(bytes, at: target, in: folder)
        }
    }

    private static func damaged(
        _ old: [UInt8], _ kind: Kind, _ others: [SampleSite], _ random: inout SeededNumbers
    ) -> [UInt8] {
        var bytes = old
        let place = Int.random(in: 0...old.count, using: &random)
        let end = min(old.count, place + Int.random(in: 1...40, using: &random))
        switch kind {
        case .bytes: bytes = mutated(old, alphabet: Array(0...255), &random)
        case .words:
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                bytes.insert(contentsOf: (words.randomElement(using: &random) ?? "").utf8, at: place)
            }
        case .zeros: bytes.replaceSubrange(place..<end, with: Array(repeating: 0, count: end - place))
        case .cut: bytes.removeSubrange(Bool.random(using: &random) ? place..<old.count : place..<end)
        case .lines, .swap:
            var lines = old.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let (one, other) = (
                lines.indices.randomElement(using: &random) ?? 0, lines.indices.randomElement(using: &random) ?? 0
            )
            if kind == .swap { lines.swapAt(one, other) } else { lines.insert(lines[one], at: other) }
            bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        case .lineMany:
            let piece = old[place..<end]
            bytes.insert(contentsOf: repeatElement(piece, count: 2000).joined(), at: end)
        case .splice, .junk:
            let files = others.randomElement(using: &random)?.sources.sorted { $0.key < $1.key } ?? []
            let other = files.randomElement(using: &random)?.value ?? []
            let start = Int.random(in: 0...other.count, using: &random)
            bytes.replaceSubrange(place..<end, with: other[start..<min(other.count, start + 200)])
        case .empty: bytes = []
        case .number:
            let digits = old.indices.filter { (48...57).contains(old[$0]) }
            guard let digit = digits.randomElement(using: &random) else { return bytes + words[0].utf8 }
            bytes.replaceSubrange(digit...digit, with: (numbers.randomElement(using: &random) ?? "").utf8)
        case .link: bytes = Array((links.randomElement(using: &random) ?? "x").utf8)
        case .removed, .copied, .renamed, .folder: break
        }
        return bytes
    }

    private static let words = [
        "\n", "\n\n", "---\n", " ", "\t", "\r", "\r\n", "\u{0}", "\u{FEFF}", "\u{2028}", "\u{202E}", "\u{85}", "🏳️‍🌈",
        "e\u{301}",
        ":", ": ", "- ", ", ", "&a ", "*a", "<<: ", "!!str ", "!x ", "|\n", ">-\n", "{", "}", "[", "]", "\"", "'", "#",
        " #", "%", "@",
        "{{", "}}", "{{{", "}}}", "{{#", "{{^", "{{/", "{{>", "{{!", "{{#ads}}", "{{/ads}}", "{{{body.html}}}",
        "{{title}}", "{{.}}",
        "<script>", "</script>", "<!--", "-->", "<a href=\"", "\">", "<style>", "<svg>", "<p", "javascript:alert(1)",
        "<?", "]]>", "&amp;",
        "](", "[x]: y\n", "[^1]", "```", "~~~", "**", "|a|b|\n|-|-|\n", "![](", "> ", "* * *\n", "# ", "https://",
        "../", "/../", "%00",
        "each: ", "where: ", "sort: ", "first: ", "value: ", "if: ", "data: ", "null", "true", "~", "[]", "{}",
        "fields:\n", "reference: ",
        "{ from: 2026-01-01 }", "2026-02-30", "2026-03-01T10:00", "0000-00-00", "every: day", "now", "deleted: ",
        "draft: true", "id: ", "\\", "\\u0000", "$",
    ]
    private static let numbers = [
        "-", ".", "e9", "9999999999999999999", "0", "00", "-0", "1e400", "٣", "", "0x1", "1_000", "1,000", ":",
    ]
    private static let links = ["x", "site.yml", "../..", "/", "/dev/null", "/proc/self/mem", ".", "nowhere/at/all"]
    private static let names = ["_", ".", "x", "é", "%", "x.", "{", "{id}-", " ", "~"]
    private static let junk = [
        "a.md", "a.yml", "a.json", "a.toml", "a.csv", "a.png", "a.jpg", "a.webp", "a.gif", "a.json.yml",
        "a.html.mustache", "a.xml.mustache", "_collection.yml",
        "_version.yml", "site.yml", "a.ics.yml", "_redirects", "a.txt", "A.md", "a", "index.html", "{id}.html.mustache",
        "{slug}.json.yml", "a.geojson.yml", "_partials/a.html.mustache",
    ]
}

internal import KairanPublish
internal import KairanTemplates

/// The style sheets and the icon of a board, which the pages of its API share so that they look like it.
///
/// The board's start page names them in its head. No setting does, since a layout has them already.
struct BoardLooks: Equatable {
    /// The addresses of the style sheets, in their order.
    var sheets: [String] = []
    var icon: String?

    init() {}

    /// - Parameter page: A page of the board.
    /// - Parameter basePath: The path of the site on its host. What lies elsewhere is not asked for.
    init(of page: String, below basePath: String) {
        let head = page.firstRange(of: "</head>").map { page[..<$0.lowerBound] } ?? ""
        let links = String(head.replacing(#/<!--.*?-->/#.dotMatchesNewlines(), with: "")).matches(of: #/<link\b[^>]*>/#)
        for link in links.map(\.output) {
            guard let address = Self.attribute("href", of: link), address.hasPrefix(basePath),
                !address.hasPrefix("//"), address.utf8.allSatisfy(Self.isPlain)
            else { continue }
            let words = (Self.attribute("rel", of: link) ?? "").split(separator: " ")
            if words == ["stylesheet"], ["all", "screen"].contains(Self.attribute("media", of: link) ?? "all") {
                sheets.append(address)
            }
            if words.contains("icon"), icon == nil { icon = address }
        }
    }

    private static func attribute(_ name: String, of tag: Substring) -> String? {
        tag.matches(of: #/\s(?<name>[a-z-]+)\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'>]+))/#)
            .first { $0.name == name }.map { String($0.double ?? $0.single ?? $0.bare ?? "") }
    }

    /// Other characters could end the address in a style sheet or in HTML.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/-._~%?=".utf8.contains(byte)
        }
    }
}

extension Sealer {
    /// Returns the looks of the board, by its start page. The page that Kairan makes at the root of a board in several
    /// languages has none, so then the start page of a language tells them.
    func boardLooks(_ made: [MadeOutput], _ kept: KeptFiles) -> BoardLooks {
        let pages = (made.lazy.map(\.file.path).filter(Self.isPageOfBoard) + kept.paths.filter(Self.isPageOfBoard))
        let starts = pages.filter { $0.hasSuffix("index.html") && Self.depth($0) < 2 }
            .sorted { (Self.depth($0), $0) < (Self.depth($1), $1) }
        let other = pages.filter { !$0.hasSuffix("index.html") }.min { (Self.depth($0), $0) < (Self.depth($1), $1) }
        // A board whose first pages have no style sheet has none, as far as anybody can tell.
        for path in starts.prefix(8) + (other.map { [$0] } ?? []) {
            let file = made.first { $0.file.path == path }?.file
            guard let bytes = file?.bytes ?? kept.bytes(path) else { continue }
            let looks = BoardLooks(of: String(decoding: bytes, as: UTF8.self), below: plan.site.settings.basePath)
            if !looks.sheets.isEmpty { return looks }
        }
        return BoardLooks()
    }

    private static func isPageOfBoard(_ path: String) -> Bool { path.hasSuffix(".html") && !path.hasPrefix("api/") }

    /// The number of folders above a file.
    private static func depth(_ path: String) -> Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
}

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
    /// Returns the looks of the board, by the page with the shortest way to it, which is its start page if it has one.
    func boardLooks(_ made: [MadeOutput], _ kept: KeptFiles) -> BoardLooks {
        let paths = made.lazy.map(\.file.path).filter(Self.isPageOfBoard) + kept.paths.lazy.filter(Self.isPageOfBoard)
        guard let path = paths.min(by: { Self.rank($0) < Self.rank($1) }),
            let bytes = made.first(where: { $0.file.path == path })?.file.bytes ?? kept.bytes(path)
        else { return BoardLooks() }
        return BoardLooks(of: String(decoding: bytes, as: UTF8.self), below: plan.site.settings.basePath)
    }

    private static func isPageOfBoard(_ path: String) -> Bool { path.hasSuffix(".html") && !path.hasPrefix("api/") }

    private static func rank(_ path: String) -> (Int, Int, String) {
        (path.utf8.count { $0 == UInt8(ascii: "/") }, path.hasSuffix("index.html") ? 0 : 1, path)
    }
}

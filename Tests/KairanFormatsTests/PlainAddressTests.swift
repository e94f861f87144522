import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

/// Following addresses by their bytes gives the same facts as following them as text.
struct PlainAddressTests {
    private static let outputs = [
        "404.html", "index.html", "x.html", "a", "a/index.html", "x.png", "s.svg", "b/index.html",
        "\u{3042}/index.html",
        "x y.html",
    ]

    private let follower: AddressFollower = {
        let paths = FactSet(Self.outputs.map { LinkFacts.fact(ofPath: $0) })
        return AddressFollower(basePath: "/b/", siteURL: "https://example.org/b/") { paths.contains($0) }
    }()

    private func plainFacts(_ address: String, _ use: FoundAddress.Use = .open, on page: String) -> [UInt64]? {
        let bytes = Array(address.utf8)
        let place = AddressPlace(range: bytes[...].trimmedRange, use: use)
        var facts: [UInt64] = []
        let plain = PlainAddressFollower(follower)
        return plain.follow(place, in: bytes, on: FactHash(page), &facts) ? facts : nil
    }

    @Test func asTheOther() {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let parts = [
            "/b/", "https://example.org/b", "https://example.org", "/", "x.html", "a", "b", "s.svg", "x.png", ".", "..",
            "%61", "%2e", "%2F", "%E3%81%82", "%", "\u{3042}", "#", "?", "&amp;", "&#9;", "&", ":", "top", "svgView(",
            ":~:", "mailto:", "javascript:", "\t", " ", "%20", "index.html", "\u{301}", "TOP", "x y",
        ]
        var plainCount = 0
        for _ in 0..<100_000 {
            let count = Int.random(in: 1...5, using: &random)
            var address = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            if Bool.random(using: &random) { address = "/b/" + address }
            let uses: [FoundAddress.Use] = [.open, .picture, .load]
            let use = uses.randomElement(using: &random) ?? .open
            let page = ["404.html", "b/index.html", "x.html"].randomElement(using: &random) ?? ""
            guard let facts = plainFacts(address, use, on: page) else { continue }
            // Bytes that are no text stay bytes in one way, and become replacement characters in the other.
            if unescapedPath(address).contains("\u{FFFD}") { continue }
            plainCount += 1
            let bytes = Array(address.utf8)
            let link = AddressPlace(range: bytes[...].trimmedRange, use: use).found(in: bytes)
            // The links of a page need not say that the page itself is there.
            let own = LinkFacts.fact(ofPath: page)
            let others = follower.follow(link.value, use, on: follower.page(page, base: nil)).facts
            #expect(
                others.map { Set($0).subtracting([own]) } == Set(facts).subtracting([own]), "\(address) seed \(seed)")
            #expect(link.scriptScheme == nil, "\(address) seed \(seed)")
        }
        #expect(plainCount > 5_000)
    }

    @Test(arguments: [
        "/b/", "/b/b/", "/b/b", "/b/x.html?a=1#c", "https://example.org/b/x.html", "https://example.com",
        "https://example.com/?a&amp;b",
        "mailto:a@example.org", "#c", "#", "/b/%E3%81%82/#%E3%81%82", "/b/x%20y.html",
    ])
    func plain(address: String) {
        #expect(plainFacts(address, on: "x.html") != nil)
    }

    @Test(arguments: [
        "", "/", "/b", "/b/nothing", "/b//b/", "/b/./b/", "/b/../b/b/", "/b/%2e%2e/x", "javascript:x", "data:,x",
        "https://example.com/&#10;", "https://example.org/b", "https://example.org/b?x", "b/", "?x",
        "/b/x.html#a:~:text=b", "#top", "/b/x.html#svgView(a)",
    ])
    func notPlain(address: String) {
        #expect(plainFacts(address, on: "x.html") == nil)
    }

    @Test func picturesArePictures() {
        #expect(plainFacts("/b/x.png", .picture, on: "x.html")?.count == 1)
        #expect(plainFacts("/b/s.svg#a", .picture, on: "x.html")?.count == 2)
        #expect(plainFacts("/b/x.html", .picture, on: "x.html") == nil)
        #expect(plainFacts("/b/b/", .picture, on: "x.html") == nil)
    }

    /// Published facts of one build are compared with those of another.
    @Test func factsAreTheSameInEveryProcess() {
        let (empty, one): (UInt64, UInt64) = (0xCBF29CE44FD0BFC1, 0xAF63DC4C296230C0)
        #expect(LinkFacts.fact(ofPath: "") == empty)
        #expect(LinkFacts.fact(ofPath: "a") == one)
    }
}

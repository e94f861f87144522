import SiteTesting
import Testing

@testable import KairanFormats

struct HTMLTests {
    private func scan(_ html: String) -> HTMLScan { HTMLScan(Array(html.utf8)) }

    @Test(arguments: [
        (#"<a href="/x/">"#, ["/x/"]), (#"<A HREF='/x/'>"#, ["/x/"]), ("<a href=/x/>", ["/x/"]),
        ("<a\nhref = \"/x\" >", ["/x"]),
        (#"<a href="?a=1&amp;b=2&#x26;c&#38;d">"#, ["?a=1&b=2&c&d"]), (#"<img alt="a > b" src=a.png>"#, ["a.png"]),
        (#"<img srcset="a.png 1x, b.png 2x" src="c.png">"#, ["a.png", "b.png", "c.png"]),
        (#"<!-- <a href="/no/"> --><a href="/yes/">"#, ["/yes/"]),
        (#"<script>"<a href='/no/'>"</script><a href="/yes/">"#, ["/yes/"]),
        (#"<STYLE>a{background:url(x)}</STYLE><video poster="p.png">"#, ["x", "p.png"]),
        (#"<a href>"#, []), (#"<a href="x"#, ["x"]), ("<a href", []), ("< a href=x>", []), (#"<a data-href="x">"#, []),
    ])
    func links(html: String, expected: [String]) {
        #expect(scan(html).links.map(\.value) == expected)
    }

    @Test(arguments: [
        (
            #"<img srcset=" data:image/png;base64,A,B 1x, b.png,c.png 9w">"#,
            ["data:image/png;base64,A,B", "b.png,c.png"]
        ),
        (#"<p style='background:url(&quot;a&amp;b&quot;)'>"#, ["a&b"]),
        ("<a href=' /x/\n'>", ["/x/"]),
        (#"<meta http-equiv=refresh content="5; URL=/x/"><meta content="0;/y/">"#, ["/x/"]),
        (#"<meta property="og:image" content="/x.png"><meta name="description" content="/y/">"#, ["/x.png"]),
        (#"<link rel=search href="/s/?q={searchTerms}"><link href="s.html#{searchTerms?}">"#, ["/s/", "s.html"]),
        (#"<link rel=search href="/s/{searchTerms}"><a href="{searchTerms}">"#, ["{searchTerms}"]),
        (#"<base href="/x/"><object data=a.pdf><p data=b><use xlink:href="b.svg">"#, ["a.pdf", "b.svg"]),
    ])
    func linksOfOtherForms(html: String, expected: [String]) {
        #expect(scan(html).links.map(\.value) == expected)
    }

    @Test func linksKnowTheirPlace() {
        #expect(scan(#"<p><a href="/x/">"#).links == [.init(value: "/x/", range: 12..<15)])
    }

    @Test func anchors() {
        let page = scan(##"<h2 id="第1条">x</h2><a name="old"></a><input name="no"><p id=a&amp;b>"##)
        #expect(page.anchors == ["第1条", "old", "a&b"])
    }

    /// No bytes stop the scanner or lead it outside the page.
    @Test func anyBytes() {
        let seed = printedSeed()
        var generator = SeededNumbers(seed: seed)
        let alphabet = Array("<>\"'=/!- ahrefidscp&#;\u{0}\n".utf8) + [0xE3, 0x81, 0xFF]
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<60, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            let inside = HTMLScan(bytes).links.allSatisfy { $0.range.upperBound <= bytes.count }
            #expect(inside, "seed \(seed)")
        }
    }

    @Test(arguments: [
        ("/board/clubs/", ["clubs/index.html"], nil), ("/board/", ["index.html"], nil), ("/board", ["index.html"], nil),
        ("/board/clubs", ["clubs", "clubs/index.html"], nil), ("/other/", [], nil), ("/", [], nil),
        ("../x.html", ["x.html", "x.html/index.html"], nil), ("./", ["news/index.html"], nil),
        ("../../..", [], nil), ("", ["news/a.html"], nil), ("#b", ["news/a.html"], "b"),
        ("?q=5%#%E6%97%A5", ["news/a.html"], "日"), ("/board/%E6%97%A5/?x=/#y", ["日/index.html"], "y"),
        ("https://example.org/board/x/#y", ["x/index.html"], "y"), ("https://example.org/board", ["index.html"], nil),
    ])
    func addressesInside(address: String, candidates: [String], fragment: String?) {
        #expect(resolve(address) == .internal(candidates, fragment: fragment))
    }

    @Test(arguments: [
        ("//clubs/", [], nil), ("/board//clubs/", [], nil), ("x//y", [], nil), ("./?a", ["news/index.html"], nil),
        ("#", ["news/a.html"], nil), ("#top", ["news/a.html"], nil), ("#x:~:text=y", ["news/a.html"], "x"),
    ])
    func addressesOfOtherForms(address: String, candidates: [String], fragment: String?) {
        #expect(resolve(address) == .internal(candidates, fragment: fragment))
    }

    @Test(arguments: [
        "https://example.org/", "https://example.com/board/", "//example.org/board/", "mailto:a@example.org", "tel:1",
        "data:image/png;base64,AA",
    ])
    func addressesOutside(address: String) {
        #expect(resolve(address) == .external)
    }

    @Test func controlCharactersAreNoAddress() {
        #expect(resolve("/board/\u{1}") == .invalid)
        #expect(resolve("/board/50%.html") == .invalid && resolve("5%2") == .invalid && resolve("%41") != .invalid)
    }

    private func resolve(_ address: String) -> ResolvedAddress {
        resolveAddress(address, onPage: "news/a.html", basePath: "/board/", siteURL: "https://example.org/board/")
    }
}

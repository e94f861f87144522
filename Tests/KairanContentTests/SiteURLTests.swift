import KairanContent
import Testing

@Suite struct SiteURLTests {
    @Test(arguments: [
        ("https://example.org", "https://example.org", "example.org", "/"),
        ("https://example.org/", "https://example.org", "example.org", "/"),
        ("http://localhost:8000/a", "http://localhost:8000", "localhost", "/a/"),
        (
            "https://xn--wgv71a119e.example/a/b-c_1/", "https://xn--wgv71a119e.example", "xn--wgv71a119e.example",
            "/a/b-c_1/"
        ),
        ("https://a.example/~me/%E6%97%A5/", "https://a.example", "a.example", "/~me/%E6%97%A5/"),
    ])
    func parts(_ url: String, _ origin: String, _ host: String, _ basePath: String) throws {
        let parts = try #require(splitSiteURL(url))
        #expect(parts == (origin, host, basePath))
    }

    @Test(arguments: [
        "", "/", "example.org", "//example.org/", "ftp://example.org/", "HTTPS://", "https://", "https:///board/",
        "https://me@example.org/", "https://me:pass@example.org/", "https://example.org:/", "https://example.org:80:1/",
        "https://example.org:port/", "https://日本.example/", "https://example.org/日本/", "https://example.org//board/",
        "https://example.org/a//b/", "https://example.org/../", "https://example.org/./a/", "https://example.org/a/..",
        "https://example.org/?a", "https://example.org/#a", "https://example.org/a b/", "https://example.org/\"/",
        "https://example.org/<a>/", "https://example.org/a\\b/", "https://[::1]/", "https://example.org/\u{0}/",
    ])
    func refused(_ url: String) { #expect(splitSiteURL(url) == nil) }
}

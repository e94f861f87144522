import KairanModel
import KairanPublish
import KairanSystem
import Testing

@testable import KairanDeploy

/// What is asked of a host, and what its answers mean.
struct LiveAnswerTests {
    private static func file(_ path: String) throws -> LiveFile {
        let place = try #require(WebPlace("https://harbour.example/board/"))
        return LiveFile(DeployedFile(path: TreePath(path), hash: ContentHash(), size: 10, folder: "public"), at: place)
    }

    /// All data of the API is asked for, and something of every other folder and kind.
    @Test func aSample() throws {
        let data = try (0..<30).map { try Self.file("api/v1/items/\($0).json") }
        let pages = try (0..<100).map { try Self.file("items/\($0)/index.html") }
        let others = try ["index.html", "news/feed.xml", "news/days.ics", "a/b/c/d.png"].map(Self.file)
        let paths = sample(data + pages + others, atMost: 50).map(\.path)
        #expect(paths == sample(data + pages + others, atMost: 50).map(\.path))
        #expect(paths.count == 50 && Set(paths).isSuperset(of: (data + others).map(\.path)))
        let few = try (0..<100).map { try Self.file("items/\($0).html") }
        let chosen = sample(data + few + others, atMost: 50).map(\.path)
        #expect(chosen.count == 50 && Set(chosen).isSuperset(of: (data + others).map(\.path)))
        #expect(sample(few, atMost: 100).count == 100)
    }

    @Test(arguments: [
        ("index.html", "https://harbour.example/board/"), ("a/index.html", "https://harbour.example/board/a/"),
        ("ja/ページ.html", "https://harbour.example/board/ja/%E3%83%9A%E3%83%BC%E3%82%B8.html"),
    ])
    func addresses(_ path: String, _ address: String) throws { #expect(try Self.file(path).address == address) }

    @Test(arguments: [
        ("public, max-age=31536000, immutable", 31_536_000), ("no-cache", 0), ("max-age=600", 600),
        ("Max-Age=0, must-revalidate", 0), ("no-store", 0), ("immutable", 31_536_000), ("public", nil), (nil, nil),
        ("max-age=\"60\"", 60), ("max-age=99999999999999999999", nil),
    ])
    func cacheRules(_ header: String?, _ seconds: Int?) {
        var reply = WebReply(code: 0, status: 200, address: "")
        if let header { reply.headers["cache-control"] = header }
        #expect(CacheRules(reply).seconds == seconds)
    }

    @Test(arguments: [
        (["server": "GitHub.com"], "GitHub Pages"), (["server": "nginx/1.22.1"], "nginx"),
        (["server": "Caddy"], "Caddy"),
        (["server": "cloudflare", "cf-ray": "1"], "Cloudflare"), (["x-nf-request-id": "1"], "Netlify"),
        (["server": "AmazonS3", "x-amz-id-2": "1"], "S3"), (["server": "Apache"], nil), ([:], nil),
    ])
    func hosts(_ headers: [String: String], _ name: String?) { #expect(LiveHost(headers).name == name) }
}

import SiteTesting
import Testing

@testable import KairanTemplates

/// Generated clients have one name for one endpoint path, whatever other paths there are.
@Suite struct EndpointNameTests {
    @Test(arguments: [
        ("deals.json", "Deals"), ("ad_items.json", "AdItems"), ("ad-items.json", "Ad_items"),
        ("deals/{id}.json", "DealsById"), ("{locale}/ads.json", "ByLocale_Ads"),
        ("ads/{kind}/{id}.json", "AdsByKindById"),
        ("shops/ads.json", "Shops_Ads"), ("news/2026.json", "News_2026"), ("cinemas.geojson", "Cinemas__GeoJSON"),
        ("clubs/bypass.json", "Clubs_Bypass"),
    ]) func name(_ path: String, _ name: String) { #expect(Self.name(path) == name) }

    @Test(arguments: [
        "k{kind}.json", "2026.json", "{a}-{b}.json", "日本語.json", "中文.json", "adItems.json", "a.b.json",
        "sort_by_id.json",
        "a--b.json", "_a.json", "a_1.json", "A.JSON",
    ]) func others(_ path: String) throws {
        #expect(try #/[A-Z][A-Za-z0-9]*__[0-9a-f]{12}/#.wholeMatch(in: Self.name(path)) != nil, "\(Self.name(path))")
    }

    @Test(arguments: [
        ("k{kind}.json", "KByKind"), ("{locale}/ads.json", "ByLocaleAds"), ("日本語.json", "File"), ("1.json", "File1"),
    ]) func shortName(_ path: String, _ name: String) throws {
        #expect(try #require(Self.contract(path)).shortName == name)
    }

    @Test func noTwoShareAName() {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let parts = ["a", "b", "by", "A", "1", "_", "-", "/", "{a}", "{b}", ".", "é", "geo", "json"]
        var paths: [String: String] = [:]
        for _ in 0..<20_000 {
            let stem = (0..<Int.random(in: 1...5, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            let path = stem.joined() + ([".json", ".geojson"].randomElement(using: &random) ?? "")
            let name = Self.name(path)
            #expect(name.wholeMatch(of: #/[A-Z][A-Za-z0-9_]*/#) != nil, "\(path): \(name)")
            #expect(paths.updateValue(path, forKey: name) ?? path == path, "seed \(seed): \(name) is of \(path) too")
        }
    }

    private static func name(_ path: String) -> String { contract(path)?.typeName ?? "" }

    private static func contract(_ path: String) -> EndpointContract? {
        OutputPattern(path).map { EndpointContract($0, schema: .text) }
    }
}

import KairanContracts
import KairanModel
import Testing

/// The settings of a site that apps rely on.
@Suite struct ChangedSettingsTests {
    /// The days of the site begin elsewhere from then on. Even a frozen version may say so, since its JSON stays.
    @Test(arguments: ["draft", "current", "frozen"]) func anotherTimeZone(_ status: String) throws {
        let site = try site(status, zone: "Asia/Seoul")
        #expect(try site.build() == [])
        #expect(try manifest(site).timeZone == "Asia/Seoul")
        try site.write(Self.settings(zone: "Asia/Tokyo"), to: "content/site.yml")
        #expect(try site.build() == [])
        #expect(try manifest(site).timeZone == "Asia/Tokyo")
        let changelog = try site.published("api/v1/changelog.json")
        #expect(changelog.contains("\"change\": \"timeZoneChanged\""), "\(changelog)")
        #expect(try site.build() == [])
        #expect(try site.published("api/v1/changelog.json") == changelog)
    }

    /// A manifest that was published before the zone stood in it is still one.
    @Test func aManifestWithoutAZone() throws {
        let site = try site("current", zone: "Asia/Seoul")
        #expect(try site.build() == [])
        var manifest = try manifest(site)
        manifest.timeZone = nil
        #expect(VersionManifest(reading: manifest.bytes) == manifest)
        #expect(!String(decoding: manifest.bytes, as: UTF8.self).contains("timeZone"))
    }

    private func site(_ status: String, zone: String) throws -> ContractSite {
        let site = try ContractSite()
        for (path, text) in [
            "content/site.yml": Self.settings(zone: zone), "templates/api/v1/_version.yml": "status: \(status)\n",
            "content/ads/_collection.yml": "fields: { title: text }\n", "content/ads/a.yml": "title: A\n",
            "templates/api/v1/ads.json.yml": "data: { each: ads, value: title }\n",
        ] { try site.write(text, to: path) }
        return site
    }

    private func manifest(_ site: borrowing ContractSite) throws -> VersionManifest {
        try #require(VersionManifest(reading: Array(try site.published("api/v1/manifest.json").utf8)))
    }

    private static func settings(zone: String) -> String {
        "title: T\nurl: https://harbour.example/\ntimeZone: \(zone)\n"
    }
}

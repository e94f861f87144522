import SiteTesting
import Testing

@testable import KairanBuild

/// Whom an entry is for is data; that it says so is promised.
@Suite struct AudienceContractTests {
    private static func board() throws -> ContractSite {
        let site = try ContractSite()
        try site.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try site.write("fields: { audience: audience? }\n", to: "content/ads/_collection.yml")
        try site.write("audience: { platforms: [ios], share: 20 }\n", to: "content/ads/a.yml")
        try site.write("status: current\n", to: "templates/api/v1/_version.yml")
        try site.write(
            "data: { each: ads, value: { id: id, audience: audience } }\n", to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == [])
        return site
    }

    @Test(arguments: [
        "{ platforms: [ios], share: 50 }", "{ platforms: [ios], share: 0 }", "{}",
        "{ platforms: [linux, web], versions: \"<2.0.0\", from: 2026-05-01T09:00, seed: all }", "",
    ])
    func othersAreData(audience: String) throws {
        let site = try Self.board()
        try site.write("audience: \(audience)\n", to: "content/ads/a.yml")
        #expect(try site.build() == [])
    }

    @Test(arguments: [
        ("fields: { audience: audience }", "{ id: id, audience: audience }", []),
        ("fields: { audience: audience? }", "{ id: id }", ["contract.keyRemoved"]),
        ("fields: { audience: audience? }", "{ id: id, audience: audience, isMany: audience.share }", []),
        (
            "fields: { audience: audience? }", "{ id: id, audience: { share: audience.share } }",
            ["contract.keyRemoved", "contract.becameNullable"]
        ),
    ])
    func thatItIsThereIsPromised(fields: String, value: String, rules: [String]) throws {
        let site = try Self.board()
        try site.write(fields + "\n", to: "content/ads/_collection.yml")
        try site.write("data: { each: ads, value: \(value) }\n", to: "templates/api/v1/x.json.yml")
        #expect(Set(try site.build()) == Set(rules))
    }

    /// The share of an entry stays the same devices whatever else of it changes.
    @Test func theSeedIsTheEntry() throws {
        let site = try Self.board()
        #expect(try site.published("api/v1/x.json").contains("\"seed\": \"ads/a\""))
        try site.write("audience: { share: 30, platforms: [android] }\n", to: "content/ads/a.yml")
        #expect(try site.build() == [])
        #expect(try site.published("api/v1/x.json").contains("\"seed\": \"ads/a\""))
    }
}

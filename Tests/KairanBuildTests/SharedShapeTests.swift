import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// One shape in several versions is promised in each of them.
@Suite struct SharedShapeTests {
    @Test func everyVersionKeepsItsPromise() throws {
        let site = try Self.site()
        #expect(try site.build() == [])
        #expect(try site.published("api/v1/x.json") == site.published("api/v2/x.json"))
        try site.write("for: ads\ndata: { id: id }\n", to: Self.shape)
        #expect(try site.errors().map(\.rule) == ["contract.keyRemoved", "contract.keyRemoved"])
        // Another version may still leave it as it is.
        try site.write(
            "data: { each: ads, value: { shape: ad, with: { name: name } } }\n", to: "templates/api/v1/x.json.yml")
        try site.write("data: { each: ads, value: { id: id, name: name } }\n", to: "templates/api/v2/x.json.yml")
        #expect(try site.build() == [])
    }

    /// A key under `with` stands where the shape has it, or else at the end.
    @Test func keysAreAddedAndReplaced() throws {
        let site = try Self.site()
        try site.write(
            "data: { each: ads, value: { shape: ad, with: { more: name, id: { literal: 7 } } } }\n",
            to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == [])
        let text = try site.published("api/v1/x.json").filter { !$0.isWhitespace }
        #expect(text == "[{\"id\":7,\"name\":\"A\",\"more\":\"A\"}]")
    }

    @Test func anUnusedShapeIsAWarning() throws {
        let site = try Self.site()
        try site.write("for: ads\ndata: name\n", to: "templates/_shapes/other.yml")
        let warnings = try site.warnings(accepting: [])
        #expect(warnings.map(\.rule) == ["template.unused"], "\(warnings)")
    }

    private static let shape = "templates/_shapes/ad.yml"

    private static func site() throws -> ContractSite {
        let site = try ContractSite()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { name: text }\n", "content/ads/a.yml": "{ id: a, name: A }\n",
            shape: "for: ads\ndata: { id: id, name: name }\n",
            "templates/api/v1/_version.yml": "status: current\n", "templates/api/v2/_version.yml": "status: frozen\n",
            "templates/api/v1/x.json.yml": "data: { each: ads, value: { shape: ad } }\n",
            "templates/api/v2/x.json.yml": "data: { each: ads, value: { shape: ad } }\n",
        ] { try site.write(text, to: path) }
        return site
    }
}

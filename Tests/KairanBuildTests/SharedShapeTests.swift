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

    /// However often a version uses a shape, its changes are told once, where the shape has them.
    @Test func aChangeIsToldOnceForEachVersion() throws {
        let site = try Self.site()
        let users = [
            "_shapes/list/outer": "for: ads\ndata: { own: name, in: { shape: ad } }\n",
            "api/v2/x.json": "data: { each: ads, value: { shape: ad } }\n",
            "api/v2/y.json": """
            data:
              all: { each: ads, value: { shape: list/outer } }
              one: { first: ads, value: { shape: ad, with: { more: id } } }
            """, "api/v2/z/{id}.json": "{ for: ads, data: { shape: ad } }\n",
        ]
        for (path, text) in users { try site.write(text, to: "templates/\(path).yml") }
        #expect(try site.build() == [])
        try site.write("for: ads\ndata: { id: { text: \"{id}\" }, name: { count: ads } }\n", to: Self.shape)
        let errors = try site.errors()
        #expect(errors.map(\.rule) == ["contract.typeChanged", "contract.typeChanged"])
        #expect(errors.allSatisfy { $0.span.path == Self.shape && $0.span.line == 2 && $0.span.column == 31 })
        #expect(
            errors.map(\.message) == [
                "'name' of the shape 'ad' is an integer, but apps expect a string; v1 is current, and released apps "
                    + "read it in 'x.json'",
                "'name' of the shape 'ad' is an integer, but apps expect a string; v2 is frozen, and released apps "
                    + "read it in 'x.json', 'y.json', 'z/{id}.json'",
            ])
        #expect(
            errors.last?.help == "leave it as it was; or give v2 a shape of its own: copy the former "
                + "templates/_shapes/ad.yml to templates/_shapes/v2/ad.yml, and name it there; or, if no app relies on "
                + "it, use --accept-breaking 'typeChanged:v2/x:[].name' --accept-breaking "
                + "'typeChanged:v2/y:all[].in.name' --accept-breaking 'typeChanged:v2/y:one.name' --accept-breaking "
                + "'typeChanged:v2/z/{id}:name' --why '…'")
        // The way out that the help names.
        try site.write("for: ads\ndata: { id: id, name: name }\n", to: "templates/_shapes/v2/ad.yml")
        for (path, text) in users {
            try site.write(text.replacing("shape: ad", with: "shape: v2/ad"), to: "templates/\(path).yml")
        }
        #expect(try site.errors().map(\.message).allSatisfy { $0.contains("v1 is current") })
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

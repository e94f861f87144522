import SiteTesting
import Testing

/// A choice that is open may get another value while apps are out.
@Suite struct OpenChoiceTests {
    private static let declaration = "content/ads/_collection.yml"

    private static func fields(_ options: String) -> String { "fields: { kind: { choice: { \(options) } } }\n" }

    private static func board(_ options: String, _ value: String) throws -> ContractBoard {
        let site = ContractBoard()
        try site.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try site.write(fields(options), to: declaration)
        try site.write("kind: food\n", to: "content/ads/a.yml")
        try site.write("status: current\n", to: "templates/api/v1/_version.yml")
        try site.write("data: { each: ads, value: \(value) }\n", to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == [])
        return site
    }

    @Test(arguments: [
        ("values: [food, books], open: true", "values: [food, books, music], open: true", "kind", []),
        ("values: [food, books], open: true", "values: [food], open: true", "kind", []),
        ("values: [food, books], open: false", "values: [food, books, music]", "kind", ["contract.valueAdded"]),
        ("values: [food, books]", "values: [food, books], open: true", "kind", ["contract.formatLoosened"]),
        ("values: [food, books], open: true", "values: [food, books]", "kind", []),
        (
            "values: [food, books], numbers: { food: 0, books: 1 }, open: true",
            "values: [food, books, music], numbers: { food: 0, books: 1, music: 2 }, open: true", "kind.number", []
        ),
        (
            "values: [food, books], numbers: { food: 0, books: 1 }, open: true",
            "values: [food, books], numbers: { food: 1, books: 0 }, open: true", "kind.number", ["contract.typeChanged"]
        ),
    ])
    func values(_ old: String, _ new: String, _ path: String, _ rules: [String]) throws {
        let site = try Self.board(old, "{ kind: \(path) }")
        try site.write(Self.fields(new), to: Self.declaration)
        #expect(try site.build() == rules)
    }

    @Test func whatIsPromised() throws {
        let site = try Self.board("values: [food, books], open: true", "{ kind: kind }")
        let schema = try site.published("api/v1/schemas/x.json")
        #expect(
            schema.contains("\"examples\": [\n          \"food\",\n          \"books\"\n        ]"), "\(schema)")
        #expect(!schema.contains("\"enum\""))
        // Content is checked as for any other choice.
        try site.write("kind: fod\n", to: "content/ads/a.yml")
        #expect(try site.build() == ["field.choice"])
    }
}

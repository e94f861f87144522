import Testing

@testable import KairanPublish
@testable import KairanTemplates

/// A literal that stands for a missing value keeps the schema as it was, if it is written like the value.
@Suite struct DefaultContractTests {
    /// A field, its shape, the literal, and what the schema has with it.
    @Test(
        arguments: [
            ("url?", "it", "https://other.example/none.png", "\"format\": \"iri\""),
            ("image?", "it.url", "https://other.example/none.png", "\"format\": \"iri\""),
            ("image?", "it.path", "/none.txt", "\"format\": \"iri-reference\""),
            ("email?", "it", "board@t.example", "\"format\": \"idn-email\""),
            ("date?", "it", "2026-01-31", "\"format\": \"date\""),
            ("date?", "it.yearMonth", "2026-01", "\"pattern\": \"^[0-9]{4}-[0-9]{2}$\""),
            ("dateTime?", "it", "'2026-01-31T10:00:00Z'", "\"format\": \"date-time\""),
            ("color?", "it", "'#ffcc00'", "\"pattern\": \"^#[0-9a-f]{6}$\""),
            ("{ integer?: { minimum: 0, maximum: 9 } }", "it", "9", "\"maximum\": 9"),
            ("{ choice?: [a, b] }", "it", "a", "\"a\",\n"),
            ("{ list?: url }", "it", "[https://other.example/a.png]", "\"format\": \"iri\""),
            (
                "{ record?: { at: url, rank: integer } }", "it", "{ at: https://other.example/a, rank: 1 }",
                "\"format\": \"iri\""
            ),
            ("{ list?: { record: { at: url } } }", "it", "[{ at: https://other.example/a }]", "\"format\": \"iri\""),
        ]) func keepsTheForm(_ field: String, _ path: String, _ value: String, _ expected: String) throws
    {
        let site = try site(field, "{ firstOf: [\(path), { literal: \(value) }] }")
        try site.write("", to: "templates/none.txt")
        #expect(try site.build() == [])
        let schema = try site.published("api/v1/schemas/x.json")
        #expect(schema.contains(expected), "\(schema)")
    }

    /// An optional field with a literal still keeps the promises of the required one.
    @Test func aFieldMayBecomeOptionalWithALiteral() throws {
        let site = try site("url", "it")
        try site.write("it: https://other.example/a\n", to: "content/ads/a.yml")
        #expect(try site.build() == [])
        try site.write("fields: { it: url? }\n", to: "content/ads/_collection.yml")
        try site.write(shape("{ firstOf: [it, { literal: \"https://other.example/none\" }] }"), to: Self.template)
        #expect(try site.build() == [])
        try site.write(shape("{ firstOf: [it, { literal: \"\" }] }"), to: Self.template)
        #expect(try site.build() == ["contract.formatLoosened"])
    }

    /// A literal need not keep the limits that the declaration sets for a part.
    @Test func aPartOutsideItsLimitsIsInTheSchema() throws {
        let site = try site(
            "{ record?: { rank: { integer: { minimum: 0 } }, kind: { choice: [a, b] } } }",
            "{ firstOf: [it, { literal: { rank: -1, kind: a } }] }")
        #expect(try site.build() == [])
        #expect(try site.published("api/v1/schemas/x.json").contains("\"minimum\": -1"))
    }

    private static let template = "templates/api/v1/x.json.yml"

    private func shape(_ value: String) -> String { "data: { each: ads, value: { it: \(value) } }\n" }

    private func site(_ field: String, _ value: String) throws -> ContractBoard {
        let site = ContractBoard()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { it: \(field) }\n", "content/ads/a.yml": "id: a\n",
            "templates/api/v1/_version.yml": "status: current\n", Self.template: shape(value),
        ] { try site.write(text, to: path) }
        return site
    }
}

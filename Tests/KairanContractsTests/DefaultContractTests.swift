import Testing

@testable import KairanPublish
@testable import KairanTemplates

/// A literal that stands for a missing value keeps the schema as it was, if it is written like the value.
@Suite struct DefaultContractTests {
    /// An optional field with a literal still keeps the promises of the required one.
    @Test func aFieldMayBecomeOptionalWithALiteral() throws {
        let site = try site("url", "it")
        try site.write("it: https://other.example/a\n", to: "content/ads/a.yml")
        #expect(try site.build() == [])
        try site.write("fields: { it: url? }\n", to: "content/ads/_collection.yml")
        try site.write(shape("{ firstOf: [it, { literal: \"https://other.example/none\" }] }"), to: Self.template)
        #expect(try site.build() == [])
        // A path would not be made a whole address here.
        for text in ["", "none", "about.html"] {
            try site.write(shape("{ firstOf: [it, { literal: \"\(text)\" }] }"), to: Self.template)
            #expect(try site.build() == ["contract.formatLoosened"], "\(text)")
        }
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

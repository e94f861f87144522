import Testing

@testable import KairanPublish
@testable import KairanTemplates

/// The form of a text is promised where a shape publishes the field as it is.
@Suite struct MatchesContractTests {
    @Test func theFormIsInTheSchema() throws {
        let site = try site("{ text: { matches: \"[A-Z]+-[0-9]+\" } }")
        #expect(try site.build() == [])
        let schema = try site.published("api/v1/schemas/x.json")
        #expect(schema.contains("\"pattern\": \"^(?:[A-Z]+-[0-9]+)$\""), "\(schema)")
        #expect(schema.components(separatedBy: "\"pattern\"").count == 2, "only the field itself has the form")
    }

    @Test func itMayBeAddedAndNotTakenAway() throws {
        let site = try site("text")
        #expect(try site.build() == [])
        try site.write(declaration("{ text: { matches: \"[A-Z]+-[0-9]+\" } }"), to: Self.collection)
        #expect(try site.build() == [])
        try site.write(declaration("{ text: { matches: \"[A-Z]+-[0-9a-z]+\" } }"), to: Self.collection)
        #expect(try site.build() == ["contract.formatLoosened"])
        try site.write(declaration("text"), to: Self.collection)
        #expect(try site.build() == ["contract.formatLoosened"])
    }

    /// Apps see texts of all forms as one type.
    @Test func anArrayOfSeveralFormsStaysAnArray() throws {
        let site = try site("text")
        #expect(try site.build() == [])
        try site.write(declaration("{ text: { matches: \"[A-Z]+-[0-9]+\" } }"), to: Self.collection)
        #expect(try site.build() == [])
        #expect(!(try site.published("api/v1/schemas/x.json").contains("prefixItems")))
    }

    private static let collection = "content/ads/_collection.yml"

    private func declaration(_ type: String) -> String { "fields:\n  code: \(type)\n  name: text\n" }

    private func site(_ type: String) throws -> ContractBoard {
        let site = ContractBoard()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            Self.collection: declaration(type), "content/ads/a.yml": "code: AB-1\nname: Ann\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/x.json.yml":
                "data: { each: ads, value: { code: code, said: { text: \"{code}!\" }, both: [code, name] } }\n",
        ] { try site.write(text, to: path) }
        return site
    }
}

import Testing

@testable import KairanContracts

/// An endpoint that is lenient to clients promises as much as any other.
@Suite struct LenientTests {
    private static let template = "templates/api/v1/ads.json.yml"
    private static let data = "data: { each: ads, value: { id: id, client: client } }\n"

    private func board() throws -> ContractBoard {
        let board = ContractBoard()
        try board.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try board.write("fields: { client: text }\n", to: "content/ads/_collection.yml")
        try board.write("client: Bakery\n", to: "content/ads/bakery.yml")
        try board.write("status: current\n", to: "templates/api/v1/_version.yml")
        try board.write(Self.data, to: Self.template)
        return board
    }

    @Test(arguments: ["", "lenient: true\n"]) func theGateIsStrict(_ line: String) throws {
        let board = try board()
        try board.write(line + Self.data, to: Self.template)
        #expect(try board.build() == [])
        try board.write(line + "data: { each: ads, value: { id: id } }\n", to: Self.template)
        #expect(try board.errors().map(\.rule.rawValue) == ["contract.keyRemoved"])
    }

    /// It is no change of the contract, but those who make clients learn of it.
    @Test func itIsPublished() throws {
        let board = try board()
        #expect(try board.build() == [])
        let changelog = try board.published("api/v1/changelog.json")
        #expect(try !board.published("api/v1/openapi.json").contains("x-lenient"))
        try board.write("lenient: true\n" + Self.data, to: Self.template)
        #expect(try board.build() == [])
        let document = try board.published("api/v1/openapi.json")
        #expect(document.contains("\"x-lenient\": true"))
        let contract = try #require(PublishedContract(reading: Array(document.utf8), path: "openapi.json"))
        #expect(contract.endpoints.map(\.isLenient) == [true])
        #expect(try board.published("api/v1/changelog.json") == changelog)
    }
}

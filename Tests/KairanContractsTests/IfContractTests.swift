import SiteTesting
import Testing

@testable import KairanPublish

/// A condition in a shape makes its key optional or gives its value another type, and the gate knows both.
@Suite struct IfContractTests {
    /// A new condition around a value that apps know, and what it breaks.
    @Test(
        arguments: [
            ("name: { if: { kind: pr }, then: name, else: { text: \"{name}!\" } }", []),
            ("name: name, \"label?\": { if: { kind: pr }, then: name }", []),
            ("name: name, isPr: { if: { kind: pr } }", []),
            ("name: { if: { kind: pr }, then: name }", ["contract.becameNullable"]),
            ("\"name?\": { if: { kind: pr }, then: name }", ["contract.becameOptional"]),
            ("name: { if: { kind: pr }, then: name, else: rank }", ["contract.typeChanged"]),
            ("name: { if: { kind: pr } }", ["contract.typeChanged"]),
            ("name: { if: { kind: pr }, then: name, else: { literal: null } }", ["contract.becameNullable"]),
        ]) func aConditionAroundAValue(_ keys: String, _ rules: [String]) throws
    {
        let site = try Self.site("name: name")
        #expect(try site.build() == [])
        try site.write(Self.shape(keys), to: Self.template)
        #expect(try site.build() == rules)
    }

    /// Apps may rely on a key of both objects, and on none that only one has.
    @Test func twoObjectsAreOne() throws {
        let both = "of: { if: { kind: pr }, then: { name: name, rank: rank }, else: { rank: rank, id: id } }"
        let site = try Self.site(both)
        #expect(try site.build() == [])
        let schema = try site.published("api/v1/schemas/x.json")
        #expect(schema.filter { !$0.isWhitespace }.contains("\"required\":[\"rank\"]"), "\(schema)")
        try site.write(Self.shape("of: { name: name, rank: rank, id: id }"), to: Self.template)
        #expect(try site.build() == [])
    }

    private static let template = "templates/api/v1/x.json.yml"

    private static func shape(_ keys: String) -> String { "data: { each: ads, value: { \(keys) } }\n" }

    private static func site(_ keys: String) throws -> ContractBoard {
        let site = ContractBoard()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { name: text, kind: { choice: [pr, univ] }, rank: integer }\n",
            "content/ads/a.yml": "{ id: a, name: A, kind: pr, rank: 1 }\n",
            "content/ads/b.yml": "{ id: b, name: B, kind: univ, rank: 2 }\n",
            "templates/api/v1/_version.yml": "status: current\n", template: shape(keys),
        ] { try site.write(text, to: path) }
        return site
    }
}

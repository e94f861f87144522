import KairanContracts
import SiteTesting
import Testing

@testable import KairanBuild

/// The gate stands in every build, on what the folder holds and with what an earlier build left. What it refuses is
/// tested in `KairanContractsTests`, in memory.
@Suite struct GateTests {
    private static let (x, y) = ("templates/api/v1/x.json.yml", "templates/api/v1/x/{id}.json.yml")

    private func site(_ status: String) throws -> ContractSite {
        let site = try ContractSite()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { title: text, rank: integer }\n",
            "content/ads/a.yml": "title: A\nrank: 1\n", "content/ads/b.yml": "title: B\nrank: 2\n",
            "templates/api/v1/_version.yml": "status: \(status)\n", Self.y: "for: ads\ndata: title\n",
            Self.x: "data: { each: ads, value: { a: title, b: rank } }\n",
        ] { try site.write(text, to: path) }
        #expect(try site.build() == [])
        return site
    }

    @Test(
        arguments: [
            ("current", x, "data: { each: ads, value: { a: title } }\n", .keyRemoved, "v1/x"),
            ("frozen", x, "data: { each: ads, value: { a: title, b: rank, c: id } }\n", .keyAdded, "v1/x"),
            ("current", x, nil, .endpointRemoved, "v1/x"),
            ("frozen", "content/ads/b.yml", nil, .pathValueRemoved, "v1/x/{id}"),
        ] as [(String, String, String?, ContractRule, String)])
    func whatIsRefusedCanBeAccepted(
        _ status: String, _ path: String, _ text: String?, _ rule: ContractRule, _ endpoint: String
    ) throws {
        let site = try site(status)
        try site.write(text, to: path)
        #expect(try site.build() == ["contract.\(rule.rawValue)"])
        #expect(try site.build(accepting: [AcceptedChange(rule: rule, endpoint: endpoint, why: "So be it.")]) == [])
        #expect(try site.published("api/v1/changelog.json").contains("So be it."))
        #expect(try site.build() == [])
    }

    @Test func otherMistakesAreFoundWithIt() throws {
        let site = try site("current")
        try site.write("data: { each: ads, value: { a: title } }\n", to: Self.x)
        try site.write("<a href=\"/nowhere\">A</a>\n", to: "templates/index.html.mustache")
        #expect(try site.build() == ["contract.keyRemoved", "link.dead"])
    }
}

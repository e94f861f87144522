import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanPublish

/// A schema lists only those values of a choice that the conditions around it allow.
@Suite struct ConditionContractTests {
    /// A template, and the values that the first `enum` of its schema lists.
    struct Case: CustomTestStringConvertible, Sendable {
        var template: String
        var values: [String]
        var path = "x"
        var testDescription: String { "\(path): \(template)" }

        init(_ template: String, _ values: String, at path: String = "x") {
            (self.template, self.values, self.path) = (
                template,
                values.split(separator: values.contains(",") ? "," : " ", omittingEmptySubsequences: false).map(
                    String.init), path
            )
        }
    }

    static let places: [Case] = [
        Case("for: { each: ads, where: { kind: pr } }\ndata: { k: kind }", "pr", at: "x/{id}"),
        Case(
            "for: { each: ads, where: { kind: pr } }\ndata: { firstOf: [next.kind, { literal: '' }] }", "pr,",
            at: "x/{id}"),
        Case(
            "for: { each: ads, where: { kind: pr } }\ndata: { firstOf: [previous.other.kind, { literal: '' }] }",
            "pr,univ,club,",
            at: "x/{id}"),
        Case("for: { each: ads, by: kind, where: { kind: pr } }\ndata: value", "pr", at: "x/{kind}"),
        Case(
            "for: { each: ads, by: rank, where: { kind: pr } }\ndata: { each: entries, value: kind }", "pr",
            at: "x/{rank}"),
        Case("for: { each: ads, by: [rank, kind], where: { kind: pr } }\ndata: kind", "pr", at: "x/{rank}/{kind}"),
        Case(
            "for: { each: ads, paginate: 1, where: { kind: pr } }\ndata: { each: entries, value: kind }", "pr",
            at: "x/{page}"),
        Case(
            "nearest: ads\nwhere: { kind: pr, place: { exists: true } }\nat: place\ncount: 1\nvalue: kind", "pr",
            at: "x/{cell}"),
        Case(
            "geojson: ads\nwhere: { kind: pr, place: { exists: true } }\ngeometry: place\nproperties: { k: kind }", "pr"
        ),
    ]

    @Test(arguments: places) func lists(_ expected: Case) throws {
        let site = try Self.site(expected)
        #expect(try site.messages() == [])
        #expect(try site.build() == [])
        let path = expected.path.replacing("{", with: "").replacing("}", with: "")
        #expect(try Self.firstEnum(site.published("api/v1/schemas/\(path).json")) == expected.values)
    }

    /// A `where` keeps a new value out of the version, as the help of `contract.valueAdded` says.
    @Test(arguments: [
        "{ kind: { in: [pr, univ, club] } }", "{ kind: { not: new } }", "{ kind.number: { lessThan: 3 } }",
    ])
    func theWayOut(_ condition: String) throws {
        let wide = Case("data: { each: ads, value: { kind: kind, number: kind.number } }", "")
        let site = try Self.site(wide)
        #expect(try site.build() == [])
        try site.write(
            Self.declaration.replacing("club: Club }", with: "club: Club, new: New }").replacing(
                "club: 2", with: "club: 2, new: 3"),
            to: "content/ads/_collection.yml")
        try site.write(Self.ad("new"), to: "content/ads/d.yml")
        #expect(try site.build() == ["contract.valueAdded"])
        try site.write(
            wide.template.replacing("each: ads", with: "each: ads, where: \(condition)"),
            to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == [])
        #expect(try !site.published("api/v1/x.json").contains("new"))
        try site.write(wide.template, to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == ["contract.valueAdded"])
    }

    /// A condition can keep limits that were promised, but promises none by itself.
    @Test(arguments: [
        ("{ rank: { atMost: 9 } }", []), ("{ rank: { lessThan: 8, atLeast: 0 } }", []),
        ("{ rank: { in: [3, 9] } }", []),
        ("[{ rank: 1 }, { rank: 2 }]", []), ("{ rank: { atMost: 10 } }", ["contract.rangeWidened"]),
        ("{ rank: { not: 9 } }", ["contract.rangeWidened"]),
        ("[{ rank: 1 }, { kind: pr }]", ["contract.rangeWidened"]),
    ]) func limitsToo(_ condition: String, _ rules: [String]) throws {
        let list = "{ each: ads, value: { n: rank } }"
        for shape in [
            list, "{ each: [\(list), \(list)] }",
            "{ each: ads, value: { n: { if: { kind: pr }, then: rank, else: rank } } }",
        ] {
            try limits(Case("data: \(shape)", ""), condition, rules)
        }
    }

    private func limits(_ wide: Case, _ condition: String, _ rules: [String]) throws {
        let limited = Self.declaration.replacing(
            "rank: integer", with: "rank: { integer: { minimum: -5, maximum: 9 } }")
        let chosen = wide.template.replacing("each: ads", with: "each: ads, where: \(condition)")
        let site = try Self.site(wide)
        try site.write(limited, to: "content/ads/_collection.yml")
        #expect(try site.build() == [])
        try site.write(
            limited.replacing("minimum: -5, maximum: 9", with: "minimum: -5, maximum: 3000000000"),
            to: "content/ads/_collection.yml")
        #expect(try site.build() == ["contract.rangeWidened"])
        try site.write(chosen, to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == rules)
        guard rules == [] else { return }
        #expect(try site.published("api/v1/schemas/x.json").contains("\"maximum\": 9\n"))
        #expect(try site.build() == [])
        try site.write(wide.template, to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == ["contract.rangeWidened"])
        let other = try Self.site(Case(chosen, ""))
        #expect(try other.build() == [])
        try other.write(wide.template, to: "templates/api/v1/x.json.yml")
        #expect(try other.build() == [])
    }

    /// Choosing fewer entries breaks no app; a frozen version still promises all that it did.
    @Test(
        arguments: ["current", "frozen"],
        [
            "{ each: ads, where: WIDE, value: { kind: kind } }",
            "{ each: [{ each: ads, where: WIDE, value: { k: kind } }, { each: ads, where: { kind: pr }, value: { k: kind } }] }",
            "{ each: ads, where: WIDE, value: { if: { rank: 1 }, then: kind, else: kind } }",
            "{ each: ads, where: WIDE, value: { if: { rank: 1 }, then: kind, else: rank } }",
        ]) func fewerAreChosen(_ status: String, _ shape: String) throws
    {
        let wide = Case("data: " + shape.replacing("WIDE", with: "{ rank: 1 }"), "")
        let narrow = Case("data: " + shape.replacing("WIDE", with: "{ kind: pr }"), "")
        let site = try Self.site(wide)
        try site.write("status: \(status)\n", to: "templates/api/v1/_version.yml")
        #expect(try site.build() == [])
        try site.write(narrow.template, to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == [])
        let values = try Self.firstEnum(site.published("api/v1/schemas/x.json"))
        #expect(values == (status == "frozen" ? ["pr", "univ", "club"] : ["pr"]))
        try site.write(wide.template, to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == (status == "frozen" ? [] : ["contract.valueAdded"]))
    }

    /// A condition may leave out a value's file only if no such file was published.
    @Test(arguments: [("pr", []), ("univ", ["contract.pathValueRemoved"])]) func filesOfValues(
        _ kind: String, _ rules: [String]
    ) throws {
        let wide = Case("for: { each: ads, by: kind }\ndata: { kind: value }", "", at: "x/{kind}")
        let site = try Self.site(wide)
        for name in ["b", "c"] { try site.write(Self.ad(kind), to: "content/ads/\(name).yml") }
        #expect(try site.build() == [])
        try site.write(
            wide.template.replacing("by: kind", with: "by: kind, where: { kind: { not: univ } }"),
            to: "templates/api/v1/x/{kind}.json.yml")
        #expect(try site.build() == rules)
    }

    private static let declaration = """
        fields:
          kind: { choice: { values: { pr: PR, univ: University, club: Club }, numbers: { pr: 0, univ: 1, club: 2 } } }
          level: { choice?: [low, high] }
          kinds: { list?: { choice: [pr, univ, club] } }
          rank: integer
          other: { reference?: ads }
          place: point?
          shown: window

        """

    private static func ad(_ kind: String) -> String {
        "kind: \(kind)\nrank: 1\nshown: always\nkinds: [pr, club]\nplace: { latitude: 1, longitude: 1 }\n"
    }

    private static func site(_ tested: Case) throws -> ContractBoard {
        let site = ContractBoard()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": declaration, "content/ads/a.yml": ad("pr"), "content/ads/b.yml": ad("univ"),
            "content/ads/c.yml": ad("club"), "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/\(tested.path).json.yml": tested.template,
        ] { try site.write(text, to: path) }
        return site
    }

    private static func firstEnum(_ schema: String) -> [String]? {
        func find(_ node: SourceNode) -> [String]? {
            if let values = node["enum"]?.elements { return values.filter { !$0.isNull }.compactMap(\.scalar) }
            for part in node.members?.map(\.value) ?? node.elements ?? [] {
                if let found = find(part) { return found }
            }
            return nil
        }
        return readJSON(SourceFile(path: "", bytes: Array(schema.utf8))).value.flatMap(find)
    }
}

import KairanModel
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanContracts
@testable import KairanPublish

/// JSON that is not made by a shape promises what can be inferred from it.
@Suite struct InferredContractTests {
    private static let before =
        #"{ "id": 1, "about": null, "tags": [], "items": [{ "a": "x", "b": 1 }, { "a": "y" }] }"#

    @Test(arguments: [
        (#"{ "about": null, "tags": [], "items": [{ "a": "x", "b": 1 }] }"#, "contract.keyRemoved"),
        (#"{ "id": "1", "about": null, "tags": [], "items": [{ "a": "x", "b": 1 }] }"#, "contract.typeChanged"),
        (#"{ "id": 1.5, "about": null, "tags": [], "items": [{ "a": "x", "b": 1 }] }"#, "contract.integerToDecimal"),
        (#"{ "id": null, "about": null, "tags": [], "items": [{ "a": "x" }] }"#, "contract.becameNullable"),
        (#"{ "id": 1, "about": null, "tags": [], "items": [{ "b": 1 }, { "a": "y" }] }"#, "contract.becameOptional"),
        (#"{ "id": 1, "about": null, "tags": [], "items": {} }"#, "contract.arrayToObject"),
        (#"{ "id": 1, "about": null, "tags": [], "items": ["a"] }"#, "contract.typeChanged"),
        (#"{ "id": 1, "about": null, "tags": [], "items": [{ "a": "x" }, 1] }"#, "contract.typeChanged"),
        (#"{ "id": 1, "about": null, "tags": [], "items": [{ "a": "x" }, { "a": 2 }] }"#, "contract.typeChanged"),
        ("[1]", "contract.arrayToObject"),
    ]) func breaks(_ text: String, _ rule: String) throws {
        for status in ["current", "frozen", "retired"] {
            let site = try copied(Self.before, status)
            try site.write(text, to: Self.path)
            #expect(try site.build().contains(rule))
        }
        let site = try copied(Self.before, "draft")
        try site.write(text, to: Self.path)
        #expect(try site.build() == [])
    }

    /// A value that is empty today promises nothing, and takes no promise back.
    @Test(arguments: [
        #"{ "id": 2, "about": "x", "tags": ["t"], "items": [{ "a": "x", "b": 1 }] }"#,
        #"{ "id": 2, "about": null, "tags": [1], "items": [] }"#,
        #"{ "id": 2, "about": { "b": 1 }, "tags": [], "items": [{ "a": "x" }] }"#,
        #"{ "id": 2, "about": [], "tags": [[1]], "items": [{ "b": 1, "a": "x" }] }"#,
    ]) func dataMayChange(_ text: String) throws {
        for status in ["current", "frozen"] {
            let site = try copied(Self.before, status)
            try site.write(text, to: Self.path)
            #expect(try site.build() == [])
            #expect(try site.build() == [])
            try site.write(#"{ "id": 2, "items": [{ "a": 1 }] }"#, to: Self.path)
            #expect(try site.build().contains("contract.typeChanged"))
        }
    }

    /// The change is reported where the other type stands, and can be accepted.
    @Test func severalTypesAreAChange() throws {
        let site = try copied(Self.before, "current")
        let mixed = #"{ "id": 1, "about": null, "tags": [], "items": [{ "a": "x" }, { "a": 2 }] }"#
        try site.write(mixed, to: Self.path)
        let mistake = try #require(try site.errors().first)
        #expect(
            mistake.message.hasPrefix(
                "api/v1/x.json: 'items[].a' is an integer or a string, but apps expect a string;"))
        #expect(mistake.span.line == 1 && mistake.span.column == mixed.prefix { $0 != "2" }.count + 1)
        #expect(try site.errors().count == 1 && mistake.help?.contains("'typeChanged:v1/x:items[].a'") == true)
        let accepted = AcceptedChange(rule: .typeChanged, endpoint: "v1/x", path: "items[].a", why: "x")
        #expect(try site.build(accepting: [accepted]) == [])
        #expect(try site.published("api/v1/index.html").contains("an integer or a string"))
        try site.write(mixed.replacing("2 }", with: "true }"), to: Self.path)
        #expect(try site.build() == ["contract.typeChanged"])
    }

    private static let mixed = #"{ "list": [1, "x", null, { "k": 1 }, [true]] }"#

    /// If a value has several types, none may be added and none may change.
    @Test(arguments: [
        (#"[1, "x", null, true]"#, "contract.typeChanged"), (#"[1.5, "x"]"#, "contract.integerToDecimal"),
        (#"[1, "x", { "j": 1 }]"#, "contract.keyRenamed"), (#"[{ "k": "1" }]"#, "contract.typeChanged"),
        (#"[[1]]"#, "contract.typeChanged"), (#"[true]"#, "contract.typeChanged"),
        (#"[[null]]"#, "contract.becameNullable"),
    ]) func severalTypesStay(_ list: String, _ rule: String) throws {
        for status in ["current", "frozen"] {
            let site = try copied(Self.mixed, status)
            #expect(
                try site.published("api/v1/schemas/x.json").replacing(/\s+/, with: " ").contains(
                    #"[ "integer", "string", "array", "object", "null" ], "items": { "type": "boolean" }, "properties""#
                )
            )
            try site.write(#"{ "list": \#(list) }"#, to: Self.path)
            #expect(try site.build().contains(rule), "\(list)")
        }
    }

    /// A type that is missing today may come back.
    @Test(arguments: ["[1]", "[]", "[null]", #"["x", 2]"#, #"[{ "k": 2 }]"#, "[[]]"])
    func aTypeMayBeMissing(_ list: String) throws {
        for status in ["current", "frozen"] {
            let site = try copied(Self.mixed, status)
            for list in [list, #"[1, "x", null, { "k": 1 }, [true]]"#] {
                try site.write(#"{ "list": \#(list) }"#, to: Self.path)
                #expect(try site.build() == [])
            }
            try site.write(#"{ "list": [true] }"#, to: Self.path)
            #expect(try site.build() == ["contract.typeChanged"])
        }
    }

    @Test func nullBesideSeveralTypes() throws {
        let site = try copied(#"{ "list": [1, "x"] }"#, "current")
        try site.write(#"{ "list": [1, "x", null] }"#, to: Self.path)
        #expect(try site.build() == ["contract.becameNullable"])
    }

    /// The help does not speak of a shape where there is none.
    @Test func dataThatBreakWhatAShapePromised() throws {
        let site = try copied("{}", "draft")
        try site.write("fields: { tags: { list: { of: text, minimum: 2 } } }\n", to: "content/ads/_collection.yml")
        try site.write("tags: [a, b]\n", to: "content/ads/a.yml")
        try site.write("status: current\n", to: "templates/api/v1/_version.yml")
        try site.write(nil, to: Self.path)
        try site.write(
            "data: { first: ads, sort: id, required: true, value: { tags: tags } }\n", to: Self.path + ".yml")
        #expect(try site.build() == [])
        try site.write(nil, to: Self.path + ".yml")
        try site.write(#"{ "tags": ["a"] }"#, to: Self.path)
        #expect(try site.build() == ["contract.data"])
        #expect(try site.help().allSatisfy { $0.contains("put the value back as it was") && !$0.contains("shape") })
        // The place is the value's own, in a file as in a template.
        try site.write("{\n  \"tags\": [\"a\"]\n}\n", to: Self.path)
        #expect(try site.places() == ["\(Self.path):2"])
        try site.write(nil, to: Self.path)
        try site.write(
            "---\ndata: { all: { each: ads } }\n---\n{\n{{#all}}\n  \"tags\":\n    [\"{{id}}\"]\n{{/all}}\n}\n",
            to: Self.path + ".mustache")
        #expect(try site.build() == ["contract.data"])
        #expect(try site.places() == ["\(Self.path).mustache:7"])
    }

    @Test func aNewKeyIsGrowth() throws {
        let text = #"{ "id": 1, "new": 1, "about": null, "tags": [], "items": [] }"#
        let site = try copied(Self.before, "current")
        try site.write(text, to: Self.path)
        #expect(try site.build() == [])
        let schema = try site.published("api/v1/schemas/x.json")
        #expect(schema.contains(#""b": {"#) && schema.contains(#""new": {"#))
        let frozen = try copied(Self.before, "frozen")
        try frozen.write(text, to: Self.path)
        #expect(try frozen.build() == ["contract.keyAdded"])
    }

    @Test func mustacheToo() throws {
        let site = ContractBoard()
        try site.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try site.write("fields: { title: text, rank: integer? }\n", to: "content/ads/_collection.yml")
        try site.write("id,title,rank\na,A,1\nb,B,\n", to: "content/ads/all.csv")
        try site.write("status: current\n", to: "templates/api/v1/_version.yml")
        let path = "templates/api/v1/x/{id}.json.mustache"
        let text = "---\nfor: ads\n---\n{ \"title\": \"{{title}}\"{{#rank}}, \"rank\": {{rank}}{{/rank}} }\n"
        try site.write(text, to: path)
        #expect(try site.build() == [])
        let schema = try site.published("api/v1/schemas/x/id.json")
        #expect(schema.contains("\"required\": [\n    \"title\"\n  ]") && schema.contains("\"rank\""))
        try site.write("id,title,rank\na,A,\nb,B,\n", to: "content/ads/all.csv")
        #expect(try site.build() == [])
        try site.write(text.replacing("\"title\"", with: "\"name\""), to: path)
        #expect(try site.build() == ["contract.keyRenamed"])
    }

    private static let path = "templates/api/v1/x.json"

    private func copied(_ text: String, _ status: String) throws -> ContractBoard {
        let site = ContractBoard()
        try site.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        let since = status == "retired" ? "retired: 2026-04-01\n" : ""
        try site.write("status: \(status)\n\(since)", to: "templates/api/v1/_version.yml")
        try site.write(text, to: Self.path)
        #expect(try site.build() == [])
        return site
    }
}

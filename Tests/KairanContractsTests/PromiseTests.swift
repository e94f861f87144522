import KairanContent
import KairanModel
import Testing

@testable import KairanContracts
@testable import KairanFormats
@testable import KairanPublish
@testable import KairanTemplates

/// Every file is also compared with the schema that apps were written by, so that even what the comparison of
/// contracts overlooks is not published.
@Suite struct PromiseTests {
    private static let json = #"[{ "title": "A", "o": { "rank": null } }]"#

    /// Tells what is wrong with the file if apps were written by another schema than the comparison believed.
    private func mistakes(_ published: ValueSchema, accepting changes: [ContractChange] = []) throws -> [Diagnostic] {
        let site = ContractBoard()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { title: text, rank: integer? }\n",
            "content/ads/a.yml": "title: A\n", "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/x.json.yml": "data: { each: ads, value: { title: title, o: { rank: rank } } }\n",
        ] { try site.write(text, to: path) }
        let rules = try site.build()
        #expect(rules == [])
        let sealing = site.sealing()
        let plan = try #require(sealing.plan)
        var versions = try #require(sealing.outputs).versions
        versions.reviews[0].published?.endpoints[0].schema = published
        for change in changes { versions.reviews[0].decisions[change] = "x" }
        let output = try #require(plan.outputs([], []).first { $0.path == "api/v1/x.json" })
        let sealer = Sealer(plan) { _, _, _ in ClientSamples(starts: [], uses: []) }
        return sealer.checkPromises(of: output, Array(Self.json.utf8), versions)
    }

    private func ads(_ title: ValueSchema, _ rank: ValueSchema) -> ValueSchema {
        let o = ValueSchema(.object([.init(name: "rank", schema: rank, isRequired: true)]))
        let element = ValueSchema(
            .object([
                .init(name: "title", schema: title, isRequired: true), .init(name: "o", schema: o, isRequired: true),
            ]))
        return .array(element)
    }

    @Test func whatBreaksThePublishedSchemaIsRefused() throws {
        #expect(try mistakes(ads(.text, .integer.orNull(true))) == [])
        let found = try mistakes(ads(.integer, .integer.orNull(true)))
        #expect(found.map(\.rule.rawValue) == ["contract.data"])
        let message = try #require(found.first?.message)
        #expect(message.hasPrefix("'api/v1/x.json' breaks apps on v1 at [0].title: this is "), "\(message)")
        let help = try #require(found.first?.help)
        #expect(help.contains("put the value of the entry or the shape back as it was"), "\(help)")
    }

    /// A decision takes away one promise, but no other.
    @Test func theOthersAreStillKept() throws {
        func change(_ rule: ContractRule, _ path: String) -> ContractChange {
            ContractChange(rule: rule, endpoint: "x.json", path: path, message: "")
        }
        let published = ads(.integer, .integer)
        #expect(try mistakes(published).count == 2)
        let title = change(.typeChanged, "[].title")
        #expect(try mistakes(published, accepting: [title]).map(\.message).allSatisfy { $0.contains("[0].o.rank") })
        let rank = change(.becameNullable, "[].o.rank")
        #expect(try mistakes(published, accepting: [rank]).map(\.message).allSatisfy { $0.contains("[0].title") })
        #expect(try mistakes(published, accepting: [change(.keyRemoved, "[].o")]).count == 1)
        #expect(try mistakes(published, accepting: [title, rank]) == [])
        #expect(try mistakes(published, accepting: [change(.typeChanged, "")]) == [])
        #expect(try mistakes(published, accepting: [change(.rangeWidened, "")]).count == 2)
    }

    struct Takeover: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var rules: [String]
        /// The templates by path below `templates/api/v1/`; `shops` stands for the lines of the entries.
        var from: [String: String]
        var to: [String: String]
    }

    private static let byKind = "{ each: shops, where: { kind: KIND } }"
    private static func shape(_ kind: String, _ value: String) -> String {
        "for: \(byKind.replacing("KIND", with: kind))\ndata: \(value)\n"
    }
    private static let all = ["shops/{id}.json.yml": "for: shops\ndata: { name: name, kind: kind }\n"]
    private static let food = ["shops/{id}.json.yml": shape("food", "{ name: name, kind: kind }")]
    /// Both templates could make the same files.
    private static let overlapping = [
        "shops/{id}.json.yml": shape("food", "{ name: name }"),
        "shops/{name}-{rank}.json.yml": shape("books", "{ more: more }"),
    ]
    private static let alike = [
        "shops/{id}.json.yml": shape("food", "{ name: name, rank: rank }"),
        "shops/{name}-{rank}.json.yml": shape("books", "{ name: name, rank?: rank }"),
    ]
    private static func shops(_ kind: String, _ more: Int = 1) -> String {
        "- { id: a-1, name: a, kind: food, rank: 1, more: \(more) }\n"
            + "- { id: b-1, name: b, kind: \(kind), rank: 1, more: \(more) }\n"
    }

    static let takeovers = [
        Takeover(
            testDescription: "a list in a file", rules: ["contract.data"], from: all,
            to: food.merging(["shops/b-1.json": "[]\n"]) { $1 }),
        Takeover(
            testDescription: "the same in a file", rules: [], from: all,
            to: food.merging(["shops/b-1.json": #"{ "name": "B", "kind": "books", "more": 1 }"# + "\n"]) { $1 }),
        Takeover(
            testDescription: "a template of other keys", rules: ["contract.keyRemoved"], from: all,
            to: food.merging(["shops/{name}-{rank}.json.yml": shape("books", "{ name: name }")]) { $1 }),
        Takeover(
            testDescription: "a template that may leave a key out", rules: ["contract.becameOptional"], from: all,
            to: food.merging(["shops/{name}-{rank}.json.yml": shape("books", "{ kind: kind, name?: name }")]) { $1 }),
        Takeover(
            testDescription: "a template of the same keys", rules: [], from: all,
            to: food.merging(["shops/{name}-{rank}.json.yml": shape("books", "{ kind: kind, name: name }")]) { $1 }),
        Takeover(
            testDescription: "a file of a template that had none there", rules: ["contract.arrayToObject"], from: food,
            to: food.merging(["shops/b-1.json": "[]\n"]) { $1 }),
        Takeover(
            testDescription: "from one published template to the other", rules: ["contract.keyRemoved"],
            from: overlapping, to: overlapping.merging(["shops": shops("food")]) { $1 }),
        // The file has the key, but need not have it in the next build.
        Takeover(
            testDescription: "to one that promises less, with data that keep more", rules: ["contract.becameOptional"],
            from: alike.merging(["shops": shops("food")]) { $1 }, to: ["shops": shops("books")]),
        Takeover(
            testDescription: "to one that promises more", rules: [], from: alike, to: ["shops": shops("food")]),
        Takeover(
            testDescription: "each keeps its own", rules: [], from: overlapping,
            to: overlapping.merging(["shops": shops("books", 2)]) { $1 }),
    ]

    /// Apps know the file, not what makes it.
    @Test(arguments: takeovers) func aFileKeepsItsPromiseUnderAnotherTemplate(_ takeover: Takeover) throws {
        let site = ContractBoard()
        func write(_ files: [String: String]) throws {
            for (path, text) in files {
                try site.write(text, to: path == "shops" ? "content/shops/s.yml" : "templates/api/v1/" + path)
            }
        }
        try site.write(
            "entry: shop\nfields: { name: text, rank: integer, more: integer, kind: { choice: [food, books] } }\n",
            to: "content/shops/_collection.yml")
        try site.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try write(["_version.yml": "status: current\n", "shops": Self.shops("books")])
        try write(takeover.from)
        #expect(try site.build() == [])
        try write(takeover.to)
        let rules = try site.build()
        #expect(rules == takeover.rules, "\(takeover.testDescription)")
    }

    /// A decision about the template that made the file frees the file too.
    @Test func whatWasDecidedIsNoPromise() throws {
        let site = ContractBoard()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/shops/_collection.yml": "fields: { name: text }\n", "content/shops/a.yml": "name: A\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/{id}.json.yml": "for: shops\ndata: { name: name }\n",
        ] { try site.write(text, to: path) }
        #expect(try site.build() == [])
        try site.write(nil, to: "templates/api/v1/{id}.json.yml")
        try site.write("[]\n", to: "templates/api/v1/a.json")
        #expect(try site.build() == ["contract.endpointRemoved"])
        let accepted = AcceptedChange(rule: .endpointRemoved, endpoint: "v1/{id}", why: "Nobody has it.")
        #expect(try site.build(accepting: [accepted]) == [])
    }
}

import KairanModel
import SiteTesting
import Testing

/// The meaning of an object's keys is promised, whichever shape makes them.
@Suite struct KeyContractTests {
    private func site(_ files: [String: String], data: String) throws -> ContractBoard {
        let site = ContractBoard()
        try site.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try site.write("status: current\n", to: "templates/api/v1/_version.yml")
        for (path, text) in files { try site.write(text, to: path) }
        try site.write("data: \(data)\n", to: Self.x)
        #expect(try site.build() == [])
        return site
    }

    private static let x = "templates/api/v1/x.json.yml"
    private static let answers = "content/answers/_collection.yml"
    private static func answer(isOwn: Bool) -> String {
        "parent: questions\nid: number\nfields: { number: { text: { unique: \(isOwn) } }, hints: { entries: hints } }\n"
    }
    private static let quiz = [
        "content/questions/_collection.yml": "fields: { title: text, answers: { entries: answers } }\n",
        "content/questions/q.yml":
            "title: Q\nanswers: [{ number: a, hints: [{ name: h }] }, { number: b, hints: [] }]\n",
        "content/hints/_collection.yml": "parent: answers\nid: name\nfields: { name: text }\n",
        "content/picks/_collection.yml": "fields: { answer: { reference: answers } }\n",
    ]

    /// The ids of records begin with those of their parents, unless they are unique by themselves.
    @Test(
        arguments: [
            "{ keyed: answers, by: id, value: number }", "{ group: answers, by: id, value: number }",
            "{ keyed: hints, by: id, value: name }", "{ group: hints, by: parent.id, value: name }",
            "{ group: hints, by: parent, value: name }", "{ group: picks, by: answer, value: id }",
            "{ group: picks, by: answer.id, value: id }",
        ], [true, false]) func idsOfRecords(_ data: String, _ isOwn: Bool) throws
    {
        var files = Self.quiz
        files[Self.answers] = Self.answer(isOwn: isOwn)
        files["content/picks/p.yml"] = "answer: \(isOwn ? "a" : "q/a")\n"
        let site = try site(files, data: data)
        try site.write(Self.answer(isOwn: !isOwn), to: Self.answers)
        try site.write("answer: \(isOwn ? "q/a" : "a")\n", to: "content/picks/p.yml")
        #expect(try site.build() == ["contract.typeChanged"])
    }

    /// An id that is unique by itself is the value of its field.
    @Test(arguments: [["id", "number"], ["number", "id"]]) func theFieldOfTheId(_ by: [String]) throws {
        var files = Self.quiz
        files[Self.answers] = Self.answer(isOwn: true)
        files["content/picks/p.yml"] = "answer: a\n"
        let site = try site(files, data: "{ keyed: answers, by: \(by[0]), value: number }")
        try site.write("data: { keyed: answers, by: \(by[1]), value: number }\n", to: Self.x)
        #expect(try site.build() == [])
    }

    private static let links = [
        "content/ads/_collection.yml": "fields: { title: text, links: { keyed: { of: text, minimum: 1 } } }\n",
        "content/ads/a.yml": "title: A\nlinks: { home: H }\n",
    ]

    /// A map as a whole and `keyed` over its rows are the same JSON.
    @Test(arguments: [
        ("{ keyed: links, by: key, value: value }", "links", []),
        ("links", "{ keyed: links, by: key, value: value }", []),
        (
            "links", "{ keyed: links, by: key, where: { value: { exists: true } }, value: value }",
            ["contract.rangeWidened"]
        ),
        (
            "{ keyed: links, by: key, value: value }", "{ keyed: links, by: key, value: { to: value } }",
            ["contract.typeChanged"]
        ),
    ]) func keysOfAMap(_ from: String, _ to: String, _ rules: [String]) throws {
        let site = try site(Self.links, data: "{ each: ads, value: \(from) }")
        try site.write("data: { each: ads, value: \(to) }\n", to: Self.x)
        #expect(try site.build() == rules)
    }

    @Test func theSchemaCountsTheKeysOfAMap() throws {
        let site = try site(Self.links, data: "{ each: ads, value: links }")
        #expect(try site.published("api/v1/schemas/x.json").contains("\"minProperties\": 1"))
        // The published contract is read with them.
        try site.write(
            Self.links["content/ads/_collection.yml"]?.replacing(", minimum: 1", with: ""),
            to: "content/ads/_collection.yml")
        try site.write("title: A\nlinks: {}\n", to: "content/ads/a.yml")
        #expect(try site.messages().first?.contains("may have fewer than 1 key") == true)
    }
}

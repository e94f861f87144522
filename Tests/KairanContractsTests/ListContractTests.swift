import KairanPublish
import SiteTesting
import Testing

/// Promises about how long lists are and what is in them, and about new files at paths that apps know.
@Suite struct ListContractTests {
    private static let x = "templates/api/v1/x.json.yml"

    private static func board(_ status: String, _ files: [String: String]) throws -> ContractBoard {
        let site = ContractBoard()
        try site.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try site.write(
            "fields:\n  name: text\n  rank: integer\n  tags: { list: { of: text, minimum: 1, maximum: 3 } }\n",
            to: "content/ads/_collection.yml")
        for (id, rank) in [("a", 1), ("b", 2)] {
            try site.write("name: Ad \(id)\nrank: \(rank)\ntags: [red]\n", to: "content/ads/\(id).yml")
        }
        try site.write("status: \(status)\n", to: "templates/api/v1/_version.yml")
        for (path, text) in files { try site.write(text, to: path) }
        #expect(try site.build() == [])
        return site
    }

    /// The same JSON in other words is the same promise, even where nothing may change.
    @Test(arguments: [
        ("{ a: tags }", "{ a: { each: tags, value: value } }"), ("{ a: { each: tags, value: value } }", "{ a: tags }"),
        ("{ a: tags }", "{ a: { each: tags, sort: value, value: value } }"),
        ("{ a: { text: '{rank} places left' } }", "{ a: { text: '{rank} seats left' } }"),
        ("{ a: { text: '{rank}人' } }", "{ a: { text: '{rank}' } }"),
    ])
    func inOtherWords(_ old: String, _ new: String) throws {
        let site = try Self.board("frozen", [Self.x: "data: { each: ads, value: \(old) }\n"])
        try site.write("data: { each: ads, value: \(new) }\n", to: Self.x)
        #expect(try site.build() == [])
    }

    @Test(arguments: [
        ("[rank, rank, rank]", "[rank, rank]", ["contract.rangeWidened"]),
        ("[rank, rank]", "[rank, rank, rank]", ["contract.rangeWidened"]),
        ("[name, { literal: x }]", "[name]", ["contract.rangeWidened"]),
        ("{ a: tags }", "{ a: { each: tags, where: { value: red }, value: value } }", ["contract.rangeWidened"]),
        // Constants are content.
        ("{ a: { literal: [1, 2] } }", "{ a: { literal: [1] } }", []),
        ("{ a: { literal: [x] } }", "{ a: { literal: [x, y] } }", []),
        ("{ a: { text: '{rank} %' } }", "{ a: { text: '{rank} ‰' } }", ["contract.formatChanged"]),
        ("{ a: { text: '{rank} km' } }", "{ a: { text: '{rank} m' } }", ["contract.formatChanged"]),
        ("{ a: { text: '{rank} CHF' } }", "{ a: { text: '{rank} EUR' } }", ["contract.formatChanged"]),
    ])
    func lengthsAndUnits(_ old: String, _ new: String, _ rules: [String]) throws {
        let site = try Self.board("current", [Self.x: "data: { each: ads, value: \(old) }\n"])
        try site.write("data: { each: ads, value: \(new) }\n", to: Self.x)
        #expect(try site.build() == rules)
    }

    /// A list that is always empty has the elements that apps know all the same.
    @Test func anEmptyLiteral() throws {
        let site = try Self.board("current", [Self.x: "data: { a: { each: ads, value: { id: id } } }\n"])
        for (value, rules) in [
            ("{ literal: [] }", []), ("{ each: ads, value: id }", ["contract.typeChanged"]),
            ("{ each: ads, value: { id: id } }", []),
        ] {
            try site.write("data: { a: \(value) }\n", to: Self.x)
            #expect(try site.build() == rules, "\(value)")
        }
    }

    /// To apps a new file is one of those whose paths it fits.
    @Test(arguments: [
        ("x/{id}", "for: ads\ndata: { name: name }\n", "x/latest", "data: { ids: { each: ads, value: id } }\n", true),
        ("x/{id}", "for: ads\ndata: { name: name }\n", "x/latest", "data: { name: { literal: Any } }\n", false),
        ("x/{id}", "for: ads\ndata: { name: name }\n", "y/latest", "data: { literal: 1 }\n", false),
        ("x/{id}", "for: ads\ndata: { name: name }\n", "x/n-{rank}", "for: ads\ndata: rank\n", true),
        ("x/{id}", "for: ads\ndata: { name: name }\n", "x/{id}/more", "for: ads\ndata: rank\n", false),
        ("{rank}", "for: ads\ndata: { name: name }\n", "latest", "data: { literal: 1 }\n", false),
        ("{rank}", "for: ads\ndata: { name: name }\n", "7", "data: { literal: 1 }\n", true),
        (
            "p{page}", "for: { each: ads, sort: id, paginate: 1 }\ndata: { each: entries, value: name }\n", "pages",
            "data: { literal: 1 }\n", false
        ),
    ])
    func newFiles(_ family: String, _ made: String, _ path: String, _ template: String, _ isRefused: Bool) throws {
        let site = try Self.board("current", ["templates/api/v1/\(family).json.yml": made])
        try site.write(template, to: "templates/api/v1/\(path).json.yml")
        let found = try site.messages()
        #expect(!found.isEmpty == isRefused, "\(found)")
        #expect(found.allSatisfy { $0.contains("; apps take it for a file of '\(family).json'") }, "\(found)")
        guard isRefused else {
            #expect(try site.build() == [])
            return
        }
        #expect(try site.help().allSatisfy { $0.hasPrefix("give it a path that apps do not take for") })
    }
}

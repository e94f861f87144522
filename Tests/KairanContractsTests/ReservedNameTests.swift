import Testing

@testable import KairanContracts
@testable import KairanPublish
@testable import KairanTemplates

/// A name that a decision took away may come back only as released apps know it.
@Suite struct ReservedNameTests {
    private static let (template, version) = ("templates/api/v1/x.json.yml", "templates/api/v1/_version.yml")

    /// A shape that is published, what a decision leaves of it, and what comes back.
    struct Return: CustomTestStringConvertible, Sendable {
        var from: String
        var left: String
        var rule = ContractRule.keyRemoved
        var back: String
        var isSame: Bool
        var testDescription: String { "\(from) -> \(left) -> \(back)" }
    }

    private static func list(_ value: String) -> String { "data: { each: ads, value: \(value) }\n" }

    static let returns = [
        Return(
            from: list("{ a: title, b: rank }"), left: list("{ a: title }"), back: list("{ a: title, b: rank }"),
            isSame: true),
        Return(
            from: list("{ a: title, b: rank }"), left: list("{ a: title }"), back: list("{ a: title, b: title }"),
            isSame: false),
        Return(
            from: list("{ a: title, b: rank }"), left: list("{ a: title }"), back: list("{ a: title, b: note }"),
            isSame: false),
        Return(
            from: list("{ a: title, b: note }"), left: list("{ a: title }"), back: list("{ a: title, b: title }"),
            isSame: true),
        Return(
            from: list("{ a: title, b: rank }"), left: list("{ a: title, c: rank }"), rule: .keyRenamed,
            back: list("{ b: title, a: title, c: rank }"), isSame: false),
        Return(
            from: list("{ a: title, o: { p: [{ b: rank, c: rank }] } }"),
            left: list("{ a: title, o: { p: [{ c: rank }] } }"),
            back: list("{ a: title, o: { p: [{ b: title, c: rank }] } }"), isSame: false),
        Return(
            from: list("{ a: title, o: { b: rank } }"), left: list("{ a: title }"),
            back: list("{ a: title, o: { c: rank } }"), isSame: false),
        Return(
            from: "data: { keyed: ads, by: id, value: { a: title, b: rank } }\n",
            left: "data: { keyed: ads, by: id, value: { a: title } }\n",
            back: "data: { keyed: ads, by: id, value: { a: title, b: title } }\n", isSame: false),
        Return(
            from: "data: [{ a: title_ }, { b: site.url }]\n".replacing("title_", with: "site.title"),
            left: "data: [{ a: site.title }, {}]\n", back: "data: [{ a: site.title }, { b: { count: ads } }]\n",
            isSame: false),
    ]

    @Test(arguments: returns) func aKeyComesBackAsItWas(_ edit: Return) throws {
        let site = try site(edit.from)
        #expect(try site.build() == [])
        try site.write(edit.left, to: Self.template)
        #expect(try site.build() == ["contract.\(edit.rule.rawValue)"])
        #expect(try site.build(accepting: [.init(rule: edit.rule, endpoint: "v1/x", why: "None.")]) == [])
        // The name stays reserved however many builds follow.
        try site.write("title: C\nrank: 1\n", to: "content/ads/c.yml")
        #expect(try site.build() == [])
        #expect(try site.published("api/v1/openapi.json").contains("\"x-reserved\""))
        try site.write(edit.back, to: Self.template)
        #expect(try site.build() == (edit.isSame ? [] : ["contract.nameReused"]), "\(edit.testDescription)")
        let decision = AcceptedChange(rule: .nameReused, endpoint: "v1/x", why: "Old apps are gone.")
        #expect(try site.build(accepting: [decision]) == (edit.isSame ? ["contract.unused"] : []))
        // The key is promised again.
        #expect(try !site.published("api/v1/openapi.json").contains("\"x-reserved\""))
        #expect(try site.build() == [])
        try site.write(edit.left, to: Self.template)
        #expect(try site.build() == ["contract.keyRemoved"])
    }

    @Test func itSaysWhatAppsKnow() throws {
        let edit = Self.returns[1]
        let site = try removed(edit.from, edit.left)
        try site.write(edit.back, to: Self.template)
        #expect(
            try site.messages() == [
                "api/v1/x.json: '[].b' was removed before and comes back as something else: "
                    + "'[].b' is a string, but apps expect an integer"
            ])
        #expect(try site.places() == [Self.template + ":1"])
        #expect(try site.help().allSatisfy { $0.contains("--accept-breaking 'nameReused:v1/x:[].b' --why '…'") })
    }

    /// A name that a draft drops was no promise; one that was reserved before stays so until it is promised again.
    @Test func draftsReserveNothingAndForgetNothing() throws {
        let edit = Self.returns[1]
        let site = try site(edit.from)
        try site.write("status: draft\n", to: Self.version)
        #expect(try site.build() == [])
        try site.write(edit.left, to: Self.template)
        #expect(try site.build() == [])
        #expect(try !site.published("api/v1/openapi.json").contains("x-reserved"))

        let other = try removed(edit.from, edit.left)
        try other.write("status: draft\n", to: Self.version)
        #expect(try other.build(accepting: [.init(rule: .statusLoosened, endpoint: "v1", why: "Anew.")]) == [])
        try other.write(edit.back, to: Self.template)
        #expect(try other.build() == [])
        try other.write("status: current\n", to: Self.version)
        #expect(try other.build() == ["contract.nameReused"])
        try other.write(edit.from, to: Self.template)
        #expect(try other.build() == [])
    }

    /// An endpoint comes back as it was, whatever name stands in its braces.
    @Test(arguments: [("y", "y"), ("y/{id}", "y/{title}")]) func anEndpointComesBackAsItWas(
        _ path: String, _ later: String
    ) throws {
        let site = try site(Self.list("title"))
        func write(_ value: String?, _ path: String) throws {
            let text = value.map { path.contains("{") ? "for: ads\ndata: \($0)\n" : Self.list($0) }
            try site.write(text, to: "templates/api/v1/\(path).json.yml")
        }
        try write("{ a: title }", path)
        #expect(try site.build() == [])
        try write(nil, path)
        #expect(try site.build(accepting: [.init(rule: .endpointRemoved, endpoint: "v1/" + path, why: "None.")]) == [])
        try write("{ a: rank }", later)
        #expect(try site.build() == ["contract.nameReused"])
        try write("{ a: title, b: rank }", later)
        #expect(try site.build() == [])
        try write("{ a: rank, b: rank }", later)
        #expect(try site.build() == ["contract.typeChanged"])
    }

    /// A file also comes back as it was if it is one of several that another template makes.
    @Test func aFileOfSeveralComesBackAsItWas() throws {
        let site = try site(Self.list("title"))
        let one = "templates/api/v1/a.json.yml"
        try site.write("data: { x: site.title }\n", to: one)
        #expect(try site.build() == [])
        try site.write(nil, to: one)
        #expect(try site.build(accepting: [.init(rule: .endpointRemoved, endpoint: "v1/a", why: "None.")]) == [])
        let several = "templates/api/v1/{id}.json.yml"
        try site.write("for: ads\ndata: { x: rank }\n", to: several)
        #expect(try site.build() == ["contract.nameReused"])
        #expect(try site.places() == [several + ":2"])
        // None of the template's files has the reserved name.
        try site.write("for: { each: ads, where: { id: { not: a } } }\ndata: { x: rank }\n", to: several)
        #expect(try site.build() == [])
        #expect(try site.published("api/v1/openapi.json").contains("\"x-reserved\""))
        try site.write("for: ads\ndata: { x: rank }\n", to: several)
        #expect(try site.build() == ["contract.nameReused"])
        let decision = AcceptedChange(rule: .nameReused, endpoint: "v1/{id}", why: "Old apps are gone.")
        #expect(try site.build(accepting: [decision]) == [])
        #expect(try site.build() == [])
    }

    /// No file is left that could tell whether this one was among the several.
    @Test func aFileThatMayHaveBeenOneOfSeveral() throws {
        let site = try site(Self.list("title"))
        let several = "templates/api/v1/{id}.json.yml"
        try site.write("for: ads\ndata: { x: title }\n", to: several)
        #expect(try site.build() == [])
        try site.write(nil, to: several)
        #expect(try site.build(accepting: [.init(rule: .endpointRemoved, endpoint: "v1/{id}", why: "None.")]) == [])
        let one = "templates/api/v1/a.json.yml"
        try site.write("data: { x: site.title }\n", to: one)
        #expect(try site.build() == [])
        try site.write("data: { x: { count: ads } }\n", to: "templates/api/v1/b.json.yml")
        #expect(try site.build() == ["contract.nameReused"])
        #expect(try site.places() == ["templates/api/v1/b.json.yml:1"])
        let decision = AcceptedChange(rule: .nameReused, endpoint: "v1/b", why: "It never was one.")
        #expect(try site.build(accepting: [decision]) == [])
        #expect(try site.build() == [])
    }

    /// A decision about an endpoint says nothing about another that makes its files from now on.
    @Test(arguments: [("a", "{id}"), ("{id}", "a")]) func whatIsRemovedAndMadeByAnother(
        _ one: String, _ other: String
    ) throws {
        let site = try site(Self.list("title"))
        func write(_ value: String, _ path: String) throws {
            let source = path == "a" ? "" : "for: ads\n"
            try site.write("\(source)data: { x: \(value) }\n", to: "templates/api/v1/\(path).json.yml")
        }
        try write(one == "a" ? "site.title" : "title", one)
        #expect(try site.build() == [])
        try site.write(nil, to: "templates/api/v1/\(one).json.yml")
        try write(other == "a" ? "{ count: ads }" : "rank", other)
        let removal = AcceptedChange(rule: .endpointRemoved, endpoint: "v1/" + one, why: "Unused.")
        #expect(try site.build(accepting: [removal]) == ["contract.typeChanged"])
        let change = AcceptedChange(rule: .typeChanged, endpoint: "v1/" + other, why: "Unused.")
        #expect(try site.build(accepting: [removal, change]) == [])
        #expect(try site.build() == [])
    }

    /// A version comes back with all that it had removed before, which nobody can take out by hand.
    @Test func aVersionComesBackAsItWas() throws {
        let site = try removed("data: { b: site.title, c: site.url }\n", "data: { c: site.url }\n")
        func write(_ text: String?) throws {
            try site.write(text.map { _ in "status: current\n" }, to: Self.version)
            try site.write(text, to: Self.template)
        }
        let changelog = try site.published("api/v1/changelog.json")
        #expect(!changelog.contains("reserved"))
        try write(nil)
        try site.write("data: site.title\n", to: "templates/api/v2/z.json.yml")
        try site.write("status: current\n", to: "templates/api/v2/_version.yml")
        #expect(try site.build(accepting: [.init(rule: .versionRemoved, endpoint: "v1", why: "Unused.")]) == [])
        try site.write("title: C\nrank: 1\n", to: "content/ads/c.yml")
        #expect(try site.build() == [])
        let kept = try site.published("api/v1/changelog.json")
        #expect(kept.contains("\"reserved\""))

        try site.write(changelog, to: "public/api/v1/changelog.json")
        #expect(try site.build() == ["contract.damaged"])
        try site.write(nil, to: "public/api/v1/changelog.json")
        #expect(try site.build() == ["contract.damaged"])
        try site.write(kept, to: "public/api/v1/changelog.json")

        for (text, rules) in [
            ("data: { c: { count: ads } }\n", ["contract.nameReused"]),
            ("data: { c: site.url, b: { count: ads } }\n", ["contract.nameReused"]),
            ("data: { b: site.title }\n", ["contract.nameReused"]), ("data: { c: site.url }\n", []),
            ("data: { c: site.url, b: { count: ads } }\n", ["contract.nameReused"]),
            ("data: { c: site.url, b: site.title }\n", []),
        ] {
            try write(text)
            #expect(try site.build() == rules, "\(text)")
        }
    }

    private func removed(_ from: String, _ left: String) throws -> ContractBoard {
        let site = try site(from)
        #expect(try site.build() == [])
        try site.write(left, to: Self.template)
        #expect(try site.build(accepting: [.init(rule: .keyRemoved, endpoint: "v1/x", why: "None.")]) == [])
        return site
    }

    private func site(_ shape: String) throws -> ContractBoard {
        let site = ContractBoard()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { title: text, rank: integer, note: text? }\n",
            "content/ads/a.yml": "title: A\nrank: 1\n", Self.version: "status: current\n", Self.template: shape,
        ] { try site.write(text, to: path) }
        return site
    }
}

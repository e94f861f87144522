import SiteTesting
import Testing

@testable import KairanPublish

/// One shape in several versions is promised in each of them.
@Suite struct SharedShapeTests {
    @Test func everyVersionKeepsItsPromise() throws {
        let site = try Self.site()
        #expect(try site.build() == [])
        #expect(try site.published("api/v1/x.json") == site.published("api/v2/x.json"))
        try site.write("for: ads\ndata: { id: id }\n", to: Self.shape)
        #expect(try site.errors().map(\.rule.rawValue) == ["contract.keyRemoved", "contract.keyRemoved"])
        // Another version may still leave it as it is.
        try site.write(
            "data: { each: ads, value: { shape: ad, with: { name: name } } }\n", to: "templates/api/v1/x.json.yml")
        try site.write("data: { each: ads, value: { id: id, name: name } }\n", to: "templates/api/v2/x.json.yml")
        #expect(try site.build() == [])
    }

    /// The shape is right on its own, so nothing else would tell that the template makes no file.
    @Test(arguments: [
        ("{ for: ads, data: { shape: ad } }\n", "api/v1/one/{id}.json"),
        ("{ for: ads, data: { all: [{ shape: ad }] } }\n", "api/v1/one/{id}.json"),
    ])
    func whatOnlyOneOfItsUsesLacks(_ template: String, _ path: String) throws {
        let site = try Self.site()
        try site.write("for: ads\ndata: { id: id, name: name, place: { position: 1 } }\n", to: Self.shape)
        #expect(try site.build() == [])
        try site.write(template, to: "templates/\(path).yml")
        let errors = try site.errors()
        #expect(errors.count == 1 && errors[0].span.path == Self.shape && errors[0].span.line == 2, "\(errors)")
        #expect(errors.first?.help?.hasSuffix("templates/\(path).yml:1 uses this shape") == true, "\(errors)")
    }

    /// However often a version uses a shape, its changes are told once, where the shape has them.
    @Test func aChangeIsToldOnceForEachVersion() throws {
        let site = try Self.site()
        let users = [
            "_shapes/list/outer": "for: ads\ndata: { own: name, in: { shape: ad } }\n",
            "api/v2/x.json": "data: { each: ads, value: { shape: ad } }\n",
            "api/v2/y.json": """
            data:
              all: { each: ads, value: { shape: list/outer } }
              one: { first: ads, value: { shape: ad, with: { more: id } } }
            """, "api/v2/z/{id}.json": "{ for: ads, data: { shape: ad } }\n",
        ]
        for (path, text) in users { try site.write(text, to: "templates/\(path).yml") }
        #expect(try site.build() == [])
        try site.write("for: ads\ndata: { id: { text: \"{id}\" }, name: { count: ads } }\n", to: Self.shape)
        let errors = try site.errors()
        #expect(errors.map(\.rule.rawValue) == ["contract.typeChanged", "contract.typeChanged"])
        #expect(errors.allSatisfy { $0.span.path == Self.shape && $0.span.line == 2 && $0.span.column == 31 })
        #expect(
            errors.map(\.message) == [
                "'name' of the shape 'ad' is an integer, but apps expect a string; v1 is current, and released apps "
                    + "read it in 'x.json'",
                "'name' of the shape 'ad' is an integer, but apps expect a string; v2 is frozen, and released apps "
                    + "read it in 'x.json', 'y.json', 'z/{id}.json'",
            ])
        #expect(
            errors.last?.help == "leave it as it was; or give v2 a shape of its own: copy the former "
                + "one (in git: git show HEAD:./templates/_shapes/ad.yml) to templates/_shapes/v2/ad.yml, and name it there; or, if no app relies on it, use --accept-breaking 'typeChanged:v2/x:[].name' --accept-breaking "
                + "'typeChanged:v2/y:all[].in.name' --accept-breaking 'typeChanged:v2/y:one.name' --accept-breaking "
                + "'typeChanged:v2/z/{id}:name' --why '…'")
        // The way out that the help names.
        try site.write("for: ads\ndata: { id: id, name: name }\n", to: "templates/_shapes/v2/ad.yml")
        for (path, text) in users {
            try site.write(text.replacing("shape: ad", with: "shape: v2/ad"), to: "templates/\(path).yml")
        }
        #expect(try site.errors().map(\.message).allSatisfy { $0.contains("v1 is current") })
    }

    /// A shape that is one of several is told of at its own place, like one that stands alone.
    @Test(arguments: [
        (
            counted, "{ if: { name: A }, then: { shape: ad }, else: { literal: null } }",
            "2:17: 'name' of the shape 'ad' is an integer, but apps expect a string"
        ),
        (
            counted, "{ if: { name: A }, then: { name: name }, else: { shape: ad } }",
            "2:17: 'name' of the shape 'ad' is an integer or a string, but apps expect a string"
        ),
        (
            counted, "{ if: { name: A }, then: { shape: whole }, else: { shape: ad } }",
            "2:17: 'name' of the shape 'ad' is an integer or a string, but apps expect a string"
        ),
        (
            counted, "{ firstOf: [{ if: { name: A }, then: { shape: ad } }, { shape: whole }] }",
            "2:17: 'name' of the shape 'ad' is an integer or a string, but apps expect a string"
        ),
        (
            lost, "{ if: { name: A }, then: { shape: whole }, else: { shape: ad } }",
            "2:7: 'name' of the shape 'ad' would be declared optional, but apps always expect it"
        ),
        (
            lost, "{ if: { name: A }, then: { shape: ad }, else: { text: none } }",
            "2:7: 'name' of the shape 'ad' would be gone"
        ),
        (
            ("{ id: id, name: name }", "{ id: id, title: name }"), "{ if: { name: A }, then: { shape: ad } }",
            "2:17: 'name' of the shape 'ad' would be called 'title'"
        ),
        (
            ("{ all: [{ in: [{ own: name }, id] }] }", "{ all: [{ in: [{ own: { count: ads } }, id] }] }"),
            "{ shape: ad }", "2:24: 'all[].in[0].own' of the shape 'ad' is an integer, but apps expect a string"
        ),
        (plain, "{ in: { shape: ad } }", "2:7: the shape 'ad' is an integer, but apps expect a string"),
        (plain, "{ shape: ad }", "2:7: the shape 'ad' is an integer, but apps expect a string"),
        (
            (
                "{ keys: { keyed: ads, by: id, value: { own: name } } }",
                "{ keys: { keyed: ads, by: id, value: { own: { count: ads } } } }"
            ), "{ shape: ad }", "2:46: 'keys{}.own' of the shape 'ad' is an integer, but apps expect a string"
        ),
    ])
    func aShapeAmongOthersIsToldAtItsPlace(
        _ test: (shape: (before: String, after: String), use: String, message: String)
    ) throws {
        let site = try Self.site()
        for (path, text) in [
            "_shapes/whole": "for: ads\ndata: { id: id, name: name }\n",
            "api/v1/x.json": "data: { each: ads, value: \(test.use) }\n",
            "api/v2/x.json": "data: { each: ads, value: id }\n",
        ] { try site.write(text, to: "templates/\(path).yml") }
        try site.write("for: ads\ndata: \(test.shape.before)\n", to: Self.shape)
        #expect(try site.build() == [])
        try site.write("for: ads\ndata: \(test.shape.after)\n", to: Self.shape)
        let errors = try site.errors()
        #expect(
            errors.map { "\($0.span.path):\($0.span.line):\($0.span.column): \($0.message)" } == [
                "\(Self.shape):\(test.message); v1 is current, and released apps read it in 'x.json'"
            ])
    }

    /// A use among others may have other words for the change, or even another rule.
    @Test func aShapeAmongOthersIsToldOnce() throws {
        let site = try Self.site()
        try site.write(
            """
            data:
              one: { each: ads, value: { if: { name: A }, then: { name: id }, else: { shape: ad } } }
              two: { each: ads, value: { shape: ad } }
            """, to: "templates/api/v1/x.json.yml")
        try site.write("data: { each: ads, value: id }\n", to: "templates/api/v2/x.json.yml")
        #expect(try site.build() == [])
        try site.write("for: ads\ndata: { id: id, name: { count: ads } }\n", to: Self.shape)
        #expect(
            try site.messages() == [
                "'name' of the shape 'ad' is an integer, but apps expect a string; v1 is current, and released apps "
                    + "read it in 'x.json'"
            ])
        #expect(
            try site.help().map {
                $0.hasSuffix("typeChanged:v1/x:one[].name' --accept-breaking 'typeChanged:v1/x:two[].name' --why '…'")
            } == [true])
        try site.write("for: ads\ndata: { id: id }\n", to: Self.shape)
        #expect(try site.errors().map(\.rule.rawValue) == ["contract.keyRemoved"])
    }

    /// The words around a shape decide too: a missing element, or several shapes that no longer have a key.
    @Test(arguments: [
        ("{ first: ads, required: true, value: { shape: ad } }", "{ first: ads, value: { shape: ad } }"),
        (
            "{ if: { site.title: T }, then: { shape: ad }, else: { shape: whole } }",
            "{ if: { site.title: T }, then: { literal: { id: a } }, else: { literal: { id: b } } }"
        ),
    ])
    func aChangeAroundAShapeIsToldWhereItIs(_ test: (before: String, after: String)) throws {
        let site = try Self.site()
        let own = "for: { each: ads }\ndata: { one: USE }\n"
        try site.write("for: ads\ndata: { id: id, name: name }\n", to: "templates/_shapes/whole.yml")
        try site.write(own.replacing("USE", with: test.before), to: "templates/api/v1/y/{id}.json.yml")
        #expect(try site.build() == [])
        try site.write(own.replacing("USE", with: test.after), to: "templates/api/v1/y/{id}.json.yml")
        let errors = try site.errors()
        #expect(
            errors.count == 1 && errors.allSatisfy { $0.span.path == "templates/api/v1/y/{id}.json.yml" }, "\(errors)")
    }

    /// A key under `with` stands where the shape has it, or else at the end.
    @Test func keysAreAddedAndReplaced() throws {
        let site = try Self.site()
        try site.write(
            "data: { each: ads, value: { shape: ad, with: { more: name, id: { literal: 7 } } } }\n",
            to: "templates/api/v1/x.json.yml")
        #expect(try site.build() == [])
        let text = try site.published("api/v1/x.json").filter { !$0.isWhitespace }
        #expect(text == "[{\"id\":7,\"name\":\"A\",\"more\":\"A\"}]")
    }

    @Test func anUnusedShapeIsAWarning() throws {
        let site = try Self.site()
        try site.write("for: ads\ndata: name\n", to: "templates/_shapes/other.yml")
        let warnings = try site.warnings(accepting: [])
        #expect(warnings.map(\.rule.rawValue) == ["template.unused"], "\(warnings)")
    }

    private static let shape = "templates/_shapes/ad.yml"
    /// The shape as it is, and as it becomes.
    private static let counted = ("{ id: id, name: name }", "{ id: id, name: { count: ads } }")
    private static let lost = ("{ id: id, name: name }", "{ id: id }")
    private static let plain = ("name", "{ count: ads }")

    private static func site() throws -> ContractBoard {
        let site = ContractBoard()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { name: text }\n", "content/ads/a.yml": "{ id: a, name: A }\n",
            shape: "for: ads\ndata: { id: id, name: name }\n",
            "templates/api/v1/_version.yml": "status: current\n", "templates/api/v2/_version.yml": "status: frozen\n",
            "templates/api/v1/x.json.yml": "data: { each: ads, value: { shape: ad } }\n",
            "templates/api/v2/x.json.yml": "data: { each: ads, value: { shape: ad } }\n",
        ] { try site.write(text, to: path) }
        return site
    }
}

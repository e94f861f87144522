import Foundation
import SiteTesting
import Testing

/// Each case has mistakes as `kairan lint` reports them, and a folder in which they are mended.
@Suite struct LintCommandTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// The files by path; `right` is put over `broken`.
        var broken: [String: Data]
        var right: [String: Data]
        var arguments: [String] = []

        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "syntax",
            broken: [
                "a.json": text("{ \"a\": 1, }"), "b.json": text("{\n  // no comment\n  \"a\": 1\n}\n"),
                "c/deep.json": text("{ 'a': 01, \"b\": tru }"), "d.json": text(""), "e.json": text("[1] [2]"),
            ],
            right: [
                "a.json": text("{ \"a\": 1 }"), "b.json": text("{ \"a\": 1 }\n"),
                "c/deep.json": text("{ \"a\": 1, \"b\": true }"), "d.json": text("null"), "e.json": text("[1, 2]"),
            ]),
        Case(
            name: "duplicate-keys",
            broken: ["a.json": text("{\n  \"id\": 1,\n  \"in\": { \"x\": 1, \"\\u0078\": 2 },\n  \"id\": 2\n}\n")],
            right: ["a.json": text("{ \"id\": 1, \"in\": { \"x\": 1, \"id\": 2 } }")]),
        Case(
            name: "numbers",
            broken: [
                "a.json": text("{ \"a\": 9007199254740993,\n  \"b\": [1e400, -9007199254740992] }"),
                "b.json": text("[9007199254740991, 0.1234567890123456789, 1e3, 1e-400]"),
            ], right: ["a.json": text("{ \"a\": \"9007199254740993\" }")]),
        Case(
            name: "byte-order-mark", broken: ["a.json": Data([0xEF, 0xBB, 0xBF]) + text("{}")],
            right: ["a.json": text("{}")]),
        Case(
            name: "encoding", broken: ["a.json": text("{ \"a\": \"") + Data([0x93, 0xFA]) + text("\" }")],
            right: ["a.json": text("{ \"a\": \"日\" }")]),
        Case(
            name: "links",
            broken: [
                "images/bread.png": png,
                "v1/ads.json": text(
                    """
                    { "ads": [
                      { "image": "images/Bread.png", "page": "https://example.org/board/ads/gone/" },
                      { "image": "../../above.png", "page": "/board/v1/none.json#x", "file": "./a%20b.pdf" },
                      { "image": "https:\\/\\/example.org\\/board\\/none.png" }
                    ] }
                    """),
            ],
            right: [
                "v1/ads.json": text(
                    """
                    { "ads": [
                      { "image": "images/bread.png", "page": "https://example.org/board/ads/", "x": "../v1/ads.json" },
                      { "image": "https://elsewhere.example/none.png", "page": "/board/v1/ads.json?x#y" },
                      { "words": "and/or", "program": "Node.js", "type": "image/png", "text": "See none.png there" },
                      { "none.png": "keys are no links", "form": "images/{id}.png", "mail": "mailto:a@b.json" },
                      { "image": "https:\\/\\/example.org\\/board\\/images/bread.png", "slash": "/", "all": "/other/x.json" },
                      { "file": "./a%20b.pdf" }
                    ] }
                    """), "ads/index.html": text("x"), "v1/a b.pdf": text("x"),
                "other/x.json": text("1"),
            ], arguments: ["--base", "https://example.org/board"]),
        Case(
            name: "links-without-base", broken: ["a.json": text("[\"none.png\", \"https://example.org/none.png\"]")],
            right: ["a.json": text("[\"/a.json\", \"./a.json\", \"https://example.org/none.png\"]")]),
        Case(
            name: "pictures",
            broken: [
                "cut.png": png.dropLast(12), "page.jpg": text("<html>"), "photo.jpg": png,
                "a.json": text("{}"),
            ],
            right: ["cut.png": png, "page.jpg": jpeg, "photo.jpg": jpeg]),
        Case(
            name: "schema",
            broken: [
                "ads/a.json": text("{ \"id\": \"7\", \"kind\": \"pr\" }"), "ads/b.json": text("{ \"kind\": \"x\" }"),
                "other.json": text("{}"), "schema.json": schema,
            ],
            right: ["ads/a.json": text("{ \"id\": 7, \"kind\": \"pr\" }"), "ads/b.json": text("{ \"id\": 8 }")],
            arguments: ["--schema", "ads/*=schema.json"]),
        Case(
            name: "schema-for-all", broken: ["a.json": text("{}"), "schema.json": schema],
            right: ["a.json": text("{ \"id\": 1 }")], arguments: ["--schema", "schema.json"]),
        Case(
            name: "schema-that-allows-no-more",
            broken: [
                "a.json": text("{}"),
                "schema.json": text(
                    """
                    {
                      "type": "array",
                      "items": { "type": "object", "properties": {}, "additionalProperties": false }
                    }
                    """),
            ],
            right: ["a.json": text("[{}]"), "schema.json": text("{ \"type\": \"array\", \"items\": {} }")],
            arguments: ["--schema", "schema.json"]),
        Case(
            name: "schema-of-other-words",
            broken: ["a.json": text("{}"), "schema.json": text("{\n  \"oneOf\": []\n}\n")],
            right: ["schema.json": text("{ \"type\": \"object\" }")], arguments: ["--schema", "schema.json"]),
        Case(
            name: "schema-words",
            broken: [
                "a.json": text("{}"),
                "schema.json": text(
                    """
                    {
                      "type": "object",
                      "properties": {
                        "a": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
                        "b": { "minLength": 3, "description": "no type" },
                        "c": { "type": "string", "pattern": "((" },
                        "d": { "enum": ["x"], "maxLength": 3 },
                        "e": { "type": "object", "properties": {}, "additionalProperties": { "type": "string" } },
                        "f": { "type": "array", "items": { "type": "object", "not": {} }, "uniqueItems": true },
                        "g": { "$ref": "#/$defs/gone" },
                        "h": { "$ref": "other.json" },
                        "i": { "$ref": "#/$defs/tree" },
                        "j": { "$ref": "#/$defs/text", "maxLength": 3 }
                      },
                      "$defs": {
                        "tree": { "type": "array", "items": { "$ref": "#/$defs/tree" } },
                        "text": { "type": "string" }
                      }
                    }
                    """),
            ],
            right: ["schema.json": text("{ \"type\": \"object\" }")], arguments: ["--schema", "schema.json"]),
        Case(
            name: "schema-references",
            broken: ["a.json": text("{ \"one\": { \"x\": 1 }, \"two\": [{}] }"), "schema.json": references],
            right: ["a.json": text("{ \"one\": { \"x\": \"1\" }, \"two\": [], \"three\": null }")],
            arguments: ["--schema", "schema.json"]),
        Case(
            name: "schema-that-grows", broken: ["a.json": text("{}"), "schema.json": growing],
            right: ["schema.json": text("{}")], arguments: ["--schema", "schema.json"]),
        Case(
            name: "descriptions", broken: ["a.json": text("{ \"title\": \"v1/none.json\" }")],
            right: [
                "a.json": text(
                    """
                    {
                      "$schema": "https://json-schema.org/draft/2020-12/schema",
                      "title": "v1/none.json"
                    }
                    """),
                "openapi.json": text("{ \"openapi\": \"3.1.0\", \"info\": { \"example\": \"images/none.png\" } }"),
            ]),
    ]

    private static let references = text(
        """
        {
          "type": "object",
          "properties": {
            "one": { "$ref": "#/$defs/a~1b", "description": "of one" },
            "two": { "type": "array", "items": { "$ref": "#/$defs/a~1b" } }
          },
          "required": ["one", "three"],
          "$defs": {
            "a/b": { "type": "object", "properties": { "x": { "$ref": "#/$defs/text" } }, "required": ["x"] },
            "text": { "type": "string" }
          }
        }
        """)
    /// Each definition refers to the next twice, so the whole schema doubles forty times.
    private static let growing = text(
        "{ \"$ref\": \"#/$defs/a0\", \"$defs\": { \"a40\": {}"
            + (0..<40).map { number in
                let next = "{ \"$ref\": \"#/$defs/a\(number + 1)\" }"
                return
                    ", \"a\(number)\": { \"type\": \"object\", \"properties\": { \"x\": \(next), \"y\": \(next) } }"
            }.joined() + " } }")

    @Test(arguments: cases) func everyMistakeIsSaidAndTheMendedFolderIsRight(_ one: Case) throws {
        let box = try TemporaryFolder()
        for (path, bytes) in one.broken { try box.write(bytes, to: path) }
        let broken = try kairan(["lint", "."] + one.arguments, in: box.url)
        #expect(broken.exitCode == 1)
        #expect(broken.output == "")
        let golden = sitesFolder.appending(path: "lint/\(one.name).txt")
        #expect(try goldenDifference(broken.errors, golden) == nil)
        for (path, bytes) in one.right { try box.write(bytes, to: path) }
        let right = try kairan(["lint", "."] + one.arguments, in: box.url)
        #expect(right.exitCode == 0 && right.errors == "", "\(right.errors)")
        #expect(right.output.wholeMatch(of: /\d+ JSON files?, \d+ pictures?: no mistakes; \d+ ms\n/) != nil)
    }

    @Test func forPrograms() throws {
        let box = try TemporaryFolder()
        try box.write("{ \"a\": 1, }", to: "api/a.json")
        let github = try kairan(["lint", "api/", "--format", "github"], in: box.url)
        #expect(github.exitCode == 1)
        #expect(
            github.output
                == "::error file=api/a.json,line=1,col=9,endColumn=10,title=json.trailingComma::a comma before the closing '}'%0Ahelp: remove the comma\n"
        )
        #expect(github.errors == "1 mistake in 1 JSON file, 0 pictures\n")
        let json = try kairan(["lint", "api", "--format", "json"], in: box.url)
        #expect(json.exitCode == 1)
        #expect(json.output.hasPrefix("{\"diagnostics\":[{\"column\":9,") && json.output.hasSuffix("\"done\":false}\n"))
        let sarif = try kairan(["lint", "api", "--format", "sarif"], in: box.url)
        #expect(sarif.exitCode == 1 && sarif.errors == "" && sarif.output.contains("\"ruleId\":\"json.trailingComma\""))
        try box.write("{}", to: "api/a.json")
        #expect(try kairan(["lint", "api", "--format", "sarif"], in: box.url).output.contains("\"results\":[]"))
        #expect(
            try kairan(["lint", "api", "--format", "json"], in: box.url).output
                == "{\"diagnostics\":[],\"done\":true,\"files\":1,\"pictures\":0}\n")
    }

    @Test func symbolicLinks() throws {
        let box = try TemporaryFolder()
        try box.write("{}", to: "api/real/a.json")
        let links = [
            "circle.json": "circle.json", "real/b.json": "a.json", "real/up": "..", "gone.json": "none.json",
            "out.json": "../etc.json", "one.json": "two.json", "two.json": "one.json", "here": ".",
        ]
        for (path, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: box.path + "/api/" + path, withDestinationPath: target)
        }
        try box.write("{}", to: "etc.json")
        let run = try kairan(["lint", "api"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(try goldenDifference(run.errors, sitesFolder.appending(path: "lint/symbolic-links.txt")) == nil)
    }

    @Test func whatIsNotSaid() throws {
        let box = try TemporaryFolder()
        #expect(try kairan(["lint", "."], in: box.url).output.hasPrefix("0 JSON files, 0 pictures: no mistakes; "))
        try box.write("not JSON", to: ".git/a.json")
        try box.write("not JSON", to: "notes.txt")
        #expect(try kairan(["lint", "."], in: box.url).exitCode == 0)
    }

    @Test(
        arguments: [
            (["lint"], 2, "Missing expected argument"), (["lint", "nowhere"], 3, "nowhere: there is no such file"),
            (["lint", ".", "--schema", "none.json"], 3, "none.json: "),
            (["lint", ".", "--base", "/board/"], 2, "'/board/' is not the address of a folder"),
            (
                ["lint", ".", "--ignore", "image.fromat"], 2,
                "has no rule 'image.fromat' to ignore; did you mean 'image.format'?"
            ),
            (["lint", ".", "--ignore", "window.order"], 2, "has no rule 'window.order' to ignore; its rules are "),
            (["lint", ".", "--baseline", "none.json"], 3, "none.json: "),
            (
                ["lint", ".", "--write-baseline", "/dev/null/known.json"], 3,
                "/dev/null/known.json: a file stands where a folder is needed"
            ),
            (["lint", ".", "--baseline", "a", "--write-baseline", "b"], 2, "cannot be used together"),
        ] as [([String], Int32, String)]) func misuse(_ arguments: [String], _ code: Int32, _ message: String) throws
    {
        let box = try TemporaryFolder()
        let run = try kairan(arguments, in: box.url)
        #expect(run.exitCode == code)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    private static func text(_ text: String) -> Data { Data(text.utf8) }

    private static let schema = text(
        """
        {
          "type": "object",
          "properties": { "id": { "type": "integer" }, "kind": { "enum": ["pr", "univ"] } },
          "required": ["id"]
        }
        """)
    /// The two pictures have one pixel each.
    private static let png =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
        ?? Data()
    static let jpeg =
        Data(
            base64Encoded: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQ\
                CgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==
                """) ?? Data()
}

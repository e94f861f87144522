import Foundation
import SiteTesting
import Testing

/// The schemas of editors say what they can of `checks`. They are never stricter than Kairan itself, and jsonschema
/// judges them.
@Suite struct CheckSchemaTests {
    @Test(arguments: [
        ("price: 1, end: 2026-05-01", []),
        ("end: 2026-05-01", ["a price or a reason"]),
        ("price: 1, reason: It is old, end: 2026-05-01", ["a price or a reason"]),
        ("price: , reason: It is old", []),
        ("reason: It is old, support: full, level: 1", ["an end"]),
        ("reason: It is old, support: security, level: 1", ["an end"]),
        ("reason: It is old, support: full, level: 1, end: 2026-05-01", []),
        ("reason: It is old, isOpen: true", ["its level is 1 or 2"]),
        ("reason: It is old, isOpen: true, level: 3", ["its level is 1 or 2"]),
        ("reason: It is old, isOpen: true, level: 2", []),
        ("reason: It is old, isOpen: true, level: 2, share: 1", ["a share below 1"]),
        ("reason: It is old, isOpen: false, level: 2, share: 0.5", []),
        ("reason: It is old, deleted: 2026-04-01", []),
        ("price: 1, eol: true, note: null", []),
        ("price: 1, eol: 2026-05-01, note: null", ["a known end has a note"]),
        ("price: 1, eol: 2026-05-01, note: soon", []),
        ("price: 1, eol: 2026-05-01", ["a known end has a note"]),
        ("price: 1, eol: true", []),
        ("price: 1, eol: false, note: soon", ["no note without an end"]),
        ("price: 1, eol: false, note: null", []),
        ("price: 1, mark: null", []),
        ("price: 1, mark: 2026-05-01", []),
        ("price: 1, mark: 3", ["no number as a mark"]),
        ("price: 1, isPaid: true, hasPrice: true", []),
    ])
    func whatTheySay(_ entry: String, _ mistakes: [String]) throws {
        let box = try site(entry)
        #expect(try kairan(["schema"], in: box.url).exitCode == 0)
        let judged = try runPython(Self.judge, input: Array(box.path.utf8))
        let told = String(decoding: judged, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(told == mistakes)
        let check = try kairan(["check"], in: box.url)
        #expect(check.errors.components(separatedBy: "[check.failed]").count - 1 == mistakes.count, "\(check.errors)")
    }

    /// A schema knows no other entry, no moment, and no second value to compare with.
    @Test func whatTheyCannotSay() throws {
        let box = try site("price: 1, end: 2020-01-01")
        #expect(try kairan(["schema"], in: box.url).exitCode == 0)
        #expect(try runPython(Self.judge, input: Array(box.path.utf8)).isEmpty)
        let check = try kairan(["check"], in: box.url)
        #expect(check.errors.contains("content/posts/one.yml:1:18: error: It ended before it started [check.failed]"))
    }

    /// Records that are entries keep the checks of their own collection, in the file of their parent.
    @Test(arguments: [
        ("price: 1", true), ("price: 0", false), ("price: 0, deleted: 2026-04-01", true), ("isOpen: true", false),
    ]) func whatTheySayOfRecords(_ record: String, _ isRight: Bool) throws {
        let box = try TemporaryFolder()
        try box.write("title: Board\nurl: https://example.org/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try box.write("fields: { days: { entries: days } }\n", to: "content/posts/_collection.yml")
        try box.write(
            "fields: { talks: { entries?: talks }, day: text }\nparent: posts\nid: day\n",
            to: "content/days/_collection.yml")
        try box.write(
            """
            parent: days
            id: name
            mayBeEmpty: true
            fields: { name: text, price: decimal?, isOpen: boolean? }
            checks:
              - { holds: { price: { moreThan: 0 } }, say: It costs something, at: price }
            """, to: "content/talks/_collection.yml")
        try box.write("days: [{ day: a, talks: [{ name: one, \(record) }] }]\n", to: "content/posts/one.yml")
        try box.write("{{site.title}}\n", to: "templates/index.html.mustache")
        #expect(try kairan(["schema"], in: box.url).exitCode == 0)
        let script = """
            import json, sys
            from jsonschema import Draft7Validator
            from ruamel.yaml import YAML
            folder = sys.stdin.read()
            entry = YAML(typ="safe", pure=True).load(open(folder + "/content/posts/one.yml"))
            entry = json.loads(json.dumps(entry, default=str))
            print(Draft7Validator(json.load(open(folder + "/.schemas/posts.schema.json"))).is_valid(entry))
            """
        let judged = String(decoding: try runPython(script, input: Array(box.path.utf8)), as: UTF8.self)
        #expect(judged == (isRight ? "True\n" : "False\n"))
        let check = try kairan(["check"], in: box.url)
        #expect(check.errors.contains("[check.failed]") == !isRight, "\(check.errors)")
    }

    private func site(_ entry: String) throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("title: Board\nurl: https://example.org/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try box.write(
            """
            fields:
              start: { date: { default: 2026-01-01 } }
              end: date?
              price: decimal?
              reason: text?
              support: { choice?: [full, security, none] }
              level: integer?
              share: decimal?
              isOpen: boolean?
              eol: { oneOf?: [date, boolean] }
              note: { oneOf?: [text, null] }
              mark: { oneOf?: [integer, date, null] }
              hasPrice: boolean?
              isPaid: boolean?
            checks:
              - holds:
                  - { price: { exists: true }, reason: { exists: false } }
                  - { price: { exists: false }, reason: { exists: true } }
                say: a price or a reason
                at: price
              - holds: { end: { exists: true, moreThan: $start } }
                where: { support: { in: [full, security] } }
                say: an end
                at: end
              - holds: { level: { atLeast: 1, lessThan: 3 } }
                where: [{ isOpen: true, price: { exists: false } }, { support: full }]
                say: its level is 1 or 2
                at: level
              - holds: [{ share: { exists: false } }, { share: { lessThan: 1 } }]
                say: a share below 1
                at: share
              - holds: { note: { is: text } }
                where: { eol: { is: date } }
                say: a known end has a note
                at: eol
              - holds: [{ note: null }, { note: { exists: false } }]
                where: { eol: { not: date }, isOpen: { exists: false } }
                say: no note without an end
                at: note
              - holds: [{ mark: { in: [date, null] } }, { mark: { exists: false } }]
                say: no number as a mark
                at: mark
              - holds: { isPaid: $hasPrice }
                where: { hasPrice: { exists: true } }
                say: what has a price is paid
                at: isPaid
              - holds: { end: { atLeast: $start } }
                where: { end: { exists: true } }
                say: It ended before it started
                at: end
            """, to: "content/posts/_collection.yml")
        try box.write("{ \(entry) }\n", to: "content/posts/one.yml")
        try box.write("- { id: two, price: 2 }\n", to: "content/posts/others.yml")
        try box.write("{{site.title}}\n", to: "templates/index.html.mustache")
        return box
    }

    /// Prints the messages of the schemas that the entry does not fit.
    private static let judge = #"""
        import json, sys
        from jsonschema import Draft7Validator
        from ruamel.yaml import YAML
        folder = sys.stdin.read()
        schema = json.load(open(folder + "/.schemas/posts.schema.json"))
        Draft7Validator.check_schema(schema)
        yaml = YAML(typ="safe", pure=True)
        entry = yaml.load(open(folder + "/content/posts/one.yml"))
        entry = {k: str(v) if hasattr(v, "isoformat") else v for k, v in entry.items()}
        for check in schema["definitions"]["entry"]["else"]["allOf"]:
            said = check if "errorMessage" in check else check["then"]
            check = {**check, "definitions": schema["definitions"]}
            if not Draft7Validator(check).is_valid(entry): print(said["errorMessage"])
        own = {k: v for k, v in schema["definitions"]["entry"].items() if k != "else"}
        assert Draft7Validator({**schema, "definitions": {**schema["definitions"], "entry": own}}).is_valid(entry), entry
        assert "deleted" not in entry or Draft7Validator(schema).is_valid(entry)
        """#
}

import Foundation
import SiteTesting
import Testing

/// The schemas of editors say what they can of `checks`. They are never stricter than Kairan itself, and jsonschema
/// judges them.
@Suite struct CheckSchemaTests {
    /// An entry, and what the schemas say of it. Kairan itself says at least as much.
    private static let entries: [(entry: String, mistakes: [String])] = [
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
    ]

    /// One judge looks at all entries, because it takes a second to start.
    @Test func whatTheySay() throws {
        let box = try TemporaryFolder()
        for (index, one) in Self.entries.enumerated() { try write(one.entry, in: box, "\(index)") }
        let told = try judged(Self.judge, box, count: Self.entries.count)
        for (index, one) in Self.entries.enumerated() {
            #expect(told[index] == one.mistakes, "\(one.entry)")
            let check = try kairan(["check"], in: box.url.appending(path: "\(index)"))
            let count = check.errors.components(separatedBy: "[check.failed]").count - 1
            #expect(count == one.mistakes.count, "\(one.entry): \(check.errors)")
        }
    }

    /// A schema knows no other entry, no moment, and no second value to compare with.
    @Test func whatTheyCannotSay() throws {
        let box = try TemporaryFolder()
        try write("price: 1, end: 2020-01-01", in: box, "0")
        #expect(try judged(Self.judge, box, count: 1) == [[]])
        let check = try kairan(["check"], in: box.url.appending(path: "0"))
        #expect(check.errors.contains("content/posts/one.yml:1:18: error: It ended before it started [check.failed]"))
    }

    private static let records = [
        ("price: 1", true), ("price: 0", false), ("price: 0, deleted: 2026-04-01", true), ("isOpen: true", false),
    ]

    /// Records that are entries keep the checks of their own collection, in the file of their parent.
    @Test func whatTheySayOfRecords() throws {
        let box = try TemporaryFolder()
        for (index, (record, _)) in Self.records.enumerated() { try write(record: record, in: box, "\(index)") }
        let script = """
            import json, sys
            from jsonschema import Draft7Validator
            from ruamel.yaml import YAML
            for index, folder in enumerate(sys.stdin.read().splitlines()):
                entry = YAML(typ="safe", pure=True).load(open(folder + "/content/posts/one.yml"))
                entry = json.loads(json.dumps(entry, default=str))
                schema = json.load(open(folder + "/.schemas/posts.schema.json"))
                if not Draft7Validator(schema).is_valid(entry): print(index, "wrong")
            """
        let told = try judged(script, box, count: Self.records.count)
        for (index, (record, isRight)) in Self.records.enumerated() {
            #expect(told[index].isEmpty == isRight, "\(record)")
            let check = try kairan(["check"], in: box.url.appending(path: "\(index)"))
            #expect(check.errors.contains("[check.failed]") == !isRight, "\(check.errors)")
        }
    }

    /// Writes the schemas of the sites in `box`, and returns what the judge says of each.
    private func judged(_ judge: String, _ box: borrowing TemporaryFolder, count: Int) throws -> [[String]] {
        let folders = (0..<count).map { "\(box.path)/\($0)" }
        for folder in folders { #expect(try kairan(["schema"], in: URL(filePath: folder)).exitCode == 0) }
        let answer = try runPython(judge, input: Array(folders.joined(separator: "\n").utf8))
        var told = [[String]](repeating: [], count: count)
        for line in String(decoding: answer, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            told[try #require(Int(parts[0]))].append(String(parts[1]))
        }
        return told
    }

    /// Parts of a record may be in several languages, also where a check asks for the record.
    @Test func whatTheySayOfLanguages() throws {
        let box = try TemporaryFolder()
        try box.write(
            "title: Board\nurl: https://example.org/\nlocales: { en: English, ko: 한국어 }\n", to: "0/content/site.yml")
        try box.write(
            """
            fields: { what: { oneOf: [integer, { record: { name: { text: { localized: true } } } }] } }
            checks: [{ holds: { what: { is: record } }, text: no number, at: what }]
            """, to: "0/content/posts/_collection.yml")
        try box.write("what: { name: { en: One, ko: 하나 } }\n", to: "0/content/posts/one.yml")
        try box.write("{{site.title}}\n", to: "0/templates/{locale}/index.html.mustache")
        #expect(try judged(Self.judge, box, count: 1) == [[]])
    }

    private func write(record: String, in box: borrowing TemporaryFolder, _ folder: String) throws {
        try box.write("title: Board\nurl: https://example.org/\nmoment: 2026-04-15\n", to: folder + "/content/site.yml")
        try box.write("fields: { days: { entries: days } }\n", to: folder + "/content/posts/_collection.yml")
        try box.write(
            "fields: { talks: { entries?: talks }, day: text }\nparent: posts\nid: day\n",
            to: folder + "/content/days/_collection.yml")
        try box.write(
            """
            parent: days
            id: name
            mayBeEmpty: true
            fields: { name: text, price: decimal?, isOpen: boolean? }
            checks:
              - { holds: { price: { moreThan: 0 } }, text: It costs something, at: price }
            """, to: folder + "/content/talks/_collection.yml")
        try box.write("days: [{ day: a, talks: [{ name: one, \(record) }] }]\n", to: folder + "/content/posts/one.yml")
        try box.write("{{site.title}}\n", to: folder + "/templates/index.html.mustache")
    }

    private func write(_ entry: String, in box: borrowing TemporaryFolder, _ folder: String) throws {
        try box.write("title: Board\nurl: https://example.org/\nmoment: 2026-04-15\n", to: folder + "/content/site.yml")
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
                text: a price or a reason
                at: price
              - holds: { end: { exists: true, moreThan: $start } }
                where: { support: { in: [full, security] } }
                text: an end
                at: end
              - holds: { level: { atLeast: 1, lessThan: 3 } }
                where: [{ isOpen: true, price: { exists: false } }, { support: full }]
                text: its level is 1 or 2
                at: level
              - holds: [{ share: { exists: false } }, { share: { lessThan: 1 } }]
                text: a share below 1
                at: share
              - holds: { note: { is: text } }
                where: { eol: { is: date } }
                text: a known end has a note
                at: eol
              - holds: [{ note: null }, { note: { exists: false } }]
                where: { eol: { not: date }, isOpen: { exists: false } }
                text: no note without an end
                at: note
              - holds: [{ mark: { in: [date, null] } }, { mark: { exists: false } }]
                text: no number as a mark
                at: mark
              - holds: { isPaid: $hasPrice }
                where: { hasPrice: { exists: true } }
                text: what has a price is paid
                at: isPaid
              - holds: { end: { atLeast: $start } }
                where: { end: { exists: true } }
                text: It ended before it started
                at: end
            """, to: folder + "/content/posts/_collection.yml")
        try box.write("{ \(entry) }\n", to: folder + "/content/posts/one.yml")
        try box.write("- { id: two, price: 2 }\n", to: folder + "/content/posts/others.yml")
        try box.write("{{site.title}}\n", to: folder + "/templates/index.html.mustache")
    }

    /// Prints the messages of the schemas that the entry does not fit, behind the number of its folder.
    private static let judge = #"""
        import json, sys
        from jsonschema import Draft7Validator
        from ruamel.yaml import YAML
        yaml = YAML(typ="safe", pure=True)
        for index, folder in enumerate(sys.stdin.read().splitlines()):
            schema = json.load(open(folder + "/.schemas/posts.schema.json"))
            Draft7Validator.check_schema(schema)
            entry = yaml.load(open(folder + "/content/posts/one.yml"))
            entry = {k: str(v) if hasattr(v, "isoformat") else v for k, v in entry.items()}
            for check in schema["definitions"]["entry"]["else"]["allOf"]:
                said = check if "errorMessage" in check else check["then"]
                check = {**check, "definitions": schema["definitions"]}
                if not Draft7Validator(check).is_valid(entry): print(index, said["errorMessage"])
            own = {k: v for k, v in schema["definitions"]["entry"].items() if k != "else"}
            own = {**schema, "definitions": {**schema["definitions"], "entry": own}}
            assert Draft7Validator(own).is_valid(entry), entry
            assert "deleted" not in entry or Draft7Validator(schema).is_valid(entry)
        """#
}

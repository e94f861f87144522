import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanFormats

/// The JSON of a shape always fits the schema that Kairan derives from it.
///
/// `KAIRAN_SHAPES=1000 KAIRAN_SEED=1 swift test --filter DerivedSchemaTests` tries more sites.
@Suite struct DerivedSchemaTests {
    @Test func whatIsMadeIsAsItsSchemaSays() throws {
        let seed = printedSeed()
        var random = RandomShape(random: SeededNumbers(seed: seed))
        let rounds = ProcessInfo.processInfo.environment["KAIRAN_SHAPES"].flatMap { Int($0) } ?? 30
        var (documents, sample) = (0, [JSONValue]())
        for round in 0..<rounds {
            let files = random.site()
            let sources = files.map { SourceFile(path: $0.key, bytes: Array($0.value.utf8)) }
            let result = try build(SourceTree(files: sources), BuildOptions(clock: 0))
            // Each is compared with its schema when it is made (contract.data).
            let mistakes = result.diagnostics.filter { $0.severity == .error }
            guard mistakes.isEmpty else {
                for mistake in mistakes {
                    let file = files[mistake.span.path] ?? ""
                    Issue.record("seed \(seed), round \(round): \(mistake.span.path): \(mistake.message): \(file)")
                }
                return
            }
            let made = Dictionary(uniqueKeysWithValues: result.files.map { ($0.path, $0.bytes) })
            for (path, bytes) in made where path.hasPrefix("api/v1/") && path.contains(#/v1/[xyz]/#) {
                documents += 1
                let name = path.replacing(#/y/.*/#, with: "y/id.json").replacing(#/z/.*/#, with: "z/kind.json")
                let schema = try #require(made[name.replacing("v1/", with: "v1/schemas/")])
                sample.append(
                    .object([
                        ("schema", try json(schema)), ("value", try json(bytes)), ("name", .string("\(round) \(path)")),
                    ]))
            }
        }
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator as V, FormatChecker
            formats = FormatChecker(["date", "date-time"])
            formats.checks("int32")(lambda value: not isinstance(value, int) or -2**31 <= value < 2**31)
            for case in json.load(sys.stdin):
                V.check_schema(case["schema"])
                for error in V(case["schema"], format_checker=formats).iter_errors(case["value"]):
                    print(case["name"], error.json_path, error.message)
            """
        let judged = String(decoding: try runPython(script, input: writeJSON(.array(sample))), as: UTF8.self)
        #expect(judged == "", "seed \(seed)")
        print("\(documents) documents of \(rounds) sites")
        #expect(documents > rounds * 6)
    }

    /// An entry has a page if the conditions of the pages' template hold. So `page.url` is never null in an endpoint that
    /// has the same ones.
    @Test(arguments: [
        ("{ shown: now }", "{ shown: now }", false),
        ("{ shown: now }", "{ word: { exists: true }, shown: now }", false),
        ("{ shown: now }", "{ word: { exists: true } }", true),
        ("{ word: $site.title }", "{ word: $site.title }", true),
        ("{ shown: now, word: T }", "{ word: T }", true), ("{ shown: now }, limit: 2", "{ shown: now }", true),
    ])
    func pages(_ conditions: String, _ chosen: String, _ mayBeNull: Bool) throws {
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/rows/_collection.yml": "fields: { word: text?, shown: { window: { default: always } } }\n",
            "content/rows/all.yml": "- { id: one, word: T }\n- { id: two }\n",
            "templates/rows/{id}.html.mustache":
                "---\nfor: { each: rows, where: \(conditions) }\n---\n<title>{{id}}</title>\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/all.json.yml": "data: { each: rows, where: \(chosen), value: page.url }\n",
        ]
        #expect(try schema(of: files)?.contains("null") == mayBeNull)
    }

    /// The conditions of the pages decide in one language for all; only versions in force have pages; and a word in quotes
    /// is a text, where one without asks for a type.
    @Test(arguments: [
        [
            "note: { text: { localized: true } }", "{ note: { exists: true } }", "{ note: { exists: true } }",
            "{locale}/",
        ],
        [
            "number: { version: { unique: true } }, note: text, since: date }\nbody: markdown\nagreement: { version: number, from: since",
            "{ note: a }",
            "{ since: { exists: true }, note: a }", "",
        ],
        ["note: { oneOf: [date, text] }", "{ note: date }", "{ note: \"date\" }", ""],
    ])
    func pagesOfOthers(_ parts: [String]) throws {
        let locales = parts[3].isEmpty ? "" : "locales: { en: { name: E }, de: { name: D } }\n"
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n\(locales)",
            "content/rows/_collection.yml": "fields: { \(parts[0]) }\nmayBeEmpty: true\n",
            "templates/rows/{id}.html.mustache":
                "---\nfor: { each: rows, where: \(parts[1]) }\n---\n<title>{{id}}</title>\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/\(parts[3])all.json.yml": "data: { each: rows, where: \(parts[2]), value: page.url }\n",
        ]
        #expect(try schema(of: files)?.contains("null") == true)
    }

    /// Returns the schema of `all.json`.
    private func schema(of files: [String: String]) throws -> String? {
        let sources = files.map { SourceFile(path: $0.key, bytes: Array($0.value.utf8)) }
        let result = try build(SourceTree(files: sources), BuildOptions(clock: 0))
        #expect(!result.diagnostics.hasErrors, "\(result.diagnostics)")
        let schema = result.files.first { $0.path.hasPrefix("api/v1/schemas/") && $0.path.hasSuffix("all.json") }
        return schema.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// The entry that is the value of a group has the limits of its fields, in an array and in a file for each.
    @Test(arguments: [
        "data: { each: news, by: club, value: { size: value.size } }",
        "{ for: { each: news, by: club }, data: { size: value.size } }",
    ])
    func aGroupedEntryKeepsItsLimits(_ template: String) throws {
        let name = template.hasPrefix("data") ? "x" : "x/{club}"
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/clubs/_collection.yml": "fields: { size: { integer: { minimum: 1, maximum: 9 } } }\n",
            "content/clubs/a.yml": "{ id: a, size: 3 }\n",
            "content/news/_collection.yml": "fields: { club: { reference: clubs } }\n",
            "content/news/n.yml": "{ id: n, club: a }\n", "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/\(name).json.yml": template + "\n",
        ]
        let sources = files.map { SourceFile(path: $0.key, bytes: Array($0.value.utf8)) }
        let result = try build(SourceTree(files: sources), BuildOptions(clock: 0))
        let schema = try #require(result.files.first { $0.path.hasPrefix("api/v1/schemas/") })
        let text = String(decoding: schema.bytes, as: UTF8.self).filter { !$0.isWhitespace }
        #expect(text.contains(#""size":{"type":"integer","format":"int32","minimum":1,"maximum":9}"#), "\(text)")
    }

    private func json(_ bytes: [UInt8]) throws -> JSONValue {
        JSONValue(try #require(readJSON(SourceFile(path: "", bytes: bytes)).value))
    }
}

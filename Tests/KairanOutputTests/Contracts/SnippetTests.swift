import Foundation
import KairanContent
import KairanModel
import SiteTesting
import Testing

@testable import KairanOutput

/// Compilers are the judges of what the API page asks people to copy, and the documents of what it decodes.
@Suite struct SnippetTests {
    /// Every file of the showcase, with the code of its version side by side.
    @Test(arguments: ["v1", "v2"], ClientJudge.allCases) func showcase(_ version: String, _ judge: ClientJudge) throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../../public/api/\(version)").standardized
        let files = try filesIn(folder)
        let description = try #require(files["openapi.json"])
        let contract = try #require(PublishedContract(reading: description, path: "openapi.json"))
        let own = ["openapi.json", "manifest.json", "changelog.json"]
        var left = files.keys.filter { !$0.hasPrefix("schemas/") && !own.contains($0) && $0.hasSuffix("json") }.count
        let clients = contract.endpoints.map { endpoint in
            let matching = files.filter { path, _ in
                // A file is of the template that leaves the least open.
                let makers = contract.endpoints.filter { isMade(path, by: $0) }
                return makers.min { $0.parameters.count < $1.parameters.count }?.path == endpoint.path
            }
            left -= matching.count
            let documents = matching.sorted { $0.key < $1.key }.map(\.value)
            return PrintedClient(schema: endpoint.schema, name: endpoint.typeName, documents: documents)
        }
        #expect(left <= 0 && clients.allSatisfy { !$0.documents.isEmpty }, "\(left) files have no client")
        let messages = try judge.messages(of: clients)
        #expect(messages == "")
    }

    @Test(arguments: ClientJudge.allCases) func hostile(_ judge: ClientJudge) throws {
        let keys = [
            "Type", "type", "self", "Self", "init", "Protocol", "CodingKeys", "description", "hashCode", "component1",
            "copy", "toString", "equals", "class", "json", "text", "load", "line\nbreak", "\r\u{2028}", "$dollar",
            "${a}",
            "quote\"", "back\\slash", "nul\u{0}", "🧑‍🎓", "한국어", "日本", "e\u{301}", "\u{301}", "URL", "url", "a-b", "a b",
            "aB", "", "_", "__", "_1", "2nd", "Any", "where", "when", "name", "value", "\\u0041", "\\(x)", "*/",
            "stringValue",
            "entries", "Companion", "String", "List", "Section", "Data", "Unit", "Nothing", "JSONValue",
        ]
        let texts = JSONValue.object(keys.map { ($0, .string($0)) })
        let records = keys.map { key in
            property(key, ValueSchema(.object([property("id", .text), property(key, .array(.text))])))
        }
        let recordValues = JSONValue.object(
            keys.map { ($0, .object([("id", .string("a"))] + ($0 == "id" ? [] : [($0, .array([.string("x")]))]))) })
        let choice = ValueSchema(.oneOf(keys.map(JSONScalar.string)))
        var numbered = ValueSchema(.oneOf([.integer(0), .integer(5), .integer(-2), .integer(7)]))
        numbered.namesOfNumbers = [0: "open", 5: "default", -2: "2nd"]
        let position = ValueSchema(.tuple([.number(-180...180), .number(-90...90)]))
        let pair = ValueSchema(.tuple([.integer, .text.orNull(true), ValueSchema(.null)]))
        let mixed = ValueSchema(.union([ValueSchema(.boolean), .number(0...9), .text, .array(.integer)])).orNull(true)
        let anything = ["null", "1", "[]", "{}", "[1, \"a\", null, {\"b\": [1.5]}]", "\"x\"", "true"].map {
            Array($0.utf8)
        }
        var deep = ValueSchema(.object([property("end", .array(.array(.array(.integer))))]))
        var deepValue = JSONValue.object([("end", .array([.array([.array([.integer(1)])])]))])
        for _ in 0..<30 {
            deep = ValueSchema(.object([property("deals", .array(deep))]))
            deepValue = .object([("deals", .array([deepValue]))])
        }
        var clients = [
            client("Texts", ValueSchema(.object(keys.map { property($0, .text) })), texts),
            client("Records", ValueSchema(.object(records)), recordValues),
            client("Choices", .array(choice), .array(keys.map(JSONValue.string))),
            client("Numbered", numbered, .integer(5), .integer(-2)),
            client("Position", position, .array([.number("1.5"), .integer(2)])),
            client(
                "Pairs", .array(pair),
                .array([.array([.integer(1), .null, .null]), .array([.integer(1), .string("a"), .null])])),
            client(
                "Mixed", .array(mixed),
                .array([.null, .boolean(true), .number("1.5"), .string("1"), .array([.integer(2)])])),
            client(
                "Maybe", ValueSchema(.object([property("a", .text)])).orNull(true), .null, .object([("a", .string(""))])
            ),
            client("Deep", deep, deepValue), client("None", ValueSchema(.oneOf([])).orNull(true), .null),
            client("Whole", .array(.integer), .array([.number("1.0"), .integer(9_007_199_254_740_991)])),
            client("Maps", ValueSchema(.dictionary(.array(mixed), keys: nil)), .object([("$\n", .array([.null]))])),
        ]
        clients.append(PrintedClient(schema: ValueSchema(.any), name: "Anything", documents: anything))
        clients.append(PrintedClient(schema: ValueSchema(.null), name: "Always", documents: [Array("null".utf8)]))
        let unknown = ValueSchema(
            .object([
                property("list", .array(ValueSchema(.any))), property("none", ValueSchema(.null)),
                property("later", ValueSchema(.any)),
            ]))
        let later = #"{"list": [{"id": 1}, 2, null], "none": null, "later": {"a": [1]}}"#
        let empty = #"{"list": [], "none": null, "later": null}"#
        clients.append(
            PrintedClient(schema: unknown, name: "Unknown", documents: [Array(empty.utf8), Array(later.utf8)]))
        for name in ["Section", "Data", "Result", "Error", "List", "Unit", "Nothing", "String", "Type", "Any", "URL"] {
            let inner = ValueSchema(.object([property(name, ValueSchema(.object([property("id", .text)])))]))
            clients.append(client(name, inner, .object([(name, .object([("id", .string("1"))]))])))
        }
        let messages = try judge.messages(of: clients)
        #expect(messages == "")
        #expect(clients[3].swift.contains("        case `default` = 5\n"), "\(clients[3].swift)")
    }

    /// What the gate would let through decodes with the code that was printed before.
    @Test(arguments: ClientJudge.allCases) func random(_ judge: ClientJudge) throws {
        let seed = printedSeed()
        var random = RandomSchema(random: SeededNumbers(seed: seed))
        let clients = (0..<60).map { index in
            let schema = random.schema()
            var later = [schema]
            for _ in 0..<20 {
                let edited = random.edited(schema)
                if !schema.changes(to: edited, endpoint: "x").contains(where: \.isBreaking) { later.append(edited) }
            }
            let documents = later.flatMap { form in (0..<3).map { _ in writeJSON(random.value(form)) } }
            return PrintedClient(schema: schema, name: "Random\(index)", documents: documents)
        }
        let messages = try judge.messages(of: clients)
        #expect(messages == "", "seed \(seed)")
    }

    private func isMade(_ path: String, by endpoint: EndpointContract) -> Bool {
        let (names, parts) = (path.split(separator: "/"), endpoint.path.split(separator: "/"))
        return names.count == parts.count
            && zip(names, parts).allSatisfy { isMade($0, by: $1, of: endpoint.parameters) }
    }

    private func isMade(_ name: Substring, by part: Substring, of parameters: [EndpointContract.Parameter]) -> Bool {
        guard let start = part.firstIndex(of: "{"), let end = part.lastIndex(of: "}") else { return name == part }
        let (prefix, suffix) = (part[..<start], part[part.index(after: end)...])
        guard name.count > prefix.count + suffix.count, name.hasPrefix(prefix), name.hasSuffix(suffix) else {
            return false
        }
        let value = name.dropFirst(prefix.count).dropLast(suffix.count)
        let parameter = parameters.first { "{\($0.name)}" == part[start...end] }
        guard case .oneOf(let values) = parameter?.schema.form else { return true }
        return values.contains(.string(String(value)))
    }

    private func client(_ name: String, _ schema: ValueSchema, _ documents: JSONValue...) -> PrintedClient {
        PrintedClient(schema: schema, name: name, documents: documents.map { writeJSON($0) })
    }

    private func property(_ name: String, _ schema: ValueSchema, isRequired: Bool = true) -> ValueSchema.Property {
        .init(name: name, schema: schema, isRequired: isRequired)
    }
}

import Foundation
import KairanContent
import KairanModel
import SiteTesting
import Testing

@testable import KairanContracts
@testable import KairanFormats
@testable import KairanTemplates

/// Compilers judge the code that the API page asks people to copy, and documents show what it decodes.
@Suite struct SnippetTests {
    /// Every file of the showcase and of a hostile site is decoded by the code that the page of its version prints.
    @Test(arguments: ClientJudge.allCases) func pages(_ judge: ClientJudge) throws {
        let showcase = packageFolder.appending(path: "public/api")
        var clients = try ["v1", "v2"].flatMap { try PrintedClient.all(in: showcase.appending(path: $0)) }
        let hostile = try HostileSite()
        clients += try PrintedClient.all(in: hostile.version).map { client in
            var client = client
            client.group = "hostile"
            return client
        }
        let messages = try judge.messages(of: clients)
        #expect(messages == "")
    }

    /// Schemas have names that mean something to a language, forms that no page is likely to have, or are made up.
    @Test(arguments: ClientJudge.allCases) func schemas(_ judge: ClientJudge) throws {
        let seed = printedSeed()
        let clients = hostileClients() + randomClients(seed)
        let messages = try judge.messages(of: clients)
        #expect(messages == "", "seed \(seed)")
        #expect(clients[3].swift.contains("        case `default` = 5\n"), "\(clients[3].swift)")
    }

    private func hostileClients() -> [PrintedClient] {
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
        return clients
    }

    /// Code that was printed before has to decode what the gate would let through.
    private func randomClients(_ seed: UInt64) -> [PrintedClient] {
        var random = RandomSchema(random: SeededNumbers(seed: seed))
        return (0..<40).map { index in
            let schema = random.schema()
            var later = [schema]
            for _ in 0..<20 {
                let edited = random.edited(schema)
                if !schema.changes(to: edited, endpoint: "x").contains(where: \.isBreaking) { later.append(edited) }
            }
            let documents = later.flatMap { form in (0..<3).map { _ in writeJSON(random.value(form)) } }
            return PrintedClient(schema: schema, name: "Random\(index)", documents: documents)
        }
    }

    private func client(_ name: String, _ schema: ValueSchema, _ documents: JSONValue...) -> PrintedClient {
        PrintedClient(schema: schema, name: name, documents: documents.map { writeJSON($0) })
    }

    private func property(_ name: String, _ schema: ValueSchema, isRequired: Bool = true) -> ValueSchema.Property {
        .init(name: name, schema: schema, isRequired: isRequired)
    }
}

import Foundation
import SiteTesting
import Testing

@testable import KairanOutput

/// The compiler is the judge of what the API page asks people to copy.
@Suite struct SnippetTests {
    @Test func swift() throws {
        var numbered = ValueSchema(.oneOf([.integer(0), .integer(5), .integer(-2), .integer(7)]))
        numbered.namesOfNumbers = [0: "open", 5: "default", -2: "2nd"]
        let mixed: [ValueSchema] = [
            ValueSchema(.boolean), .integer, .array(ValueSchema(.union([.number(0...1), .text]))),
            ValueSchema(.object([property("id", .text)])),
        ]
        let element = ValueSchema(
            .object([
                property("id", .integer), property("class", .text.orNull(true)), property("content-type", .text),
                property("2nd", ValueSchema(.boolean), isRequired: false), property("数", .number(0...1)),
                property("kind", ValueSchema(.oneOf([.string("pr"), .string("in-house"), .string("default")]))),
                property("level", ValueSchema(.oneOf([.integer(-1), .integer(0)]))),
                property("state", numbered), property("mixed", .array(ValueSchema(.union(mixed)).orNull(true))),
                property("tags", .array(.text)), property("image-url", .text), property("imageUrl", .text),
                property("meal", ValueSchema(.oneOf([.string("食べ物"), .string("飲み物"), .string("a-b"), .string("aB")]))),
                property("string", ValueSchema(.object([property("date", .text)]))),
                property(
                    "addresses", ValueSchema(.dictionary(ValueSchema(.object([property("id", .text)])), keys: nil))),
            ]))
        let schema = ValueSchema(.object([property("adItems", .array(element)), property("ads", .array(element))]))
        let snippet = swiftSnippet(schema, name: "AdItems", url: "https://example.org/board/api/v1/\"ads\".json")
        let folder = try TemporaryFolder()
        let others = "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n"
        try folder.write(others + snippet, to: "main.swift")
        let messages = try run(
            "swiftc", ["-typecheck", "-swift-version", "6", folder.url.appending(path: "main.swift").path])
        #expect(messages == "", "\(messages)\n\(snippet)")
        for line in ["minus1 = -1", "number0 = 0", "open = 0", "`default` = 5", "value2nd = -2", "number7 = 7"] {
            #expect(snippet.contains("    case \(line)\n"), "\(line)\n\(snippet)")
        }
        #expect(snippet.contains("let mixed: [MixedItem?]"))
    }

    /// Kotlin has no type of several: its library has.
    @Test func kotlinOfSeveralTypes() {
        let schema = ValueSchema(.object([property("mixed", .array(ValueSchema(.union([.integer, .text]))))]))
        let snippet = kotlinSnippet(schema, name: "X", url: "https://example.org/x.json")
        #expect(snippet.contains("val mixed: List<JsonElement>,"))
        #expect(snippet.contains("import kotlinx.serialization.json.JsonElement\n"))
        #expect(!kotlinSnippet(.integer, name: "X", url: "https://example.org/x.json").contains("JsonElement"))
    }

    private func property(_ name: String, _ schema: ValueSchema, isRequired: Bool = true) -> ValueSchema.Property {
        .init(name: name, schema: schema, isRequired: isRequired)
    }

    /// What a program says on either stream.
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}

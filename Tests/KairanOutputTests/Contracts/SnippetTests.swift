import Foundation
import SiteTesting
import Testing

@testable import KairanOutput

/// The compiler is the judge of what the API page asks people to copy.
@Suite struct SnippetTests {
    @Test func swift() throws {
        let element = ValueSchema(
            .object([
                property("id", .integer), property("class", .text.orNull(true)), property("content-type", .text),
                property("2nd", ValueSchema(.boolean), isRequired: false), property("数", .number(0...1)),
                property("kind", ValueSchema(.oneOf([.string("pr"), .string("in-house"), .string("default")]))),
                property("level", ValueSchema(.oneOf([.integer(-1), .integer(0)]))),
                property("tags", .array(.text)),
                property("addresses", ValueSchema(.dictionary(ValueSchema(.object([property("id", .text)]))))),
            ]))
        let schema = ValueSchema(.object([property("adItems", .array(element)), property("ads", .array(element))]))
        let snippet = swiftSnippet(schema, name: "AdItems", url: "https://example.org/board/api/v1/\"ads\".json")
        let folder = try TemporaryFolder()
        let others = "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n"
        try folder.write(others + snippet, to: "main.swift")
        let messages = try run(
            "swiftc", ["-typecheck", "-swift-version", "6", folder.url.appending(path: "main.swift").path])
        #expect(messages == "", "\(messages)\n\(snippet)")
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

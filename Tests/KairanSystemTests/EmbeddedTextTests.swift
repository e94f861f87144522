import Foundation
import KairanSystem
import SiteTesting
import Testing

/// The program has the files inside as they are now, and each that its code names.
@Suite struct EmbeddedTextTests {
    private static let sources = packageFolder.appending(path: "Sources")

    @Test func files() throws {
        let list = try String(contentsOf: Self.sources.appending(path: "CEmbedded/CEmbedded.c"), encoding: .utf8)
        let listed = list.matches(of: /\{"(.*)", \(const char\[\]\)\{\n#embed "\.\.\/(.*)" suffix/)
        #expect(listed.count > 40)
        for match in listed {
            #expect(match.1 == match.2)
            let file = try String(contentsOf: Self.sources.appending(path: String(match.1)), encoding: .utf8)
            #expect(embeddedText(String(match.1)) == file, "\(match.1)")
        }
        #expect(embeddedText("KairanDesk/Page") == nil && embeddedText("") == nil)
    }

    @Test func namedByCode() throws {
        let code = try filesIn(Self.sources).filter { $0.key.hasSuffix(".swift") }
        let paths = code.values.flatMap { bytes in
            String(decoding: bytes, as: UTF8.self).matches(of: /String\(embedded: "([^"]*)"\)/).map { String($0.1) }
        }
        #expect(!paths.isEmpty)
        for path in paths { #expect(embeddedText(path) != nil, "\(path)") }
    }
}

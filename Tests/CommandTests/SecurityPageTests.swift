import Foundation
import SiteTesting
import Testing

/// The page that says what is promised names a test for each promise.
@Suite struct SecurityPageTests {
    @Test func everyPromiseHasItsTest() throws {
        let page = try String(contentsOf: packageFolder.appending(path: "SECURITY.md"), encoding: .utf8)
        let sources = try filesIn(packageFolder.appending(path: "Tests")).filter { $0.key.hasSuffix(".swift") }
            .mapValues { String(decoding: $0, as: UTF8.self) }
        let names = page.matches(of: /`([A-Z]\w+Tests)\.(\w+)`/)
        #expect(names.count > 15)
        for name in names {
            let suite = sources.values.filter { $0.contains("struct \(name.1)") || $0.contains("extension \(name.1)") }
            #expect(suite.contains { $0.contains("func \(name.2)(") }, "\(name.0)")
        }
        // Every line of the table that gives an answer has a test.
        let lines = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| **") }.dropFirst(2)
        for line in lines { #expect(line.contains("Tests."), "\(line)") }
    }
}

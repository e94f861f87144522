import KairanModel
import KairanReaders
import Testing

@testable import KairanBuild

@Suite struct LinkFactsTests {
    /// Strings of two normal forms are equal, and so are places named by them.
    @Test func normalFormsOfPlaces() throws {
        let composed = "\u{304C}"
        let decomposed = "\u{304B}\u{3099}"
        #expect(try mistakes(in: "<p id=\"\(composed)\"><a href=\"#\(decomposed)\">").isEmpty)
        #expect(try mistakes(in: "<p id=\"\(composed)\"><p id=\"\(decomposed)\">") == ["link.place"])
    }

    private func mistakes(in page: String) throws -> [String] {
        let files = [
            ("content/site.yml", "title: T\nurl: https://t.example/\n"), ("templates/index.html.mustache", page),
        ]
        let sources = SourceTree(files: files.map { SourceFile(path: $0.0, text: $0.1) })
        return try build(sources, BuildOptions(clock: 0)).diagnostics.map(\.rule.rawValue).filter {
            $0.hasPrefix("link.")
        }
    }
}

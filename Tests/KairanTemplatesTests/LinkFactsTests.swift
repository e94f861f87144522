import PlanTesting
import Testing

@Suite struct LinkFactsTests {
    /// Strings of two normal forms are equal, and so are places named by them.
    @Test func normalFormsOfPlaces() {
        let composed = "\u{304C}"
        let decomposed = "\u{304B}\u{3099}"
        #expect(mistakes(in: "<p id=\"\(composed)\"><a href=\"#\(decomposed)\">").isEmpty)
        #expect(mistakes(in: "<p id=\"\(composed)\"><p id=\"\(decomposed)\">") == ["link.place"])
    }

    private func mistakes(in page: String) -> [String] {
        MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\n", "templates/index.html.mustache": page,
        ]).diagnostics.map(\.rule.rawValue).filter { $0.hasPrefix("link.") }
    }
}

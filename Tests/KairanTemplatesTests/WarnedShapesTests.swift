import KairanModel
import PlanTesting
import Testing

/// A warning is no mistake: what it is about is published.
@Suite struct WarnedShapesTests {
    @Test(arguments: [
        "{ if: { id: one }, then: { text: \"{{word}}\" } }", "{ shape: warned }", "{ text: \"{{word}}\" }",
    ])
    func arePublished(_ shape: String) throws {
        let made = MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/rows/_collection.yml": "fields: { word: text }\n", "content/rows/all.csv": "id,word\none,x\n",
            "templates/_shapes/warned.yml": "for: rows\ndata: { a: { text: \"{{word}}\" } }\n",
            "templates/all.json.yml": "data: { each: rows, value: \(shape) }\n",
            "templates/index.html.mustache": "<p>x</p>\n",
        ])
        #expect(!made.diagnostics.hasErrors, "\(made.diagnostics)")
        #expect(made.diagnostics.contains { $0.rule == .textUnevaluated })
        #expect(try #require(made.text("all.json")).contains("{word}"))
    }
}

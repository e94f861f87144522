import KairanModel
import PlanTesting
import Testing

@Suite struct UnknownLanguageTests {
    /// A code that nobody knows is a warning, and the site is read like any other.
    @Test(arguments: ["{ xx: One, en: English }", "{ en: English, xx: One }", "{ rus: Russian, en: English }"])
    func isOnlyAWarning(_ locales: String) throws {
        let made = MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\nlocales: \(locales)\n",
            "content/rows/_collection.yml": "fields: { word: text }\n", "content/rows/all.csv": "id,word\none,x\n",
            "templates/all.json.yml": "data: { each: rows, value: word }\n",
        ])
        #expect(!made.diagnostics.hasErrors, "\(made.diagnostics)")
        #expect(try #require(made.text("all.json")).contains("x"))
    }
}

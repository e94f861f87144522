import KairanModel
import PlanTesting
import Testing

/// A key with `?` is left out where a value is missing. A `null` that the template names is none that is missing.
@Suite struct NullTests {
    @Test(arguments: [
        ("{ a?: word, b: word }", #"[{"a":"x","b":"x"},{"b":null}]"#),
        ("{ a?: { literal: null }, b: { literal: null } }", #"[{"a":null,"b":null},{"a":null,"b":null}]"#),
        ("{ a?: { firstOf: [word, { literal: null }] } }", #"[{"a":"x"},{"a":null}]"#),
        ("{ a?: { firstOf: [word, id] } }", #"[{"a":"x"},{"a":"two"}]"#),
        ("{ a?: { if: { id: one }, then: id, else: { literal: null } } }", #"[{"a":"one"},{"a":null}]"#),
        ("{ a?: { if: { id: one }, then: { literal: null } } }", #"[{},{}]"#),
    ])
    func keys(_ shape: String, _ json: String) throws {
        let made = MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/rows/_collection.yml": "fields: { word: text? }\n",
            "content/rows/all.csv": "id,word\none,x\ntwo,\n",
            "templates/all.json.yml": "data: { each: rows, value: \(shape) }\n",
        ])
        #expect(!made.diagnostics.hasErrors, "\(made.diagnostics)")
        #expect(try #require(made.text("all.json")).filter { !$0.isWhitespace } == json)
    }
}

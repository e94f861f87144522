import KairanModel
import PlanTesting
import Testing

/// Cells of a table hold lists, maps and values of several types, as far as a cell can.
@Suite struct TableTests {
    /// A cell with several values has the type of each of them, and a key whose cells are all empty is left out.
    @Test func cells() throws {
        #expect(
            try made(
                "sizes: { list?: { oneOf: [integer, text] } }, parts: { keyed?: { record: { a: text, b: integer? } } }, "
                    + "place: { oneOf?: [{ record: { a: text } }, boolean] }",
                "id,sizes,parts.x.a,parts.x.b,parts.y.a,place.a\none,1|two,A,2,,\ntwo,,,,B,C\n",
                "{ sizes?: sizes, parts?: parts, place?: place }")
                == #"[{"sizes":[1,"two"],"parts":{"x":{"a":"A","b":2}}},{"parts":{"y":{"a":"B","b":null}},"place":{"a":"C"}}]"#
        )
    }

    @Test func whatACellCannotHold() {
        let mistakes = build(
            "rows: { list: { record: { a: text } } }, end: { oneOf: [date, null] }", "id,rows,end\none,x,null\n", "id"
        ).diagnostics.filter { $0.severity == .error }
        #expect(
            mistakes.map { "\($0.span.line):\($0.span.column): \($0.message); \($0.help ?? "")" } == [
                "2:5: 'rows' must be a list, not text; a cell cannot hold such a list; write this entry in a YAML, TOML, JSON or Markdown file",
                "2:7: 'null' is not a date or null; an empty cell is null",
            ])
    }

    private func made(_ fields: String, _ table: String, _ shape: String) throws -> String {
        let result = build(fields, table, shape)
        #expect(!result.diagnostics.hasErrors, "\(result.diagnostics)")
        return try #require(result.text("all.json")).filter { !$0.isWhitespace }
    }

    private func build(_ fields: String, _ table: String, _ shape: String) -> MadeSite {
        MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/rows/_collection.yml": "fields: { \(fields) }\n", "content/rows/all.csv": table,
            "templates/all.json.yml": "data: { each: rows, value: \(shape) }\n",
        ])
    }
}

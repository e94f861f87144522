import Testing

/// Texts are read up to the sizes that the guide names.
@Suite struct CostLimitTests {
    private func row(_ cell: String, _ count: Int) -> String { String(repeating: "|\(cell)", count: count) + "|\n" }

    @Test(arguments: ["", "> "]) func columns(quote: String) {
        func table(_ count: Int) -> String { ["a", "-", "b"].map { quote + row($0, count) }.joined() }
        #expect(render(table(1_000)).diagnostics.isEmpty)
        #expect(html(table(1_000)).contains("<td>b</td>"))
        let wide = render("Text.\n\n" + table(1_001)).diagnostics
        #expect(wide.map(\.rule.rawValue) == ["markdown.size"])
        #expect(wide.map { $0.span.line } == [3])
        #expect(plainText(table(1_001)).isEmpty)
    }

    @Test func aLineOfManyBarsIsNoTable() {
        #expect(render(row("a", 5_000)).diagnostics.isEmpty)
        #expect(render("---\n\n" + row("a", 5_000) + "\n---\n").diagnostics.isEmpty)
    }

    @Test func aWideRowOfANarrowTable() {
        #expect(render(row("a", 2) + row("-", 2) + row("b", 5_000)).diagnostics.map { $0.span.line } == [3])
    }
}

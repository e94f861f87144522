import KairanModel
import Testing

@testable import KairanMarkdown

@Suite struct PlaceTests {
    @Test(arguments: [
        ("[x](a.md)", "1:5 4"), ("文 [日本](a.md)", "1:8 4"), ("a\n  [x](a.md)", "2:7 4"), ("> a\n> [x](a.md)", "2:7 4"),
        ("![x](a.md)", "1:6 4"), ("[x](<a.md> \"t\")", "1:6 4"), ("[x](\n  a.md)", "2:3 4"), ("[x](a\\_b)", "1:5 4"),
        ("[x](a&amp;b)", "1:5 7"), ("[x][r]\n\ntext\n\n[r]: a.md", "5:6 4"), ("<https://a.example>", "1:2 17"),
        ("見よ https://a.example/です", "1:4 18"), ("**「x」**と [y](a.md)", "1:14 4"), ("日本**「x」**と[y](a.md)", "1:15 4"),
        ("`[x](a.md)` [x](a.md)", "1:17 4"), ("| a |\n|--|\n| [x](a.md) |", "3:7 4"), ("- a\n\n  b [x](a.md)", "3:9 4"),
        ("[x]()", "1:5 1"), ("a@a.example", "1:1 11"), ("# 日本 [x](a.md)", "1:10 4"), ("`a\nb` [x](a.md)", "2:8 4"),
        ("[x](a_(b)_c)", "1:5 7"), ("https://a.example/日 [x](a.md)", "1:1 18"),
    ])
    func firstLink(_ markdown: String, _ expected: String) throws {
        let link = try #require(render(markdown).value.links.first)
        #expect(place(link.span) == expected)
        #expect(link.span.path == "a.md")
    }

    @Test func linksInOrder() {
        let value = render("[![i](i.png)](a.md) ![j [k](k.md)](j.png) [i](i.png) www.a.example").value
        #expect(value.links.map(\.destination) == ["a.md", "i.png", "j.png", "i.png", "http://www.a.example"])
        #expect(value.links.map { place($0.span) } == ["1:15 4", "1:7 5", "1:36 5", "1:47 5", "1:54 13"])
        #expect(value.links.map(\.isImage) == [false, true, true, false, false])
        #expect(value.segments.count == value.links.count + 1)
    }

    @Test func theFileDecidesLinesAndColumns() {
        let value = render("a\n\n[x](a.md)", firstLine: 5, firstColumn: 3).value
        #expect(value.links.map { place($0.span) } == ["7:7 4"])
    }

    @Test(arguments: [
        ("a <b>c</b>", ["1:3 3 '<b>'"]), ("a <b>c</b> </i>", ["1:3 3 '<b>'", "1:12 4 '</i>'"]), ("a <!-- c --> b", []),
        ("<script>\nx\n</script>", ["1:1 8 '<script>'"]), ("<!-- a\nb -->", []),
        ("<!-- a --> <p>x</p>", ["1:12 8 '<p>'"]),
        ("<div>\n\ntext\n\n</div>", ["1:1 5 '<div>'"]), ("> 文\n>\n> <div>", ["3:3 5 '<div>'"]),
        ("日本<hr>語", ["1:3 4 '<hr>'"]),
        ("日本**「x」**と<hr>語", ["1:11 4 '<hr>'"]), ("`<b>` <b>", ["1:7 3 '<b>'"]),
    ])
    func rawHTML(_ markdown: String, _ expected: [String]) {
        let rendered = render(markdown)
        let found = rendered.diagnostics.map { "\(place($0.span)) '\($0.message.split(separator: "'")[1])'" }
        #expect(found == expected)
        #expect(rendered.diagnostics.allSatisfy { $0.severity == .warning && $0.rule == .markdownHtml })
        for tag in ["<b>", "<script", "<!--", "<div", "<hr>", "<i>"] { #expect(!rendered.value.html.contains(tag)) }
    }

    @Test func rawHTMLLeavesNoEmptyParagraph() {
        #expect(html("a\n\n<b></b>\n\nc") == "<p>a</p>\n<p>c</p>")
        #expect(html("a <i>b</i> c") == "<p>a b c</p>")
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:x", "<java\tscript:x>", "&#106;avascript:x", "java&Tab;script:x",
        "vbscript:x",
        "file:///etc/passwd", "data:text/html,x", "data:image/svg+xml,x", "<\u{1}javascript:x>", "javascript&colon;x",
        "<  javascript:x>", "java\(fdd0)script:x",
    ])
    func dangerousAddress(_ address: String) throws {
        let rendered = render("文\n\n[x](\(address))")
        let diagnostic = try #require(rendered.diagnostics.first)
        #expect(rendered.diagnostics.count == 1)
        #expect(diagnostic.rule == .markdownLink)
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.span.line == 3)
        #expect(rendered.value.html == "<p>文</p>\n<p><a href=\"\">x</a></p>")
    }

    @Test(arguments: [
        "data:image/png;base64,x", "DATA:image/webp,x", "data:image/jpeg,x", "https://a.example/javascript:x",
        "mailto:a@b.c",
        "x-javascript:x", "a.md#javascript:",
    ])
    func harmlessAddress(_ address: String) {
        let rendered = render("![x](\(address))")
        #expect(rendered.diagnostics.isEmpty)
        #expect(rendered.value.links.map(\.destination) == [address])
    }

    @Test func autolinkedDanger() {
        let rendered = render("<javascript:alert(1)>")
        #expect(rendered.diagnostics.map { place($0.span) } == ["1:2 19"])
        #expect(rendered.value.html.hasPrefix("<p><a href=\"\">"))
    }
}

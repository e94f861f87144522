import Testing

@testable import KairanMarkdown

@Suite struct CJKTests {
    @Test(arguments: [
        ("**「重要」**です", "<strong>「重要」</strong>です"),
        ("**日本語。**の", "<strong>日本語。</strong>の"),
        ("これは**「x」**です", "これは<strong>「x」</strong>です"),
        ("これは**(注)**です", "これは<strong>(注)</strong>です"),
        ("**(注)**です", "<strong>(注)</strong>です"),
        ("**스크립트(script)**라고", "<strong>스크립트(script)</strong>라고"),
        ("これは*「x」*です", "これは<em>「x」</em>です"),
        ("これは~~「x」~~です", "これは<del>「x」</del>です"),
        ("これは~「x」~です", "これは<del>「x」</del>です"),
        ("これは***「x」***です", "これは<em><strong>「x」</strong></em>です"),
        ("**你好。**世界", "<strong>你好。</strong>世界"),
        ("中文**“重点”**是", "中文<strong>“重点”</strong>是"),
        ("日本**_x_**日本", "日本<strong><em>x</em></strong>日本"),
        ("日本**~~（x）~~**日本", "日本<strong><del>（x）</del></strong>日本"),
        ("日本~~**（x）**~~日本", "日本<del><strong>（x）</strong></del>日本"),
        ("日本**`x`**日本", "日本<strong><code>x</code></strong>日本"),
        ("日本**[x](y)**日本", "日本<strong><a href=\"y\">x</a></strong>日本"),
        ("日本**&amp;**日本", "日本<strong>&amp;</strong>日本"),
        ("日本\\**（x）*", "日本*<em>（x）</em>"),
        ("2 * 3 * 4、「*」", "2 * 3 * 4、「*」"),
        ("葛\u{E0100}**（x）**です", "葛\u{E0100}<strong>（x）</strong>です"),
        ("snake_「case」_です", "snake_「case」_です"),
        ("`これは**「x」**です`", "<code>これは**「x」**です</code>"),
        ("\u{1BC9F}日本**_x_**日本", "\u{1BC9F}日本**<em>x</em>**日本"),
    ])
    func emphasis(_ markdown: String, _ expected: String) { #expect(html(markdown) == "<p>\(expected)</p>") }

    @Test(arguments: [
        ("https://a.example/です**強調**", "https://a.example/", "です<strong>強調</strong>"),
        ("https://a.exampleです", "https://a.example", "です"),
        ("http://a.example/x?y=1。次", "http://a.example/x?y=1", "。次"),
        ("https://a.example/x**「日本」**です", "https://a.example/x", "<strong>「日本」</strong>です"),
        ("https://a.example/**\"日本\"**です", "https://a.example/", "<strong>&quot;日本&quot;</strong>です"),
        ("https://a.example/)です", "https://a.example/", ")です"),
        ("https://a.example/a(括弧)です", "https://a.example/a", "(括弧)です"),
        ("https://a.example/a(b)(括弧)です", "https://a.example/a(b)", "(括弧)です"),
        ("https://a.example/a).(括弧)です", "https://a.example/a", ").(括弧)です"),
        ("https://a.example/[括弧]です", "https://a.example/", "[括弧]です"),
        ("https://a.example(括弧)です", "https://a.example", "(括弧)です"),
        ("https://a.example/x?\"(括弧)\"です", "https://a.example/x", "?&quot;(括弧)&quot;です"),
        ("https://a.example/a!括弧", "https://a.example/a", "!括弧"),
        ("https://a.example/x_(y)です", "https://a.example/x_(y)", "です"),
        ("https://a.example/x&amp;です", "https://a.example/x", "&amp;です"),
        ("https://a.example/x…です", "https://a.example/x", "…です"),
        ("ftp://a.example/xです", "ftp://a.example/x", "です"),
        ("https://日本語.example/xです", "https://日本語.example/x", "です"),
        ("https://a.example/　次", "https://a.example/", "　次"),
    ])
    func bareAddress(_ markdown: String, _ address: String, _ rest: String) {
        let value = render(markdown).value
        #expect(value.links.map(\.destination) == [address])
        #expect(value.html == "<p><a href=\"\(escapedAddress(address))\">\(address)</a>\(rest)</p>")
    }

    @Test(arguments: [
        ("www.example.comです", "<a href=\"http://www.example.com\">www.example.com</a>です"),
        ("**https://a.example/x**です", "<strong><a href=\"https://a.example/x\">https://a.example/x</a></strong>です"),
        (
            "**（https://a.example/x）**です",
            "<strong>（<a href=\"https://a.example/x\">https://a.example/x</a>）</strong>です"
        ),
        ("[x](https://a.example/日)", "<a href=\"https://a.example/%E6%97%A5\">x</a>"),
        ("[x]( https://a.example/日 \"題\")", "<a href=\"https://a.example/%E6%97%A5\" title=\"題\">x</a>"),
        ("[x](/r?u=https://a.example/日)", "<a href=\"/r?u=https://a.example/%E6%97%A5\">x</a>"),
        ("<https://a.example/日>", "<a href=\"https://a.example/%E6%97%A5\">https://a.example/日</a>"),
        ("[x][y]\n\n[y]: https://a.example/日", "<a href=\"https://a.example/%E6%97%A5\">x</a>"),
        ("`https://a.example/です`", "<code>https://a.example/です</code>"),
        ("foo@a.exampleです", "<a href=\"mailto:foo@a.example\">foo@a.example</a>です"),
        ("[x](/y \"見よhttps://a.example/です\")", "<a href=\"/y\" title=\"見よhttps://a.example/です\">x</a>"),
        ("[https://a.example/です](/y)", "<a href=\"/y\">https://a.example/です</a>"),
        ("\(fdd0)日\(fdd1)本", "日本"),
    ])
    func addressesInPlaces(_ markdown: String, _ expected: String) { #expect(html(markdown) == "<p>\(expected)</p>") }

    @Test(arguments: [
        ("日本\n語", "日本語"), ("日本。\n「語」", "日本。「語」"), ("日本\r\n語", "日本語"), ("**日本**\n語", "<strong>日本</strong>語"),
        ("日本\n**語**", "日本<strong>語</strong>"), ("日本\nEnglish", "日本\nEnglish"), ("a\nb", "a\nb"),
        ("한국\n어", "한국\n어"), ("日本\n한국", "日本\n한국"), ("続く……\n次", "続く……次"), ("日本  \n語", "日本<br />\n語"),
        ("日本\n<b>語</b>", "日本語"), ("日本\n`語`", "日本<code>語</code>"),
    ])
    func softBreaks(_ markdown: String, _ expected: String) { #expect(html(markdown) == "<p>\(expected)</p>") }

    @Test func tablesAndFences() {
        #expect(html("| これ | x |\n|--|--|\n|**「a」**です|**日本**|").contains("<td><strong>「a」</strong>です</td>"))
        #expect(html("| これ |\n|--|\n|https://a.example/x|日本|").contains("href=\"https://a.example/x\""))
        #expect(html("> ~~~日本\n> x\n> ~~~").contains("<pre><code class=\"language-日本\">"))
        #expect(html("```日本**（x）**日本\nx\n```").contains("class=\"language-日本**（x）**日本\""))
        #expect(html("a[^日本**（x）**]\n\n[^日本**（x）**]: y").contains("footnote-ref"))
        #expect(html("[日本**（x）**]\n\n[日本**（x）**]: /y") == "<p><a href=\"/y\">日本<strong>（x）</strong></a></p>")
    }
}

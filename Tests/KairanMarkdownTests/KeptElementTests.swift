import KairanModel
import SiteTesting
import Testing

@testable import KairanMarkdown

@Suite struct KeptElementTests {
    @Test(arguments: [
        ("10<sup>6</sup> readers", "10<sup>6</sup> readers", "10⁶ readers"),
        (
            "CO<SUB>2</SUB>, x<sub>max</sub>, 2<sup>nd</sup>, x<sup>a</sup>",
            "CO<sub>2</sub>, x<sub>max</sub>, 2<sup>nd</sup>, x<sup>a</sup>", "CO₂, x_(max), 2^(nd), x^a"
        ),
        ("open <del>9</del>10 ~~8~~7", "open <del>9</del>10 <del>8</del>7", "open ~~9~~10 ~~8~~7"),
        ("Alice<br>Bob<br/>\nEve", "Alice<br />Bob<br />\nEve", "Alice\nBob\nEve"),
        (
            "<kbd>Ctrl</kbd> <mark>a</mark><ins>b</ins> <small>c</small>",
            "<kbd>Ctrl</kbd> <mark>a</mark><ins>b</ins> <small>c</small>", "Ctrl ab c"
        ),
        ("<ruby>漢字<rt>かんじ</rt></ruby>を読む", "<ruby>漢字<rt>かんじ</rt></ruby>を読む", "漢字(かんじ)を読む"),
        (
            "<ruby>漢<rp>（</rp><rt>かん</rt><rp>）</rp></ruby>",
            "<ruby>漢<rp>（</rp><rt>かん</rt><rp>）</rp></ruby>", "漢（かん）"
        ),
        ("日本\n<ruby>語<rt>ご</rt></ruby>\nを", "日本<ruby>語<rt>ご</rt></ruby>を", "日本語(ご)を"),
        (
            "<abbr title='A \"B\" <c'>x</abbr> *a <sup>b</sup>*",
            "<abbr title=\"A &quot;B&quot; &lt;c\">x</abbr> <em>a <sup>b</sup></em>", "x a ^b"
        ),
    ])
    func areKept(_ markdown: String, _ html: String, _ plain: String) {
        let rendered = render(markdown)
        #expect(rendered.diagnostics.isEmpty)
        #expect(rendered.value.html == "<p>\(html)</p>")
        #expect(plainText(markdown) == plain)
    }

    /// An element at the start of a block begins after the blank line or marker before the block.
    @Test(arguments: [
        ("a\n\n<sup>1</sup> b", "a\n\n¹ b"), ("1. a\n2. <sub>2</sub>b", "1. a\n2. ₂b"), ("- <del>a</del>", "- ~~a~~"),
        ("# <sup>2</sup>", "²"),
    ])
    func standAtTheStart(_ markdown: String, _ plain: String) { #expect(plainText(markdown) == plain) }

    /// A tag alone on its line begins a paragraph, not a block of HTML, which would be dropped with its words.
    @Test(arguments: [
        ("<small>\n*a* b\n</small>", "<p><small>\n<em>a</em> b\n</small></p>", "a b", 0),
        ("x\n\n<del lang=de>\na\n</del>\n", "<p>x</p>\n<p><del lang=\"de\">\na\n</del></p>", "x\n\n~~ a ~~", 0),
        ("- <ins>\n  a</ins>", "<ul>\n<li><ins>\na</ins></li>\n</ul>", "- a", 0),
        (
            "> <ruby>\n> 港<rt>みなと</rt>\n> </ruby>",
            "<blockquote>\n<p><ruby>\n港<rt>みなと</rt>\n</ruby></p>\n</blockquote>", "港(みなと)", 0
        ),
        ("a\n\n<br>\n\nb", "<p>a</p>\n<p><br /></p>\n<p>b</p>", "a\n\nb", 0),
        ("<b>\na\n</b>", "<p>\na\n</p>", "a", 1), ("<span class=\"x\">\n\na\n\n</span>", "<p>a</p>", "a", 1),
        ("<div>\na\n</div>", "", "", 1), ("<video>\na\n</video>", "", "", 1), ("<div>\n<b>\na\n</b></div>", "", "", 1),
        (
            "```\n<b>\n```\n\n    <b>", "<pre><code>&lt;b&gt;\n</code></pre>\n<pre><code>&lt;b&gt;\n</code></pre>",
            "<b>\n\n<b>", 0
        ),
    ])
    func onLinesOfTheirOwn(_ markdown: String, _ html: String, _ plain: String, _ warnings: Int) {
        let rendered = render(markdown)
        #expect(rendered.value.html == html)
        #expect(plainText(markdown) == plain)
        #expect(rendered.diagnostics.count == warnings)
    }

    /// An element without its end would reach beyond its part of the text, and one with a script could run it.
    @Test(arguments: [
        ("a <sup>b", "a b", ["1:3 5"]), ("a</sup> b", "a b", ["1:2 6"]),
        ("*a <sup>b* c</sup>", "<em>a b</em> c", ["1:4 5"]),
        ("<sup>a <sub>b</sup> c</sub>", "<sup>a b</sup> c", ["1:8 5"]),
        ("<sup onclick=\"f()\" lang=fr>a</sup>", "<sup lang=\"fr\">a</sup>", ["1:1 27"]),
        ("<img src=x onerror=f()>a<script>f()</script>", "a f()", ["1:1 23", "1:25 8"]),
        ("a<td>b<b>c</b><hr>d", "a bc d", ["1:2 4", "1:7 3", "1:15 4"]),
        ("![a<sup>2</sup>](b.png)", "<img src=\"b.png\" alt=\"a2\" />", ["1:4 5"]),
        ("a <sup/>b</br>", "a b", ["1:3 6", "1:10 5"]),
    ])
    func areDropped(_ markdown: String, _ html: String, _ places: [String]) {
        let rendered = render(markdown)
        #expect(rendered.value.html == "<p>\(html)</p>")
        #expect(rendered.diagnostics.map { place($0.span) } == places)
        #expect(rendered.diagnostics.allSatisfy { $0.rule == .markdownHtml })
    }

    /// Every string of tags leaves HTML in which each start has its end, in the same element.
    @Test func anyTagsAreBalanced() {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let pieces = [
            "<sup>", "</sup>", "<ruby>", "</ruby>", "<br>", "<del>", "</del>", "*", "**", "~~", "[", "](x)", "a ", "| ",
            "\n",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 1...14, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            var open: [Substring] = []
            for tag in html(text).matches(of: /<(\/?)([a-z]+)[^>]*?(\/?)>/) where tag.3.isEmpty {
                if tag.1.isEmpty {
                    open.append(tag.2)
                } else {
                    #expect(open.popLast() == tag.2, "seed \(seed): \(text)")
                }
            }
            #expect(open.isEmpty, "seed \(seed): \(text)")
        }
    }
}

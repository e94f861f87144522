import KairanModel
import Testing

/// Partials with blocks. The table has the cases of the inheritance module in the specification of Mustache 1.4, with
/// the names of this site; at its end are those that the specification leaves open.
@Suite struct PartialBlockTests {
    private func page(_ template: String, _ partials: [String: String]) throws -> String {
        try PageTests().page(template, support: files(partials))
    }

    private func files(_ partials: [String: String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: partials.map { ("templates/_partials/\($0).html.mustache", $1) })
    }

    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var template: String
        var partials: [String: String] = [:]
        var expected: String

        init(_ name: String, _ template: String, _ partials: [String: String] = [:], _ expected: String) {
            (testDescription, self.template, self.partials, self.expected) = (name, template, partials, expected)
        }
    }

    private static let generations = [
        "parent": "{{<older}}{{$a}}p{{/a}}{{/older}}", "older": "{{<grandParent}}{{$a}}o{{/a}}{{/grandParent}}",
        "grandParent": "{{$a}}g{{/a}}",
    ]

    @Test(arguments: [
        Case("default", "{{$title}}Default title{{/title}}\n", [:], "Default title\n"),
        Case("variable", "{{$foo}}default {{id}} content{{/foo}}\n", [:], "default a content\n"),
        Case("triple Mustache", "{{$foo}}{{{body.html}}}{{/foo}}\n", [:], "<p>Hi <em>you</em></p>\n"),
        Case("sections", "{{$foo}}default {{#friend}}{{id}}{{/friend}} content{{/foo}}\n", [:], "default z content\n"),
        Case("negative sections", "{{$foo}}default {{^nick}}three{{/nick}}{{/foo}}\n", [:], "default three\n"),
        Case("inherit", "{{<include}}{{/include}}", ["include": "{{$foo}}default content{{/foo}}"], "default content"),
        Case(
            "overridden content", "{{<super}}{{$title}}sub template title{{/title}}{{/super}}",
            ["super": "...{{$title}}Default title{{/title}}..."], "...sub template title..."),
        Case(
            "data does not override block", "{{<include}}{{$id}}var in template{{/id}}{{/include}}",
            ["include": "{{$id}}var in include{{/id}}"], "var in template"),
        Case(
            "data does not override block default", "{{<include}}{{/include}}",
            ["include": "{{$id}}var in include{{/id}}"], "var in include"),
        Case(
            "two overridden parents",
            "test {{<parent}}{{$stuff}}override1{{/stuff}}{{/parent}} {{<parent}}{{$stuff}}override2{{/stuff}}{{/parent}}\n",
            ["parent": "|{{$stuff}}...{{/stuff}}{{$default}} default{{/default}}|"],
            "test |override1 default| |override2 default|\n"),
        Case(
            "override parent with newlines", "{{<parent}}{{$ballmer}}\npeaked\n\n:(\n{{/ballmer}}{{/parent}}",
            ["parent": "{{$ballmer}}peaking{{/ballmer}}"], "peaked\n\n:(\n"),
        Case(
            "inherit indentation", "{{<parent}}{{$nineties}}hammer time{{/nineties}}{{/parent}}",
            ["parent": "stop:\n  {{$nineties}}collaborate and listen{{/nineties}}\n"], "stop:\n  hammer time\n"),
        Case(
            "only one override", "{{<parent}}{{$stuff2}}override two{{/stuff2}}{{/parent}}",
            ["parent": "{{$stuff}}new default one{{/stuff}}, {{$stuff2}}new default two{{/stuff2}}"],
            "new default one, override two"),
        Case(
            "parent template", "{{>parent}}|{{<parent}}{{/parent}}", ["parent": "{{$foo}}default content{{/foo}}"],
            "default content|default content"),
        Case(
            "recursion", "{{<parent}}{{$foo}}override{{/foo}}{{/parent}}",
            [
                "parent": "{{$foo}}default content{{/foo}} {{$bar}}{{<parent2}}{{/parent2}}{{/bar}}",
                "parent2":
                    "{{$foo}}parent2 default content{{/foo}} {{<parent}}{{$bar}}don't recurse{{/bar}}{{/parent}}",
            ], "override override override don't recurse"),
        Case("multi-level inheritance", "{{<parent}}{{$a}}c{{/a}}{{/parent}}", generations, "c"),
        Case("multi-level inheritance, no sub child", "{{<parent}}{{/parent}}", generations, "p"),
        Case(
            "block scope", "{{<parent}}{{$block}}I say {{id}}.{{/block}}{{/parent}}",
            ["parent": "{{#friend}}{{$block}}You say {{id}}.{{/block}}{{/friend}}"], "I say z."),
        Case(
            "standalone parent", "Hi,\n  {{<parent}}{{/parent}}\n", ["parent": "one\ntwo\n"], "Hi,\n  one\n  two\n"),
        Case(
            "standalone block", "{{<parent}}{{$block}}\none\ntwo{{/block}}\n{{/parent}}\n",
            ["parent": "Hi,\n  {{$block}}{{/block}}\n"], "Hi,\n  one\n  two\n"),
        Case(
            "block reindentation", "{{<parent}}{{$block}}\n    one\n    two\n{{/block}}{{/parent}}\n",
            ["parent": "Hi,\n  {{$block}}\n  {{/block}}\n"], "Hi,\n  one\n  two\n"),
        Case(
            "intrinsic indentation", "{{<parent}}{{$block}}\none\ntwo\n{{/block}}{{/parent}}\n",
            ["parent": "Hi,\n{{$block}}\n  default\n{{/block}}\n"], "Hi,\n  one\n  two\n"),
        Case(
            "nested block reindentation", "{{<parent}}{{$nested}}\nthree\n{{/nested}}{{/parent}}\n",
            [
                "parent": """
                {{<grandparent}}{{$block}}
                  one
                  {{$nested}}
                    two
                  {{/nested}}
                {{/block}}{{/grandparent}}

                """,
                "grandparent": "{{$block}}default{{/block}}",
            ], "one\n  three\n"),
        Case(
            "tags on lines of their own",
            "<ul>\n  {{<p}}\n    {{! Why. }}\n    {{$x}}\n      1\n\n      2\n    {{/x}}\n  {{/p}}\n</ul>\n",
            ["p": "<li>\n  {{$x}}\n  {{/x}}\n</li>\n"], "<ul>\n  <li>\n    1\n    \n    2\n  </li>\n</ul>\n"),
        Case(
            "empty block", "{{<p}}{{$x}}{{/x}}{{$y}}\n  {{#no}}\n  2\n  {{/no}}\n{{/y}}{{/p}}",
            ["p": "<\n  {{$x}}\n  1\n  {{/x}}\n  {{$y}}\n  {{/y}}\n>\n"], "<\n>\n"),
        Case(
            "a partial in its own block", "{{<p}}{{$x}}1{{<p}}{{$x}}2{{/x}}{{/p}}{{/x}}{{/p}}",
            ["p": "[{{$x}}{{/x}}]"], "[1[2]]"),
        Case(
            "a block twice", "{{<p}}{{$x}}{{id}}{{/x}}{{/p}}",
            ["p": "{{$x}}{{/x}}{{#friend}}{{$x}}{{/x}}{{/friend}}{{$x}}{{/x}}"], "aza"),
        Case(
            "in an attribute", "{{<p}}{{$class}} big {{id}}{{/class}}{{/p}}",
            ["p": "<i class=\"x{{$class}}{{/class}}\">{{$x}}y{{/x}}</i>"], "<i class=\"x big a\">y</i>"),
        Case(
            "the position in a list", "{{<p}}{{$x}}{{index()}}{{.}}{{/x}}{{/p}}",
            ["p": "{{#tags}}{{$x}}{{/x}}{{/tags}}"],
            "0é1b&amp;2c"),
        Case(
            "values keep their lines", "{{<p}}{{$x}}\n{{{body.html}}}\n<b>\n{{/x}}{{/p}}</b>",
            ["p": "<i>\n  {{$x}}\n  {{/x}}\n</i>"], "<i>\n  <p>Hi <em>you</em></p>\n  <b>\n</i></b>"),
    ])
    func blocks(_ test: Case) throws { #expect(try page(test.template, test.partials) == test.expected) }

    @Test func aLayoutFillsBlocks() throws {
        var support = files([
            "frame": "<body>\n  {{$aside}}<hr>{{/aside}}\n  <main>\n    {{$main}}\n    {{/main}}\n  </main>\n</body>\n"
        ])
        support["templates/_layouts/base.html.mustache"] = "{{<frame}}{{$main}}{{{content}}}{{/main}}{{/frame}}"
        let page = try PageTests().page("<h1>{{id}}</h1>\n", front: "layout: base\n", support: support)
        #expect(page == "<body>\n  <hr>\n  <main>\n    <h1>a</h1>\n  </main>\n</body>\n")
    }

    @Test func valuesAreWrittenByTheRulesOfTheFormat() throws {
        let support = ["templates/_partials/row.csv.mustache": "{{$first}}{{id}}{{/first}},{{when}}\n"]
        let page = try PageTests().page(
            "id,when\n{{<row}}{{$first}}{{name}}{{/first}}{{/row}}", "csv", support: support)
        #expect(page == "id,when\n\"O'Neil & \"\"co\"\" <x>\",2026-04-01\n")
    }

    @Test(arguments: [
        (
            "{{<p}}{{$y}}{{/y}}{{$xx}}{{/xx}}{{/p}}", "{{$x}}{{/x}}",
            ["4:10: error: the partial 'p' has no block 'y'", "4:22: error: the partial 'p' has no block 'xx'"]
        ),
        ("{{<p}}{{$x}}{{/x}}{{$x}}1{{/x}}{{/p}}", "{{$x}}{{/x}}", ["4:22: error: the block 'x' stands here twice"]),
        (
            "{{<p}}\n  lost {{$x}}{{/x}}{{id}}\n{{/p}}", "{{$x}}{{/x}}",
            [
                "5:3: error: only blocks of the partial 'p' can stand here",
                "5:22: error: only blocks of the partial 'p' can stand here",
            ]
        ),
        ("{{<p}}{{$x}}{{nam}}{{/x}}{{/p}}", "{{$x}}{{/x}}{{$x}}{{/x}}", ["4:15: error: nothing here is called 'nam'"]),
        ("{{<p}}{{$x}}</b>{{/x}}{{/p}}", "<b>{{#yes}}{{$x}}{{/x}}{{/yes}}</b>", ["1:7: error: <b> is closed here"]),
        ("{{<p}}{{$x}}{{/p}}", "{{$x}}{{/x}}", ["4:16: error: 'p' is closed here, but 'x' is open"]),
        ("{{<p}}{{/p}}", "{{<p}}{{$x}}{{/x}}{{/p}}", ["1:4: error: the partial 'p' uses itself"]),
        ("{{<p}}{{$}}{{/}}{{/p}}", "", ["4:10: error: a block needs a name"]),
        ("{{> p}}{{$x}}{{/x}}", "", ["4:11: warning: nothing can fill a block outside a partial"]),
    ])
    func mistakes(template: String, partial: String, expected: [String]) {
        let result = PageTests().site("---\nfor: clubs\n---\n" + template, "html", files(["p": partial]))
        let found = result.diagnostics.map {
            "\($0.span.line):\($0.span.column): \($0.severity.rawValue): \($0.message)"
        }
        #expect(found.count == expected.count && zip(found, expected).allSatisfy { $0.hasPrefix($1) }, "\(found)")
    }

    @Test func blocksThatDoubleAreCompiledOnce() {
        let template = (0..<24).reduce("x") { inner, _ in "{{<p}}{{$x}}\(inner){{/x}}{{/p}}" }
        let result = PageTests().site(
            "---\nfor: { each: clubs, where: { zero: { moreThan: 5 } } }\n---\n" + template, "html",
            files(["p": "{{$x}}{{/x}}{{$x}}{{/x}}"]))
        #expect(!result.diagnostics.hasErrors)
    }
}

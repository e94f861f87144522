import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanFormats

/// Values are written by the rules of the format that they stand in; other people's parsers tell what arrives.
@Suite struct OutputFormatTests {
    /// Texts that end, escape or run something in one format or another.
    private static let chosen = [
        "Q&A \"now\"", "O'Neil", "a\\b\\", "first\nsecond\r\nthird", "x,y;z\tend", "<b>]]></b>-->", "]", "--", "]]>",
        "=1+1", "+81 3-1234", "-2+3", "@SUM(A1)", "\tindented", " space ", "\"", ":quoted;", "日本語、長い文章。😀👩‍👩‍👧",
        String(repeating: "長い", count: 60), "a\u{2028}b", "{}[]", "^n", "-5", "+3.25",
    ]

    private static let hostile = chosen + random(seed: printedSeed("OutputFormatTests"))
    /// The texts as content has them, with one kind of line end.
    private static let read = hostile.map { $0.replacing("\r\n", with: "\n") }

    private static func random(seed: UInt64) -> [String] {
        var random = SeededNumbers(seed: seed)
        let pieces = [
            ",", ";", "\"", "'", "\\", "\n", "\r\n", "\t", "]", "]]>", "<", ">", "&", "--", "-", "=", "+", "@", ":",
            "^",
            "n", " ", "é", "長", "😀", "{{", "}}", "\u{2028}", "1", ".", "?>", "&#39;", "%",
        ]
        return (0..<200).map { number in
            let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            // No text may be empty.
            return text + (number % 2 == 0 || text.allSatisfy(\.isWhitespace) ? "x" : "")
        }
    }

    private static func files(_ templates: [String: String], texts: [String]) -> [SourceFile] {
        let entries = texts.enumerated().map { JSONValue.object([("id", .string("e\($0)")), ("title", .string($1))]) }
        var files = [
            "content/site.yml": "title: A & \"B\"\nurl: https://example.org/b/\ntimeZone: Asia/Tokyo\n",
            "content/items/_collection.yml": """
            entry: item
            fields:
              title: text
              note: text?
              number: { integer: { default: -7 } }
              price: { decimal: { default: -1.5 } }
              isOpen: { boolean: { default: true } }
              day: { date: { default: 2026-04-01 } }
            body: markdown

            """,
        ]
        for (path, text) in templates { files[path] = text }
        var sources = files.map { SourceFile(path: $0.key, bytes: Array($0.value.utf8)) }
        sources.append(SourceFile(path: "content/items/all.json", bytes: writeJSON(.array(entries))))
        return sources
    }

    private func output(_ path: String, _ template: String, texts: [String] = hostile) throws -> [UInt8] {
        let head = "---\ndata: { items: { each: items } }\n---\n"
        let sources = Self.files(["templates/\(path).mustache": head + template], texts: texts)
        let result = try build(SourceTree(files: sources), BuildOptions(clock: 0))
        try #require(!result.diagnostics.hasErrors, "\(result.diagnostics)")
        return try #require(result.files.first { $0.path == path }).bytes
    }

    private func mistakes(
        _ path: String, _ template: String, texts: [String] = ["x"], support: [String: String] = [:]
    ) throws -> [Diagnostic] {
        let sources = Self.files(["templates/\(path).mustache": template].merging(support) { $1 }, texts: texts)
        return try build(SourceTree(files: sources), BuildOptions(clock: 0)).diagnostics.sortedForReport
    }

    /// Runs a Python script over the output, and returns its `result`, a list of texts.
    private func python(_ script: String, _ output: [UInt8]) throws -> [String] {
        let full = "import sys, json, io, csv, re\ndata = sys.stdin.buffer.read()\n\(script)\nprint(json.dumps(result))"
        return try JSONDecoder().decode([String].self, from: try runPython(full, input: output))
    }

    private static let loop = "{{#items}}"
    private static let end = "{{/items}}"

    @Test(arguments: ["a.json", "a.geojson", "site.webmanifest"])
    func json(path: String) throws {
        let template = """
            { "site": "{{site.title}}", "titles": [
            {{#items}}
              { "inside": "<{{title}}>", "whole": {{title}}, "note": {{note}}, "none": "{{note}}", "n": {{number}},
                "p": {{price}}, "open": {{isOpen}}, "day": {{day}}, "{{id}}": {{index()}} }{{^last()}},{{/last()}}
            {{/items}}
            ] }

            """
        let made = try output(path, template)
        let check = """
            all = json.loads(data)['titles']
            assert json.loads(data)['site'] == 'A & "B"'
            for number, one in enumerate(all):
                rest = {k: v for k, v in one.items() if k not in ('inside', 'whole')}
                assert rest == {'note': None, 'none': '', 'n': -7, 'p': -1.5, 'open': True, 'day': '2026-04-01',
                                'e%d' % number: number}, rest
                assert one['inside'] == '<' + one['whole'] + '>'
            result = [one['whole'] for one in all]
            """
        #expect(try python(check, made) == Self.read)
    }

    @Test(arguments: ["a.csv", "a.tsv", "b.csv"])
    func csv(path: String) throws {
        let separator = ["a.csv": ",", "a.tsv": "\t", "b.csv": ";"][path] ?? ""
        let columns = ["{{title}}", "\"{{title}}\"", "<{{title}}>", "{{number}}", "{{price}}", "{{note}}"]
        let made = try output(
            path,
            ["title", "\"quoted, or; not\"", "longer", "count", "price", "note"].joined(separator: separator)
                + "\n{{#items}}\n\(columns.joined(separator: separator))\n{{/items}}\n")
        let check = """
            rows = list(csv.reader(io.StringIO(data.decode(), newline=''), delimiter='\(separator)', strict=True))
            assert rows[0] == ['title', 'quoted, or; not', 'longer', 'count', 'price', 'note'], rows[0]
            for row in rows[1:]:
                assert row[0] == row[1] and row[3:] == ['-7', '-1.5', ''], row
                # No spreadsheet runs what does not start like a formula.
                assert row[0][:1] not in tuple('=+-@\\t\\r\\n') or re.fullmatch(r'[+-]?[0-9]+([.][0-9]+)?', row[0]), row
                assert row[2][1:-1] in (row[0], row[0][1:]), row
            result = [row[2][1:-1] for row in rows[1:]]
            """
        #expect(try python(check, made) == Self.read)
    }

    @Test func calendar() throws {
        let template = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//example.org//{{site.title}}//EN
            {{#items}}
            BEGIN:VEVENT
            UID:{{id}}@example.org
            DTSTAMP:20260401T000000Z
            DTSTART;VALUE=DATE:20260401
            SUMMARY:{{title}}
            DESCRIPTION;ALTREP="{{title}}":{{title}}
              and more
            {{#note}}LOCATION:{{note}}{{/note}}
            CATEGORIES:{{title}},{{id}}
            URL:https://example.org/a,b;c/{{id}}
            SEQUENCE:{{index()}}
            END:VEVENT
            {{/items}}
            END:VCALENDAR

            """
        let made = try output("a.ics", template)
        let check = """
            import icalendar
            assert all(len(line) <= 75 for line in data.split(b'\\r\\n')) and b'\\n' not in data.replace(b'\\r\\n', b'')
            assert data.endswith(b'END:VCALENDAR\\r\\n') and b'\\r\\n\\r\\n' not in data
            calendar = icalendar.Calendar.from_ical(data)
            events = calendar.walk('VEVENT')
            assert calendar['PRODID'] == '-//example.org//A & "B"//EN', calendar['PRODID']
            for number, event in enumerate(events):
                assert event['DESCRIPTION'] == event['SUMMARY'] + ' and more', event
                assert event['URL'] == 'https://example.org/a,b;c/e%d' % number and event['SEQUENCE'] == number
                assert 'LOCATION' not in event and len(event['CATEGORIES'].cats) == 2, event
            result = [str(event['SUMMARY']) for event in events]
            """
        #expect(try python(check, made) == Self.read)
    }

    @Test(arguments: ["a.xml", "feed.rss", "a.svg"])
    func xml(path: String) throws {
        let cdata = path == "a.svg" ? "<style/>" : "<data><![CDATA[{{title}}]]></data>"
        let template = """
            <?xml version="1.0" encoding="utf-8"?>
            <all xmlns:x="urn:x" site="{{site.title}}">
            {{#items}}
            <item a="{{title}}"  b='{{title}}' ><text>{{title}}</text>\(cdata)<!-- {{title}}--></item>
            {{/items}}
            </all>

            """
        let made = try output(path, template)
        let check = """
            import xml.etree.ElementTree as tree
            root = tree.fromstring(data)
            assert root.get('site') == 'A & "B"'
            result = []
            for item in root:
                text = item.find('text').text
                # A parser makes spaces of white space in attributes, and line feeds of all line ends.
                plain = text.replace('\\n', ' ').replace('\\t', ' ')
                assert item.get('a') == plain and item.get('b') == plain, item.attrib
                if item.find('data') is not None:
                    assert item.find('data').text == text.replace('\\r\\n', '\\n'), item.find('data').text
                result.append(text)
            """
        #expect(try python(check, made) == Self.read)
    }

    @Test func styleSheet() throws {
        let template = "{{#items}}\n#{{id}}::before { content: \"{{title}}\"; width: {{number}}px }\n{{/items}}\n"
        let made = String(decoding: try output("a.css", template), as: UTF8.self)
        let lines = made.split(separator: "\n")
        #expect(lines.count == Self.read.count)
        // This reads the escapes as a browser does (CSS Syntax, 4.3.7).
        for (line, text) in zip(lines, Self.read) {
            let match = try #require(line.wholeMatch(of: /#e[0-9]+::before { content: "([^"]*)"; width: -7px }/))
            let read = String(match.1).replacing(#/\\([0-9a-f]+) /#) { escape in
                UInt32(escape.1, radix: 16).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "?"
            }
            #expect(Array(read.utf8) == Array(text.utf8))
        }
    }

    @Test(arguments: ["a.txt", "a.md", "robots.conf", "NOTES"])
    func plainText(path: String) throws {
        let made = try output(path, "{{#items}}[{{title}}]{{/items}} {{{site.title}}}")
        #expect(String(decoding: made, as: UTF8.self) == Self.read.map { "[\($0)]" }.joined() + " A & \"B\"")
    }

    /// Each mistake is reported at its place and by its rule.
    @Test(arguments: [
        ("{id}.json", "{ \"a\":\n  \"{{title}}\",,\n}\n", "5:15 output.json"),
        ("{id}.json", "{ \"a\": \"\\{{title}}\" }\n", "4:12 template.escaping"),
        ("{id}.json", "{{title}} {{title}}\n", "4:13 output.json"),
        ("{id}.json", "[\n  {{> row}}\n]\n", "row:2:9 output.json"),
        ("{id}.webmanifest", "{ {{title}} }\n", "4:13 output.json"),
        ("{id}.json", "\"{{{title}}}\"\n", "4:5 template.escaping"),
        ("{id}.json", "{ \"a\": {{{body.html}}} }\n", "4:11 template.escaping"),
        ("{id}.csv", "a,b\n{{title}}\n", "5:10 output.csv"),
        ("{id}.csv", "a,b\n\"{{title}}\"x,b\n", "5:12 output.csv"),
        ("{id}.csv", "a,b\n1,=X({{title}})\n", "5:3 output.csv"),
        ("{id}.csv", "a,\"b\n{{title}},b\n", "4:3 output.csv"),
        ("{id}.ics", "BEGIN:VCALENDAR\nSUMMARY;X={{title}}:x\nEND:VCALENDAR\n", "5:13 output.lines"),
        ("{id}.ics", "BEGIN:VCALENDAR\n{{title}}\nEND:VCALENDAR\n", "5:3 output.lines"),
        ("{id}.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n", "5:1 output.lines"),
        ("{id}.ics", "BEGIN:VCALENDAR\nnothing\nEND:VCALENDAR\n", "5:1 output.lines"),
        ("{id}.vcf", "BEGIN:VCARD\nFN:{{title}}\n", "4:1 output.lines"),
        ("{id}.xml", "<a>\n <b>{{title}}</a>\n", "5:2 output.xml"),
        ("{id}.xml", "<a>\n <b/></b>\n{{title}}</a>\n", "5:6 output.xml"),
        ("{id}.xml", "<a>{{#note}}</a>{{/note}}\n", "4:1 output.xml"),
        ("{id}.rss", "<a b=\"&amp;&#160;&#xA0;\">Q & A</a>\n", "4:28 output.xml"),
        ("{id}.svg", "<svg><text>&nbsp;{{title}}</text></svg>\n", "4:12 output.xml"),
        ("{id}.xml", "<a>&{{title}}</a>\n", "4:4 output.xml"), ("{id}.xml", "<a>1 < 2</a>\n", "4:6 output.xml"),
        ("{id}.xml", "<a b={{title}}/>\n", "4:8 template.quotes"),
        ("{id}.xml", "<a>{{{title}}}</a>\n", "4:7 template.escaping"),
        ("{id}.svg", "<a>{{body.html}}</a>\n", "4:6 template.escaping"),
        ("{id}.js", "var a = \"{{title}}\"\n", "4:12 template.script"),
        ("{id}.mjs", "var a = {{> row}}\n", "row:1:5 template.script"),
    ])
    func mistakes(path: String, template: String, expected: String) throws {
        let fileExtension = path.split(separator: ".")[1]
        let found = try mistakes(
            path, "---\nfor: items\n---\n" + template,
            support: ["templates/_partials/row.\(fileExtension).mustache": "  {{title}},\n  1, 2, oops\n"])
        let place = found.filter { $0.severity == .error && $0.span.path.hasSuffix(".mustache") }.map {
            ($0.span.path.contains("_partials") ? "row:" : "") + "\($0.span.line):\($0.span.column) \($0.rule)"
        }
        #expect(place.first == expected, "\(found.map(\.message))")
        let isOfEntry = ["output.", "quotes", "4:12 template.escaping"].contains(where: expected.contains)
        let named = found.contains { $0.message.contains("'e0.\(fileExtension)' of content/items/all.json") }
        #expect(named == isOfEntry)
    }

    /// In a format without markup HTML is a text like any other; in XML, three braces make it markup.
    @Test(arguments: [
        ("a.json", "[{{#items}}{{body.html}}{{/items}}]", "[\"<p>A &amp; <em>b</em></p>\"]"),
        ("a.csv", "{{#items}}{{body.html}}{{/items}}", "\"<p>A &amp; <em>b</em></p>\""),
        ("a.txt", "{{#items}}{{{body.html}}}{{/items}}", "<p>A &amp; <em>b</em></p>"),
        ("a.xml", "<a>{{#items}}{{{body.html}}}{{/items}}</a>", "<a><p>A &amp; <em>b</em></p></a>"),
        (
            "a.xml", "<a>{{#items}}{{body.html}}{{/items}}</a>",
            "<a>&lt;p&gt;A &amp;amp; &lt;em&gt;b&lt;/em&gt;&lt;/p&gt;</a>"
        ),
        (
            "a.xml", "<a><![CDATA[{{#items}}{{{body.html}}}{{/items}}]]></a>",
            "<a><![CDATA[<p>A &amp; <em>b</em></p>]]></a>"
        ),
    ])
    func html(path: String, template: String, expected: String) throws {
        var sources = Self.files(
            ["templates/\(path).mustache": "---\ndata: { items: { each: items } }\n---\n" + template], texts: [])
        sources.append(
            SourceFile(path: "content/items/one.md", bytes: Array("---\ntitle: x\n---\nA & *b*\n".utf8)))
        let result = try build(SourceTree(files: sources), BuildOptions(clock: 0))
        let file = try #require(result.files.first { $0.path == path }, "\(result.diagnostics)")
        #expect(String(decoding: file.bytes, as: UTF8.self) == expected)
    }

    /// A layout may use its content as a section instead of writing it.
    @Test func contentAsASection() throws {
        let support = [
            "templates/_layouts/all.xml.mustache": "<a>{{#content}}{{{.}}}{{/content}}</a>",
            "templates/a.xml.mustache": "---\nlayout: all\n---\n<b>{{site.title}}</b>",
        ]
        let result = try build(SourceTree(files: Self.files(support, texts: ["x"])), BuildOptions(clock: 0))
        let file = try #require(result.files.first { $0.path == "a.xml" }, "\(result.diagnostics)")
        #expect(String(decoding: file.bytes, as: UTF8.self) == "<a><b>A &amp; &quot;B&quot;</b></a>")
    }

    /// The HTML of Markdown is XML too, so that it can stand in a document as markup.
    @Test func markdownInXML() throws {
        let text = """
            # A & B\\
            *Hi* **there** `x < y` ~~no~~ <https://example.org/?a=b&c=d> &nbsp;&copy;

            - [x] done
            - [ ] open

            | a | b |
            | --- | :-: |
            | 1 | 2 |

            ---

            > Quote[^1] and again[^1] of data-footnote-ref> and <div data-footnotes>

            [^1]: Note.

            ```swift
            let a = b && c
            ```
            1. one
            """
        var sources = Self.files(
            [
                "templates/a.xml.mustache":
                    "---\ndata: { items: { each: items } }\n---\n<!DOCTYPE a [ <!ENTITY b \"c\"> ]>\n<a>&b;{{#items}}"
                    + "{{{body.html}}}{{/items}}</a>\n"
            ], texts: [])
        sources.append(SourceFile(path: "content/items/one.md", bytes: Array("---\ntitle: x\n---\n\(text)\n".utf8)))
        let result = try build(SourceTree(files: sources), BuildOptions(clock: 0))
        let file = try #require(result.files.first { $0.path == "a.xml" }, "\(result.diagnostics)")
        #expect(try XMLJudge(file.bytes).rootName() == "a")
    }

    /// A layout and the partials of a page are of its format too.
    @Test func layoutsAndPartials() throws {
        let support = [
            "templates/_layouts/all.json.mustache": "{ \"by\": {{site.title}}, \"all\": [\n  {{{content}}}\n] }\n",
            "templates/_partials/row.json.mustache": "{ \"t\": {{title}},\n\"u\": \"{{title}}\" }\n",
            "templates/a.json.mustache": """
            ---
            layout: all
            data: { items: { each: items } }
            ---
            {{#items}}
              {{> row}}
            {{^last()}},{{/last()}}
            {{/items}}

            """,
        ]
        let result = try build(SourceTree(files: Self.files(support, texts: Self.hostile)), BuildOptions(clock: 0))
        let made = try #require(result.files.first { $0.path == "a.json" }, "\(result.diagnostics)")
        let check = """
            whole = json.loads(data)
            assert whole['by'] == 'A & "B"' and all(one['t'] == one['u'] for one in whole['all'])
            result = [one['t'] for one in whole['all']]
            """
        #expect(try python(check, made.bytes) == Self.read)
    }
}

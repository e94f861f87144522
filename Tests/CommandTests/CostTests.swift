import Foundation
import SiteTesting
import Testing

/// Work does not grow with the square of any input: ten times as much input takes about ten times the work.
///
/// Work is the processor's time of the whole program, as `time` measures it; if it grew with the square, it would be
/// a hundred times as much.
@Suite struct CostTests {
    struct Input: CustomTestStringConvertible, Sendable {
        let name: String
        let path: String
        let size: Int
        let text: @Sendable (Int) -> String

        init(_ name: String, _ path: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String) {
            (self.name, self.path, self.size, self.text) = (name, path, size, text)
        }

        static func markdown(_ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String) -> Input {
            Input(name, "content/ads/a.md", size) { "---\ntitle: A\n---\n" + text($0) }
        }

        static func trusted(_ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String) -> Input {
            Input(name, "content/posts/a.md", size) { "---\ntitle: A\n---\n" + text($0) }
        }

        var testDescription: String { name }
    }

    private static func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }

    static let inputs: [Input] = [
        Input("unknown keys", "content/ads/a.yml", 1500) { count in
            "title: A\n" + lines(count) { "k\($0): 1\n" }
        },
        Input("keys given again", "content/ads/a.yml", 1500) { lines($0) { _ in "title: A\n" } },
        Input("unknown keys on one line", "content/ads/a.json", 1000) { count in
            "{\"title\":\"A\"" + lines(count) { ",\"k\($0)\":1" } + "}"
        },
        Input("unknown keys of TOML", "content/ads/a.toml", 1000) { lines($0) { "k\($0) = 1\n" } },
        Input("tables of one name", "content/ads/a.toml", 6000) { lines($0) { _ in "[[a]]\nb = 1\n" } },
        Input("columns", "content/ads/all.csv", 2500) { count in
            lines(count) { "c\($0)," } + "id\n" + lines(count) { _ in "1," } + "a\n"
        },
        Input("columns of one group", "content/ads/all.csv", 2500) { count in
            lines(count) { "c.c\($0)," } + "id\n" + lines(count) { _ in "1," } + "a\n"
        },
        Input("columns of one name", "content/ads/all.csv", 1000) { count in
            lines(count) { _ in "title," } + "id\n" + lines(count) { _ in "1," } + "a\n"
        },
        Input("rows of one name", "content/ads/all.csv", 600) { "id,title\n" + lines($0) { _ in "a,A\n" } },
        Input("anchors", "content/ads/a.yml", 800) { count in "title: A\n" + lines(count) { "k\($0): &a\($0) 1\n" } },
        Input("elements on one line", "content/ads/a.yml", 10000) { count in
            "title: A\nk: [\(lines(count) { _ in "1, " })]\n"
        },
        Input("aliases of a long text", "content/ads/a.yml", 1000) { count in
            "title: &a \(String(repeating: "x", count: count))\nk: [\(lines(count) { _ in "*a, " })]\n"
        },
        .markdown("open instructions", 10000) { lines($0) { _ in "a <?" } },
        .markdown("open declarations", 10000) { lines($0) { _ in "a <!A " } },
        .markdown("open data", 6000) { lines($0) { _ in "<![CDATA[" } },
        .markdown("open instructions in many paragraphs", 800) { lines($0) { _ in "a <?\n\n" } },
        .markdown("links behind open pictures", 3000) { lines($0) { _ in "![[]()" } },
        .markdown("open pictures before links", 3000) { count in
            lines(count) { _ in "![" } + lines(count) { _ in "[]()" }
        },
        .markdown("uses of a long address", 500) { count in
            "[x]: https://a.example/\(String(repeating: "u", count: count))\n\n" + lines(count) { _ in "[x] " }
        },
        .markdown("uses of a long title", 500) { count in
            "[x]: https://a.example/ \"\(String(repeating: "t", count: count))\"\n\n" + lines(count) { _ in "[x] " }
        },
        .markdown("dead links on one line", 1000) { count in lines(count) { "[a](b\($0).md) " } },
        .markdown("raw HTML on one line", 1000) { lines($0) { _ in "<b>a</b> " } },
        .trusted("links in a block of HTML", 300) { count in
            "<div>" + lines(count) { _ in "<a href=\"https://e.example/x\">y</a>" }
        },
        .trusted("elements that are dropped", 800) { "<div>" + lines($0) { _ in "<x>" } },
        .trusted("ends of nothing", 800) { "<div>" + lines($0) { _ in "</p>" } },
        .trusted("attributes of one tag", 500) { count in "<p" + lines(count) { " a\($0)=b" } + ">" },
        .trusted("links and attributes between words", 300) { count in
            "a " + lines(count) { "<a href=\"/b\" c\($0)=d>e</a> " }
        },
        .markdown("headings of one name", 1500) { lines($0) { _ in "# A\n" } },
        .markdown("footnotes", 800) { count in
            lines(count) { "a[^\($0)] " } + "\n\n" + lines(count) { "[^\($0)]: b\n" }
        },
        .markdown("table cells", 300) { count in
            "\(lines(count) { _ in "|a" })|\n\(lines(count) { _ in "|-" })|\n\(lines(count) { _ in "|a" })|\n"
        },
        .markdown("code spans", 400) { lines($0) { "e" + String(repeating: "`", count: $0 % 300) } },
        .markdown("emphasis", 2000) { lines($0) { _ in "**a __b ~~c " } },
        Input("sections", "templates/s.html.mustache", 400) { count in
            lines(count) { _ in "{{#site}}" } + lines(count) { _ in "{{/site}}" }
        },
        Input("tags", "templates/s.html.mustache", 2000) { lines($0) { _ in "{{site.title}} " } },
        Input("unknown tags on one line", "templates/s.html.mustache", 500) { lines($0) { "{{a\($0)}} " } },
        Input("elements", "templates/s.html.mustache", 2000) { lines($0) { _ in "<b>a</b>" } },
        Input("unknown words of a shape", "templates/s.json.yml", 600) { count in
            "data:\n" + lines(count) { "  k\($0): site.a\($0)\n" }
        },
    ]

    @Test(arguments: inputs) func tenTimesAsMuch(_ input: Input) throws {
        let small = max(try work(input, input.size), 0.03)
        let large = try work(input, 10 * input.size)
        #expect(large < 20 * small, "\(small) s, then \(large) s")
    }

    private func work(_ input: Input, _ size: Int) throws -> Double {
        let box = try TemporaryFolder()
        for (path, text) in [
            "content/site.yml": "title: A\nurl: https://a.example/\n",
            "content/ads/_collection.yml": "fields: { title: text }\nbody: markdown\n",
            "content/posts/_collection.yml":
                "fields: { title: text }\nbody: { markdown: { html: allowed } }\nmayBeEmpty: true\n",
            "templates/index.html.mustache": "<p>{{site.title}}</p>\n",
            "templates/ads/{id}.html.mustache": "---\nfor: ads\n---\n<h1>{{title}}</h1>{{{body.html}}}\n",
        ] { try box.write(text, to: path) }
        try box.write(input.text(size), to: input.path)
        // The sizes are those at which the slower program takes long enough to be measured.
        let script = "TIMEFORMAT=%3U; time timeout 100 '\(unoptimizedExecutable.path)' check >report 2>&1"
        let run = try run(URL(filePath: "/bin/bash"), ["-c", script], in: box.url)
        #expect([0, 1].contains(run.exitCode), "\(run)")
        return try #require(Double(run.errors.split(separator: "\n").last ?? ""))
    }
}

import SiteTesting
import Testing

@testable import KairanMarkdown

@Suite struct HighlightCodeTests {
    /// Each part of code stands in brackets after the letters of its kind.
    private static let codes = [
        (
            "yaml", "title: Board  # a note\nopen: true\n- { id: 7, on: 2026-04-15, t: \"a: b\" }\n",
            """
            [key title]: Board  [comment # a note]
            [key open]: [word true]
            - { [key id]: [number 7], [key on]: 2026-04-15, [key t]: [string "a: b"] }

            """
        ),
        (
            "json", "{ \"a\": \"b\\\"c\", \"n\": [1, null] }",
            """
            { [key "a"]: [string "b\\"c"], [key "n"]: [[number 1], [word null]] }
            """
        ),
        (
            "html", "---\nlayout: base\n---\n<a href=\"{{x}}\">{{{y}}} < 3</a><!-- z -->",
            """
            ---
            [key layout]: base
            ---
            [tag <a] [key href]=[string "{{x}}"]>[word {{{y}}}] < 3[tag </a]>[comment <!-- z -->]
            """
        ),
        (
            "swift", "let a = \"b\" // c\nfunc d() { 10 }",
            """
            [word let] a = [string "b"] [comment // c]
            [word func] d() { [number 10] }
            """
        ),
        ("console", "$ kairan build\n4 entries\n", "[word $ kairan build]\n4 entries\n"),
        ("diff", "- a\n+ b\n c\n", "[removed - a]\n[added + b]\n c\n"),
        ("markdown", "---\na: b\n---\n# It's {{x}}\n", "---\n[key a]: b\n---\n# It's {{x}}\n"),
        ("diff", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "[comment --- a/x]\n[comment +++ b/x]\n[comment @@ -1 +1 @@]\n"),
        ("toml", "a = \"b\" # c\nd=1979-05-27\n", "[key a] = [string \"b\"] [comment # c]\n[key d]=1979-05-27\n"),
        ("json", "{\"a\":1,\"b\":[-1.5e3]}", "{[key \"a\"]:[number 1],[key \"b\"]:[[number -1.5e3]]}"),
        ("html", "<a b='x\"y' c=\"> z\">", "[tag <a] [key b]=[string 'x\"y'] [key c]=[string \"> z\"]>"),
        ("swift", "\"\"\"\na \"b\"\n\"\"\" // c", "[string \"\"\"\na \"b\"\n\"\"\"] [comment // c]"),
        ("sh", "echo \"a\nb\" # c", "echo [string \"a\nb\"] [comment # c]"),
        (
            "yaml", "at: 2026-04-15T09:00\nrow: [7:30, 8]\n",
            "[key at]: 2026-04-15T09:00\n[key row]: [7:30, [number 8]]\n"
        ),
        ("rust", "let a = 1", "let a = 1"),
        ("yaml", "", ""), ("json", "\"", "[string \"]\n"), ("html", "<", "<"),
        ("js", "`a\nb` `", "[string `a\nb`] [string `\n]"),
        ("yaml", "it's: don't\n", "it'[key s]: don't\n"),
    ]

    @Test(arguments: codes) func parts(language: String, code: String, expected: String) {
        let html = highlighted(
            html("````\(language)\n\(code.hasSuffix("\n") || code.isEmpty ? code : code + "\n")````\n"))
        let marked = html.replacing(/<span class="code-([a-z]+)">/) { "[\($0.1) " }.replacing("</span>", with: "]")
        let text = marked.replacing(/^<pre><code class="[a-z-]+">/, with: "").replacing("</code></pre>", with: "")
        let plain = text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
        #expect(plain == (expected.isEmpty || expected.contains(/\n]?$/) ? expected : expected + "\n"))
    }

    /// Nothing but the elements is added, whatever the code is.
    @Test func theTextStays() {
        var random = SeededNumbers(seed: printedSeed())
        let pieces = [
            "a", "true", "'", "\"", "`", "\\", "{{", "}}", "{{{", "<", ">", "</", "<!--", "-->", "/*", "*/", "//", "#",
            ": ", "12",
            "\n", " ", "&", "&amp;", "- ", "+ ", "$ ", "---\n", "\n---", "é", "図", "\u{1F600}", "[", "]", ",",
        ]
        let languages = ["yaml", "json", "html", "markdown", "swift", "sh", "python", "css", "console", "diff", "rust"]
        for _ in 0..<2_000 {
            let code = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
                pieces.randomElement(using: &random)
            }
            let plain = html("````\(languages.randomElement(using: &random) ?? "")\n\(code.joined())\n````\n")
            let bare = highlighted(plain).replacing(/<span class="code-[a-z]+">/, with: "").replacing(
                "</span>", with: "")
            #expect(bare == plain)
        }
    }
}

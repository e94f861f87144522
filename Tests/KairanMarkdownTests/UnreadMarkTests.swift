import KairanModel
import Testing

@testable import KairanMarkdown

@Suite struct UnreadMarkTests {
    @Test(arguments: [
        ("![x](my photo.png)", "1:1 18", "is no link, as its address has a space"),
        ("See [the\nlist](my list.pdf).", "2:5 14", "is no link, as its address has a space"),
        ("[**bold**](a b)", "1:10 6", "is no link, as its address has a space"),
        ("It [opens](/hours", "1:4 14", "is no link, as its address is not closed or has a space"),
        ("- a\n- [hours][times]", "2:3 14", "is no link, as nothing defines 'times'"),
        ("> [hours][]", "1:3 9", "is no link, as nothing defines 'hours'"),
        ("it[^1]", "1:3 4", "has no footnote"), ("![[my photo.png]]", "1:1 17", "is no picture in Markdown"),
        ("日本 [[ページ]]", "1:4 7", "is no link in Markdown"),
        ("(here)[https://a.example/]", "1:1 26", "is no link"),
        ("# The {site.title}", "1:7 12", "is shown as it is written"),
        ("| a |\n|--|\n| {{ page.url }} |", "3:3 14", "is shown as it is written"),
        ("{% include a.html %}", "1:1 20", "is shown as it is written"),
        ("{{< figure src=\"a.png\" >}}", "1:1 26", "is shown as it is written"),
        ("の［表］（/a/）を", "1:2 8", "is no link, as its brackets are full-width"),
        ("[a]（b.md#c）", "1:1 11", "is no link, as its brackets are full-width"),
        ("![a]（b.png)", "1:1 11", "is no link, as its brackets are full-width"),
        ("［a］(https://a.example/)", "1:1 4", "is no link, as its brackets are full-width"),
        ("[a]（https://a.example/）", "1:1 4", "is no link, as its brackets are full-width"),
    ])
    func areTold(_ markdown: String, _ span: String, _ reason: String) {
        let warnings = render(markdown).diagnostics
        #expect(warnings.map(\.rule) == [.markdownUnread])
        #expect(warnings.first?.severity == .warning)
        #expect(warnings.first.map { place($0.span) } == span)
        #expect(warnings.first?.message.hasSuffix("' \(reason)") == true, "\(warnings)")
    }

    @Test(arguments: [
        "[a](<my file.pdf>) [b](c \"d\") [e][f] [f]\n\n[f]: /g", "it[^1]\n\n[^1]: note", "`[a](b c)` `{{x}}`",
        "    [a](b c)",
        "\\[a](b c) [a\\](b c)", "a[i][j] = 1, [1][2]", "[x] and [ ] and (a) [b]", "{a: 1} { } {title}", "$[a, b)$",
        "- [ ] a\n- [x] b", "> [!NOTE]\n> a", "${site.title}", "$\\frac{{a}}{{b}}$", "[A-Z][a-z]*", "not [^abc]",
        "[お知らせ][重要]", "[注]（参考）", "［注］（a、b）", "［注］(`x`)", "［a］",
        "df[[\"a\"]]", "[[ -f x ]]", "{\u{301}{\u{301}a}", "{{\u{301}",
    ])
    func areMeant(_ markdown: String) {
        #expect(render(markdown).diagnostics.map(\.message) == [])
    }

    /// A line of each kind of block, with a character that keeps it from being one.
    @Test(arguments: [
        ("#\u{3000}a", "1:1 2", "'#' makes no heading because of U+3000, an ideographic space"),
        ("x\n###\u{A0}", "2:1 4", "'###' makes no heading because of U+00A0, a no-break space"),
        ("-\u{A0}a\n- b", "1:1 2", "'-' makes no list because of U+00A0, a no-break space"),
        ("+\u{2003}a", "1:1 2", "'+' makes no list because of U+2003, a wide or narrow space"),
        ("*\u{3000}a", "1:1 2", "'*' makes no list because of U+3000, an ideographic space"),
        ("12)\u{202F}a", "1:1 4", "'12)' makes no list because of U+202F, a narrow no-break space"),
        ("x\n1.\u{3000}a", "2:1 3", "'1.' makes no list because of U+3000, an ideographic space"),
        ("\u{3000}- a", "1:1 3", "'-' makes no list because of U+3000, an ideographic space"),
        ("- x\n\u{A0}\u{A0}- a", "2:1 4", "'-' makes no list because of U+00A0, a no-break space"),
        ("\u{200B}# a", "1:1 3", "'#' makes no heading because of U+200B, a zero-width space"),
        ("#\u{200B} a", "1:1 3", "'#' makes no heading because of U+200B, a zero-width space"),
        ("\u{3000}>a", "1:1 2", "'>' makes no quote because of U+3000, an ideographic space"),
        (">\u{3000}> a", "1:2 3", "'>' makes no quote because of U+3000, an ideographic space"),
        ("x\n\n---\u{A0}", "3:1 4", "'---' makes no line because of U+00A0, a no-break space"),
        ("*\u{A0}*\u{A0}*", "1:1 5", "'***' makes no line because of U+00A0, a no-break space"),
        ("x\n===\u{3000}", "2:1 4", "'===' makes no heading because of U+3000, an ideographic space"),
        ("|a|b|\n|-|-|\u{3000}", "2:1 6", "'|-|-|' makes no table because of U+3000, an ideographic space"),
    ])
    func blocksAreTold(_ markdown: String, _ span: String, _ message: String) {
        let warnings = render(markdown).diagnostics
        #expect(warnings.map { place($0.span) } == [span])
        #expect(warnings.map(\.message) == [message])
        #expect(warnings.allSatisfy { $0.rule == .markdownUnread && $0.severity == .warning })
    }

    @Test(arguments: [
        "\u{3000}字下げ", "\\#\u{3000}a", "1\\.\u{A0}Mai", "x\n14.\u{A0}Mai", "#\u{FE0F}\u{20E3} a", "1\u{FE0F}\u{20E3} a",
        "#\u{200B}123", "`#\u{3000}a`", "    #\u{3000}a", "```\n#\u{3000}a\n```",
        "-5\u{A0}°C", "# \u{3000}a", "- \u{3000}a", ">\u{3000}a", "x #\u{3000}a", "*x* #\u{3000}a",
        "|\u{3000}a | b |\n|--|--|",
    ])
    func blocksAreMeant(_ markdown: String) { #expect(render(markdown).diagnostics.map(\.message) == []) }

    /// cmark-gfm leaves these footnotes out, with all their words.
    @Test func lostFootnotesAreTold() {
        let warnings = render(
            """
            a[^1] b[^Two]

            [^1]: one
                [^in]: more
            [^x]: lost
            [^two]: two
              lazy
            [^1]: again
            > - [^y]: lost

            ```
            [^z]: code
            ```
            <!--
            [^z]: comment
            -->

                [^z]: code
            """
        ).diagnostics
        #expect(warnings.map { place($0.span) } == ["4:5 6", "5:1 5", "8:1 5", "9:5 5"])
        #expect(
            warnings.map(\.message) == [
                "this footnote is left out, as nothing refers to it",
                "this footnote is left out, as nothing refers to it",
                "this footnote is left out, as there is another one of its name above",
                "this footnote is left out, as nothing refers to it",
            ])
        #expect(warnings.allSatisfy { $0.rule == .markdownUnread && $0.severity == .warning })
    }
}

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
        "[お知らせ][重要]",
        "df[[\"a\"]]", "[[ -f x ]]", "{\u{301}{\u{301}a}", "{{\u{301}",
    ])
    func areMeant(_ markdown: String) {
        #expect(render(markdown).diagnostics.map(\.message) == [])
    }
}

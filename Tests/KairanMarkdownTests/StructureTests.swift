import KairanModel
import Testing

@testable import KairanMarkdown

@Suite struct StructureTests {
    @Test func outline() {
        let value = render("# 第1章 はじめに\n\n## What's *new*?\n\nx\n\n## What's new\n\n### 「！」\n\nサーバー・A_b\n===\n").value
        #expect(value.outline.map(\.id) == ["第1章-はじめに", "whats-new", "whats-new-1", "section", "サーバーa_b"])
        #expect(value.outline.map(\.level) == [1, 2, 2, 3, 1])
        #expect(value.outline.map(\.text) == ["第1章 はじめに", "What's new?", "What's new", "「！」", "サーバー・A_b"])
        #expect(value.html.contains("<h2 id=\"whats-new\">What's <em>new</em>?</h2>"))
        #expect(value.anchors == value.outline.map(\.id))
    }

    @Test func duplicateIDsStayUnique() {
        let value = render("# a\n\n# a-1\n\n# a\n\n# a\n\n# fn-x\n\n#\n\n#").value
        #expect(value.outline.map(\.id) == ["a", "a-1", "a-2", "a-3", "section-fn-x", "section", "section-1"])
    }

    /// The ids are GitHub's: of raised and lowered words those that were raised, with the selectors of emoji, without
    /// joiners.
    @Test(arguments: [
        ("H<sub>2</sub>O and 10<sup>12</sup>", "h2o-and-1012"), ("x<sup>a</sup>", "xa"),
        ("<sub>2</sub><sup>*3*</sup>", "23"), ("H₂O", "h₂o"), ("❤\u{FE0F} a", "\u{FE0F}-a"),
        ("می\u{200C}خواهم", "میخواهم"),
        ("👩\u{200D}💻 Dev", "dev"),
    ])
    func idsAreThoseOfGitHub(_ heading: String, _ id: String) {
        let outline = render("# \(heading)").value.outline
        #expect(outline.map { Array($0.id.unicodeScalars) } == [Array(id.unicodeScalars)])
    }

    /// A text that is copied from a heading may have characters that the heading's id lacks, or lack some that it has.
    @Test(arguments: [
        ("❤\u{FE0F} A b", "#❤\u{FE0F}-a-b", "#\u{FE0F}-a-b"), ("❤\u{FE0F} A b", "#-a-b", "#\u{FE0F}-a-b"),
        ("می\u{200C}خواهم", "#می\u{200C}خواهم", "#میخواهم"),
        ("می\u{200C}خواهم", "#%D9%85%DB%8C%E2%80%8Cخواهم", "#میخواهم"),
        ("👩\u{200D}💻 Dev", "#-dev", "#dev"), ("Opening hours", "#Opening-hours", "#opening-hours"),
        ("Opening hours", "#opening", "#opening"), ("Plan", "#pl\u{200B}an", "#plan"),
    ])
    func linksToHeadings(_ heading: String, _ written: String, _ destination: String) {
        let links = render("# \(heading)\n\n[x](\(written))").value.links
        #expect(links.map { Array($0.destination.unicodeScalars) } == [Array(destination.unicodeScalars)])
    }

    /// cmark-gfm escapes the places of footnotes like addresses, and browsers look for them without escapes.
    @Test(arguments: ["ä", "注", "ß-é", "a+b"]) func footnotesInAllLetters(_ name: String) {
        let rendered = html("Text[^\(name)].\n\n[^\(name)]: Note")
        #expect(rendered.contains("<li id=\"fn-\(name)\">") && rendered.contains("id=\"fnref-\(name)\""), "\(rendered)")
    }

    @Test func footnotes() {
        let text = "# T\n\na[^x] b[^x]\n\n[^x]: see [y](z.md)\n"
        let value = render(text).value
        #expect(value.anchors == ["t", "fnref-x", "fnref-x-2", "fn-x"])
        #expect(value.links.map(\.destination) == ["z.md"])
        #expect(plainText(text) == "T\n\na[1] b[1]\n\n[1] see y")
    }

    @Test func addressesOfTheTextAreNotSlots() {
        let value = render("`<a href=\"@\">` <a href=\"@\"> \\<a href=\"@\"> [x](@)").value
        #expect(value.links.map(\.destination) == ["@"])
    }

    @Test(arguments: [
        ("a *b*\nc\n\nd", "a b c\n\nd"), ("# H\ntext", "H\n\ntext"), ("- a\n- b\n  - c\n- d", "- a\n- b\n  - c\n- d"),
        ("1. a\n2. b\n\n   c", "1. a\n\n2. b\n\n   c"), ("- [ ] a\n- [x] b", "- [ ] a\n- [x] b"),
        ("9. a\n10. b\n    - c", "9. a\n10. b\n    - c"), ("| a | b |\n|--|--|\n| c | d |\n\ne", "a | b\nc | d\n\ne"),
        ("[x](y) ![z](w)", "x z"), ("a  \nb", "a\nb"), ("```\nx\n\n  y\n```\nz", "x\n\n  y\n\nz"),
        ("> a\n\nb", "a\n\nb"),
        ("- a\n\n      x\n      y\n", "- a\n\n  x\n  y"), ("a\n\n---\n\nb", "a\n\n---\n\nb"),
        ("日本\n語&amp;`x`", "日本語&x"),
        ("-\n- a", "-\n- a"), ("- a\n\nb", "- a\n\nb"), ("a <b>x</b>\n\n<div>\ny\n</div>\n\nz", "a x\n\nz"), ("", ""),
        ("| a | b |\n|--|--|\n|   | d |", "a | b\n | d"), ("1) a\n2) b", "1) a\n2) b"),
        ("- 日本\n  語\n\n  次", "- 日本語\n\n  次"),
    ])
    func text(_ markdown: String, _ expected: String) { #expect(plainText(markdown) == expected) }

    @Test func escapedAddressIsWhatCMarkWrites() {
        for value in (1...0x7F).map({ Unicode.Scalar(UInt8($0)) }) + ["é", "日", "😀"] {
            guard !"\n\r<>\\&\t".unicodeScalars.contains(value) else { continue }
            let address = "a\(value)%41"
            let expected = specificationHTML("[x](<\(address)>)", extensions: [])
            #expect(expected == "<p><a href=\"\(escapedAddress(address))\">x</a></p>\n")
        }
        #expect(escapedAddress("a&b<\"'>\\") == "a&amp;b%3C%22&#x27;%3E%5C")
    }

    @Test func nestingLimit() {
        let allowed = String(repeating: "> ", count: 100) + "x"
        #expect(render(allowed).diagnostics.isEmpty)
        for text in [String(repeating: "> ", count: 101), String(repeating: "- ", count: 101)] {
            let rendered = render("文\n\n" + text + "x")
            #expect(rendered.diagnostics.map(\.rule.rawValue) == ["markdown.nesting"])
            #expect(rendered.diagnostics.map { place($0.span) } == ["3:201 1"])
            #expect(rendered.value.segments == [""])
        }
    }

    @Test(arguments: [">", "> ", "- ", "* > ", "[", "![", "*a **b ", "<b>", "~~a ", "`a``", "[a](", "_a*", "&", "**（"])
    func deepNesting(_ piece: String) {
        let rendered = render(String(repeating: piece, count: 20_000) + "x")
        if piece.hasPrefix(">") || piece.hasPrefix("- ") {
            #expect(rendered.diagnostics.map(\.rule.rawValue) == ["markdown.nesting"])
            #expect(rendered.diagnostics[0].span.line == 1)
        }
    }
}

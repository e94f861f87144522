import KairanModel
import KairanReaders
import Testing

@Suite struct SplitFrontMatterTests {
    @Test(arguments: [
        ("---\ntitle: x\n---\nbody\n", #"{2:1 title 2:1+5 = plain "x" 2:8+1}"#, "body\n", 4),
        ("---\r\ntitle: x\r\n---\r\nbody\r\nmore", #"{2:1 title 2:1+5 = plain "x" 2:8+1}"#, "body\nmore", 4),
        ("---  \n---\n\nbody", "{2:1 }", "\nbody", 3),
        ("---\n# nothing\n---", "{2:1 }", "", 4),
        ("body\n---\nmore", "-", "body\n---\nmore", 1),
        ("----\nbody", "-", "----\nbody", 1),
        ("", "-", "", 1),
        ("---\na: |\n  ---\n  x\n---\ny", #"{2:1 a 2:1+1 = string "---\nx\n" 2:4+1}"#, "y", 6),
        ("+++\ntitle = 'x'\n+++\nbody", #"{2:1 title 2:1+5 = string "x" 2:9+3}"#, "body", 4),
    ]) func splits(_ text: String, _ tree: String, _ body: String, _ line: Int) {
        let result = splitFrontMatter(SourceFile(path: "a.md", text: text))
        #expect(lines(result.diagnostics) == [])
        #expect(treeText(result.value.node) == tree)
        #expect(String(decoding: result.value.body, as: UTF8.self) == body)
        #expect(result.value.bodyLine == line)
    }

    @Test(arguments: [
        ("---\na: 1\nbody", "1:1: the front matter that starts here has no end [frontMatter.unclosed]"),
        ("+++\na = 1\n---\nbody", "1:1: the front matter that starts here has no end [frontMatter.unclosed]"),
        ("---\n- a\n---\n", "2:1: the front matter is a list, not a mapping [frontMatter.mapping]"),
        ("---\na: 'b\nc: 1\n---\n", "2:4: this quote is not closed on its line [yaml.quote]"),
        ("---\na: 1\na: 2\n---\n", "3:1: 'a' is given more than once [yaml.duplicateKey]"),
        ("\u{FEFF}---\n---\n", "1:1: the file starts with an invisible byte order mark [text.byteOrderMark]"),
    ]) func reports(_ text: String, _ expected: String) {
        let result = splitFrontMatter(SourceFile(path: "a.md", text: text))
        #expect(lines(result.diagnostics) == ["a.md:" + expected])
        #expect(result.value.node == nil)
    }
}

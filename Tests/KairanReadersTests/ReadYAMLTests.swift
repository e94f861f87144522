import KairanModel
import KairanReaders
import Testing

@Suite struct ReadYAMLTests {
    @Test(arguments: [
        ("a: b", #"{1:1 a 1:1+1 = plain "b" 1:4+1}"#),
        ("", #"null "" 1:1+1"#),
        ("# only a comment\n", #"null "" 1:1+1"#),
        ("version: 3.10\non: no", #"{1:1 version 1:1+7 = plain "3.10" 1:10+4, on 2:1+2 = plain "no" 2:5+2}"#),
        ("a:\nb: ~\nc: null", #"{1:1 a 1:1+1 = null "" 1:3+1, b 2:1+1 = null "~" 2:4+1, c 3:1+1 = null "null" 3:4+4}"#),
        ("a: '~'\nb: \"\"", #"{1:1 a 1:1+1 = string "~" 1:4+3, b 2:1+1 = string "" 2:4+2}"#),
        ("日本: \"語\\n\" # c\n次: 本 です", #"{1:1 日本 1:1+2 = string "語\n" 1:5+5, 次 2:1+1 = plain "本 です" 2:4+4}"#),
        ("a: |\n  x\n  y\nb: >-\n  z", #"{1:1 a 1:1+1 = string "x\ny\n" 1:4+1, b 4:1+1 = string "z" 4:4+2}"#),
        ("a: |\n  x\n   y ", #"{1:1 a 1:1+1 = string "x\n y " 1:4+1}"#),
        ("a: |\n  x\n  ", #"{1:1 a 1:1+1 = string "x\n" 1:4+1}"#),
        ("a: 'x' ", #"{1:1 a 1:1+1 = string "x" 1:4+3}"#),
        ("a: x\n  y z", #"{1:1 a 1:1+1 = plain "x y z" 1:4+1}"#),
        ("a: 'it''s'", #"{1:1 a 1:1+1 = string "it\'s" 1:4+7}"#),
        (
            "- x\n- [p, 'q']\n- {k: v}",
            #"[1:1 plain "x" 1:3+1, [2:3 plain "p" 2:4+1, string "q" 2:7+3], {3:3 k 3:4+1 = plain "v" 3:7+1}]"#
        ),
        ("a: !!str 3", #"{1:1 a 1:1+1 = string "3" 1:10+1}"#),
        ("a: ! 3", #"{1:1 a 1:1+1 = string "3" 1:6+1}"#),
        ("a: &x 5\nb: *x", #"{1:1 a 1:1+1 = plain "5" 1:7+1, b 2:1+1 = plain "5" 1:7+1}"#),
        (
            "a: &x {q: 1, z: 2}\nb:\n  <<: *x\n  z: 3",
            #"{1:1 a 1:1+1 = {1:7 q 1:8+1 = plain "1" 1:11+1, z 1:14+1 = plain "2" 1:17+1}, b 2:1+1 = {3:3 z 4:3+1 = plain "3" 4:6+1, q 1:8+1 = plain "1" 1:11+1}}"#
        ),
        ("a: 2 * 3 *x*\nb: '*'", #"{1:1 a 1:1+1 = plain "2 * 3 *x*" 1:4+9, b 2:1+1 = string "*" 2:4+3}"#),
        ("1: x\ntrue: y", #"{1:1 1 1:1+1 = plain "x" 1:4+1, true 2:1+4 = plain "y" 2:7+1}"#),
        ("a: b\r\nc: d\r\n", #"{1:1 a 1:1+1 = plain "b" 1:4+1, c 2:1+1 = plain "d" 2:4+1}"#),
        ("a: \"x\u{2028}y\"\nb: c", "{1:1 a 1:1+1 = string \"x\u{2028}y\" 1:4+5, b 2:1+1 = plain \"c\" 2:4+1}"),
        ("a: \u{10FFFD}*", "{1:1 a 1:1+1 = plain \"\u{10FFFD}*\" 1:4+2}"),
        (
            "a: \u{100000}** \u{2026}\nb: '\u{2029}\u{100001}*'",
            "{1:1 a 1:1+1 = plain \"\u{100000}** \u{2026}\" 1:4+5, b 2:1+1 = string \"\u{2029}\u{100001}*\" 2:4+5}"
        ),
    ]) func reads(_ text: String, _ tree: String) {
        let result = readYAML(SourceFile(path: "a.yml", text: text))
        #expect(lines(result.diagnostics) == [])
        #expect(treeText(result.value) == tree)
    }

    @Test(arguments: [
        ("a: \"x\nb: \"y\"", ["1:4: this quote is not closed on its line [yaml.quote]"]),
        ("a: it's\nb: 'x", ["2:4: this quote is not closed on its line [yaml.quote]"]),
        ("a:\n\tb: 1", ["2:1: a tab cannot indent YAML [yaml.tab]"]),
        ("a: b: c", ["1:5: a ':' inside unquoted text, or a line with the wrong indentation [yaml.colon]"]),
        ("a: [1, 2\nb: 3", ["1:4: this bracket is not closed by ']' where it should be [yaml.bracket]"]),
        ("a: [\n", ["1:4: this bracket is not closed by ']' where it should be [yaml.bracket]"]),
        ("a: [", ["1:4: this bracket is not closed by ']' where it should be [yaml.bracket]"]),
        ("a: {\n", ["1:4: this bracket is not closed by '}' where it should be [yaml.bracket]"]),
        ("a: { b: [c, '}',  # d\n", ["1:9: this bracket is not closed by ']' where it should be [yaml.bracket]"]),
        ("a: |\n  [b\nc: { d: \n", ["3:4: this bracket is not closed by '}' where it should be [yaml.bracket]"]),
        ("a: [b, , c]", ["1:8: there is nothing before this ',' [yaml.syntax]"]),
        ("a: 1\n---\nb: 1", ["2:1: a second document starts here [yaml.documents]"]),
        ("a: @x", ["1:4: unquoted text cannot start with '@' [yaml.syntax]"]),
        ("t: **x** y", ["1:4: unquoted text cannot start with '*' [yaml.syntax]"]),
        ("a: *q", ["1:4: there is no '&q' above this '*q' [yaml.alias]"]),
        ("a: &q [*q]", ["1:8: there is no '&q' above this '*q' [yaml.alias]"]),
        ("? [a]\n: 1", ["1:3: a key must be a word, not a list [yaml.key]"]),
        ("? ''\n: 1", ["1:3: this key is empty [yaml.key]"]),
        ("a: !point 1", ["1:4: the tag '!point' means nothing to Kairan [yaml.tag]"]),
        ("a: &q !!point [1]", ["1:7: the tag '!!point' means nothing to Kairan [yaml.tag]"]),
        ("a: !point 'b'", ["1:4: the tag '!point' means nothing to Kairan [yaml.tag]"]),
        ("!point a:\n  - 1", ["1:1: the tag '!point' means nothing to Kairan [yaml.tag]"]),
        ("a: !e!x b", ["1:4: a tag that means nothing to Kairan [yaml.tag]"]),
        ("a: [b, c]]", ["1:10: this ']' closes nothing [yaml.bracket]"]),
        ("a: \"\\xg\"", ["1:7: this escape means nothing in double quotes [yaml.escape]"]),
        ("a: \"\\q\"", ["1:5: this escape means nothing in double quotes [yaml.escape]"]),
        ("a: {b} | c", ["1:10: nothing may follow a '|' or '>' on its line [yaml.syntax]"]),
        ("\u{FEFF}a: 1", ["1:1: the file starts with an invisible byte order mark [text.byteOrderMark]"]),
        ("a: 1\nb: x\u{7}", ["2:5: an invisible control character, which no text may hold [text.control]"]),
        (#"a: "x\e""#, ["1:4: an invisible control character, which no text may hold [text.control]"]),
        (#""\0": x"#, ["1:1: an invisible control character, which no text may hold [text.control]"]),
        ("<<: 3", ["1:5: '<<' takes a mapping, not text [yaml.merge]"]),
        (
            "a: 1\nb: {x: 1, x: 2, *s: 3}\na: 2\n\"a\": 3\n'': 4",
            [
                "2:11: 'x' is given more than once [yaml.duplicateKey]",
                "2:17: the ':' directly after '*s' is a part of its name in YAML [yaml.alias]",
                "3:1: 'a' is given more than once [yaml.duplicateKey]",
                "4:1: 'a' is given more than once [yaml.duplicateKey]", "5:1: this key is empty [yaml.key]",
            ]
        ),
    ]) func reports(_ text: String, _ expected: [String]) {
        let result = readYAML(SourceFile(path: "a.yml", text: text))
        #expect(lines(result.diagnostics) == expected.map { "a.yml:" + $0 })
        #expect(result.value == nil)
    }

    @Test func everyDuplicateSaysWhereTheFirstIs() {
        let result = readYAML(SourceFile(path: "a.yml", text: "id: 1\nid: 2\n"))
        #expect(result.diagnostics.map(\.help) == ["it is already on line 1: keep one of the two"])
    }

    @Test func aliasesCannotMultiply() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            let names = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(names)]\n? *a\(level)\n: x\n"
        }
        #expect(readYAML(SourceFile(path: "a.yml", text: text)).diagnostics.contains { $0.rule == .yamlAliases })
    }

    @Test(arguments: [201, 900, 5_000])
    func depthHasALimit(depth: Int) {
        let brackets = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let indented = (0..<min(depth, 2_000)).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        for text in [brackets, indented] {
            #expect(readYAML(SourceFile(path: "a.yml", text: text)).diagnostics.map(\.rule.rawValue) == ["yaml.depth"])
        }
    }

    @Test func invalidUTF8IsReportedAtItsByte() {
        let file = SourceFile(path: "a.yml", bytes: Array("a: b\nc: 日".utf8) + [0x83, 0x41])
        #expect(
            lines(readYAML(file).diagnostics) == ["a.yml:2:5: the byte 0x83 is not part of UTF-8 text [text.encoding]"])
    }
}

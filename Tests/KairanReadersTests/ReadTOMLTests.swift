import KairanModel
import KairanReaders
import Testing

@Suite struct ReadTOMLTests {
    @Test(arguments: [
        ("", "{1:1 }"),
        ("# only\n\n", "{1:1 }"),
        (
            "a = 1\nb.c = 'x' # y\n\"日 本\" = true",
            #"{1:1 a 1:1+1 = number "1" 1:5+1, b 2:1+1 = {2:1 c 2:3+1 = string "x" 2:7+3}, 日 本 3:1+5 = boolean "true" 3:9+4}"#
        ),
        (
            "[a]\nx = 1\n[b.c]\ny = 2",
            #"{1:1 a 1:2+1 = {1:1 x 2:1+1 = number "1" 2:5+1}, b 3:2+1 = {3:2 c 3:4+1 = {3:1 y 4:1+1 = number "2" 4:5+1}}}"#
        ),
        (
            "[[ad]]\nid = 'a'\n[[ad]]\nid = 'b'\n[ad.sub]\nz = 1",
            #"{1:1 ad 1:3+2 = [1:1 {1:1 id 2:1+2 = string "a" 2:6+3}, {3:1 id 4:1+2 = string "b" 4:6+3, sub 5:5+3 = {5:1 z 6:1+1 = number "1" 6:5+1}}]}"#
        ),
        (
            "a = { x = 1, y.z = [2,\n 3, ] }",
            #"{1:1 a 1:1+1 = {1:5 x 1:7+1 = number "1" 1:11+1, y 1:14+1 = {1:14 z 1:16+1 = [1:20 number "2" 1:21+1, number "3" 2:2+1]}}}"#
        ),
        (
            "a = [0xFF, 0o17, 0b1_01, +1_000, -0, 1.50, +1e-3, -inf]",
            #"{1:1 a 1:1+1 = [1:5 number "255" 1:6+4, number "15" 1:12+4, number "5" 1:18+6, number "1000" 1:26+6, number "0" 1:34+2, number "1.50" 1:38+4, number "1e-3" 1:44+5, number "-inf" 1:51+4]}"#
        ),
        (
            "a = 2026-04-01 09:00:00+09:00\nb = 2026-04-01t09:00:00.000z\nc = 2026-04-01\nd = 09:00:00.5",
            #"{1:1 a 1:1+1 = dateTime "2026-04-01T09:00:00+09:00" 1:5+25, b 2:1+1 = dateTime "2026-04-01T09:00:00Z" 2:5+24, c 3:1+1 = dateTime "2026-04-01" 3:5+10, d 4:1+1 = dateTime "09:00:00.5" 4:5+10}"#
        ),
        ("a = \"\"\"\r\nx\\\r\n   y\r\n\"\"z\"\"\"\"\"", #"{1:1 a 1:1+1 = string "xy\n\"\"z\"\"" 1:5+4}"#),
        ("a = '''\n\\n'x''''", #"{1:1 a 1:1+1 = string "\\n'x'" 1:5+3}"#),
        ("a = \"\\t\\u65e5\\U0001F600\\\"\"", "{1:1 a 1:1+1 = string \"\\t日😀\\\"\" 1:5+22}"),
    ]) func reads(_ text: String, _ tree: String) {
        let result = readTOML(SourceFile(path: "a.toml", text: text))
        #expect(lines(result.diagnostics) == [])
        #expect(treeText(result.value).replacing("\\'", with: "'") == tree)
    }

    @Test(arguments: [
        (
            "a = 1\nb = 2\na = 3\nb.c = 4\n",
            [
                "3:1: 'a' is given more than once [toml.duplicateKey]",
                "4:1: 'b' is given more than once [toml.duplicateKey]",
            ]
        ),
        (
            "[a]\n[b]\n[a]\nx = 1\nx = 2",
            [
                "3:2: 'a' is given more than once [toml.duplicateKey]",
                "5:1: 'x' is given more than once [toml.duplicateKey]",
            ]
        ),
        ("[a.b]\n[a]\nb.c = 1", ["3:1: 'b' is given more than once [toml.duplicateKey]"]),
        ("a.b = 1\n[a]\n", ["2:2: 'a' is given more than once [toml.duplicateKey]"]),
        ("a = []\n[[a]]", ["2:3: 'a' is given more than once [toml.duplicateKey]"]),
        ("a = { x = 1, x = 2 }", ["1:14: 'x' is given more than once [toml.duplicateKey]"]),
        ("a = \"x\nb = 1", ["1:5: this quote is not closed on its line [toml.quote]"]),
        ("a = '''x\n", ["1:5: these three quotes are never closed [toml.quote]"]),
        ("a: 1", ["1:2: there is no '=' after this key [toml.syntax]"]),
        ("a = x", ["1:5: 'x' is not a TOML value [toml.syntax]"]),
        ("a = True", ["1:5: 'True' is not a TOML value [toml.syntax]"]),
        ("a =\n", ["1:4: there is no value here [toml.syntax]"]),
        ("a = 1 b = 2", ["1:7: nothing may follow on this line, but 'b' does [toml.syntax]"]),
        ("a = 012", ["1:5: '012' is not a number that TOML knows [toml.number]"]),
        ("a = 9223372036854775808", ["1:5: '9223372036854775808' is not a number that TOML knows [toml.number]"]),
        ("a = 2026-02-30", ["1:5: '2026-02-30' is not a date or time [toml.dateTime]"]),
        ("a = 25:00:00", ["1:5: '25:00:00' is not a date or time [toml.dateTime]"]),
        ("日 = 1", ["1:1: '日' cannot be a key [toml.syntax]"]),
        ("= 1", ["1:1: '=' cannot be a key [toml.syntax]"]),
        ("[a\nb = 1", ["1:1: this table's name is not closed by ']' [toml.syntax]"]),
        ("a = [1, 2\nb = 3", ["2:1: a comma or ']' was expected before this [toml.syntax]"]),
        ("a = [1,", ["1:5: this '[' is never closed [toml.syntax]"]),
        ("a = { x = 1,\n y = 2 }", ["1:13: there is no key here [toml.syntax]"]),
        ("a = { x = 1 y = 2 }", ["1:5: this '{' is not closed by '}' on its line [toml.syntax]"]),
        ("a = \"\\q\"", ["1:6: this escape means nothing in TOML [toml.escape]"]),
        ("a = \"\\ud800\"", ["1:6: this is not the number of a character [toml.escape]"]),
        (#"a = "x\u001b""#, ["1:7: an invisible control character, which no text may hold [text.control]"]),
        ("a = 'x\ry'", ["1:7: a CR that ends no line [toml.controlCharacter]"]),
        ("a = 'x\u{1}'", ["1:7: an invisible control character, which no text may hold [text.control]"]),
        ("\u{FEFF}a = 1", ["1:1: the file starts with an invisible byte order mark [text.byteOrderMark]"]),
    ]) func reports(_ text: String, _ expected: [String]) {
        let result = readTOML(SourceFile(path: "a.toml", text: text))
        #expect(lines(result.diagnostics) == expected.map { "a.toml:" + $0 })
        #expect(result.value == nil)
    }

    @Test func depthHasALimit() {
        let dots = Array(repeating: "a", count: 10_000).joined(separator: ".")
        let brackets = String(repeating: "[", count: 10_000)
        let braces = String(repeating: "{a=", count: 10_000)
        for text in ["\(dots) = 1", "[\(dots)]", "a = \(brackets)", "a = \(braces)"] {
            #expect(readTOML(SourceFile(path: "a.toml", text: text)).diagnostics.map(\.rule.rawValue) == ["toml.depth"])
        }
    }
}

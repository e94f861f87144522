import KairanModel
import KairanReaders
import Testing

private let control = "an invisible control character, which no text may hold"

@Suite struct ReadJSONTests {
    @Test(arguments: [
        ("{}", "{1:1 }"),
        (" [ ] ", "[1:2 ]"),
        ("null", #"null "null" 1:1+4"#),
        (
            #"{"a": "x", "b": [1, -2.50e+3, true]}"#,
            #"{1:1 a 1:2+3 = string "x" 1:7+3, b 1:12+3 = [1:17 number "1" 1:18+1, number "-2.50e+3" 1:21+8, boolean "true" 1:31+4]}"#
        ),
        ("{\n  \"日\": \"本\",\n  \"b\": {}\n}\n", #"{1:1 日 2:3+3 = string "本" 2:8+3, b 3:3+3 = {3:8 }}"#),
        (#"["\"\\\/\n\r\tAé日😀"]"#, "[1:1 string \"\\\"\\\\/\\n\\r\\tAé日😀\" 1:2+18]"),
        (#"["\u0041\u65e5\uD83D\uDE00\u000A"]"#, #"[1:1 string "A日😀\n" 1:2+32]"#),
        ("[\r\n1\r\n]", "[1:1 number \"1\" 2:1+1]"),
    ]) func reads(_ text: String, _ tree: String) {
        let file = SourceFile(path: "a.json", text: text)
        let result = readJSON(file)
        #expect(lines(result.diagnostics) == [])
        #expect(treeText(result.value) == tree)
        #expect(validateJSON(file.bytes, path: "a.json") == nil)
    }

    @Test(arguments: [
        ("", ["1:1: there is no data in this file [json.syntax]"]),
        ("[1, 2,]", ["1:6: a comma before the closing ']' [json.trailingComma]"]),
        ("{\"a\": 1,\n}", ["1:8: a comma before the closing '}' [json.trailingComma]"]),
        (
            "{\n  \"a\": 1,\n  \"b\": [1,\n  ],\n  \"a\": 2,\n}",
            [
                "3:10: a comma before the closing ']' [json.trailingComma]",
                "5:3: 'a' is given more than once [json.duplicateKey]",
                "5:9: a comma before the closing '}' [json.trailingComma]",
            ]
        ),
        (#"{"a":1,"a":2}"#, ["1:8: 'a' is given more than once [json.duplicateKey]"]),
        (#"{"a": 1, "\u0061": 2}"#, ["1:10: 'a' is given more than once [json.duplicateKey]"]),
        ("\u{FEFF}{}", ["1:1: the file starts with an invisible byte order mark [json.byteOrderMark]"]),
        ("[\"a\tb\"]", ["1:4: a tab inside text [json.controlCharacter]"]),
        (
            #"["a\u001b", "\b\u0085"]"#,
            ["1:4: \(control) [text.control]", "1:14: \(control) [text.control]", "1:16: \(control) [text.control]"]
        ),
        ("[\"a\u{1}b\"]", ["1:4: an invisible control character, which no text may hold [text.control]"]),
        ("[\"a\", \"b]\n", ["1:7: this quote is not closed on its line [json.quote]"]),
        ("[\n\"a\n\"]", ["2:1: this quote is not closed on its line [json.quote]"]),
        (
            "[012, -01, +1, .5, 1., 1e, 0x1F, -]",
            ["012", "-01", "+1", ".5", "1.", "1e", "0x1F", "-"].enumerated().map {
                "1:\([2, 7, 12, 16, 20, 24, 28, 34][$0.offset]): '\($0.element)' is not a JSON number [json.number]"
            }
        ),
        (
            "[NaN, True, undefined]",
            [
                "1:2: 'NaN' is not a JSON value [json.syntax]", "1:7: 'True' is not a JSON value [json.syntax]",
                "1:13: 'undefined' is not a JSON value [json.syntax]",
            ]
        ),
        (
            #"["\ud83d", "\ude00x", "\ud83d\u0041"]"#,
            [
                "1:3: half of a surrogate pair [json.surrogate]", "1:13: half of a surrogate pair [json.surrogate]",
                "1:24: half of a surrogate pair [json.surrogate]",
            ]
        ),
        (
            #"["\q", "\u12"]"#,
            [
                "1:3: this escape means nothing in JSON [json.escape]",
                "1:9: '\\u' needs four hexadecimal digits [json.escape]",
            ]
        ),
        (
            "[1, // one\n2 /* two */]",
            ["1:5: JSON has no comments [json.comment]", "2:3: JSON has no comments [json.comment]"]
        ),
        (
            "{a: 'b'}",
            [
                "1:2: a key needs double quotes [json.quote]",
                "1:5: text needs double quotes, not single ones [json.quote]",
            ]
        ),
        ("[1 2]", ["1:4: there is no comma before this [json.comma]"]),
        ("{\"a\": 1\n\"b\": 2}", ["2:1: there is no comma before this [json.comma]"]),
        ("[1}", ["1:3: this does not close the '[' of line 1 [json.syntax]"]),
        ("{\"a\": [1,\n2}", ["2:2: this does not close the '[' of line 1 [json.syntax]"]),
        ("{\"a\": [1", ["1:7: this '[' is never closed [json.syntax]"]),
        ("{\"a\" 1}", ["1:6: '1' where a ':' was expected [json.syntax]"]),
        ("{\"a\": }", ["1:7: '}' where a value was expected [json.syntax]"]),
        ("[1,,2]", ["1:4: there is no value before this comma [json.syntax]"]),
        ("{} {}", ["1:4: text after the end of the data [json.syntax]"]),
        // After something that is not understood, the next member or element is read.
        (
            "{\"a\" 1, \"b\": @, \"c\": [1 : 2, 03], 5: {\"x\": [1,]}, \"d\": x y, \"e\": +1}",
            [
                "1:6: '1' where a ':' was expected [json.syntax]", "1:14: '@' where a value was expected [json.syntax]",
                "1:25: ':' where a comma or ']' was expected [json.syntax]",
                "1:30: '03' is not a JSON number [json.number]",
                "1:35: '5' where a key in double quotes was expected [json.syntax]",
                "1:56: 'x' is not a JSON value [json.syntax]",
                "1:58: 'y' where a comma or '}' was expected [json.syntax]",
                "1:66: '+1' is not a JSON number [json.number]",
            ]
        ),
        (
            "[\n{\"a\": \"x},\n{\"a\": \"y,\n\"b\": 01},\n{\"a\": \"one\ntwo\", \"b\": 02}\n]",
            [
                "2:7: this quote is not closed on its line [json.quote]",
                "3:7: this quote is not closed on its line [json.quote]",
                "4:6: '01' is not a JSON number [json.number]",
                "5:7: this quote is not closed on its line [json.quote]",
                "6:12: '02' is not a JSON number [json.number]",
            ]
        ),
        (
            "[{\"a\": [1}, 'x', 02, \"\\q\", {\"b\": 1,},\n// end\n]",
            [
                "1:10: this does not close the '[' of line 1 [json.syntax]",
                "1:13: text needs double quotes, not single ones [json.quote]",
                "1:18: '02' is not a JSON number [json.number]",
                "1:23: this escape means nothing in JSON [json.escape]",
                "1:35: a comma before the closing '}' [json.trailingComma]",
                "2:1: JSON has no comments [json.comment]",
                "1:37: a comma before the closing ']' [json.trailingComma]",
            ]
        ),
        (
            "\u{FEFF}[\"a\u{1}b\", \u{7F}\n01, \"c\u{85}\" ]",
            [
                "1:1: the file starts with an invisible byte order mark [json.byteOrderMark]",
                "1:4: \(control) [text.control]", "1:9: \(control) [text.control]", "2:7: \(control) [text.control]",
                "2:1: '01' is not a JSON number [json.number]",
            ]
        ),
        ("[\u{3000}1]", ["1:2: U+3000, an ideographic space, stands between the data [json.space]"]),
        ("[“x”]", ["1:2: '“' where a value was expected [json.syntax]"]),
    ]) func reports(_ text: String, _ expected: [String]) {
        let file = SourceFile(path: "a.json", text: text)
        let result = readJSON(file)
        #expect(lines(result.diagnostics) == expected.map { "a.json:" + $0 })
        #expect(result.value == nil)
        #expect(validateJSON(file.bytes, path: "a.json") == result.diagnostics.first)
    }

    /// A text in another encoding is reported once a line, and nothing else that its bytes look like.
    @Test func linesInAnotherEncodingHideNoOthers() {
        let shiftJIS: [UInt8] = [0x95, 0x5C, 0x8E, 0xA6]
        let file = SourceFile(
            path: "a.json",
            bytes: Array("[\n\"".utf8) + shiftJIS + Array("\",\n01,\n\"".utf8) + shiftJIS + shiftJIS
                + Array("\", 02\n]".utf8))
        #expect(
            lines(readJSON(file).diagnostics) == [
                "a.json:2:2: the byte 0x95 is not part of UTF-8 text [text.encoding]",
                "a.json:4:2: the byte 0x95 is not part of UTF-8 text [text.encoding]",
                "a.json:3:1: '01' is not a JSON number [json.number]",
            ])
    }

    @Test func thousandsOfMistakesAreAllSaidAndTakeNoTime() {
        let text = "[" + String(repeating: "\"a\n \u{1}'b\n 01 {]\n", count: 2_000) + "]"
        #expect(readJSON(SourceFile(path: "a.json", text: text)).diagnostics.count > 4_000)
        let quotes = "[\"a" + String(repeating: "\n", count: 128_000) + String(repeating: "\"a\n\"\n", count: 50_000)
        #expect(!readJSON(SourceFile(path: "a.json", text: quotes)).diagnostics.isEmpty)
    }

    @Test func depthHasALimitAndNeedsNoStack() {
        for depth in [128, 129, 100_000] {
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            let rules = readJSON(SourceFile(path: "a.json", text: text)).diagnostics.map(\.rule.rawValue)
            #expect(rules == (depth == 128 ? [] : ["json.depth"]))
        }
    }

    @Test func manyKeysAreCompared() {
        let members = (0..<1_000).map { "\"key\($0)\": \($0)" } + [#""key5": 1"#, #""\u006bey999": 1"#]
        let result = readJSON(SourceFile(path: "a.json", text: "{" + members.joined(separator: ",\n") + "}"))
        #expect(result.diagnostics.map(\.span.line) == [1_001, 1_002])
    }

    @Test func invalidUTF8IsReportedAtItsByte() {
        let file = SourceFile(path: "a.json", bytes: Array("[\n\"日".utf8) + [0xE3, 0x81] + Array("\"]".utf8))
        let expected = "a.json:2:3: the byte 0xE3 is not part of UTF-8 text [text.encoding]"
        #expect(lines(readJSON(file).diagnostics) == [expected])
        #expect(validateJSON(file.bytes, path: "a.json").map { lines([$0]) } == [expected])
    }
}

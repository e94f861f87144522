import Testing

@testable import KairanModel

@Suite struct LinearPatternTests {
    @Test(arguments: [
        ("^[0-9]{4}-[0-9]{2}$", ["2026-04"], ["2026-4", "x2026-04", "2026-04\n", "20260-04"]),
        ("a|bc|d*$", ["xa", "bc", "", "xyz"], []),
        ("^(a|bc|)$", ["a", "bc", ""], ["b", "ab"]),
        ("^(?:ab){2,3}?$", ["abab", "ababab"], ["ab", "abababab"]),
        ("^(?<year>[0-9]+)x{2,}$", ["1xx", "12xxxx"], ["1x", "xx"]),
        (#"^[^\d\s-]+$"#, ["abc", "漢字"], ["a1", "a b", "a-b", ""]),
        (#"\bcat\b"#, ["a cat", "cat!"], ["cats", "bobcat"]),
        (#"\Bcat"#, ["bobcat"], ["a cat"]),
        (#"^\u{1F600}\x41\u00e9\.\/\-$"#, ["😀Aé./-"], ["😀Aé./"]),
        (#"^[\D5]$"#, ["5", "x"], ["4", "xx"]),
        ("^.$", ["😀", "é"], ["\n", "", "ab"]),
        (#"^[\]\-a-c-]+$"#, ["]-abc"], ["d", "["]),
        ("^[^]$", ["\n"], [""]),
        ("[]", [], ["", "a"]),
        (#"^\s$"#, ["\u{A0}", "\t", "\u{3000}"], ["\u{200B}", "a"]),
        ("(a*)*$", ["", "aaa"], []),
        ("^()*{1}$", [], []),
        ("^(){9999999}$", [""], ["a"]),
        ("^((a?){3}){3}$", ["", "aaaaaaaaa"], ["aaaaaaaaaa"]),
    ])
    func table(_ pattern: String, _ found: [String], _ missed: [String]) throws {
        guard !found.isEmpty || !missed.isEmpty else {
            #expect(throws: PatternMistake.self) { try LinearPattern(pattern) }
            return
        }
        let read = try LinearPattern(pattern)
        for text in found { #expect(read.isFound(in: text), "'\(text)'") }
        for text in missed { #expect(!read.isFound(in: text), "'\(text)'") }
    }

    @Test(arguments: [
        ("((", "a '(' is not closed"), ("a)", "a ')' closes nothing"), ("[a", "a '[' is not closed"),
        ("+a", "there is nothing before '+' to repeat"), ("a**", "there is nothing before '*' to repeat"),
        ("a{2,1}", "a '{' has no count such as {2} or {2,5} after it"),
        ("a{,3}", "a '{' has no count such as {2} or {2,5} after it"),
        ("a{2,x}", "a '{' has no count such as {2} or {2,5} after it"),
        ("^*", #"there is nothing to repeat at '^', '$' or '\b'"#),
        ("(?=a)", "look-around is not checked"), ("(?<!a)", "look-around is not checked"),
        ("(?<a", "the name of a group does not end"),
        (#"(a)\1"#, "references to groups are not checked"),
        (#"\p{L}"#, #"properties of Unicode such as \p{L} are not checked"#),
        (#"\q"#, #"'\q' means nothing"#), (#"\"#, "nothing follows its last backslash"),
        (#"\x4"#, #"'\x' or '\u' is not followed by the number of a character"#),
        (#"\u{110000}"#, #"'\x' or '\u' is not followed by the number of a character"#),
        ("[b-a]", "a range in '[…]' does not go from one character up to another"),
        (#"[a-\d]"#, "a range in '[…]' does not go from one character up to another"),
        ("((a{100}){100}){100}", "it is too large"),
        (String(repeating: "(", count: 200_000), "its groups are nested too deeply"),
    ])
    func whatCannotBeRead(_ pattern: String, _ reason: String) {
        let mistake = #expect(throws: PatternMistake.self) { try LinearPattern(pattern) }
        #expect(mistake?.reason == reason)
    }

    /// Other engines try all ways to split the text here, of which there are 2ⁿ.
    @Test(arguments: ["^(a+)+$", "^(a|a)*$", "^(a?){30}a{30}$", "(a*)*b"])
    func hostilePatternsTakeLinearTime(_ pattern: String) throws {
        let read = try LinearPattern(pattern)
        let text = String(repeating: "a", count: 20_000) + "!"
        #expect(!read.isFound(in: text))
    }
}

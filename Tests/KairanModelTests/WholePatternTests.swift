import SiteTesting
import Testing

@testable import KairanModel

/// A whole text matches, or it does not, as in the engine of browsers.
@Suite struct WholePatternTests {
    @Test(arguments: [
        ("[A-Z]{2}-[0-9]+", ["AB-1", "ZZ-007"], ["AB-", "xAB-1", "AB-1x", "AB-1\n", ""]),
        ("a|bc", ["a", "bc"], ["abc", "ac", "b"]),
        ("", [""], ["a"]), ("^a$", ["a"], ["aa"]),
        (#"[\w.-]+@[^@]"#, ["a.b-c@d"], ["@d", "a@@"]),
    ])
    func table(_ expression: String, _ right: [String], _ wrong: [String]) throws {
        let pattern = try WholePattern(expression)
        #expect(right.allSatisfy(pattern.matches) && !wrong.contains(where: pattern.matches))
    }

    @Test(arguments: [
        ("a)|(b", "a ')' closes nothing"), ("a]", #"a ']' closes nothing: write '\]'"#),
        ("a}", #"a '}' closes nothing: write '\}'"#), (#"\-"#, #"'\-' means nothing"#),
        (#"\:"#, #"'\:' means nothing"#),
        ("(?<year>[0-9]+)", "the name of a group has no use"), (#"\00"#, #"a digit follows '\0'"#),
        ("(?=a)", "look-around is not checked"),
    ])
    func whatOthersRefuse(_ expression: String, _ reason: String) {
        let mistake = #expect(throws: PatternMistake.self) { try WholePattern(expression) }
        #expect(mistake?.reason == reason)
    }

    struct Case: Codable {
        var pattern: String
        var texts: [String]
    }

    /// V8 reads every expression that is read here, with the flag of JSON Schema, and finds the same texts.
    @Test(.enabled(if: Node.isAvailable)) func asV8Matches() throws {
        var random = SeededNumbers(seed: printedSeed())
        var cases: [Case] = []
        var ours: [[Bool]] = []
        while cases.count < 3_000 {
            let expression = Self.expression(depth: 3, &random)
            guard let pattern = Self.read(expression) else { continue }
            let texts = (0..<12).map { _ in Self.text(&random) }
            cases.append(Case(pattern: pattern.anchored, texts: texts))
            ours.append(texts.map(pattern.matches))
        }
        let theirs: [[Bool]] = try Node.run(
            """
            const answers = input.map(({ pattern, texts }) => {
              const found = new RegExp(pattern, "u");
              return texts.map((text) => found.test(text));
            });
            console.log(JSON.stringify(answers));
            """, input: cases)
        for (index, answers) in theirs.enumerated() where answers != ours[index] {
            Issue.record("\(cases[index].pattern) \(cases[index].texts): \(answers), not \(ours[index])")
        }
        #expect(theirs.count == ours.count && ours.joined().contains(true) && ours.joined().contains(false))
        #expect(ours.joined().count(where: \.self) > 1_000)
    }

    private static func read(_ expression: String) -> WholePattern? {
        do throws(PatternMistake) {
            return try WholePattern(expression)
        } catch {
            return nil
        }
    }

    private static let pieces = [
        "a", "b", "c", "-", ".", #"\d"#, #"\D"#, #"\w"#, #"\W"#, #"\s"#, #"\S"#, "[a-b]", "[^a]", #"[\d-]"#, #"[\-a]"#,
        #"[^\Wb]"#, #"\."#, #"\/"#, #"\u0061"#, #"\x62"#, #"\u{1F600}"#, "😀", "é", "[]", "[^]", "]", "}", #"\-"#,
        #"\0"#,
        "^", "$", #"\b"#, #"\B"#, #"[\b]"#, #"\n"#,
    ]

    private static func expression(depth: Int, _ random: inout SeededNumbers) -> String {
        let count = Int.random(in: 0...3, using: &random)
        return (0..<count).map { _ in
            let inner = { (random: inout SeededNumbers) in expression(depth: depth - 1, &random) }
            let kind = Int.random(in: 0...9, using: &random)
            var piece = pieces.randomElement(using: &random) ?? "a"
            if depth > 0, kind == 0 { piece = "(" + inner(&random) + ")" }
            if depth > 0, kind == 1 { piece = "(?:" + inner(&random) + "|" + inner(&random) + ")" }
            return piece
                + (["", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?"].randomElement(using: &random) ?? "")
        }.joined()
    }

    private static func text(_ random: inout SeededNumbers) -> String {
        let letters = ["a", "a", "b", "b", "c", "-", ".", "1", " ", "😀", "é", "\n", "/", "]", "\u{2028}", "\0"]
        return (0..<Int.random(in: 0...5, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" }
            .joined()
    }
}

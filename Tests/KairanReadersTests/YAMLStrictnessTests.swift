import KairanModel
import SiteTesting
import Testing

@testable import KairanReaders

/// A file means what YAML 1.2 says, or it is refused; libyaml alone would misread or forgive all of these.
@Suite struct YAMLStrictnessTests {
    @Test(arguments: [
        ("a: &x:y z\nb: *x:y", #"{1:1 a 1:1+1 = plain "z" 1:9+1, b 2:1+1 = plain "z" 1:9+1}"#),
        (
            "a: &x:y\n  k: v\nb: *x:y",
            #"{1:1 a 1:1+1 = {2:3 k 2:3+1 = plain "v" 2:6+1}, b 3:1+1 = {2:3 k 2:3+1 = plain "v" 2:6+1}}"#
        ),
        ("- !!str &春?d 1\n- *春?d", #"[1:1 string "1" 1:14+1, string "1" 1:14+1]"#),
        ("&a: k: v", #"{1:5 k 1:5+1 = plain "v" 1:8+1}"#),
        // None of these is an anchor.
        (
            "a: \"x, &b:c d\" # &e:f\nl: [&a, x]",
            #"{1:1 a 1:1+1 = string "x, &b:c d" 1:4+11, l 2:1+1 = [2:4 null "" 2:7+1, plain "x" 2:9+1]}"#
        ),
        ("a: b\n  &c:d e\nf: R &D:E", #"{1:1 a 1:1+1 = plain "b &c:d e" 1:4+1, f 3:1+1 = plain "R &D:E" 3:4+6}"#),
        // No reader of YAML 1.2 takes these characters for a line end.
        ("# a\u{2028}b: 1\nc: \"d \u{2029} e\"", "{2:1 c 2:1+1 = string \"d \u{2029} e\" 2:4+7}"),
        ("a: |\n  x\n   ", #"{1:1 a 1:1+1 = string "x\n \n" 1:4+1}"#),
        (
            "a: |\n  x#y\n# c\nb: 'it''s #1' # d",
            #"{1:1 a 1:1+1 = string "x#y\n" 1:4+1, b 4:1+1 = string "it\'s #1" 4:4+10}"#
        ),
        ("? a\n: 'x\n  y'", #"{1:1 a 1:3+1 = string "x y" 2:3+2}"#),
        (
            "a:\n- &b 'x\n  y'\n- [c,\n d\n]",
            #"{1:1 a 1:1+1 = [2:1 string "x y" 2:6+2, [4:3 plain "c" 4:4+1, plain "d" 5:2+1]]}"#
        ),
        ("%YAML 1.2 # c\n---\na: |2\n    \n  b", #"{3:1 a 3:1+1 = string "  \nb" 3:4+2}"#),
    ]) func reads(_ text: String, _ tree: String) {
        let result = readYAML(SourceFile(path: "a.yml", text: text))
        #expect(lines(result.diagnostics) == [])
        #expect(treeText(result.value) == tree)
    }

    @Test(arguments: [
        ("a: \"x\"#y", "1:7: a comment needs a space before its '#' [yaml.syntax]"),
        ("a: [b,#c\n  d]", "1:7: a comment needs a space before its '#' [yaml.syntax]"),
        ("a: {b: c}#d", "1:10: a comment needs a space before its '#' [yaml.syntax]"),
        ("a: >#b\n  c", "1:5: a comment needs a space before its '#' [yaml.syntax]"),
        ("a: [b,\nc]", "2:1: this line continues a value, but is not indented [yaml.indentation]"),
        ("a: [b\nc]", "2:1: this line continues a value, but is not indented [yaml.indentation]"),
        ("a: \"b\nc\"", "2:1: this line continues a value, but is not indented [yaml.indentation]"),
        ("- a: 'b\n  c'", "2:3: this line continues a value, but is not indented [yaml.indentation]"),
        ("a: 'b\n\tc'", "2:1: a tab cannot indent YAML [yaml.tab]"),
        ("- [\n\ta ]", "2:1: a tab cannot indent YAML [yaml.tab]"),
        ("a: [-]", "1:5: '-' alone is not a text in YAML [yaml.syntax]"),
        ("[?x]", "1:2: in YAML, '?' and what follows are one text, but not every reader agrees [yaml.syntax]"),
        (
            "a: [!, b]",
            "1:5: in YAML, '!' with nothing after it is an empty text, but not every reader agrees [yaml.tag]"
        ),
        (
            "a: !\nb: 1",
            "1:4: in YAML, '!' with nothing after it is an empty text, but not every reader agrees [yaml.tag]"
        ),
        (
            "- &c !\n- b",
            "1:6: in YAML, '!' with nothing after it is an empty text, but not every reader agrees [yaml.tag]"
        ),
        ("a: >\n   \n #\n", "3:1: an empty line above this text has more spaces than the text [yaml.indentation]"),
        ("a: &b 1\nc: &d *b", "2:7: the alias '*b' cannot have a name of its own, '&d' [yaml.alias]"),
        ("a: &b x\n*b: c", "2:1: the ':' directly after '*b' is a part of its name in YAML [yaml.alias]"),
        (
            "a: &b\"c\" d",
            "1:6: not YAML: while scanning an anchor, did not find expected alphabetic or numeric character [yaml.syntax]"
        ),
        ("a: &b:'c d", "1:4: Kairan cannot read '&b:'c' as a name for what follows [yaml.alias]"),
        ("%YAML 1.2#\n---\na: 1", "1:1: this line says more than '%YAML 1.2' [yaml.syntax]"),
        ("\"\\uFEFFa\": 1\na: 2", "1:1: this text starts with an invisible byte order mark [yaml.controlCharacter]"),
        (
            "a: 2\n\"\\U0000FEFFa\": 1",
            "2:1: this text starts with an invisible byte order mark [yaml.controlCharacter]"
        ),
        ("a: x\u{2028}b: c", "1:7: a ':' inside unquoted text, or a line with the wrong indentation [yaml.colon]"),
    ]) func refuses(_ text: String, _ expected: String) {
        let result = readYAML(SourceFile(path: "a.yml", text: text))
        #expect(lines(result.diagnostics) == ["a.yml:" + expected])
        #expect(result.value == nil)
    }

    /// A text is read again for each name that libyaml does not know, up to a limit.
    @Test func manyNamesBeyondASCIICostNoTime() {
        let anchors = (0..<150).map { "k\($0): &春\($0) [x]\n" }.joined()
        let aliases = (0..<2_000).map { "l\($0): *春\($0 % 150)\n" }.joined()
        let result = readYAML(SourceFile(path: "a.yml", text: anchors + aliases))
        #expect(lines(result.diagnostics) == [])
        #expect(result.value?["l1999"]?.elements?.first?.span.line == 50)
        let more = (0..<20_000).map { "k\($0): &春\($0) x\n" }.joined()
        #expect(
            lines(readYAML(SourceFile(path: "a.yml", text: more)).diagnostics)
                == ["a.yml:201:7: Kairan cannot read '&春200' as a name for what follows [yaml.alias]"])
    }

    /// Whatever both parsers read, they read alike; each also refuses some texts that the other reads.
    @Test(.enabled(if: PythonJudge.canImport("ruamel.yaml"))) func whatIsReadIsWhatAnotherParserReads() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let alphabet = Array("\"'\\[]{}:,-?&*!|>%@#ab1 \n\n ".utf8)
        let documents = (0..<4_000).map { _ in
            mutated(samples("a.yml").randomElement(using: &random) ?? [], alphabet: alphabet, &random)
        }.filter { firstTextMistake(in: $0) == nil && !String(decoding: $0, as: UTF8.self).contains("<<") }
        let verdicts = try PythonJudge.judge(documents, with: PythonJudge.yaml)
        #expect(verdicts.count == documents.count)
        var count = 0
        for (document, verdict) in zip(documents, verdicts) where verdict != "error" {
            // A text alone is no source. In one that begins with '|', libyaml takes '#' at the margin for a comment.
            guard let tree = readYAML(SourceFile(path: "a.yml", bytes: document)).value, tree.scalar == nil else {
                continue
            }
            count += 1
            #expect(
                canonical(asText(tree)) == verdict,
                "seed \(seed): \(String(decoding: document, as: UTF8.self).debugDescription)")
        }
        #expect(count > 500)
    }

    private func asText(_ node: SourceNode) -> SourceNode {
        var node = node
        switch node.content {
        case .scalar(let text, _): node.content = .scalar(text, .string)
        case .sequence(let elements): node.content = .sequence(elements.map(asText))
        case .mapping(let members):
            node.content = .mapping(
                members.map { SourceNode.Member(key: $0.key, keySpan: $0.keySpan, value: asText($0.value)) })
        }
        return node
    }
}

import KairanModel
import SiteTesting
import Testing

@testable import KairanReaders

/// The short way through YAML must always give the same tree as the long way.
@Suite struct FlatYAMLReaderTests {
    @Test(arguments: [
        "title: 春の 祭り # c\nnumber: 12\nshown: { from: 2026-04-01, until: 2026-04-30T09:00 }\ntags: [春, 'b', \"c d\"]\n",
        "# c\n\na:\nb: ~\nc: null\nurl: https://example.com/a#b?c=d&e=[f]\nempty: []\nnone: {}\nq: \"\"\n",
        "a: 1\r\nb: 'x' # y\r\nc: x   ",
        "a: \"x \\\"春\\\" y\"\nb: \"\\\\\" # c\nc: [\"\\\"\", \"\\\\\\\"\"]\n",
    ]) func readsFrontMatter(_ text: String) {
        #expect(flat(text) != nil)
        #expect(treeText(flat(text)) == treeText(long(text)))
    }

    @Test(arguments: [
        "a:\n  b: 1\n", "a:\n- 1\n", "a: |\n  x\n", "a: \"x\\n\"\n", "a: 'it''s'\n", "a: b: c\n", "a: &x 1\n",
        "a: *x\n",
        "a: x\n  y\n", "a: 1\na: 2\n", "---\na: 1\n", "a:\tb\n", "a: @b\n", "a: - b\n", "a: [b, [c]]\n", "- a\n",
        "a b: c\n",
        "", "# c\n", "a: {b: 1, b: 2}\n", "a: [b,]\n", "a: \"x\" y\n", "a: \u{85}b\n", "a: b\u{2028}\n", "a: b:\n",
        "a: <<\n",
    ]) func leavesTheRestToLibyaml(_ text: String) { #expect(flat(text) == nil) }

    @Test func bothWaysGiveTheSameTree() {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        var flatCount = 0
        for round in 0..<6_000 {
            let document = mutated(
                Array(frontMatter(&random).utf8), alphabet: Array("\"'\\[]{}:,=.#-+_09aeT  \n\r\t&*!|>%@?~日".utf8),
                &random)
            guard firstTextMistake(in: document) == nil else { continue }
            let source = YAMLSource(file: SourceFile(path: "a.yml", bytes: document), range: 0..<document.count)
            var reader = FlatYAMLReader(source)
            guard let tree = reader.read() else { continue }
            flatCount += 1
            let result = readYAMLWithLibyaml(source)
            let text = String(decoding: document, as: UTF8.self)
            #expect(result.diagnostics == [], "seed \(seed), round \(round): \(text.debugDescription)")
            #expect(treeText(tree) == treeText(result.value), "seed \(seed), round \(round): \(text.debugDescription)")
        }
        #expect(flatCount > 500)
    }

    private func flat(_ text: String) -> SourceNode? {
        var reader = FlatYAMLReader(source(text))
        return reader.read()
    }

    private func long(_ text: String) -> SourceNode? { readYAMLWithLibyaml(source(text)).value }

    private func source(_ text: String) -> YAMLSource {
        YAMLSource(file: SourceFile(path: "a.yml", text: text), range: 0..<text.utf8.count)
    }

    private func frontMatter(_ random: inout SeededNumbers) -> String {
        (0..<Int.random(in: 1...6, using: &random)).map { number in
            let value = values.randomElement(using: &random) ?? ""
            return "key\(number):" + (value.isEmpty ? "" : " ") + value
                + (endings.randomElement(using: &random) ?? "\n")
        }.joined()
    }

    private let values = [
        "", "x", "春の 祭り", "12", "-3", "2026-04-01", "09:00", "~", "null", "a:b", "a#b", "a,b", "'q'", "\"q r\"",
        "\"q \\\"r\\\"\"", "\"\\\\\"", "[]",
        "{}",
        "[a, b c, 'd']", "[1, \"x\"]", "{ from: 2026-04-01, until: 2026-04-30 }", "{a: x, b: '', c: 09:00}",
        "https://x.jp/?a=b",
        "(x)", "/a/b.png", ".5", "true", "it's", "x [y] {z}", "50 %", "a & b", "a | b", "! x", "？",
    ]
    private let endings = ["\n", "\n", "\n", "\r\n", " # c\n", "  \n", "\n\n", "\n# c\n", "#\n"]
}

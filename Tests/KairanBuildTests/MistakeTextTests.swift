import Foundation
import SiteTesting
import Testing

/// The texts that hold the sites with mistakes.
@Suite struct MistakeTextTests {
    /// A folder that was left beside the texts would not be tested.
    @Test func everythingIsRead() throws {
        #expect(try readMistakeCases(in: mistakesFolder).count > 300)
        let names = try FileManager.default.contentsOfDirectory(atPath: mistakesFolder.path)
        #expect(names.filter { !$0.hasSuffix(".txt") } == ["files"])
        let texts = try names.filter { $0 != "files" }
            .map { try String(contentsOf: mistakesFolder.appending(path: $0), encoding: .utf8) }.joined()
        for name in try filesIn(mistakesFolder.appending(path: "files")).keys {
            #expect(texts.contains(" <- \(name)\n"), "no case takes \(name)")
        }
    }

    @Test func partsAreTakenByteForByte() throws {
        let box = try TemporaryFolder()
        let lines = [
            "===== a b", "=== content/x y.md", "", "# é ======= <- ===", " === z", "=== before/content/x y.md",
            "=== public/.kairan.json <- odd", "=== expected", "", "===== empty", "=== expected",
        ]
        try box.write(lines.joined(separator: "\n") + "\n", to: "text.txt")
        try box.write("\r\n\u{0}", to: "files/odd")
        let cases = try readMistakeCases(in: box.url)
        let first = try #require(cases.first)
        #expect(cases.map(\.name) == ["a b", "empty"] && cases.map(\.line) == [1, 10])
        #expect(first.site == ["content/x y.md": Array("\n# é ======= <- ===\n === z\n".utf8)])
        #expect(first.before == ["content/x y.md": []] && first.published == [".kairan.json": Array("\r\n\u{0}".utf8)])
        #expect(cases.map(\.expected) == [[], []] && cases.map(\.isMadeByTest) == [false, true])
    }

    @Test(arguments: [
        ("===== a\n=== expected", "2: the last line has no end"),
        ("=== expected\n", "1: a case starts with its name"),
        ("===== a\n=== expected\n===== b\n", "3: no empty line stands before this case"),
        ("===== a\ntext\n=== expected\n", "2: a part starts with its path, and what is expected comes last"),
        ("===== a\n=== expected\n=== x\n", "3: a part starts with its path, and what is expected comes last"),
        ("===== a\n=== x <- y\ntext\n", "2: a part has lines or takes a file"),
        ("===== a\n=== x\n=== x\n", "3: another part has this path"),
        ("===== a\n\n===== a\n", "3: another case has this name"),
    ])
    func malformedTextsAreRefused(text: String, message: String) throws {
        let box = try TemporaryFolder()
        try box.write(text, to: "text.txt")
        let error = #expect(throws: (any Error).self) { try readMistakeCases(in: box.url) }
        #expect(error.map { "\($0)" } == "\(box.path)/text.txt:\(message)")
    }

    @Test func whatIsExpectedIsRewritten() throws {
        let box = try TemporaryFolder()
        try box.write("===== a\n=== x\ny\n\n===== b\n=== expected\nold\nmore\n\n===== c\n", to: "text.txt")
        for (one, report) in zip(try readMistakeCases(in: box.url), ["one\n", "", "é\ntwo\n"]) {
            try one.expect(report)
        }
        let text = try String(contentsOfFile: box.path + "/text.txt", encoding: .utf8)
        #expect(
            text == "===== a\n=== x\ny\n=== expected\none\n\n===== b\n=== expected\n\n===== c\n=== expected\né\ntwo\n")
    }

    /// Rewriting what is expected by the same leaves every text as it is.
    @Test func nothingElseIsRewritten() throws {
        let box = try TemporaryFolder()
        try box.lay(mistakesFolder, over: ".")
        for one in try readMistakeCases(in: box.url) {
            try one.expect(String(decoding: one.expected ?? [], as: UTF8.self))
        }
        #expect(try filesIn(box.url) == filesIn(mistakesFolder))
    }
}

import KairanModel
import KairanReaders
import SiteTesting
import Testing

/// These properties must hold of every reader, whatever bytes it gets.
@Suite struct ReaderPropertyTests {
    @Test(arguments: ["a.json", "a.toml", "a.yml", "a.csv", "a.md"])
    func nothingCrashesAReader(path: String) {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        for round in 0..<1_500 {
            let document = round.isMultiple(of: 10) ? randomBytes(&random) : mutant(path, &random)
            let file = SourceFile(path: path, bytes: document)
            let (isRead, diagnostics) = outcome(file)
            let place = "seed \(seed), round \(round)"
            // The good rows of a table are read beside the bad ones.
            #expect(isRead == !diagnostics.hasErrors || isRead && path == "a.csv", "\(place)")
            #expect(diagnostics.allSatisfy { isInside($0.span, document) }, "\(place): \(lines(diagnostics))")
        }
    }

    @Test(.enabled(if: PythonJudge.isAvailable))
    func jsonIsAcceptedAsPythonDoes() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let documents = samples("a.json") + (0..<2_000).map { _ in mutant("a.json", &random) }
        let verdicts = try PythonJudge.judge(documents, with: PythonJudge.json)
        #expect(verdicts.count == documents.count)
        #expect((100...).contains(verdicts.count { $0 != "error" }))
        for (document, verdict) in zip(documents, verdicts) {
            let result = readJSON(SourceFile(path: "a.json", bytes: document))
            #expect(
                (result.value.map(canonical) ?? "error") == verdict,
                "seed \(seed): \(String(decoding: document, as: UTF8.self))")
            #expect(validateJSON(document, path: "a.json") == result.diagnostics.first)
        }
    }

    @Test(.enabled(if: PythonJudge.isAvailable))
    func tomlIsAcceptedAsPythonDoes() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let documents =
            samples("a.toml") + tomlCorners.map { Array($0.utf8) } + (0..<3_000).map { _ in mutant("a.toml", &random) }
        let verdicts = try PythonJudge.judge(documents, with: PythonJudge.toml)
        #expect(verdicts.count == documents.count)
        #expect((100...).contains(verdicts.count { $0 != "error" }))
        for (document, verdict) in zip(documents, verdicts) {
            let result = readTOML(SourceFile(path: "a.toml", bytes: document))
            #expect(
                (result.value.map(canonical) ?? "error") == verdict,
                "seed \(seed): \(String(decoding: document, as: UTF8.self))")
        }
    }

    @Test(.enabled(if: PythonJudge.isAvailable))
    func csvCellsAreThoseOfPython() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let documents = (0..<300).map { _ in randomTable(&random) }
        let verdicts = try PythonJudge.judge(documents, with: PythonJudge.csv)
        #expect(verdicts.count == documents.count)
        for (document, verdict) in zip(documents, verdicts) {
            let result = readCSV(SourceFile(path: "a.csv", bytes: document))
            #expect(lines(result.diagnostics) == [])
            // Python keeps the line ends in cells, here in hexadecimal digits, and Kairan has LF for each.
            #expect(
                (result.value.map(canonical) ?? "error") == verdict.replacing("0d0a", with: "0a"),
                "seed \(seed): \(String(decoding: document, as: UTF8.self))")
        }
    }

    private func mutant(_ path: String, _ random: inout SeededNumbers) -> [UInt8] {
        let document = samples(path).randomElement(using: &random) ?? []
        return mutated(
            document, alphabet: Array("\"'\\[]{}:,=.#-+_0159aeTZ \n\r\t&*!|>%@?u日".utf8) + [0, 0xEF], &random)
    }

    private func randomBytes(_ random: inout SeededNumbers) -> [UInt8] {
        (0..<Int.random(in: 0...80, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private func outcome(_ file: SourceFile) -> (isRead: Bool, [Diagnostic]) {
        if let data = readData(file) { return (data.value != nil, data.diagnostics) }
        let parts = splitFrontMatter(file)
        return (!parts.diagnostics.hasErrors, parts.diagnostics)
    }

    private func isInside(_ span: SourceSpan, _ document: [UInt8]) -> Bool {
        let rows = document.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard span.line >= 1, span.line <= rows.count, span.column >= 1 else { return false }
        let columns = rows[span.line - 1].count { $0 & 0xC0 != 0x80 }
        return span.column <= columns + 1 && span.column + span.length <= max(columns, span.column) + 1
    }

    /// Makes a table with columns named `a`, `b` … and cells with everything that needs quotes.
    private func randomTable(_ random: inout SeededNumbers) -> [UInt8] {
        let columns = Int.random(in: 1...5, using: &random)
        let lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
        // A table of one column has no separator that could be told.
        let separator = columns > 1 && Bool.random(using: &random) ? ";" : ","
        var rows = [(0..<columns).map { String(UnicodeScalar(UInt8(97 + $0))) }]
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            rows.append((0..<columns).map { _ in randomCell(&random, separator) })
        }
        let text = rows.map { $0.joined(separator: separator) }.joined(separator: lineEnd)
        return Array((Bool.random(using: &random) ? text + lineEnd : text).utf8)
    }

    private func randomCell(_ random: inout SeededNumbers, _ separator: String) -> String {
        let parts = ["x", "日本", " ", ",", ";", "\"", "\n", "\r\n", "1.5", "'", "."]
        let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
            .joined()
        let mustQuote = text.utf8.contains { "\(separator)\"\n\r".utf8.contains($0) }
        guard mustQuote || Bool.random(using: &random) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

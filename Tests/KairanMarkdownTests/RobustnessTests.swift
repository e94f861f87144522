import Dispatch
import KairanModel
import SiteTesting
import Synchronization
import Testing

@testable import KairanMarkdown

@Suite struct RobustnessTests {
    private static let pieces = [
        "*", "**", "~~", "_", "`", "```\n", "[", "](", ")", "![", "<", ">", "<b>", "</b>", "<!--", "-->",
        "https://a.example/",
        "www.a.example", "a@b.cc", "「", "」", "。", "日本", "한국", "\n", "\n\n", "\r", "\r\n", "\t", "  ", "> ", "- ", "1. ",
        "# ", "---\n", "|", "|--|\n", "[^1]", "[^1]: ", "[x]: ", "\\", "&amp;", "&#0;", "\0", "\u{FEFF}", fdd0,
        fdd1, "\u{1BC9F}", "\u{FE0F}", "\u{3000}", "é", "😀", "x", " ", "javascript:", "\"", "'", ":", "{",
        "\u{B}",
    ]

    private func text(_ generator: inout SeededNumbers) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 1...60, using: &generator) {
            text += Self.pieces.randomElement(using: &generator) ?? ""
        }
        return text
    }

    @Test func oddTextsKeepTheInvariants() {
        let seed = printedSeed()
        var generator = SeededNumbers(seed: seed)
        for _ in 0..<5_000 {
            let text = text(&generator)
            let rendered = render(text)
            let value = rendered.value
            #expect(value.segments.count == value.links.count + 1, "seed \(seed): \(text.debugDescription)")
            #expect(value.anchors.count >= value.outline.count)
            let lineCount = text.unicodeScalars.count { $0 == "\n" || $0 == "\r" } + 1
            for span in value.links.map(\.span) + rendered.diagnostics.map(\.span) {
                let isInside = (1...lineCount).contains(span.line) && span.column >= 1 && span.path == "a.md"
                #expect(isInside, "seed \(seed): \(span) of \(text.debugDescription)")
            }
            let output = value.html + plainText(text)
            #expect(
                !output.contains(fdd0) && !output.contains(fdd1),
                "seed \(seed): \(text.debugDescription)")
        }
    }

    @Test func oddBytesNeverCrash() {
        let seed = printedSeed()
        var generator = SeededNumbers(seed: seed)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            _ = render(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func threadsAgree() {
        var generator = SeededNumbers(seed: 7)
        expectThreadsAgree((0..<400).map { _ in text(&generator) + "\n\n~~a~~ www.a.example | b\n" })
    }

    /// A short document begins and ends in the middle of a long one. At the end of a document cmark-gfm forgets that
    /// `~` and `w` mean something, and must not forget it for the other.
    @Test func shortDocumentsLeaveLongOnesAlone() {
        let paragraph = "~~a~~ www.a.example and https://b.example/ | b\n\n"
        expectThreadsAgree((0..<60).map { String(repeating: paragraph, count: $0.isMultiple(of: 3) ? 600 : 1) })
    }

    private func expectThreadsAgree(_ texts: [String]) {
        let sequential = texts.map { render($0).value }
        let parallel = Mutex<[Int: RenderedMarkdown]>([:])
        DispatchQueue.concurrentPerform(iterations: texts.count * 4) { index in
            let value = render(texts[index % texts.count]).value
            parallel.withLock { $0[index] = value }
        }
        let results = parallel.withLock { $0 }
        for (index, value) in results { #expect(value == sequential[index % texts.count]) }
        #expect(results.count == texts.count * 4)
    }

    @Test func largeDocument() {
        let section = "## 見出し\n\nこれは**「重要」**です。https://a.example/です。[規約](../terms/3.2.0.md)と\n改行。\n\n- a <b>x</b>\n\n"
        let text = String(repeating: section, count: 5_000_000 / section.utf8.count)
        let clock = ContinuousClock()
        var rendered = Diagnosed(RenderedMarkdown.empty)
        let time = clock.measure { rendered = render(text) }
        print("5 MB document: \(time)")
        #expect(rendered.value.links.count == rendered.value.outline.count * 2)
        #expect(Set(rendered.value.anchors).count == rendered.value.outline.count)
    }

    /// On one line with very many links, careless positions would take quadratic time.
    @Test(arguments: ["[a](b) ", "[a] ", "https://a.exampleです ", "<b>x</b>", "[a][b] `](` ", "**（x）**日"])
    func longLine(_ piece: String) {
        let rendered = render(String(repeating: piece, count: 20_000) + "\n\n[a]: /u\n[b]: /v\n")
        #expect(rendered.value.segments.count == rendered.value.links.count + 1)
    }
}

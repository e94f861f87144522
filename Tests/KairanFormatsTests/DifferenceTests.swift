import SiteTesting
import Testing

@testable import KairanFormats

struct DifferenceTests {
    /// Writes each block on a line: ` ` is the same, `+` added, `-` removed, `~` changed with [-old-] and {+new+}.
    private func shown(_ old: String, _ new: String) -> [String] {
        textDifference(from: old, to: new).map { block in
            let text = block.runs.map { run in
                switch run.kind {
                case _ where block.kind != .changed: run.text
                case .same: run.text
                case .added: "{+\(run.text)+}"
                case .removed: "[-\(run.text)-]"
                }
            }.joined()
            let mark =
                switch block.kind {
                case .same: " "
                case .added: "+"
                case .removed: "-"
                case .changed: "~"
                }
            return mark + text
        }
    }

    @Test(arguments: [
        ("a\n\nb", "a\n\nb", [" a", " b"]), ("", "a", ["+a"]), ("a", "", ["-a"]), ("", "", []),
        ("one line here", "one word here", ["~one [-line-]{+word+} here"]),
        ("利用者は同意します。", "利用者は必ず同意します。", ["~利用者は{+必ず+}同意します。"]),
        ("第1条\n第2条", "第1条\nまったく別の文です\n第2条", [" 第1条", "+まったく別の文です", " 第2条"]),
        ("abc def", "完全に違う", ["-abc def", "+完全に違う"]),
        ("7. 前の各号の行為", "8. 前の各号の行為", ["~[-7-]{+8+}. 前の各号の行為"]),
    ])
    func differences(old: String, new: String, expected: [String]) {
        #expect(shown(old, new) == expected)
    }

    /// A particle that stays between two changes joins them, so that the text does not flicker.
    @Test func shortIslandsJoinTheChangesAroundThem() {
        let changed = shown("この文の甲の丙は長いまま残ります。", "この文の乙の丁は長いまま残ります。")
        #expect(changed == ["~この文の[-甲の丙-]{+乙の丁+}は長いまま残ります。"])
    }

    /// The removed and kept parts are the old text; the kept and added ones are the new text.
    @Test func bothTextsCanBeReadBack() {
        let seed = printedSeed()
        var generator = SeededNumbers(seed: seed)
        let words = ["利用者", "は", "当会", "。", "terms ", "of ", "use ", "第1条", "\n", "\n"]
        for _ in 0..<300 {
            let old = (0..<30).map { _ in words.randomElement(using: &generator) ?? "" }.joined()
            let new = (0..<30).map { _ in words.randomElement(using: &generator) ?? "" }.joined()
            let blocks = textDifference(from: old, to: new)
            #expect(text(blocks, without: .added) == lines(old), "seed \(seed): \(old)")
            #expect(text(blocks, without: .removed) == lines(new), "seed \(seed): \(new)")
        }
    }

    private func text(_ blocks: [DifferenceBlock], without kind: DifferenceBlock.Run.Kind) -> [String] {
        blocks.map { $0.runs.filter { $0.kind != kind }.map(\.text).joined() }.filter { !$0.isEmpty }
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { $0.contains { $0 != " " } }
    }

    /// Two long texts with nothing in common are told apart at once.
    @Test func strangersAreNotAligned() {
        let old = (0..<6000).map { "old \($0)" }.joined(separator: "\n")
        let new = (0..<6000).map { "new \($0)" }.joined(separator: "\n")
        #expect(textDifference(from: old, to: new).count == 12_000)
    }
}

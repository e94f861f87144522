import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

/// The showcase's script finds in the files what was put into them.
@Suite(.enabled(if: Node.isAvailable)) struct SearchClientTests {
    static let board = SearchFiles([
        ["図書館の開館時間", "平日は9時から20時まで。"],
        ["軽音楽部", "音楽室で練習します。"],
        ["컴퓨터개론 안내", "학생식당에서 만나요."],
        ["Café opening", "The library café opens at nine; constructor included."],
        ["お知らせ", "図書館で軽音楽の演奏会。ｶﾗｵｹはありません。"],
        ["猫", "黒猫"],
    ])

    @Test(arguments: [
        ("図書館", [0, 4]), ("館", [0, 4]), ("軽音楽", [1, 4]), ("音楽 練習", [1, 4]), ("カラオケ", [4]), ("からおけ", [4]),
        ("식당", [2]), ("개론", [2]), ("학", [2]), ("cafe", [3]), ("CAFÉ", [3]), ("libr", [3]), ("libr opens", [3]),
        ("library ope", [3]), ("constructor", [3]), ("toString", []), ("猫", [5]), ("9時", [0]), ("時9", [0]),
        ("図書館 ありません", [4, 0]), ("ㅋㅍㅌ", [2]), ("keompyu", [2]), ("karaoke", [4]), ("ない", []), ("n", []),
    ]) func finds(query: String, entries: [Int]) throws {
        #expect(try Self.board.answers(to: [query]).first?.found == entries)
    }

    /// Entries that lack a word come last, and say which; more than two thirds may not be lacking.
    @Test func tellsWhatIsMissing() throws {
        let files = SearchFiles([
            ["-", "city council"], ["-", "the running of cities"], ["-", "council house"],
            ["city", "a council runs it"],
        ])
        let answers = try files.answers(to: [
            "city council run", "council city house nothing", "run running cities city",
        ])
        #expect(answers.map(\.found) == [[3, 1, 0, 2], [2, 3, 0], [3, 1, 0]])
        #expect(answers[0].missing == ["", "council", "run", "city run"])
    }

    /// Other forms of an English word are found, after the word itself.
    @Test(arguments: [
        ("city", "cities"), ("cities", "city"), ("stop", "stopping"), ("stopped", "stop"), ("make", "making"),
        ("boxes", "box"), ("tries", "trying"), ("dates", "dating"),
    ]) func findsOtherForms(asked: String, written: String) throws {
        let files = SearchFiles([["-", "other"], ["-", written], ["-", asked]])
        #expect(try files.answers(to: [asked + " -"]).first?.found == [2, 1])
    }

    @Test func asksForNothing() throws {
        #expect(try Self.board.answers(to: ["", " 。!"]).allSatisfy { $0.found == nil && $0.files.isEmpty })
    }

    /// The first text counts most, and more texts count more.
    @Test func theBestComesFirst() throws {
        let files = SearchFiles([
            ["other", "bus"], ["other", "bus bus", "bus"], ["bus", "-"], ["bus", "bus"], ["other", "-", "bus"],
        ])
        #expect(try files.answers(to: ["bus"]).first?.found == [3, 1, 2, 0, 4])
    }

    /// Any part of a text that starts where a word does finds the text.
    @Test func everyPartOfATextFindsIt() throws {
        var random = SeededNumbers(seed: printedSeed())
        for count in [1, 40, 300] {
            let texts = (0..<count).map { _ in MadeUpText(&random) }
            let files = SearchFiles(texts.map { ["-", $0.text] })
            try expectFound(texts, in: files, queries: 400, &random)
        }
    }

    /// The same holds if there are so many texts that terms are common and keys deep.
    @Test func everyPartOfATextFindsItAmongThousands() throws {
        var random = SeededNumbers(seed: printedSeed())
        let texts = (0..<5_000).map { _ in MadeUpText(&random) }
        let files = SearchFiles(texts.map { ["-", $0.text] })
        #expect(!files.index.common.isEmpty && !files.index.deepKeys.isEmpty)
        try expectFound(texts, in: files, queries: 400, &random)
    }

    private func expectFound(
        _ texts: [MadeUpText], in files: SearchFiles, queries: Int, _ random: inout SeededNumbers
    ) throws {
        var wanted: [(entry: Int, query: String)] = []
        for _ in 0..<queries {
            let entry = Int.random(in: texts.indices, using: &random)
            wanted.append((entry, texts[entry].query(&random)))
        }
        for (wanted, answer) in zip(wanted, try files.answers(to: wanted.map(\.query))) {
            #expect(answer.found?.contains(wanted.entry) == true, "\(wanted.query) of \(texts[wanted.entry].text)")
        }
    }
}

/// A text of pieces in several scripts, between which a query may start and end.
struct MadeUpText {
    private enum Piece {
        case dense(String), word(String), gap(String)
    }

    private var pieces: [Piece] = []

    var text: String {
        pieces.map { piece in
            switch piece {
            case .dense(let text), .word(let text), .gap(let text): text
            }
        }.joined()
    }

    init(_ random: inout SeededNumbers) {
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: pieces.append(.dense(Self.dense("図書館開時間学生食堂音楽部活動日本語", 1...6, &random)))
            case 1: pieces.append(.dense(Self.dense("のはをがですますカラオケサークルｶﾗ", 1...8, &random)))
            case 2: pieces.append(.dense(Self.dense("학생식당안내컴퓨터", 1...5, &random)))
            default:
                let stem =
                    ["lib", "cafe", "café", "station", "com", "2026", "Über", "con"].randomElement(using: &random) ?? ""
                let end = ["", "rary", "s", "", "putation", "tent", "é"].randomElement(using: &random) ?? ""
                // Without a gap the two words would be one.
                if case .word? = pieces.last { pieces.append(.gap(" ")) }
                pieces.append(.word(stem + end))
            }
            if Bool.random(using: &random) {
                pieces.append(.gap([" ", "、", "\n", " — ", "。「"].randomElement(using: &random) ?? " "))
            }
        }
    }

    private static func dense(_ letters: String, _ count: ClosedRange<Int>, _ random: inout SeededNumbers) -> String {
        String((0..<Int.random(in: count, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
    }

    /// Takes a part of the text with whole words, of which the last may be cut short.
    func query(_ random: inout SeededNumbers) -> String {
        let stops = pieces.indices.filter { if case .gap = pieces[$0] { false } else { true } }
        let start = stops.randomElement(using: &random) ?? 0
        let end = stops.filter { $0 >= start }.prefix(3).randomElement(using: &random) ?? start
        return (start...end).map { index in
            switch pieces[index] {
            case .gap(let text): return text
            case .dense(let text):
                var part = text[...]
                if index == end { part = part.prefix(Int.random(in: 1...part.count, using: &random)) }
                if index == start { part = part.suffix(Int.random(in: 1...part.count, using: &random)) }
                return String(part)
            case .word(let text):
                guard index == end, text.count > 2 else { return text }
                return String(text.prefix(Int.random(in: 2...text.count, using: &random)))
            }
        }.joined()
    }
}

import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

/// Texts are cut alike when they are indexed and when they are looked for, here and in the showcase's script.
@Suite struct SearchTextTests {
    /// Each text with its runs; those in brackets are found by any two letters, the others are words.
    static let texts: [(text: String, runs: String)] = [
        ("", ""),
        ("図書館", "[図書館]"),
        ("図書館の開館時間は9:00〜20:00。", "[図書館の開館時間は] 9 00 20 00"),
        ("カラオケとからおけ", "[からおけとからおけ]"),
        ("ｶﾗｵｹ ﾊﾞｽ ﾎﾟｽﾄ", "[からおけ] [ばす] [ぽすと]"),
        ("ヴァイオリン・サークル", "[ゔぁいおりん] [さーくる]"),
        ("か\u{3099}っこう", "[がっこう]"),
        ("ハ\u{309A}ン", "[ぱん]"),
        ("佐々木〆〇", "[佐々木〆〇]"),
        ("葛\u{E0100}飾区", "[葛飾区]"),
        ("㈱みなと ㌔ ①", "[株] [みなと] [きろ] 1"),
        ("時々ヽヾゝ", "[時々ゝゞゝ]"),
        ("컴퓨터개론 안내", "[컴퓨터개론] [안내]"),
        ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}", "[한국]"),
        ("\u{1113}\u{116E}ab", "\u{1113}\u{116E}ab"),
        ("\u{1108}\u{1176} \u{1113}\u{1176}", "\u{1108}\u{1176} \u{1113}\u{1176}"),
        ("\u{1100}\u{1161}\u{11A7} \u{1112}\u{1175}\u{11C3}", "[가] \u{11A7} [히] \u{11C3}"),
        ("ㄱㄴ ﾡ", "\u{1100}\u{1102} \u{1100}"),
        ("Library hours", "library hours"),
        ("ＡＢＣ１２３", "abc123"),
        ("Café CAFE\u{301} naïve Ångström", "cafe cafe naive angstrom"),
        ("Straße STRASSE ẞ ﬁn", "strasse strasse ss fin"),
        ("ΟΔΟΣ οδος Ὀδυσσεύς", "οδοσ οδοσ οδυσσευσ"),
        ("İstanbul ılık IĞDIR", "istanbul ilik igdir"),
        ("Œuvre Ærø Łódź Đà", "oeuvre aero lodz da"),
        ("Йод Ёлка", "иод елка"),
        ("don't AT&T C++ e-mail", "don t at t c e mail"),
        ("iOS17対応版v2.0", "ios17 [対応版] v2 0"),
        ("2026年4月15日", "2026 [年] 4 [月] 15 [日]"),
        ("１０％ＯＦＦ", "10 off"),
        ("soft\u{AD}hyphen zero\u{200B}width \u{FEFF}x", "softhyphen zerowidth x"),
        ("☀️ 晴れ 👨‍👩‍👧 family", "[晴れ] family"),
        ("हिन्दी ไทย", "हिन्दी ไทย"),
        ("constructor __proto__ toString", "constructor proto tostring"),
        ("a\nb\r\nc\u{3000}d\te", "a b c d e"),
        ("x²⁵ H₂O ½", "x25 h2o 1 2"),
        ("𠮷野家 𝔘𝔫𝔦", "[𠮷野家] uni"),
        ("ㄅㄆㄇ", "[ㄅㄆㄇ]"),
        (String(repeating: "a", count: 45) + " b", String(repeating: "a", count: 40) + " b"),
    ]

    @Test(arguments: texts) func runsOfText(text: String, runs: String) { #expect(described(text) == runs) }

    @Test func termsOfText() {
        let letters = folded("図書館 Wi-Fi 本")
        let terms = searchTerms(letters, searchRuns(letters))
        #expect(terms.map(\.text) == ["図書", "書館", "館", "wi", "fi", "本"])
    }

    /// Kana and Hangul are found by how they sound, which Chinese characters do not tell.
    @Test(arguments: [
        ("カラオケ部", "karaoke"), ("けいおん", "keion"), ("도서관", "doseogwan 도서관"), ("한국어 합창단", "hangukeo 한국어 hapchangdan 합창단"),
        ("図書館", ""), ("ん", ""), ("ーー", ""), ("東京タワー", "tawa"), ("wifi", ""),
    ])
    func soundsOfText(text: String, sounds: String) {
        let letters = folded(text)
        let expected = sounds.split(separator: " ").map { word in
            folded(String(word)).map { letter in
                (0xAC00...0xD7A3).contains(letter.value)
                    ? Unicode.Scalar(0x1100 + (letter.value - 0xAC00) / 588) ?? letter : letter
            }
        }
        #expect(soundTerms(letters, searchRuns(letters)) == expected.map { SearchTerm($0[...]) })
    }

    @Test func longTermsKeepTheirOrder() {
        let words = [
            "a", "ab", "abcdefgh", "abcdefghi", "abcdefghijklmnop", "abcdefghijklmnopq", "あ", "ああ", "ん", "亜亜", "학교",
        ]
        let terms = words.map { SearchTerm(Array($0.unicodeScalars)[...]) }
        #expect(terms.map(\.text) == words)
        #expect(terms.shuffled().sorted() == terms)
        #expect(Set(terms + terms).count == words.count)
    }

    @Test(.enabled(if: Node.isAvailable)) func theScriptCutsAlike() throws {
        #expect(try describedByScript(Self.texts.map(\.text)) == Self.texts.map(\.runs))
    }

    /// These syllables are composed of parts, and of what stands beside the parts in Unicode.
    @Test(.enabled(if: Node.isAvailable)) func theScriptComposesSyllablesAlike() throws {
        let texts = ["\u{10FF}", "\u{1100}", "\u{1112}", "\u{1113}"].flatMap { first in
            (UInt32(0x1160)...0x1177).flatMap { vowel in
                (UInt32(0x11A6)...0x11C4).map { last in
                    String(String.UnicodeScalarView([vowel, last].compactMap(Unicode.Scalar.init)))
                }
            }.map { first + $0 }
        }
        for (text, theirs) in zip(texts, try describedByScript(texts)) {
            #expect(described(text) == theirs, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
        }
    }

    /// These texts have letters of all kinds beside one another.
    @Test(.enabled(if: Node.isAvailable)) func theScriptCutsAnythingAlike() throws {
        var random = SeededNumbers(seed: printedSeed())
        let texts = (0..<3_000).map { _ in randomText(&random) }
        for (text, theirs) in zip(texts, try describedByScript(texts)) {
            let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }
            #expect(described(text) == theirs, "\(scalars)")
        }
    }

    private func describedByScript(_ texts: [String]) throws -> [String] {
        try Node.run(
            """
            const { fold, runs } = await asset("search-index.js");
            console.log(JSON.stringify(input.map((text) => runs(fold(text)).map(({ letters, isDense }) =>
              isDense ? `[${letters.join("")}]` : letters.join("")).join(" "))));
            """, input: texts)
    }

    private func described(_ text: String) -> String {
        let letters = folded(text)
        return searchRuns(letters).map { run in
            let text = String(String.UnicodeScalarView(letters[run.letters]))
            return run.isDense ? "[\(text)]" : text
        }.joined(separator: " ")
    }

    private func randomText(_ random: inout SeededNumbers) -> String {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x52F, 0x900...0x97F, 0xE00...0xE4E,
            0x1100...0x11FF, 0x1E00...0x1FFF, 0x2000...0x2100, 0x2460...0x24FF, 0x2E80...0x30FF, 0x3105...0x33FF,
            0x4E00...0x4E80, 0xAC00...0xAD00, 0xF900...0xFA6D, 0xFB00...0xFB06, 0xFE00...0xFE0F, 0xFF00...0xFFDC,
            0x1D400...0x1D7FF, 0x20000...0x20080, 0xE0100...0xE0110, 0x0A...0x0A,
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            guard let range = ranges.randomElement(using: &random),
                let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random))
            else { continue }
            text.append(scalar)
        }
        return String(text)
    }
}

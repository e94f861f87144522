import KairanModel
import SiteTesting
import Testing

/// Texts in the order in which people look for them.
@Suite struct TextOrderTests {
    /// Each list is in order.
    @Test(arguments: [
        ("en", "_a, -1, #1, 1.9, 1.10, a b, a-b, ab, resume, Resume, résumé, Résumé, room 9, Room 9, Room 09, Room 10"),
        ("en", "1, 2, 10, 11, 100, 1000, a, A, á, Á, ab, æ, b"), ("de", "Ofen, ol, Öl, strasse, Strasse, Straße"),
        ("sv", "apple, vis, wok, zoo, ålder, Ärla, Öl"), ("fi-FI", "ala, zoo, åla, äiti, öljy"),
        ("da", "ab, zebra, Ærø, Øl, AA, Aa, aa, Aarhus"), ("nb", "z, æ, ø, å, aa, Aa"),
        ("cs", "cit, čas, hora, chata, Chyba, ist, řeka, sůl"), ("hu", "cukor, cz, csak, sas, szó, ssz, zz, Zsolt"),
        ("es", "chico, cz, llama, luz, nz, ñu"), ("pl", "cma, ćma, lada, lzy, łza, zaba, źle, żaba"),
        ("tr", "cuma, çay, Iğdır, ısı, İstanbul, iz, soz, su, şu"), ("az", "elma, əl, fil, hava, xəbər, ıq, it"),
        ("hr", "cesta, čaj, ćup, div, džem, đak, ljeto, med, njiva, ovca"),
        ("sq", "cz, çaj, da, dz, dhe, sHb, sk, sz, shb, Shb, xz, xha"),
        ("et", "saa, šokk, zoo, žanr, tee, vesi, õu"), ("cy", "cz, ch, d, da, dd"), ("mt", "A, a, ġ, g, h, hobż, Ħobż"),
        ("is", "a, Á, d, ð, z, þ, æ, ö"), ("fr", "cote, coté, côte, côté"), ("fr-CA", "cote, côte, coté, côté"),
        ("el", "άλφα, Βήτα, ωά, Ωμέγα, apple"), ("ru", "еда, ёлка, ель, и, й, Яна, apple"),
        ("uk", "гора, гумно, ґанок, зима, іній, йод, ковбаса"), ("he", "אבא, בית, abc"), ("ar", "حة, حت, حي"),
        ("th", "กา, เก, แก, ไก่, ขา"),
        ("ko", "가, 가나, 각, 나, A"), ("vi", "an, àn, ảnh, ăn, ậm, ân, da, đa"),
        (
            "ja",
            "ABC, ああ, アーチ, あい, カード, かつ, がっこう, かど, きょう, きよう, コア, コーヒー, コオロギ, ハーブ, はは, 東"
        ),
    ])
    func order(language: String, list: String) {
        let words = list.split(separator: ", ").map(String.init)
        #expect(sorted(words.reversed(), language) == words)
        #expect(sorted(words.shuffled(), language) == words)
    }

    /// An index of the language has each word under the letter before it.
    @Test(arguments: [
        ("en", "a Äpfel, e «École», o Ørsted, a æon, t 'till"), ("de", "a Äpfel, s ßa, o Öl"),
        ("sv", "å Ångström, ä Ärla, ä Æro, ö Öl, v Vik"), ("da", "å Aarhus, ø Øl, æ Ærø"), ("es", "ñ Ñu, n nube"),
        ("cs", "č čas, ch Chata, c cit, r Ríša, ř řeka"), ("hu", "dzs Dzsungel, ö ősz, cs csak, a Ágnes"),
        ("tr", "ı Iğdır, i İstanbul, ç çay"), ("ru", "е ёлка, й Йод"), ("el", "α Άλφα, ω Ωμέγα"),
        ("ja", "か ガラス, は パン, あ アーチ, 東 東京"), ("ko", "ㄱ 각, ㄲ 까치, ㅎ 하늘"), ("th", "ก เกาะ"), ("he", "ש שלום"),
        ("zh", "海 海边"), ("ar", "ا أحمد"),
    ])
    func initials(language: String, words: String) {
        for pair in words.split(separator: ", ") {
            let parts = pair.split(separator: " ")
            #expect(TextOrder.of(language).initial(of: String(parts[1])) == String(parts[0]), "\(pair)")
        }
        for text in ["", "3D", "?", "①②c"] { #expect(TextOrder.of(language).initial(of: text) == nil) }
    }

    /// Marks in two pieces and wide letters are the same as others, but two different texts never are.
    @Test func writtenInTwoWays() {
        for language in ["en", "sv", "vi", "ko"] {
            let words = [
                "Ärla", "A\u{308}rla", "Ärlb", "ạ\u{302}m", "ậm", "ＡＢ", "AB", "각", "\u{1100}\u{1161}\u{11A8}", "",
            ]
            let keys = words.map { TextOrder.of(language).key($0) }
            #expect(Set(keys).count == words.count)
            #expect(sorted(words, language) == sorted(words.reversed(), language))
        }
    }

    /// Node.js has all of Unicode's collation, and puts random words of each language into the same order, but for:
    private static let others: Set<String> = [
        // Han characters are in the order of their codes.
        "ja", "zh", "zh-Hant", "yue", "yue-Hans", "ko", "ii",
        // Tailorings that are newer than the table, or that no word shows.
        "fy", "lv", "wae", "dz", "bo", "ff-Adlm", "ml", "ug", "ps", "fa", "yi", "ji", "th", "lo", "my", "km",
    ]

    @Test func othersSortAlike() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        var lists: [String: [String]] = [:]
        // Of the languages judged here, only this one has a region with another order.
        for name in LocaleData.allNames
        where name == "fr-CA"
            || !name.contains(/-[A-Z]{2}$|-[0-9]/) && !Self.others.contains(name)
                && !Self.others.contains(primaryLanguage(of: name))
        {
            let data = LocaleData.shown(name)
            let names = [true, false].flatMap { isLong in
                [true, false].flatMap {
                    data.months.all(isLong: isLong, isAlone: $0) + data.weekdays.all(isLong: isLong, isAlone: $0)
                }
            }
            let letters = Set(names.joined()).filter(\.isLetter).sorted()
            let made = (0..<60).map { _ in
                let word = (0...Int.random(in: 0..<4, using: &random)).map { _ in
                    String(letters[Int.random(in: letters.indices, using: &random)])
                }.joined()
                return Int.random(in: 0..<5, using: &random) == 0
                    ? "\(word) \(Int.random(in: 0..<120, using: &random))" : word
            }
            lists[name] = Set(names + made).sorted()
        }
        let sorted: [String: [String]] = try Node.run(
            """
            const found = {};
            for (const [language, words] of Object.entries(input)) {
              if (Intl.Collator.supportedLocalesOf([language]).length === 0) continue;
              found[language] = words.sort(new Intl.Collator(language, { numeric: true }).compare);
            }
            console.log(JSON.stringify(found));
            """, input: lists)
        #expect(sorted.count > 80)
        for (language, words) in sorted {
            let keys = words.map { TextOrder.of(language).key($0) }
            let wrong = keys.indices.dropFirst().filter { !keys[$0 - 1].lexicographicallyPrecedes(keys[$0]) }
            // A few sequences of letters stand in no word, such as two vowel signs in a row.
            #expect(
                wrong.count * 50 <= words.count,
                "\(language), seed \(seed): \(wrong.map { words[$0 - 1] + " " + words[$0] })")
        }
    }

    private func sorted(_ words: [String], _ language: String) -> [String] {
        let order = TextOrder.of(language)
        return words.sorted { order.key($0).lexicographicallyPrecedes(order.key($1)) }
    }
}

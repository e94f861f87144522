import KairanFormats
import Testing

/// The rules of Unicode's SpecialCasing.txt.
@Suite struct LetterCaseTests {
    @Test(arguments: [
        ("ΟΔΟΣ", "el", "οδος"), ("ΣΙΣΥΦΟΣ ΣΟΦΟΣ", "en", "σισυφος σοφος"), ("Σ", "el", "σ"), ("ΑΣ.", "el", "ας."),
        ("Α\u{301}Σ", "el", "α\u{301}ς"), ("ΑΣ’Α", "el", "ασ’α"), ("2Σ", "el", "2σ"),
        ("ISPARTA İzmir", "tr", "ısparta izmir"),
        ("I\u{307}zmir", "az-Latn", "izmir"), ("ISPARTA", "en", "isparta"),
    ])
    func lower(text: String, language: String, expected: String) {
        #expect(Array(lowercased(text, language).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(arguments: [("istanbul", "tr", "İSTANBUL"), ("istanbul", "en", "ISTANBUL"), ("οδος", "el", "ΟΔΟΣ")])
    func upper(text: String, language: String, expected: String) {
        #expect(uppercased(text, language) == expected)
    }

    @Test(arguments: [
        ("istanbul IŞIK", "tr", "İstanbul Işık"), ("istanbul IŞIK", "en", "Istanbul Işik"),
        ("ΟΔΟΣ ΩΣ", "el", "Οδος Ως"),
        ("ǆ o'neil", "hr", "ǅ O'neil"),
    ])
    func capital(text: String, language: String, expected: String) {
        #expect(capitalized(text, language) == expected)
    }
}

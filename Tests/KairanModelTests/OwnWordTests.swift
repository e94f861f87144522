import KairanModel
import Testing

@Suite struct OwnWordTests {
    @Test(arguments: [
        ("de", "Vorsicht"), ("de-AT", "Vorsicht"), ("en-GB", "Caution"), ("zh", "注意"), ("nb", "Forsiktig"),
        ("eo", nil), ("tlh", nil), ("deu", nil),
    ]) func cautionIn(_ language: String, _ word: String?) { #expect(OwnWord.caution.text(in: language) == word) }

    @Test func scriptsDiffer() {
        #expect(OwnWord.note.text(in: "zh-Hans-CN") == "备注" && OwnWord.note.text(in: "zh-TW") == "備註")
        #expect(OwnWord.note.text(in: "zh-Hant-TW") == "備註")
    }

    /// A language has all words or none, none of them is empty, and titles differ from each other.
    @Test(arguments: [
        "ar", "cs", "da", "de", "en", "es", "fi", "fr", "id", "it", "ja", "ko", "nb", "nl", "no", "pl", "pt", "ru",
        "sv", "tr", "vi",
        "uk",
        "zh", "zh-Hant",
    ]) func allWords(_ language: String) {
        let words = OwnWord.allCases.compactMap { $0.text(in: language) }
        #expect(words.count == OwnWord.allCases.count && Set(words).count == words.count)
        #expect(words.allSatisfy { !$0.isEmpty && !$0.contains { "<>&\"".contains($0) } })
    }
}

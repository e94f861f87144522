import KairanModel
import Testing

@Suite struct InvisibleCharacterTests {
    @Test(arguments: [
        ("a\u{A0}b", 1, "U+00A0, a no-break space"), ("\u{3000}", 0, "U+3000, an ideographic space"),
        ("ab\u{200B}", 2, "U+200B, a zero-width space"), ("é\u{2060}", 1, "U+2060, a word joiner"),
        ("a\u{AD}", 1, "U+00AD, a soft hyphen"), ("a\u{FE0F}", 1, "U+FE0F, a variation selector"),
        ("a\u{200E}", 1, "U+200E, a left-to-right mark"), ("a\u{200F}", 1, "U+200F, a right-to-left mark"),
        ("a\u{FEFF}", 1, "U+FEFF, a byte order mark"), ("a\u{2028}", 1, "U+2028, a line separator"),
        ("a\u{202F}", 1, "U+202F, a narrow no-break space"), ("a\u{2009}", 1, "U+2009, a wide or narrow space"),
    ]) func areNamedWithTheirCodes(_ text: String, _ offset: Int, _ name: String) throws {
        let found = try #require(InvisibleCharacter.first(in: text))
        #expect(found.offset == offset && found.character.description == name)
    }

    @Test(arguments: ["", "a b", "日本語", "é", "👍", "“a”"]) func othersAreSeen(_ text: String) {
        #expect(InvisibleCharacter.first(in: text) == nil)
    }

    /// A suggestion that looks the same as what is written would be a riddle.
    @Test func noSuggestionLooksTheSame() {
        for character in "\u{A0}\u{200B}\u{2060}\u{AD}\u{FE0F}\u{200E}\u{FEFF}".unicodeScalars {
            let help = nearestHelp(to: "kind\(character)", in: ["kind"])
            #expect(help?.words.hasPrefix("it holds U+") == true, "\(help?.words ?? "")")
            #expect(suggestion(for: "ki\(character)nd", in: ["kind"], kind: "fields")?.words == help?.words)
        }
    }

    /// Nor would one that has such a character, which is missing in what is written.
    @Test func whatIsMissingIsNamed() {
        #expect(
            nearestHelp(to: "❤", in: ["b", "❤\u{FE0F}"])?.words
                == "the right one looks the same, but holds U+FE0F, a variation selector")
        #expect(nearestHelp(to: "a b", in: ["a\u{A0}b"])?.words.contains("U+00A0") == true)
        #expect(nearestHelp(to: "❤\u{FE0F}x", in: ["❤\u{FE0F}xy"])?.words.hasPrefix("it holds U+FE0F") == true)
        #expect(nearestHelp(to: "kinnd", in: ["kind"])?.words == "did you mean 'kind'?")
    }

    @Test(arguments: [
        ("https://x.example/a", nil), ("https://x.example/\u{200B}a", 18), ("/❤\u{FE0F}/", nil), ("/a\u{FE0F}/", 2),
        ("/👩\u{200D}👧/", nil), ("/می\u{200C}خواهم/", nil), ("/a\u{AD}b", 2),
    ]) func addressesMayHoldWhatJoins(_ address: String, _ offset: Int?) {
        #expect(unwritableCharacter(in: address)?.offset == offset)
    }

    @Test func plainText() {
        #expect(InvisibleCharacter.plain("\u{200B}a\u{A0}b\u{3000}") == "a b")
    }
}

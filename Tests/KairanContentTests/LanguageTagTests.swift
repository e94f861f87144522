import Testing

@testable import KairanContent

@Suite struct LanguageTagTests {
    @Test(arguments: ["ja", "ja-JP", "JA-jp", "gsw", "zh-Hant", "zh-Hant-TW", "es-419", "en-GB-oxendict", "de-CH-1901"])
    func tags(tag: String) {
        #expect(isLanguageTag(tag))
    }

    @Test(arguments: [
        ("ja_JP", "ja-JP"), ("jp_JP", "ja-JP"), ("jp", "ja"), ("JP", "ja"), ("ja_JP.UTF-8", "ja-JP"),
        ("en us", "en-us"),
        ("ja-", "ja"), ("japanese_x!", nil), ("japanese", nil), ("", nil), ("-", nil), ("j", nil), ("ja-JP-x", nil),
        ("日本語", nil),
    ])
    func noTags(text: String, nearest: String?) {
        #expect(!isLanguageTag(text))
        #expect(nearestLanguageTag(to: text) == nearest)
    }
}

import Testing

@testable import KairanContent

/// The last dot of a file's name stands before the language of a translation.
@Suite struct TranslationPathTests {
    @Test(arguments: [
        ("content/news/about.en.md", "content/news/about.md", "en"),
        ("content/v1.2/about.zh-Hant.md", "content/v1.2/about.md", "zh-Hant"),
        // The dot and the accent after it are one character, but they are two parts of a name.
        ("content/news/about.\u{301}en.md", "content/news/about.md", "\u{301}en"),
    ]) func theLanguageIsWhatFollowsTheLastDot(_ path: String, _ original: String, _ code: String) throws {
        let found = try #require(originalPath(of: path))
        #expect(Array(found.path.utf8) == Array(original.utf8))
        #expect(Array(found.code.utf8) == Array(code.utf8))
    }

    @Test(arguments: ["content/about.md", "content/v1.2/about.md", "content/news/.en.md", "content/about.en.yml"])
    func otherFilesAreNoTranslations(_ path: String) {
        #expect(originalPath(of: path) == nil)
    }
}

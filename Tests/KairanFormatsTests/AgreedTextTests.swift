import Testing

@testable import KairanFormats

/// Only some white space is a part of what users agreed to.
@Suite struct AgreedTextTests {
    @Test(arguments: [
        ("You answer", "You\n  answer ", true), ("You answer", "Youanswer", false), ("agree.", "agree .", false),
        ("本規約は\n適用されます。", "本規約は適用されます。", true), ("アプリ「board」 を", "アプリ「board」を", true),
        ("약관에 동의", "약관에동의", false), ("a\u{3000}b", "a b", true), ("a\n\n→ x", "a\n\n→ y", false),
        ("a\n\n→ x\n→ y", "a\n\n→ y\n→ x", false), ("a\n\n→ x\n→ y", "a\n\n→ y", true), ("a → x", "a", false),
    ]) func whetherTheySayTheSame(_ old: String, _ new: String, _ isSame: Bool) {
        #expect(saysSame(old, new) == isSame)
        #expect(isSame || !differenceLines(from: old, to: new).isEmpty)
    }
}

import Testing

@testable import KairanModel

@Suite struct AddressesTests {
    @Test(arguments: [
        ("%41", "A"), ("%e3%81%82", "あ"), ("a%2Fb", "a/b"), ("%+5", "%+5"), ("%-1", "%-1"), ("% 5", "% 5"),
        ("%4", "%4"), ("%", "%"), ("100%", "100%"), ("%g0", "%g0"), ("%2525", "%25"),
    ])
    func onlyTwoHexadecimalDigitsAreAByte(_ escaped: String, _ text: String) {
        #expect(unescapedPath(escaped) == text)
    }
}

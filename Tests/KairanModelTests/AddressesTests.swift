import Foundation
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

    /// Every program finds the same value in the query, whatever it holds, and nothing after it is changed.
    @Test(arguments: ["a&b=c", "1+1; 2", "C#?", "50 %", "港 4/2:3", "https://t.example/?a=1&b=2#c", ""])
    func valuesInQueriesStayWhole(_ value: String) throws {
        let written = "https://t.example/p?of=\(escapedInQuery(value))&end=1#\(escapedInQuery(value))"
        let address = try #require(URLComponents(string: written))
        #expect(address.queryItems == [URLQueryItem(name: "of", value: value), URLQueryItem(name: "end", value: "1")])
        #expect(address.fragment == value)
        #expect(!escapedInQuery(value).contains("+"))
    }
}

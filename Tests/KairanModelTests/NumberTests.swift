import KairanModel
import Testing

struct NumberTests {
    /// From `1.0` on, each version is older than the one after it.
    @Test func versionsInOrder() throws {
        let texts = [
            "1.0-alpha", "1.0-alpha.1", "1.0-alpha.beta", "1.0-2.x", "1.0", "1.0.1", "3.1", "3.9", "3.10", "3.10.1",
            "10.0",
        ]
        let sorted = try texts.map { try #require(Version($0)) }.sorted().map(\.description)
        #expect(sorted == ["1.0-2.x", "1.0-alpha", "1.0-alpha.1", "1.0-alpha.beta"] + texts.dropFirst(4))
    }

    @Test(arguments: ["3", "3.", ".1", "3.01", "v3.1", "3.1-", "3.1-a..b", "3.1.1.1.1", "3,1", "", "-", "3.1-ä"])
    func noVersion(text: String) {
        #expect(Version(text) == nil)
    }

    @Test func versionKeepsItsZero() {
        #expect(Version("3.10")?.description == "3.10")
        #expect(Version("3.10") != Version("3.1"))
    }

    @Test(arguments: [
        ("12.50", "12.5"), ("-0.05", "-0.05"), ("100", "100"), ("0.0", "0"),
        ("123456789012345678", "123456789012345678"),
    ])
    func decimals(text: String, expected: String) {
        #expect(DecimalNumber(text)?.description == expected)
    }

    @Test(arguments: ["1e5", "+1", "1.", ".5", "1.2.3", "", "-", "1234567890123456789", "NaN"])
    func noDecimal(text: String) {
        #expect(DecimalNumber(text) == nil)
    }

    @Test(arguments: [
        ("1.5e3", "1500"), ("1.5E+3", "1500"), ("1000.25e-2", "10.0025"), ("-0.0", "0"), ("0e99", "0"), ("0e-99", "0"),
        ("12e-1", "1.2"), ("120e-1", "12"), ("1e17", "100000000000000000"), ("1e-17", "0.00000000000000001"),
        ("2.50", "2.5"), ("-1e0", "-1"),
    ]) func decimalsWithExponents(text: String, expected: String) {
        #expect(DecimalNumber(withExponent: text)?.description == expected)
        // The number that is written can be read again.
        #expect(DecimalNumber(expected).map { "\($0)" } == expected)
    }

    @Test(arguments: ["1e18", "1e-18", "1e99", "1e-99", "1e9999", "1e", "e1", "1e1.5", "1e1e1", "inf", ""])
    func noDecimalWithExponent(text: String) {
        #expect(DecimalNumber(withExponent: text) == nil)
    }

    @Test(arguments: [("2.345", 2, "2.35"), ("-2.345", 2, "-2.35"), ("2.344", 2, "2.34"), ("2", 2, "2")])
    func rounding(text: String, places: Int, expected: String) {
        #expect(DecimalNumber(text)?.rounded(toPlaces: places).description == expected)
    }

    @Test(arguments: [
        ("0.1", "0.2", "0.3"), ("12.50", "-2.5", "10"), ("1", "0.000001", "1.000001"), ("-7", "7", "0"),
        ("999999999999999998", "1", "999999999999999999"), ("999999999999999999", "1", nil),
        ("99999999999999999.5", "0.01", nil), ("100000000000000000", "0.1", nil),
    ]) func sums(one: String, other: String, expected: String?) throws {
        let sum = try #require(DecimalNumber(one)).adding(try #require(DecimalNumber(other)))
        #expect(sum?.description == expected)
    }

    @Test(arguments: [
        ("1", 3, "0.333333"), ("2", 3, "0.666667"), ("-2", 3, "-0.666667"), ("0.000001", 2, "0.000001"),
        ("0.0000009", 2, "0"), ("10", 4, "2.5"), ("0", 5, "0"), ("999999999999999999", 1, "999999999999999999"),
        ("999999999999999999", 7, "142857142857142857"), ("12345678901234567.8", 1, "12345678901234567.8"),
        ("1", 3_000_000_000, "0"), ("5", 0, nil),
    ]) func quotients(number: String, divisor: Int, expected: String?) throws {
        #expect(try #require(DecimalNumber(number)).divided(by: divisor)?.description == expected)
    }

    @Test(arguments: [
        ("clinet", ["client", "image"], "client"), ("publised", ["published", "public"], "published"),
        ("x", ["client"], nil),
        ("ab", ["ba", "aa"], "aa"),
    ])
    func nearest(name: String, candidates: [String], expected: String?) {
        #expect(nearestName(to: name, in: candidates) == expected)
        #expect(nearestName(to: name, in: candidates.reversed()) == expected)
    }
}

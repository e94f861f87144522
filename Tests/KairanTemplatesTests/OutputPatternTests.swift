import Testing

@testable import KairanTemplates

@Suite struct OutputPatternTests {
    @Test(arguments: [
        ("deals/{id}.json", "deals/curry.json", ["id": "curry"]), ("deals/{id}.json", "deals/a.b.json", ["id": "a.b"]),
        ("deals/{id}.json", "deals/.json", nil), ("deals/{id}.json", "deals/a/b.json", nil),
        ("deals/{id}.json", "deals/a.jso", nil), ("{a}-{b}.json", "x-y-z.json", ["a": "x", "b": "y-z"]),
        ("{a}/k{b}/c.json", "ü/k1/c.json", ["a": "ü", "b": "1"]), ("a.json", "a.json", [:]), ("a.json", "b.json", nil),
        ("{a}b{c}", "abbb", ["a": "a", "c": "bb"]), ("{a}{b}", "x", nil),
    ]) func values(_ pattern: String, _ path: String, _ values: [String: String]?) throws {
        let pattern = try #require(OutputPattern(pattern))
        #expect(pattern.values(in: path) == values)
    }

    @Test(arguments: [
        ("deals/{id}.json", "deals/b.json", true), ("{section}/{name}.json", "music/{name}.json", true),
        ("deals/{id}.json", "deals.json", false), ("deals/{id}.json", "clubs/{id}.json", false),
        ("deals/{id}.json", "deals/{id}.txt", false), ("{a}/k{b}/c.json", "x/{b}/c.json", true),
        ("a.json", "b.json", false),
    ]) func mayOverlap(_ one: String, _ other: String, _ expected: Bool) throws {
        let (one, other) = (try #require(OutputPattern(one)), try #require(OutputPattern(other)))
        #expect(one.mayOverlap(other) == expected && other.mayOverlap(one) == expected)
    }
}

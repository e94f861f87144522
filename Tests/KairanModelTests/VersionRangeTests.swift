import Testing

@testable import KairanModel

@Suite struct VersionRangeTests {
    @Test(arguments: [
        (">=1.4.0", ">=1.4.0"), ("  >=1.4.0   <2.0.0 ", ">=1.4.0 <2.0.0"), ("=1.4", "=1.4"),
        (">1.0-beta.2", ">1.0-beta.2"),
        (">=1.4.0 <=1.4", ">=1.4.0 <=1.4"), (">=1.0 =1.4.0 <2.0", ">=1.0 =1.4.0 <2.0"), ("<2.0 <1.0", "<2.0 <1.0"),
        (">=1.0.0-a <1.0.0", ">=1.0.0-a <1.0.0"), (">1.0.0 <1.0.1", ">1.0.0 <1.0.1"),
    ])
    func isReadAndWrittenInOneWay(text: String, written: String) throws {
        #expect(try VersionRange(text).description == written)
    }

    @Test(arguments: [
        ">=2.0 <1.0", ">1.0 <1.0", ">=1.0 <1.0.0", ">1.0 <=1.0.0", "=1.0 <1.0", "=1.0 >1.0.0", "=1.0 =1.1",
        "<1.0 >=0.5 >1.5", ">=1.0.0 <1.0.0-rc.1",
    ])
    func nothingFitsSome(text: String) {
        let mistake = #expect(throws: VersionRange.Mistake.self) { try VersionRange(text) }
        #expect(mistake?.message.hasPrefix("no version is both") == true)
    }

    /// Whatever a message proposes is a range.
    @Test(arguments: ["1.4", "^1.4.0", "~1.4.2.3", ">=v2", "=>1.4", "≤1.4", "==1.4", ">=1.x", "<1.4.0+5", ">=2.0 <1.4"])
    func helpIsRight(text: String) throws {
        let mistake = try #require(throws: VersionRange.Mistake.self) { try VersionRange(text) }
        let proposed = mistake.help.dropFirst("write ".count).prefix { !$0.isLetter }
        #expect(throws: Never.self) { try VersionRange(String(proposed.prefix { $0 != "," })) }
    }

    /// A word with a sign is no number, and comes after all numbers.
    @Test func wordsOfPrereleasesAreInTheOrderOfSemanticVersioning() throws {
        let sorted = ["1.0--1", "1.0-1", "1.0-20260401093000", "1.0-9", "1.0-1a", "1.0-a"]
            .compactMap { Version($0) }.sorted().map(\.description)
        #expect(sorted == ["1.0-1", "1.0-9", "1.0-20260401093000", "1.0--1", "1.0-1a", "1.0-a"])
    }
}

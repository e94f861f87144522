import Foundation
import SiteTesting
import Testing

@testable import KairanModel

/// Node's URL, which follows the same standard, judges the hosts of addresses.
@Suite struct WebHostTests {
    static let hosts = [
        "example.org", "example.org.", "a..b", "example.org:8080", "example.org:", "example.org:65535",
        "example.org:65536",
        "example.org:99999", "example.org:8a", "example.org:-1", "a.1", "a.0x1", "a.0xg", "1.2.3.4", "1.2.3.4.",
        "1.2.3",
        "1.2.65536", "1.2.65535", "256.1.1.1", "1.1.1.256", "1.2.3.4.5", "0x7f.1", "017.1", "018.1", "4294967295",
        "4294967296",
        "a.1b", "a.b1", "a.00", "a.08", "user@example.org", "user:word@example.org:443", "user@example.org:70000",
        "xn--wgv71a119e.example", "XN--WGV71A119E.example", "xn--mnchen-3ya.de", "xn--.example", "xn--a.example",
        "xn--0.example", "xn--ls8h.la", "under_score.example", "-a-.example", "a_.b", "localhost",
    ]

    @Test(.enabled(if: Node.isAvailable)) func asNodeJudges() throws {
        var random = SeededNumbers(seed: printedSeed())
        let labels = ["a", "0", "1", "255", "256", "0x1", "0xff", "08", "b-c", "1a", "99999999999", "x1", "00"]
        let some = (0..<400).map { _ in
            let host = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                labels.randomElement(using: &random) ?? ""
            }.joined(separator: ".")
            return host + ["", ":1", ":65535", ":65536", ":00080", ":x"].randomElement(using: &random)!
        }
        let addresses = (Self.hosts + some).map { "https://\($0)/page?q=1#part" }
        let verdicts: [Bool] = try Node.run(
            "console.log(JSON.stringify(input.map((address) => URL.canParse(address))))", input: addresses)
        for (address, isRight) in zip(addresses, verdicts) {
            #expect((mistakeInHost(of: address) == nil) == isRight, "\(address)")
        }
    }

    /// Browsers decode it, and apps do not.
    @Test func percentInAHost() {
        #expect(mistakeInHost(of: "https://ex%61mple.org/") != nil)
        #expect(mistakeInHost(of: "https://example.org/%61") == nil)
    }
}

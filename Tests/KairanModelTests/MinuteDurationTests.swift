import KairanModel
import Testing

@Suite struct MinuteDurationTests {
    @Test(arguments: [
        ("1h 44m", 104), ("1h44m", 104), ("104m", 104), ("2h", 120), ("90 min", 90), ("1 h 44 min", 104), ("0m", 0),
        ("PT1H44M", 104), ("PT104M", 104), ("PT2H", 120), ("0h 05m", 5), ("26h", 1560),
    ])
    func isRead(text: String, minutes: Int) { #expect(MinuteDuration(text)?.minutes == minutes) }

    @Test(arguments: [
        "", "h", "m", "104", "1:44", "1h 60m", "44m 1h", "1h 44", " 2h", "2h ", "-5m", "1.5h", "1H 44M", "PT", "P1D",
        "PT1H 44M", "pt2h", "1h 44m 30s", "9999999m", "１h", "2hours", "1h 1h",
    ])
    func isNotRead(text: String) { #expect(MinuteDuration(text) == nil) }

    @Test func whatIsWrittenIsReadAgain() {
        for minutes in 0...1500 {
            let duration = MinuteDuration(minutes: minutes)
            #expect(MinuteDuration(duration.written) == duration && MinuteDuration("\(duration)") == duration)
        }
        #expect(MinuteDuration(minutes: 0).description == "PT0M" && MinuteDuration(minutes: 120).description == "PT2H")
        #expect(MinuteDuration(minutes: 104).description == "PT1H44M")
    }
}

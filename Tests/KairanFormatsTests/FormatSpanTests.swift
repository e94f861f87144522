import KairanModel
import Testing

@testable import KairanFormats

/// Days from one to another, and windows, as people write them.
@Suite struct FormatSpanTests {
    private static let zone = SiteTimeZone.utc

    @Test(arguments: [
        ("en-GB", "2027-01-23", "2027-01-24", "23–24 January 2027"),
        ("en-GB", "2027-01-30", "2027-02-02", "30 January – 2 February 2027"),
        ("en-GB", "2026-12-30", "2027-01-02", "30 December 2026 – 2 January 2027"),
        ("en-GB", "2027-01-23", "2027-01-23", "23 January 2027"),
        ("en", "2027-01-23", "2027-01-24", "January 23–24, 2027"),
        ("en", "2027-01-30", "2027-02-02", "January 30 – February 2, 2027"),
        ("de", "2027-01-23", "2027-01-24", "23.–24. Januar 2027"),
        ("de", "2027-01-30", "2027-02-02", "30. Januar – 2. Februar 2027"),
        ("es", "2027-01-23", "2027-01-24", "23–24 de enero de 2027"),
        ("fr", "2027-01-30", "2027-02-02", "30 janvier – 2 février 2027"),
        ("ja", "2027-01-23", "2027-01-24", "2027年1月23日–24日"),
        ("ja", "2027-01-30", "2027-02-02", "2027年1月30日 – 2月2日"),
        ("ko", "2027-01-23", "2027-01-24", "2027년 1월 23일–24일"),
        ("it", "2027-01-23", "2027-01-24", "23–24 gennaio 2027"),
        ("ru", "2027-01-23", "2027-01-24", "23–24 января 2027 г."),
        ("pl", "2027-01-30", "2027-02-02", "30 stycznia – 2 lutego 2027"),
        ("hu", "2027-01-23", "2027-01-24", "2027. január 23.–24."),
    ])
    func days(language: String, first: String, last: String, text: String) throws {
        #expect(
            formatSpan(
                try #require(LocalDate(first)), try #require(LocalDate(last)), language: language) == text)
    }

    @Test(arguments: [
        ("en-GB", "2026-04-01T00:00", nil, "from 1 April 2026"), ("en", "2026-04-01T00:00", nil, "from April 1, 2026"),
        ("de", nil, "2026-06-30", "bis 30. Juni 2026"), ("it", "2026-04-01T00:00", nil, "1 aprile 2026 –"),
        ("it", nil, "2026-06-30", "– 30 giugno 2026"), ("de", nil, nil, nil),
        ("en-GB", "2026-04-01T18:00", "2026-04-01T22:00", "1 April 2026, 18:00–22:00"),
        ("de", "2026-04-01T18:00", "2026-04-02T10:00", "1. April 2026, 18:00 – 2. April 2026, 10:00"),
        ("de", "2026-04-01T18:00", nil, "1. April 2026, 18:00 –"),
        ("de", "2026-04-01T18:00", "2026-04-02", "1. April 2026, 18:00 – 2. April 2026"),
        ("de", "2026-04-01T00:00", "2026-04-02", "1.–2. April 2026"),
    ])
    func windows(language: String, from: String?, until: String?, text: String?) throws {
        func moment(_ written: String?) throws -> DateTime? {
            guard let written else { return nil }
            let parts = written.split(separator: "T").map(String.init)
            let time = LocalTime(parts.count == 2 ? parts[1] : "00:00")
            return Self.zone.dateTime(date: try #require(LocalDate(parts[0])), time: try #require(time))
        }
        let start = try moment(from)
        let firstDay = from?.hasSuffix("T00:00") == true ? start?.date : nil
        let lastDay = until.flatMap { LocalDate($0) }
        #expect(
            formatSpan(
                from: start, firstDay, until: try moment(until), lastDay, language: language) == text)
    }
}

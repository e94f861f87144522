import KairanModel
import SiteTesting
import Testing

/// Python reads the same version of the IANA time zone database, and says what its clocks show.
@Suite struct TimeZoneTests {
    @Test(arguments: [
        "", "Asia", "Asia/Tok", "Tokyo", "Asia/Tokyo,", "Asia/Tokyo|", "\nAsia/Tokyo", "\n", ",", "|", "0",
    ])
    func partsOfLinesAreNoZones(name: String) {
        #expect(SiteTimeZone(identifier: name) == nil)
    }

    @Test func clocksShowWhatOthersSay() throws {
        let seed = printedSeed()
        let judge = """
            import random, zoneinfo
            from datetime import datetime, timedelta, timezone
            zoneinfo.reset_tzpath([])
            zones = sorted(name for name in zoneinfo.available_timezones() if "/" in name)
            epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)
            numbers = random.Random(\(seed))
            def offset(zone, moment):
                return int((epoch + timedelta(seconds=moment)).astimezone(zone).utcoffset().total_seconds())
            for name in zones:
                zone = zoneinfo.ZoneInfo(name)
                for _ in range(60):
                    day = numbers.randrange(-36500, 73000)
                    before, after = offset(zone, day * 86400), offset(zone, day * 86400 + 86400)
                    moments = [day * 86400 + numbers.randrange(86400)]
                    if before != after:
                        low, high = day * 86400, day * 86400 + 86400
                        while high - low > 1:
                            middle = (low + high) // 2
                            low, high = (middle, high) if offset(zone, middle) == before else (low, middle)
                        moments += [low, high]
                    for moment in moments:
                        print(name, moment, offset(zone, moment))
            """
        let lines = String(decoding: try runPython(judge, input: []), as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 20_000)
        for (name, lines) in Dictionary(grouping: lines, by: { $0.prefix { $0 != " " } }) {
            let zone = try #require(SiteTimeZone(identifier: String(name)), "\(name)")
            for line in lines {
                let numbers = line.split(separator: " ").compactMap { Int($0) }
                // RFC 3339 has whole minutes.
                let expected = numbers[1] / 60 * 60
                #expect(zone.dateTime(epochSeconds: numbers[0]).offset == expected, "\(line), seed \(seed)")
            }
        }
    }
}

import Testing

@testable import KairanContent
@testable import KairanModel

@Suite struct WrittenMomentTests {
    @Test(arguments: [
        ("yyyy/M/d H:mm:ss", "2026/11/29 9:12:04", "2026-11-29T09:12:04"),
        ("M/d/yyyy H:mm:ss", "11/29/2026 9:12:04", "2026-11-29T09:12:04"),
        ("M/d/yy h:mm a", "11/29/26 12:05 AM", "2026-11-29T00:05"),
        ("M/d/yyyy, h:mm a", "11/29/2026, 9:12\u{202F}PM", "2026-11-29T21:12"),
        ("yyyy/MM/dd h:mm:ss a 'GMT+9'", "2026/11/29 9:12:04 午後 GMT+9", "2026-11-29T21:12:04"),
        ("dd.MM.yyyy 'um' HH:mm 'Uhr'", "29.11.2026 um 09:12 Uhr", "2026-11-29T09:12"),
        ("y年M月d日 H:mm", "2026年11月29日 9:12", "2026-11-29T09:12"),
    ]) func moments(_ pattern: String, _ text: String, _ expected: String) throws {
        let moment = try #require(WrittenMoment(pattern, of: .dateTime))
        #expect(moment.mistake == nil)
        #expect(moment.read(text) == expected)
        // A form writes it back so that it means the same.
        #expect(moment.write(expected).flatMap(moment.read) == expected)
    }

    @Test func daysAndTimes() {
        #expect(WrittenMoment("d.M.yyyy", of: .date)?.read("1.4.2026") == "2026-04-01")
        #expect(WrittenMoment("d.M.yyyy", of: .date)?.write("2026-04-01") == "1.4.2026")
        #expect(WrittenMoment("H:mm", of: .time)?.read("9:05") == "09:05")
        #expect(WrittenMoment("d.M.yyyy", of: .text) == nil)
    }

    @Test(arguments: ["29.11.2026", "13/1/2026", "2/30/2026", "1/2/2026 ", "1/2", "", "a/b/c"])
    func otherTextsAreNone(_ text: String) { #expect(WrittenMoment("M/d/yyyy", of: .date)?.read(text) == nil) }

    @Test(arguments: [
        ("M/d", FieldType.date, "it lacks 'y'"), ("M/d/yyyy", .dateTime, "it lacks 'm'"),
        ("M/d/yyyy h:mm", .dateTime, "'h' needs 'a', for AM and PM"),
        ("M/d/yyyy mm", .dateTime, "write H for the hour from 0 to 23, or h with a"),
        ("DD.MM.yyyy", .date, "'D' is not read; letters are y, M, d, H, h, m, s, a, and words go in single quotes"),
    ]) func patternsThatTellNothing(_ pattern: String, _ type: FieldType, _ help: String) {
        #expect(WrittenMoment(pattern, of: type)?.mistake == help)
    }
}

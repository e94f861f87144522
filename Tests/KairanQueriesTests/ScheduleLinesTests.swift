import KairanContent
import KairanModel
import KairanReaders
import SiteTesting
import Testing

@testable import KairanFormats
@testable import KairanQueries

struct ScheduleLinesTests {
    /// The lines give the same days as the schedule; the judge is python-dateutil's reader of such lines.
    @Test func linesSayTheSameDays() throws {
        let seed = printedSeed()
        var random = RandomSchedule(seed: seed)
        var cases: [(json: String, schedule: Schedule, range: Range<Int>)] = []
        var input = ""
        while cases.count < 250 {
            let start = random.day(1971...2040)
            let json =
                random.chance(50)
                ? random.schedule()
                : "{\"rrule\":\"\(random.recurrence(from: start))\",\"between\":{\"from\":\"\(start)\"}}"
            guard let schedule = readSchedule(json),
                let first = schedule.firstDay, let lines = schedule.lines
            else { continue }
            let low = max(first.daysSinceEpoch, 0)
            let range = low..<(low + random.number(300...1500))
            cases.append((json, schedule, range))
            input += "\(range.lowerBound)\t\(range.upperBound - 1)\t" + lines.joined(separator: "\t") + "\n"
        }
        let answer = try runPython(Self.judge, input: Array(input.utf8))
        let answers = String(decoding: answer, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        try #require(answers.count == cases.count + 1)
        for (made, answer) in zip(cases, answers) {
            let days = made.schedule.days(in: made.range).map(String.init).joined(separator: " ")
            #expect(days == answer, "seed \(seed): \(made.json) \(made.schedule.lines ?? [])")
        }
    }

    /// dateutil reads VALUE=DATE only in DTSTART and EXDATE.
    private static let judge = """
        import sys, datetime
        from dateutil import rrule
        epoch = datetime.datetime(1970, 1, 1)
        for row in sys.stdin.read().splitlines():
            low, high, *lines = row.split("\\t")
            low, high = (epoch + datetime.timedelta(int(n)) for n in (low, high))
            datetime.MAXYEAR = high.year
            text = "\\n".join(lines).replace("RDATE;VALUE=DATE:", "RDATE:")
            found = rrule.rrulestr(text, forceset=True).between(low, high, inc=True)
            print(*[(day - epoch).days for day in found])
        """

    @Test(
        arguments: [
            ("{ weekly: sat }", ["DTSTART;VALUE=DATE:19700103", "RRULE:FREQ=WEEKLY;BYDAY=SA"]),
            // Two ends cannot be written, so the earlier is kept. A count is written as the last day that it gives.
            (
                "{ rrule: FREQ=DAILY;COUNT=3, between: { from: 2026-04-01, until: 2026-04-02 } }",
                ["DTSTART;VALUE=DATE:20260401", "RRULE:FREQ=DAILY;UNTIL=20260402"]
            ),
            (
                "{ rrule: FREQ=DAILY;COUNT=3, between: { from: 2026-04-01, until: 2026-04-03 } }",
                ["DTSTART;VALUE=DATE:20260401", "RRULE:FREQ=DAILY;UNTIL=20260403"]
            ),
            (
                "{ rrule: FREQ=DAILY;UNTIL=20260410, between: { from: 2026-04-01, until: 2026-04-30 } }",
                ["DTSTART;VALUE=DATE:20260401", "RRULE:FREQ=DAILY;UNTIL=20260410"]
            ),
            // The first day is counted although it is taken away.
            (
                "{ rrule: FREQ=DAILY;COUNT=3, between: { from: 2026-04-01 }, except: 2026-04-01 }",
                ["DTSTART;VALUE=DATE:20260401", "RRULE:FREQ=DAILY;UNTIL=20260403", "EXDATE;VALUE=DATE:20260401"]
            ),
            (
                "{ yearly: [04-01, 04-02, 05-01, 05-02], between: { from: 2026-04-02 } }",
                ["DTSTART;VALUE=DATE:20260402", "RRULE:FREQ=YEARLY;BYMONTH=4,5;BYMONTHDAY=1,2"]
            ), ("{ yearly: [04-01, 05-02], between: { from: 2026-04-02 } }", nil),
            ("{ weekly: sat, except: { monthly: last } }", nil),
            ("{ weekly: sat, between: { until: 1969-12-31 } }", nil),
            ("{ weekly: sat, monthly: 1, between: { until: 2026-04-30 } }", nil),
        ] as [(String, [String]?)])
    func lines(text: String, expected: [String]?) throws {
        #expect(try #require(readSchedule(text)).lines == expected)
    }

    /// One entry would otherwise write a line of megabytes.
    @Test func daysAreListedUpToAThousand() throws {
        let days = "daily: true, monthly: 1, between: { from: 2026-01-01, until:"
        let lines = try #require(readSchedule("{ \(days) 2028-09-26 } }")?.lines)
        #expect(lines[1].split(separator: ",").count == 1_000)
        #expect(try #require(readSchedule("{ \(days) 2028-09-27 } }")).lines == nil)
        #expect(try #require(readSchedule("{ \(days) 9999-12-31 } }")).lines == nil)
    }

    @Test(arguments: [
        ("daily", "every day", "毎日", "매일"),
        ("{ monthly: 5 }", "the 5th of every month", "毎月5日", "매월 5일"),
        (
            "{ monthly: [1, 2, 3, 11, 22, last] }", "the 1st, 2nd, 3rd, 11th, 22nd and last day of every month",
            "毎月1日・2日・3日・11日・22日・末日", "매월 1일·2일·3일·11일·22일·말일"
        ), ("{ weekly: sat }", "every Saturday", "毎週土曜日", "매주 토요일"),
        ("{ weekly: [sat, sun] }", "every Saturday and Sunday", "毎週土・日曜日", "매주 토·일요일"),
        (
            "{ rrule: FREQ=WEEKLY;INTERVAL=2, between: { from: 2026-04-02 } }",
            "every 2 weeks on Thursday, from 2 April 2026", "2週間ごとの木曜日（2026年4月2日から）",
            "2주마다 목요일(2026년 4월 2일부터)"
        ),
        (
            "{ rrule: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO, between: { from: 2026-04-02 } }",
            "every 2 weeks on Monday, from 13 April 2026", "2週間ごとの月曜日（2026年4月13日から）",
            "2주마다 월요일(2026년 4월 13일부터)"
        ),
        (
            "{ rrule: FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU, between: { from: 2026-04-02 } }",
            "every 2 weeks on Sunday, from 12 April 2026", "2週間ごとの日曜日（2026年4月12日から）",
            "2주마다 일요일(2026년 4월 12일부터)"
        ),
        (
            "{ rrule: \"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH\", between: { from: 2026-04-02 } }",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH, from 2 April 2026",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH（2026年4月2日から）", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH(2026년 4월 2일부터)"
        ),
        (
            "{ rrule: FREQ=WEEKLY;INTERVAL=2;BYDAY=FR, weekly: sat, between: { from: 2026-04-02 } }",
            "from 2 April 2026: FREQ=WEEKLY;INTERVAL=2;BYDAY=FR, and every Saturday",
            "2026年4月2日から：FREQ=WEEKLY;INTERVAL=2;BYDAY=FR、毎週土曜日",
            "2026년 4월 2일부터: FREQ=WEEKLY;INTERVAL=2;BYDAY=FR, 매주 토요일"
        ),
        (
            "{ rrule: FREQ=WEEKLY;INTERVAL=2;COUNT=3, between: { from: 2026-04-02 } }",
            "FREQ=WEEKLY;INTERVAL=2;COUNT=3, from 2 April 2026", "FREQ=WEEKLY;INTERVAL=2;COUNT=3（2026年4月2日から）",
            "FREQ=WEEKLY;INTERVAL=2;COUNT=3(2026년 4월 2일부터)"
        ),
        (
            "{ nth: { weekday: sat, week: 2 } }", "the second Saturday of every month", "第2土曜日",
            "매월 둘째 토요일"
        ),
        (
            "{ nth: { weekday: [sat, sun], week: [1, last] } }",
            "the first and last Saturday and Sunday of every month", "第1・最終土・日曜日", "매월 첫째·마지막 토·일요일"
        ), ("{ yearly: 11-22 }", "every 22 November", "毎年11月22日", "매년 11월 22일"),
        (
            "{ dates: [2026-04-20, 2026-05-11] }", "20 April 2026 and 11 May 2026", "2026年4月20日・2026年5月11日",
            "2026년 4월 20일·2026년 5월 11일"
        ),
        (
            "{ weekly: [sat, sun], between: { from: 2026-04-01, until: 2026-06-30 }, except: [2026-04-29] }",
            "every Saturday and Sunday, from 1 April 2026 to 30 June 2026 (except 29 April 2026)",
            "毎週土・日曜日（2026年4月1日から2026年6月30日まで、2026年4月29日を除く）",
            "매주 토·일요일(2026년 4월 1일부터 2026년 6월 30일까지, 2026년 4월 29일 제외)"
        ),
        (
            "{ weekly: sat, monthly: 1, between: { until: 2026-06-30 } }",
            "until 30 June 2026: every Saturday, and the 1st of every month", "2026年6月30日まで：毎週土曜日、毎月1日",
            "2026년 6월 30일까지: 매주 토요일, 매월 1일"
        ),
        (
            "{ rrule: FREQ=WEEKLY;BYDAY=TH, text: 隔週木曜日, between: { from: 2026-04-02 } }",
            "隔週木曜日", "隔週木曜日", "隔週木曜日"
        ),
        (
            "{ rrule: FREQ=DAILY;INTERVAL=3, between: { from: 2026-04-02 } }",
            "FREQ=DAILY;INTERVAL=3, from 2 April 2026", "FREQ=DAILY;INTERVAL=3（2026年4月2日から）",
            "FREQ=DAILY;INTERVAL=3(2026년 4월 2일부터)"
        ),
        (
            "{ rrule: FREQ=MONTHLY;BYDAY=-1FR;COUNT=3, between: { from: 2026-04-02 } }",
            "the last Friday of every month, from 2 April 2026 to 26 June 2026",
            "最終金曜日（2026年4月2日から2026年6月26日まで）", "매월 마지막 금요일(2026년 4월 2일부터 2026년 6월 26일까지)"
        ),
        (
            "{ weekly: fri, except: { yearly: 01-01, monthly: last } }",
            "every Friday (except every 1 January and the last day of every month)",
            "毎週金曜日（毎年1月1日と毎月末日を除く）", "매주 금요일(매년 1월 1일 및 매월 말일 제외)"
        ),
        (
            "{ weekly: [tue, fri], except: [2026-12-25], dates: [2026-12-26] }",
            "every Tuesday and Friday (except 25 December 2026), and 26 December 2026",
            "毎週火・金曜日（2026年12月25日を除く）、2026年12月26日", "매주 화·금요일(2026년 12월 25일 제외), 2026년 12월 26일"
        ),
        (
            "{ weekly: fri, dates: [2026-05-11], between: { until: 2026-06-30 }, except: [2026-05-15] }",
            "until 30 June 2026 (except 15 May 2026): every Friday, and 11 May 2026",
            "2026年6月30日まで、2026年5月15日を除く：毎週金曜日、2026年5月11日",
            "2026년 6월 30일까지, 2026년 5월 15일 제외: 매주 금요일, 2026년 5월 11일"
        ), ("{ dates: [2026-05-01], text: On Labour Day }", "On Labour Day", "On Labour Day", "On Labour Day"),
        (
            "{ weekly: [tue, fri], except: [2026-12-25], text: Tuesdays and Fridays }",
            "Tuesdays and Fridays (except 25 December 2026)", "Tuesdays and Fridays（2026年12月25日を除く）",
            "Tuesdays and Fridays(2026년 12월 25일 제외)"
        ),
        (
            "{ weekly: [sun, fri, sat] }", "Friday to Sunday", "毎週金〜日曜日", "매주 금~일요일"
        ),
        (
            "{ weekly: [mon, tue, wed, thu, fri], except: { weekly: wed } }",
            "Monday to Friday (except every Wednesday)", "毎週月〜金曜日（毎週水曜日を除く）",
            "매주 월~금요일(매주 수요일 제외)"
        ),
        (
            "{ weekly: [fri, sat, sun, mon] }", "every Friday, Saturday, Sunday and Monday", "毎週金・土・日・月曜日",
            "매주 금·토·일·월요일"
        ), ("{ weekly: [mon, tue, fri] }", "every Monday, Tuesday and Friday", "毎週月・火・金曜日", "매주 월·화·금요일"),
        (
            "{ weekly: sat, monthly: 1, except: { dates: [2026-05-02, 2026-05-09], weekly: sun } }",
            "except 2 May 2026 and 9 May 2026, and every Sunday: every Saturday, and the 1st of every month",
            "2026年5月2日・2026年5月9日と毎週日曜日を除く：毎週土曜日、毎月1日",
            "2026년 5월 2일·2026년 5월 9일 및 매주 일요일 제외: 매주 토요일, 매월 1일"
        ),
    ])
    func words(text: String, english: String, japanese: String, korean: String) throws {
        let schedule = try #require(readSchedule(text))
        #expect(formatSchedule(schedule, locale: 0, language: "en-GB") == english)
        #expect(formatSchedule(schedule, locale: 0, language: "ja") == japanese)
        #expect(formatSchedule(schedule, locale: 0, language: "ko-KR") == korean)
        #expect(formatSchedule(schedule, locale: 0, language: "tlh") == english)
    }

    /// English dates have the order in which the site shows dates, or that of the country.
    @Test(arguments: [
        ("en", "yyyy-MM-dd", false), ("en-GB", "yyyy-MM-dd", false), ("en", "d/M/yyyy", false),
        ("en", "M/d/yyyy", true), ("en", "'Made' d LLLL", false), ("en", "'d.' MMMM d", true), ("en", "long", true),
        ("en-US", "long", true), ("en-AU", "full", false),
        ("en", "d MMMM yyyy", false), ("en", "EEE d MMM", false), ("en-GB", "MMM d, yyyy", true),
    ])
    func orderOfEnglishDates(language: String, dateFormat: String, isMonthFirst: Bool) throws {
        let rules = "{ weekly: fri, between: { until: 2026-12-31 }, except: [2026-12-25] }"
        let text = formatSchedule(
            try #require(readSchedule(rules)), locale: 0, language: language, dateFormat: dateFormat)
        #expect(
            text
                == (isMonthFirst
                    ? "every Friday, until December 31, 2026 (except December 25, 2026)"
                    : "every Friday, until 31 December 2026 (except 25 December 2026)"))
        let yearly = try #require(readSchedule("{ yearly: [11-22, 12-01] }"))
        #expect(
            formatSchedule(yearly, locale: 0, language: language, dateFormat: dateFormat)
                == (isMonthFirst ? "every November 22 and December 1" : "every 22 November and 1 December"))
    }

    /// The rules of English in four other languages, each with its own words.
    @Test(arguments: [
        ("daily", ["täglich", "tous les jours", "todos los días", "elke dag"]),
        (
            "{ monthly: [1, 15, last] }",
            [
                "am 1., 15. und letzten Tag jedes Monats", "le 1er, 15 et dernier jour de chaque mois",
                "el 1, 15 y último día de cada mes", "de 1e, 15e en laatste dag van elke maand",
            ]
        ),
        (
            "{ weekly: [mon, tue, wed, thu, fri] }",
            ["Montag bis Freitag", "du lundi au vendredi", "de lunes a viernes", "maandag tot en met vrijdag"]
        ),
        (
            "{ rrule: 'FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,FR', between: { from: 2026-04-06 } }",
            [
                "alle 3 Wochen am Dienstag und am Freitag, ab 7. April 2026",
                "toutes les 3 semaines le mardi et le vendredi, à partir du 7 avril 2026",
                "cada 3 semanas el martes y el viernes, desde el 7 de abril de 2026",
                "elke 3 weken op dinsdag en op vrijdag, vanaf 7 april 2026",
            ]
        ),
        (
            "{ nth: { weekday: sun, week: [1, last] } }",
            [
                "am ersten und letzten Sonntag jedes Monats", "le premier et dernier dimanche de chaque mois",
                "el primer y último domingo de cada mes", "de eerste en laatste zondag van elke maand",
            ]
        ),
        (
            "{ yearly: [05-01, 11-22] }",
            [
                "jedes Jahr am 1. Mai und am 22. November", "chaque année le 1er mai et le 22 novembre",
                "cada año el 1 de mayo y el 22 de noviembre", "elk jaar op 1 mei en op 22 november",
            ]
        ),
        (
            "{ weekly: [sat, sun], between: { from: 2026-04-01, until: 2026-06-30 }, except: [2026-05-03] }",
            [
                "jeden Samstag und Sonntag, vom 1. April 2026 bis 30. Juni 2026 (ausgenommen am 3. Mai 2026)",
                "chaque samedi et dimanche, du 1er avril 2026 au 30 juin 2026 (sauf le 3 mai 2026)",
                "cada sábado y domingo, del 1 de abril de 2026 al 30 de junio de 2026 (excepto el 3 de mayo de 2026)",
                "elke zaterdag en zondag, van 1 april 2026 tot en met 30 juni 2026 (behalve op 3 mei 2026)",
            ]
        ),
        (
            "{ weekly: fri, dates: [2026-05-11], between: { from: 2026-04-01 } }",
            [
                "ab 1. April 2026: jeden Freitag sowie am 11. Mai 2026",
                "à partir du 1er avril 2026\u{A0}: chaque vendredi, et le 11 mai 2026",
                "desde el 1 de abril de 2026: cada viernes, y el 11 de mayo de 2026",
                "vanaf 1 april 2026: elke vrijdag, en op 11 mei 2026",
            ]
        ),
        (
            "{ daily: true, except: { weekly: [mon, tue, wed], yearly: 01-01 } }",
            [
                "täglich (ausgenommen Montag bis Mittwoch und jedes Jahr am 1. Januar)",
                "tous les jours (sauf du lundi au mercredi et chaque année le 1er janvier)",
                "todos los días (excepto de lunes a miércoles y cada año el 1 de enero)",
                "elke dag (behalve maandag tot en met woensdag en elk jaar op 1 januari)",
            ]
        ),
        (
            "{ weekly: fri, between: { until: 2026-06-30 } }",
            [
                "jeden Freitag, bis 30. Juni 2026", "chaque vendredi, jusqu’au 30 juin 2026",
                "cada viernes, hasta el 30 de junio de 2026", "elke vrijdag, tot en met 30 juni 2026",
            ]
        ),
    ])
    func phrases(text: String, expected: [String]) throws {
        let schedule = try #require(readSchedule(text))
        #expect(["de", "fr", "es", "nl"].map { formatSchedule(schedule, locale: 0, language: $0) } == expected)
        #expect(
            formatSchedule(schedule, locale: 0, language: "de-AT").replacing("Jänner", with: "Januar") == expected[0])
    }

    /// CLDR has names of weekdays and months for all languages, and these say what a rule of them means.
    @Test(arguments: [
        ("daily", "pl", "poniedziałek – niedziela"), ("{ weekly: [sat, sun] }", "sv-FI", "lördag, söndag"),
        ("{ weekly: sat }", "zh-Hant", "星期六"), ("{ weekly: [sat, sun] }", "zh", "星期六、星期日"),
        ("{ weekly: [sat, sun] }", "ar", "السبت، الأحد"), ("{ weekly: [mon, sat] }", "it", "lunedì, sabato"),
        (
            "{ weekly: [sat, sun], between: { from: 2026-04-01, until: 2026-06-30 } }", "da",
            "lørdag, søndag (1. april 2026 – 30. juni 2026)"
        ),
        ("{ weekly: mon, between: { until: 2026-06-30 } }", "ru", "понедельник (– 30 июня 2026 г.)"),
        ("{ weekly: mon, between: { from: 2026-06-30 } }", "sv", "måndag (30 juni 2026 –)"),
        ("{ dates: [2026-04-20, 2026-05-11] }", "it", "20 aprile 2026, 11 maggio 2026"),
        ("{ weekly: sat, dates: [2026-05-11] }", "it", "sabato; 11 maggio 2026"),
        ("{ rrule: FREQ=WEEKLY;BYDAY=TH, text: ogni giovedì, between: { from: 2026-04-02 } }", "it", "ogni giovedì"),
        ("{ monthly: 5 }", "it", nil), ("{ weekly: sat, yearly: 01-01 }", "it", "sabato; 1 gennaio"),
        ("{ yearly: [11-22, 02-29] }", "it", "22 novembre, 29 febbraio"), ("{ yearly: 05-01 }", "zh-TW", "5月1日"),
        ("{ yearly: 05-01 }", "ru", "1 мая"), ("{ yearly: 05-01 }", "tlh", nil),
        (
            "{ daily: true, except: { weekly: [sat, sun], yearly: 12-31 } }", "it",
            "lunedì – domenica (✕ sabato, ✕ domenica; ✕ 31 dicembre)"
        ),
        ("{ daily: true, except: { monthly: 5 } }", "it", nil),
        (
            "{ weekly: sat, between: { from: 2026-04-01 }, except: [2026-04-18, 2026-05-02] }", "it",
            "sabato (1 aprile 2026 –; ✕ 18 aprile 2026, ✕ 2 maggio 2026)"
        ),
        ("{ weekly: sat, except: [2026-04-18] }", "it", "sabato (✕ 18 aprile 2026)"),
        ("{ nth: { weekday: sat, week: 2 } }", "it", nil), ("{ weekly: [mon, tue, wed] }", "it", "lunedì – mercoledì"),
        ("{ nth: { weekday: sat, week: 2 }, text: ogni secondo sabato }", "it", "ogni secondo sabato"),
        (
            "{ weekly: sat, dates: [2026-05-11], except: [2026-05-16], text: ogni sabato }", "it",
            "ogni sabato; 11 maggio 2026 (✕ 16 maggio 2026)"
        ),
        ("{ daily: true, except: { weekly: sat } }", "it", "lunedì – domenica (✕ sabato)"),
        ("{ weekly: sat }", "tlh", nil),
    ])
    func names(text: String, language: String, names: String?) throws {
        let schedule = try #require(readSchedule(text))
        let english = formatSchedule(schedule, locale: 0, language: "en-GB")
        #expect(formatSchedule(schedule, locale: 0, language: language) == names ?? english)
        #expect(isWritten(schedule, in: language) == (names != nil))
    }

    /// Reads a schedule, or returns nil if there is a mistake.
    private func readSchedule(_ text: String) -> Schedule? {
        let file = SourceFile(path: "a.yml", bytes: Array("a: \(text)\n".utf8))
        guard let node = readYAML(file).value?["a"] else { return nil }
        if case .schedule(let schedule) = readConstant(node, as: .schedule, named: "a", timeZone: .utc).value {
            return schedule
        }
        return nil
    }
}

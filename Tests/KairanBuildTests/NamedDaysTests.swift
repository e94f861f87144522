import Testing

/// Schedules and conditions name the days of a collection, and outputs that show them depend on these days alone.
@Suite struct NamedDaysTests {
    private static func site() throws -> BuiltSite {
        var site = try BuiltSite()
        site["content/holidays/_collection.yml"] = "entry: holiday\nid: day\nfields: { day: date, name: text }\n"
        site["content/holidays/all.csv"] = "day,name\n2026-04-29,Showa Day\n2026-05-06,Day off\n"
        site["content/lessons/_collection.yml"] = "entry: lesson\nfields: { title: text, days: schedule }\n"
        site["content/lessons/piano.yml"] = "title: Piano\ndays: { weekly: wed, except: holidays }\n"
        site["content/lessons/choir.yml"] = "title: Choir\ndays: { weekly: mon }\n"
        let templates = [
            "lines": "data: { each: lessons, value: { id: id, lines?: days.lines } }\n",
            "occurring": """
            data: { each: lessons, value: { occurrences: days, from: 2026-05-01, until: 2026-05-31 } }

            """,
            "onThe29th": "data: { each: lessons, where: { days: { on: 2026-04-29 } }, value: id }\n",
            "onHolidays": "data: { each: lessons, where: { days: { on: holidays } }, value: id }\n",
            "names": "data: { each: holidays, value: name }\n", "titles": "data: { each: lessons, value: title }\n",
        ]
        for (name, template) in templates { site["templates/api/lessons/\(name).json.yml"] = template }
        try site.build()
        return site
    }

    private func made(_ site: inout BuiltSite) throws -> Set<String> {
        Set(try site.made().keys.filter { $0.hasPrefix("api/lessons/") }.map { String($0.dropFirst(12).dropLast(5)) })
    }

    @Test func aHolidayOnAnotherDay() throws {
        var site = try Self.site()
        site["content/holidays/all.csv"].replace("2026-05-06", with: "2026-05-13")
        #expect(try made(&site) == ["lines", "occurring", "onThe29th", "onHolidays", "names"])
    }

    @Test func aHolidayMore() throws {
        var site = try Self.site()
        site["content/holidays/all.csv"] += "2026-05-20,Harbour Day\n"
        #expect(try made(&site) == ["lines", "occurring", "onThe29th", "onHolidays", "names"])
    }

    /// No schedule shows what a holiday is called.
    @Test func aHolidayWithAnotherName() throws {
        var site = try Self.site()
        site["content/holidays/all.csv"].replace("Day off", with: "Substitute holiday")
        #expect(try made(&site) == ["names"])
    }

    /// The index of entries by day knows of the names in their schedules too.
    @Test func aScheduleThatNamesHolidaysFromNowOn() throws {
        var site = try Self.site()
        site["content/lessons/choir.yml"].replace("weekly: mon", with: "weekly: wed, except: holidays")
        #expect(try made(&site) == ["lines", "occurring", "onThe29th", "onHolidays"])
        site["content/holidays/all.csv"].replace("2026-04-29,Showa Day\n", with: "")
        #expect(try made(&site).contains("onThe29th"))
    }

    /// A mistake that a holiday makes is told although the file of the schedule is the same.
    @Test func aScheduleWithoutADayLeft() throws {
        var site = try Self.site()
        site["content/lessons/once.yml"] = "title: Once\ndays: { dates: 2026-05-20, except: holidays }\n"
        try site.build()
        site["content/holidays/all.csv"] += "2026-05-20,Harbour Day\n"
        let mistakes = try site.build().diagnostics
        #expect(
            mistakes.map { "\($0.span.path):\($0.span.line) \($0.rule.rawValue)" } == [
                "content/lessons/once.yml:2 schedule.empty"
            ])
    }
}

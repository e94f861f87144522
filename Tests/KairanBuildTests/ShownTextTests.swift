import Testing

/// The texts of templates that people see.
@Suite struct ShownTextTests {
    /// The title of a chart and the text after its numbers may name the words of a language and values.
    @Test func textsOfCharts() throws {
        let site = try ContractSite()
        for (path, text) in [
            "content/site.yml": """
            title: Harbour
            url: https://harbour.example/
            locales: { en: English, ko: 한국어 }
            values: { year: 2026 }

            """,
            "templates/_strings.yml": "unit: { en: people, ko: 명 }\nusers: { en: Users, ko: 이용자 }\n",
            "content/usage/_collection.yml": "fields: { month: date, users: integer }\n",
            "content/usage/usage.csv": "id,month,users\na,2026-01-01,120\nb,2026-02-01,140\n",
            "templates/{locale}/index.html.mustache": """
            ---
            title: Users
            data:
              chart:
                chart: line
                each: usage
                label: "{month, MM}"
                value: users
                unit: " {strings.unit}"
                title: "{strings.users} {site.year}"
            ---
            {{{chart}}}

            """,
        ] { try site.write(text, to: path) }
        #expect(try site.build() == [])
        let (english, korean) = (try site.published("en/index.html"), try site.published("ko/index.html"))
        #expect(english.contains(">Users 2026<") && english.contains("140 people"), "\(english)")
        #expect(korean.contains(">이용자 2026<") && korean.contains("140 명"), "\(korean)")
    }

    /// The points of a chart stand at their days if the labels show days.
    @Test(arguments: ["{day, d MMM}", "{day}", "{day.text}", "on {day, d}"]) func pointsAtDays(_ label: String) throws {
        let place = try middlePoint(label)
        #expect(place > 0.02 && place < 0.05, "\(place)")
    }

    /// Otherwise they are equally far apart.
    @Test(arguments: ["{day, MMM yyyy}", "{id} {day, d MMM}", "{id}"]) func evenPoints(_ label: String) throws {
        let place = try middlePoint(label)
        #expect(place > 0.49 && place < 0.51, "\(place)")
    }

    /// Returns how far between the first and the last point the one between them is drawn.
    private func middlePoint(_ label: String) throws -> Double {
        let site = try ContractSite()
        try site.write("title: T\nurl: https://t.example/\n", to: "content/site.yml")
        try site.write("fields: { day: date, users: integer }\n", to: "content/usage/_collection.yml")
        let rows = "a,2026-11-01,120\nb,2026-11-02,140\nc,2026-11-30,130\n"
        try site.write("id,day,users\n\(rows)", to: "content/usage/usage.csv")
        let data = "chart: { chart: line, each: usage, label: '\(label)', value: users, title: Users }"
        try site.write("---\ndata: { \(data) }\n---\n{{{chart}}}\n", to: "templates/index.html.mustache")
        #expect(try site.build() == [])
        let xs = try site.published("index.html").matches(of: /cx="([0-9.]+)"/).compactMap { Double($0.1) }
        try #require(xs.count == 3, "\(xs)")
        return (xs[1] - xs[0]) / (xs[2] - xs[0])
    }
}

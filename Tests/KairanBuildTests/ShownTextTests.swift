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
}

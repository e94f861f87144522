import KairanModel
import PlanTesting
import Testing

/// Dates in patterns that are texts of `_strings.yml`, one for each language.
@Suite struct LocalizedDateTests {
    private func site(_ page: String, strings: String, json: String = "data: 1\n") -> MadeSite {
        MadeSite([
            "content/site.yml": """
            title: T
            url: https://t.example/
            timeZone: Europe/Berlin
            locales: { en: English, de: Deutsch, ja: 日本語 }

            """,
            "content/talks/_collection.yml": "fields: { starts: dateTime, seats: integer }\n",
            "content/talks/a.yml": "starts: 2026-12-05T18:30\nseats: 3\n",
            "templates/_strings.yml": strings,
            "templates/{locale}/{id}.html.mustache": "---\nfor: talks\n---\n\(page)",
            "templates/{locale}/api.json.yml": json,
        ])
    }

    @Test func eachLanguageHasItsOwn() throws {
        let made = site(
            "{{starts, strings.day}} | {{starts, strings.day, upper}} | {{starts.date, strings.day}}",
            strings: "day: { en: EEE d MMM, de: EEE d. MMM, ja: M月d日 }\n",
            json: "data: { each: talks, value: { text: \"{starts, strings.day}: {seats}\" } }\n")
        #expect(made.diagnostics.isEmpty, "\(made.diagnostics)")
        #expect(made.text("en/a.html") == "Sat 5 Dec | SAT 5 DEC | Sat 5 Dec")
        #expect(made.text("de/a.html") == "Sa. 5. Dez. | SA. 5. DEZ. | Sa. 5. Dez.")
        #expect(made.text("ja/a.html") == "12月5日 | 12月5日 | 12月5日")
        #expect(made.text("de/api.json")?.contains("Sa. 5. Dez.: 3") == true)
    }

    @Test(arguments: [
        (
            "strings.day", "day: { en: EEE d MMM, de: d. b, ja: d }",
            "'d. b' of 'strings.day' is not a pattern for a dateTime"
        ),
        ("strings.dya", "day: { en: d MMM, de: d. MMM, ja: d }", "'strings.dya' is no text of _strings.yml"),
        (
            "strings.seats", "seats: { en: \"{n} left\", de: \"noch {n}\", ja: \"{n}\" }",
            "'strings.seats' is no text of _strings.yml"
        ),
    ])
    func mistakes(format: String, strings: String, message: String) {
        let made = site("{{starts, \(format)}}", strings: strings + "\n")
        let found = made.diagnostics.filter { $0.rule == .textFormat }
        #expect(found.count == 1 && found[0].message.hasPrefix(message), "\(made.diagnostics)")
    }
}

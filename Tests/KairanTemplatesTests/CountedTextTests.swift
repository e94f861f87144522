import PlanTesting
import Testing

/// Texts of `_strings.yml` with a number in them, in the form that the language has for it.
@Suite struct CountedTextTests {
    private static let strings = """
        users: { en: { one: "{n} user", other: "{n} users" }, ja: "{n}人", ru: { one: "{n} гость", few: "{n} гостя", many: "{n} гостей", other: "{n} гостя" } }
        place: { en: { ordinal: { one: "{n}st", two: "{n}nd", few: "{n}rd", other: "{n}th" } }, ja: "{n}位", ru: "{n}-й" }
        back: { en: { one: one walk, other: "{n} walks, {n}" } }

        """

    /// What a template makes of a number in each language.
    private func texts(_ number: String, _ template: String, front: String = "") -> [String?] {
        let result = MadeSite([
            "content/site.yml":
                "title: T\nurl: https://t.example/\nlocales: { en: English, ja: 日本語, ru: Русский }\n",
            "content/walks/_collection.yml": "fields: { n: decimal?, tags: { list?: text } }\n",
            "content/walks/a.yml": "n: \(number)\ntags: [x, y]\n",
            "templates/_strings.yml": Self.strings,
            "templates/{locale}/{id}.html.mustache": "---\nfor: { each: walks }\n\(front)---\n\(template)",
        ])
        #expect(!result.diagnostics.hasErrors, "\(result.diagnostics)")
        return ["en", "ja", "ru"].map { result.text("\($0)/a.html") }
    }

    @Test(arguments: [
        ("0", ["0 users", "0人", "0 гостей"]), ("1", ["1 user", "1人", "1 гость"]),
        ("2", ["2 users", "2人", "2 гостя"]), ("11", ["11 users", "11人", "11 гостей"]),
        ("-1", ["-1 user", "-1人", "-1 гость"]), ("21", ["21 users", "21人", "21 гость"]),
        ("1.5", ["1.5 users", "1.5人", "1,5 гостя"]), ("1234", ["1,234 users", "1,234人", "1\u{A0}234 гостя"]),
        ("1.0", ["1 user", "1人", "1 гость"]),
    ])
    func forms(number: String, expected: [String]) {
        #expect(texts(number, "{{strings.users(n)}}") == expected)
        #expect(texts(number, "{{page.title}}", front: "title: \"{n, strings.users}\"\n") == expected)
    }

    @Test(arguments: [
        ("{{strings.place(n)}}", "22", ["22nd", "22位", "22-й"]),
        ("{{strings.place(n)}}", "13", ["13th", "13位", "13-й"]),
        ("{{strings.users(count(tags))}}", "0", ["2 users", "2人", "2 гостя"]),
        ("{{uppercased(strings.users(n))}}", "1", ["1 USER", "1人", "1 ГОСТЬ"]),
        (
            "{{#strings.users(n)}}<b>{{.}}</b>{{/strings.users(n)}}", "1",
            ["<b>1 user</b>", "<b>1人</b>", "<b>1 гость</b>"]
        ),
        // The fallback has its own language's forms and numbers.
        ("{{strings.back(n)}}", "1", ["one walk", "one walk", "one walk"]),
        ("{{strings.back(n)}}", "2000", ["2,000 walks, 2,000", "2,000 walks, 2,000", "2,000 walks, 2,000"]),
        ("[{{strings.users(n)}}]", "", ["[]", "[]", "[]"]),
    ])
    func places(template: String, number: String, expected: [String]) {
        #expect(texts(number, template) == expected, "\(template)")
    }

    /// A text may hold a word of the template's author, so it is no word where styles and addresses want one.
    @Test func aTextIsNoWord() {
        let result = MadeSite([
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/walks/_collection.yml": "fields: { n: integer }\n",
            "templates/_strings.yml": "users: { one: \"{n};\", other: \"{n}\" }\n",
            "templates/a.html.mustache":
                "---\ndata: { all: { each: walks } }\n---\n{{#all}}<p style=\"width:{{strings.users(n)}}\">a</p>{{/all}}",
        ])
        #expect(result.diagnostics.hasErrors)
    }
}

import KairanModel
import SiteTesting
import Testing

@testable import KairanContracts
@testable import KairanFormats
@testable import KairanPublish
@testable import KairanTemplates

/// The way in which data are written in a text is promised; its other words are not.
@Suite struct FormatContractTests {
    /// A change of the endpoint, of `site.yml` or of a template with another path.
    struct Edit: CustomTestStringConvertible, Sendable {
        var files: [String: String]
        var change: (path: String, from: String, to: String)
        var testDescription: String { "\(change.path): '\(change.from)' becomes '\(change.to)'" }

        init(_ files: [String: String], _ path: String, _ from: String, _ to: String) {
            (self.files, change) = (files, (path, from, to))
        }

        /// Changes a text of the endpoint.
        init(_ from: String, _ to: String) { self.init(value: "{ text: \"\(from)\" }", "{ text: \"\(to)\" }") }

        init(value from: String, _ to: String) {
            let text = "data: { each: ads, value: { it: \(from) } }\n"
            self.init([x: text], x, text, text.replacing(from, with: to))
        }

        /// Changes the site's settings.
        init(_ value: String, site from: String, _ to: String, at path: String = x) {
            self.init([path: "data: \(value)\n"], "content/site.yml", from, to)
        }
    }

    private static let x = "templates/api/v1/x.json.yml"
    private static let feed =
        "feed: json\ntitle: News of {site.moment, d MMM}\neach: ads\nitem: { title: day.text, date: day }\n"
    private static let search = "templates/api/v1/x/{part}.json.yml"
    private static let found =
        "search:\n- { each: ads, title: day.text, label: 'in {day, yyyy}', description: { text: '{rank} km' }, text: [title] }\n"
    private static func texts(_ value: String) -> String { "{ each: ads, value: \(value) }" }

    static let breaking: [Edit] = [
        Edit("{day, yyyy-MM-dd}", "{day, d MMM}"), Edit("on {day, d.M.yyyy}", "on {day}"),
        Edit("{day, d MMM}", "{title}"),
        Edit("{opens, HH:mm}", "{opens, h:mm a}"), Edit("{at, d MMM HH:mm}", "{at.date, d MMM}"),
        Edit("{rank, number}", "{rank}"), Edit("{rank, percent of price}%", "{rank}%"),
        Edit("{day, d}/{rank}", "{rank}/{day, d}"),
        Edit("{price} km", "{price} m"), Edit("{price} km", "{price}km"), Edit("{price}円", "{price}ドル"),
        Edit("¥{price}", "€{price}"), Edit("{rank.text} h", "{rank.text} min"),
        Edit("{day, yyyy}/{day, MM}", "{day, yyyy}-{day, MM}"), Edit("{day}T{opens}", "{day} {opens}"),
        Edit("{rank}.{price}", "{rank},{price}"), Edit("{day, M}月{day, d}", "{day, M}.{day, d}"),
        Edit("¥ {price}", "€ {price}"), Edit("CHF {price}", "EUR {price}"), Edit("-{rank}", "{rank}"),
        Edit("from € {price}", "from {price}"), Edit("-€{price}", "€{price}"),
        Edit("{title, upper}", "{title}"), Edit("{title, cut 9}", "{title, cut 8}"),
        Edit("{day, d MMM, upper}", "{day, d MMM}"), Edit("{day, YYYY-'W'ww}", "{day, YYYY'W'ww}"),
        Edit("{title, replace \\\"a\\\" with \\\"b\\\"}", "{title, slug}"),
        Edit(value: "day.text", "title"), Edit(value: "rank.text", "{ text: \"{rank}\" }"),
        Edit(value: "[{ text: \"{rank}\" }, title]", "[{ text: \"{rank, number}\" }, title]"),
        Edit(
            value: "{ occurrences: on, from: 2026-04-01, until: 2026-05-01, as: d MMM }",
            "{ occurrences: on, from: 2026-04-01, until: 2026-05-01, as: [EEEE, yyyyMMdd] }"),
        Edit(texts("day.text"), site: "dateFormat: d MMM yyyy", "dateFormat: yyyy-MM-dd"),
        Edit(texts("{ firstOf: [ends.text, { literal: '' }] }"), site: "dateFormat: d MMM yyyy", "dateFormat: yyyy"),
        Edit(texts("{ text: \"{day.text}, {title}\" }"), site: "dateFormat: d MMM yyyy", "dateFormat: d MMMM yyyy"),
        Edit("{ group: ads, by: day.text, value: id }", site: "dateFormat: d MMM yyyy", "dateFormat: yyyy"),
        Edit("{ each: ads, by: day.text, value: value }", site: "dateFormat: d MMM yyyy", "dateFormat: yyyy"),
        Edit(texts("day.text"), site: "language: en", "language: ja"),
        Edit(texts("day.text"), site: "language: en", "language: fr"),
        Edit(texts("rank.text"), site: "language: en", "language: de"),
        Edit(texts("on.text"), site: "language: en", "language: ko"),
        Edit(texts("at.text"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit(
            texts("{ text: \"{at.time, HH:mm}\" }"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit(texts("{ text: \"{at.date}\" }"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit(texts("at.date"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit(texts("at.time"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit(texts("at.date.weekday"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit(texts("at.date.yearMonth"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit(texts("day.epoch"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit("{ group: ads, by: at.date, value: id }", site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit([x: feed], "content/site.yml", "dateFormat: d MMM yyyy", "dateFormat: yyyy"),
        Edit([x: feed], x, "moment, d MMM", "moment, d.M."),
        Edit([search: found], "content/site.yml", "dateFormat: d MMM yyyy", "dateFormat: yyyy"),
        Edit([search: found], search, "{rank} km", "{rank} m"),
        Edit([search: found], search, "{day, yyyy}", "{day, yy}"),
        Edit(
            [x: "geojson: ads\ngeometry: place\nproperties: { day: day.text }\n"], "content/site.yml",
            "dateFormat: d MMM yyyy", "dateFormat: yyyy"),
    ]

    static let free: [Edit] = [
        Edit("Hello {title}!", "Hi {title}."), Edit("Place {rank, number}", "Rank {rank, number}"),
        Edit("{day, d MMM} at the harbour", "{day, d MMM}: at sea"), Edit("{rank}人が来た", "{rank}枚が来た。"),
        Edit("{price} km, by bus", "{price} km. By tram"), Edit("{title}: {rank}", "{rank}, {title}"),
        Edit("{day, yyyy} to {at, yyyy}", "{day, yyyy} until {at, yyyy}"), Edit("Seats: {rank}", "Places: {rank}"),
        Edit("From {rank}", "At least {rank}"),
        Edit(texts("day.text"), site: "language: en", "language: en-US"),
        Edit(texts("rank.text"), site: "language: en", "language: ja"),
        Edit(texts("day.text"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit(texts("at"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit(texts("at.epoch"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit(texts("day.weekday"), site: "timeZone: Asia/Tokyo", "timeZone: Europe/Berlin"),
        Edit(
            value: "{ firstOf: [{ text: \"{ends, yyyy}\" }, { literal: open }] }",
            "{ firstOf: [{ text: \"{ends, yyyy}\" }, { literal: '' }] }"),
        Edit(texts("title"), site: "dateFormat: d MMM yyyy", "dateFormat: yyyy"),
    ]

    private func edited(_ edit: Edit, _ status: String = "current") throws -> ContractBoard {
        let site = ContractBoard()
        var files = [
            "content/site.yml": """
            title: T
            url: https://t.example/
            moment: 2026-04-15
            timeZone: Asia/Tokyo
            language: en
            dateFormat: d MMM yyyy

            """,
            "content/ads/_collection.yml": """
            fields:
              title: text
              day: date
              ends: date?
              at: dateTime
              opens: time
              rank: integer
              price: decimal
              on: schedule
              place: point

            """,
            "content/ads/a.yml": """
            title: A
            day: 2026-04-03
            ends: 2026-05-03
            at: 2026-04-03T09:00+09:00
            opens: "09:00"
            rank: 1200
            price: 2.5
            on: { weekly: [sat] }
            place: { latitude: 1, longitude: 1 }

            """,
            "templates/ads/{id}.html.mustache": "---\nfor: ads\n---\n{{title}}\n",
            "templates/api/v1/_version.yml": "status: \(status)\n",
        ]
        files.merge(edit.files) { $1 }
        for (path, text) in files { try site.write(text, to: path) }
        #expect(try site.messages() == [])
        #expect(try site.build() == [])
        let text = try #require(files[edit.change.path])
        #expect(text.contains(edit.change.from))
        try site.write(text.replacing(edit.change.from, with: edit.change.to), to: edit.change.path)
        return site
    }

    @Test(arguments: breaking) func breaks(_ edit: Edit) throws {
        for status in ["current", "frozen"] {
            let site = try edited(edit, status)
            #expect(try site.build() == ["contract.formatChanged"], "\(status)")
            let endpoint = edit.files[Self.search] == nil ? "v1/x" : "v1/x/{part}"
            let decision = AcceptedChange(rule: .formatChanged, endpoint: endpoint, why: "Nobody has it.")
            #expect(try site.build(accepting: [decision]) == [])
            #expect(try site.published("api/v1/changelog.json").contains("\"change\": \"formatChanged\""))
            #expect(try site.build() == [])
        }
        #expect(try edited(edit, "draft").build() == [])
    }

    @Test(arguments: free) func isFree(_ edit: Edit) throws {
        for status in ["draft", "current", "frozen"] { #expect(try edited(edit, status).build() == [], "\(status)") }
    }

    /// Words that stand in for missing data have no format, so adding them changes the promise.
    @Test(arguments: ["ends.text", "{ text: \"{ends, yyyy}\" }"]) func aLiteralIsOfNoForm(_ value: String) throws {
        let site = try edited(Edit(value: value, "{ firstOf: [\(value), { literal: open }] }"))
        #expect(try site.build() == ["contract.formatChanged"])
        #expect(try site.messages().allSatisfy { $0.contains("', or other words, but ") })
    }

    /// A text that had no data in it may get some.
    @Test func whatWasNoFormatMayBecomeOne() throws {
        #expect(try edited(Edit(value: "title", "day.text")).build() == [])
        let schema = ValueSchema.text.written(.everywhere(["d MMM yyyy, en"]))
        #expect(ValueSchema.text.changes(to: schema, endpoint: "x") == [])
        #expect(schema.changes(to: schema, endpoint: "x") == [])
    }

    /// One more language is growth, but another format in an old one is not.
    @Test func eachLocaleHasItsOwn() throws {
        let path = "templates/api/v1/{locale}/x.json.yml"
        let locales = "locales: { en: { name: English, dateFormat: d MMM }, ja: { name: 日本語, dateFormat: M月d日 } }"
        func edit(_ to: String) -> Edit {
            Edit(
                [
                    "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n\(locales)\n",
                    path: "data: { each: ads, value: { day: day.text, rank: rank.text } }\n",
                ],
                "content/site.yml", locales, to)
        }
        #expect(try edited(edit(locales.replacing(" } }", with: " }, ko: 한국어 }"))).build() == [])
        #expect(try edited(edit(locales.replacing("M月d日", with: "yyyy年M月d日"))).build() == ["contract.formatChanged"])
        let site = try edited(edit(locales))
        #expect(
            try site.published("api/v1/schemas/locale/x.json").contains(
                #""x-format": {"#))
    }
}

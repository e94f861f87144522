import Foundation
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanContracts
@testable import KairanPublish

/// Every rule of the gate is tested from both sides: what each status refuses and what it lets pass.
@Suite struct ContractTests {
    /// A change of a site, and the rule that it breaks; its consequences may break others.
    struct Edit: CustomTestStringConvertible, Sendable {
        var rule: ContractRule
        var from: [String: String]
        /// A file whose text is nil is removed.
        var to: [String: String?]
        /// The endpoint that a decision names, or the version if it is about the whole version.
        var endpoint = "v1/x"
        var testDescription: String { "\(rule.rawValue): \(to.values.compactMap(\.self).joined())" }

        init(_ rule: ContractRule, _ from: [String: String], _ to: [String: String?], endpoint: String = "v1/x") {
            (self.rule, self.from, self.to, self.endpoint) = (rule, from, to, endpoint)
        }

        /// Changes the value of the only endpoint.
        init(_ rule: ContractRule, _ from: String, _ to: String) {
            self.init(rule, [x: shape(from)], [x: shape(to)])
        }

        /// Changes a field that the endpoint shows.
        init(_ rule: ContractRule, field from: String, _ to: String) {
            self.init(
                rule, [ads: declared(from), x: shape("{ it: it }")], [ads: declared(to)])
        }
    }

    private static let x = "templates/api/v1/x.json.yml"
    static let ads = "content/ads/_collection.yml"
    static func shape(_ value: String) -> String { "data: { each: ads, value: \(value) }\n" }
    static func declared(_ field: String) -> String {
        "fields:\n  title: text\n  about: text?\n  kind: { choice: { values: [pr, univ], numbers: { pr: 0, univ: 1 } } }\n"
            + "  rank: integer\n  it: \(field)\n"
    }

    static let breaking: [Edit] = [
        Edit(.keyRemoved, "{ a: title, b: rank }", "{ a: title }"),
        Edit(.keyRemoved, "{ o: { a: title, b: rank } }", "{ o: { a: title } }"),
        Edit(.keyRenamed, "{ a: title, b: rank }", "{ a: title, c: rank }"),
        Edit(.typeChanged, "{ a: title }", "{ a: rank }"),
        Edit(.typeChanged, "[title, rank]", "[title, rank, rank]"),
        Edit(.typeChanged, "[title, rank]", "[title, title]"),
        Edit(.typeChanged, "{ a: kind }", "{ a: kind.number }"),
        Edit(.typeChanged, "{ a: body.text }", "{ a: body.html }"),
        Edit(
            .typeChanged, [x: "data: { group: ads, by: kind, value: id }\n"],
            [x: "data: { keyed: ads, by: id, value: [title] }\n"]),
        // It matters what the keys are, although all of them are strings.
        Edit(
            .typeChanged, [x: "data: { group: ads, by: title, value: id }\n"],
            [x: "data: { group: ads, by: kind, value: id }\n"]),
        Edit(
            .typeChanged, [x: "data: { group: ads, by: title, value: id }\n"],
            [x: "data: { group: ads, by: about, value: id }\n"]),
        Edit(
            .typeChanged,
            [
                x: "data: { keyed: ads, by: id, value: title }\n",
                ads: declared("text?").replacing("rank: integer", with: "rank: { integer: { unique: true } }"),
                "content/ads/b.md": ad("B").replacing("rank: 1", with: "rank: 2"),
            ], [x: "data: { keyed: ads, by: rank, value: title }\n"]),
        // Each number stands for another value.
        Edit(
            .typeChanged, [x: shape("{ a: kind.number }")],
            [ads: declared("text?").replacing("{ pr: 0, univ: 1 }", with: "{ pr: 1, univ: 0 }")]),
        Edit(.formatLoosened, field: "date?", "{ choice?: [a, b] }"),
        Edit(.integerToDecimal, field: "{ integer?: { minimum: 0 } }", "{ decimal?: { minimum: 0 } }"),
        Edit(.becameNullable, "{ a: title }", "{ a: about }"),
        Edit(
            .becameNullable, [x: "data: { each: ads, where: { about: { exists: true } }, value: { a: about } }\n"],
            [x: shape("{ a: about }")]),
        Edit(
            .becameNullable,
            [x: "data: { each: ads, where: { about: { exists: true } }, value: { a: { text: '{about}' } } }\n"],
            [x: shape("{ a: { text: '{about}' } }")]),
        Edit(
            .becameNullable, [x: "data: { first: ads, sort: id, required: true, value: id }\n"],
            [x: "data: { first: ads, sort: id, value: id }\n"]),
        Edit(.becameNullable, "{ a: { firstOf: [about, { literal: none }] } }", "{ a: about }"),
        Edit(.becameOptional, "{ a: title, b: title }", "{ a: title, b?: title }"),
        Edit(.valueAdded, field: "{ choice?: [a, b] }", "{ choice?: [a, b, c] }"),
        Edit(
            .valueAdded, "{ a: { if: { rank: 1 }, then: kind } }",
            "{ a: { firstOf: [{ if: { rank: 1 }, then: kind }, { literal: '' }] } }"),
        Edit(.valueRemoved, field: "{ choice?: [a, b] }", "{ choice?: [a] }"),
        Edit(
            .arrayToObject, [x: shape("title")], [x: "data: { keyed: ads, by: id, value: title }\n"]),
        Edit(
            .arrayToObject, [x: "data: { keyed: ads, by: id, value: title }\n"], [x: shape("title")]),
        Edit(.arrayToObject, "[title, rank]", "{ a: title }"),
        Edit(.formatLoosened, field: "date?", "text?"),
        Edit(.formatLoosened, field: "color?", "text?"),
        Edit(.formatLoosened, field: "{ choice?: [a, b] }", "text?"),
        Edit(.formatLoosened, "{ a: page.url }", "{ a: page.path }"),
        Edit(
            .rangeWidened, field: "{ integer?: { minimum: 0, maximum: 9 } }",
            "{ integer?: { minimum: -1, maximum: 9 } }"),
        Edit(.rangeWidened, field: "{ integer?: { minimum: 0, maximum: 9 } }", "{ integer?: { minimum: 0 } }"),
        // Apps do not know another type, nor null, which is not the same as a key that is left out.
        Edit(.typeChanged, field: "date?", "{ oneOf?: [date, boolean] }"),
        Edit(.typeChanged, field: "{ oneOf?: [date, boolean] }", "{ oneOf?: [date, boolean, integer] }"),
        Edit(.typeChanged, field: "{ oneOf?: [{ choice: [a, b] }, boolean] }", "{ oneOf?: [boolean, { list: text }] }"),
        Edit(.formatLoosened, field: "{ oneOf?: [date, boolean] }", "{ oneOf?: [date, text, boolean] }"),
        Edit(
            .valueAdded, field: "{ oneOf?: [{ choice: [a, b] }, boolean] }",
            "{ oneOf?: [{ choice: [a, b, c] }, boolean] }"),
        Edit(.integerToDecimal, field: "{ oneOf?: [integer, boolean] }", "{ oneOf?: [integer, decimal, boolean] }"),
        Edit(
            .becameNullable, [ads: declared("{ oneOf?: [text, integer] }"), x: shape("{ it?: it }")],
            [ads: declared("{ oneOf?: [text, integer, null] }")]),
        Edit(.typeChanged, field: "{ keyed?: text }", "{ keyed?: { oneOf: [text, integer] } }"),
        Edit(.typeChanged, field: "{ keyed?: text }", "{ record?: { text: text } }"),
        Edit(.rangeWidened, field: "{ keyed?: { integer: { minimum: 0 } } }", "{ keyed?: integer }"),
        Edit(.rangeWidened, field: "{ keyed?: { of: text, minimum: 1 } }", "{ keyed?: text }"),
        Edit(.rangeWidened, field: "{ keyed?: { of: text, maximum: 2 } }", "{ keyed?: { of: text, maximum: 3 } }"),
        Edit(
            .rangeWidened, field: "{ oneOf?: [{ keyed: { of: text, minimum: 1 } }, text] }",
            "{ oneOf?: [{ keyed: text }, text] }"),
        Edit(.endpointRemoved, [x: shape("title"), "templates/api/v1/y.json.yml": shape("rank")], [x: nil]),
        Edit(
            .pathValueRemoved, ["templates/api/v1/x/{id}.json.yml": "for: ads\ndata: title\n"],
            ["content/ads/b.md": nil], endpoint: "v1/x/{id}"),
        Edit(
            .pathValueRemoved, ["templates/api/v1/x/{id}.json.yml": "for: ads\ndata: title\n"],
            ["content/ads/b.md": nil, "content/ads/bb.md": ad("B")], endpoint: "v1/x/{id}"),
        Edit(
            .pathValueRemoved, ["templates/api/v1/{locale}/x.json.yml": shape("title")],
            ["content/site.yml": site("locales: { en: English }\n")], endpoint: "v1/{locale}/x"),
        Edit(
            .pathValueRemoved, ["templates/api/v1/x/{id}.json.yml": "for: ads\ndata: title\n"],
            ["templates/api/v1/x/{id}.json.yml": "for: { each: ads, sort: id, limit: 1 }\ndata: title\n"],
            endpoint: "v1/x/{id}"),
        Edit(
            .pathValueRemoved, ["templates/api/v1/x/{title}.json.yml": "for: ads\ndata: rank\n"],
            ["content/ads/b.md": ad("C")], endpoint: "v1/x/{title}"),
        Edit(
            .endpointRemoved, ["templates/api/v1/plain.txt": "A\n"], ["templates/api/v1/plain.txt": nil],
            endpoint: "v1/plain.txt"),
        Edit(
            .versionRemoved, ["templates/api/v2/_version.yml": "status: current\n"],
            ["templates/api/v2/_version.yml": nil], endpoint: "v2"),
    ]

    static let growing: [Edit] = [
        Edit(.keyAdded, "{ a: title }", "{ a: title, b: rank }"),
        Edit(
            .keyAdded, [x: "data: { group: ads, by: kind, value: id }\n", ads: declared("text?")],
            [
                ads: declared("text?").replacing(
                    "[pr, univ], numbers: { pr: 0, univ: 1 }",
                    with: "[pr, univ, new], numbers: { pr: 0, univ: 1, new: 2 }")
            ]),
        Edit(.endpointAdded, [x: shape("title")], ["templates/api/v1/y.json.yml": shape("rank")], endpoint: "v1/y"),
        Edit(
            .pathValueAdded, ["templates/api/v1/{locale}/x.json.yml": shape("title")],
            ["content/site.yml": site("locales: { en: English, ja: 日本語, ko: 한국어 }\n")], endpoint: "v1/{locale}/x"),
        Edit(.narrowed, "{ a: about }", "{ a: { firstOf: [about, { literal: none }] } }"),
        Edit(.narrowed, "{ a: title, b?: about }", "{ a: title, b: { firstOf: [about, { literal: none }] } }"),
        Edit(.narrowed, field: "text?", "date?"),
        Edit(.narrowed, field: "{ integer?: { maximum: 9 } }", "{ integer?: { maximum: 8 } }"),
        Edit(.narrowed, field: "{ decimal?: { maximum: 9 } }", "{ integer?: { maximum: 9 } }"),
        Edit(.narrowed, field: "text?", "{ choice?: [a, b] }"),
        Edit(.narrowed, field: "{ oneOf?: [date, boolean] }", "date?"),
        Edit(.narrowed, field: "{ oneOf?: [date, boolean, integer] }", "{ oneOf?: [boolean, date] }"),
        Edit(.narrowed, field: "{ oneOf?: [text, boolean] }", "{ oneOf?: [date, boolean] }"),
        Edit(.narrowed, field: "{ keyed?: text }", "{ keyed?: date }"),
        Edit(
            .narrowed, field: "{ keyed?: { of: text, minimum: 1, maximum: 3 } }",
            "{ keyed?: { of: text, minimum: 2, maximum: 3 } }"),
    ]

    static func site(_ more: String) -> String {
        "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n" + more
    }
    static func ad(_ title: String) -> String { "---\ntitle: \(title)\nkind: pr\nrank: 1\n---\n" }

    func edited(_ edit: Edit, _ status: String) throws -> ContractBoard {
        let site = ContractBoard()
        var files = [
            "content/site.yml": Self.site("locales: { en: English, ja: 日本語 }\n"),
            Self.ads: Self.declared("text?") + "body: markdown\n",
            "content/ads/a.md": Self.ad("A"), "content/ads/b.md": Self.ad("B"),
            "templates/ads/{id}.html.mustache": "---\nfor: ads\n---\n{{title}}\n",
            "templates/api/v1/_version.yml": "status: \(status)\n",
        ]
        for (path, text) in edit.from { files[path] = path == Self.ads ? text + "body: markdown\n" : text }
        for (path, text) in files { try site.write(text, to: path) }
        let rules = try site.build()
        #expect(rules == [])
        for (path, text) in edit.to {
            try site.write(path == Self.ads ? text.map { $0 + "body: markdown\n" } : text, to: path)
        }
        return site
    }

    @Test(arguments: breaking) func breaks(_ edit: Edit) throws {
        let rule = "contract.\(edit.rule.rawValue)"
        for status in ["current", "frozen"] {
            let site = try edited(edit, status)
            let rules = try site.build()
            // The changed data must not be reported as a second mistake.
            #expect(rules.contains(rule) && !rules.contains("contract.data"), "\(edit.testDescription): \(rules)")
            let accepted = AcceptedChange(rule: edit.rule, endpoint: edit.endpoint, why: "Nobody has it.")
            #expect(try !site.build(accepting: [accepted]).contains(rule))
        }
        guard edit.rule != .versionRemoved else { return }
        #expect(try edited(edit, "draft").build().filter { $0 != "address.gone" } == [])
    }

    /// Messages show people neither the names of formats nor regular expressions.
    @Test(arguments: [
        ("email?", "an e-mail address"), ("time?", "a time such as 09:30"), ("color?", "a colour such as #1d6f5c"),
        ("version?", "a version such as 3.1.0"), ("date?", "a date such as 2026-04-15"), ("url?", "a URL"),
    ]) func aFormatIsToldInWords(_ field: String, _ words: String) throws {
        let edit = Edit(.formatLoosened, field: field, "text?")
        let site = try edited(edit, "current")
        let message = try #require(try site.messages().first)
        #expect(message.contains("'[].it' may be any text, but apps expect \(words)"), "\(message)")
    }

    @Test(arguments: growing) func grows(_ edit: Edit) throws {
        for status in ["draft", "current"] { #expect(try edited(edit, status).build() == [], "\(status)") }
        let site = try edited(edit, "frozen")
        #expect(try site.build() == ["contract.\(edit.rule.rawValue)"], "\(edit.testDescription)")
        #expect(try site.build(accepting: [.init(rule: edit.rule, endpoint: edit.endpoint, why: "So be it.")]) == [])
        #expect(try site.published("api/v1/changelog.json").contains("So be it."))
        #expect(try site.build() == [])
    }

    static let plain = Edit(.keyAdded, "{ a: title }", "{ a: title }")
    static let version = "templates/api/v1/_version.yml"

    @Test(arguments: [
        ("current", "draft", ["contract.statusLoosened"]), ("frozen", "current", ["contract.statusLoosened"]),
        ("retired\nretired: 2026-04-01", "frozen", ["contract.statusLoosened"]), ("draft", "frozen", []),
        ("current", "frozen", []), ("frozen", "retired\nretired: 2026-04-01", []),
    ]) func status(_ from: String, _ to: String, _ rules: [String]) throws {
        let site = try edited(Self.plain, from)
        try site.write("status: \(to)\n", to: Self.version)
        #expect(try site.build() == rules)
        let built = try site.build(accepting: [.init(rule: .statusLoosened, endpoint: "v1", why: "x")])
        #expect(built == (rules.isEmpty ? ["contract.unused"] : []))
    }

    @Test func aTemplateThatIsGoneIsToldOfTheVersion() throws {
        let edit = Edit(
            .endpointRemoved, ["templates/api/v1/plain.json": "{}\n"], ["templates/api/v1/plain.json": nil])
        #expect(try edited(edit, "current").places() == [Self.version + ":1"])
    }

    @Test func aKeyThatIsNeverMissingIsDeclaredSo() throws {
        let site = try edited(Edit(.becameOptional, "{ a: title }", "{ a?: title }"), "current")
        #expect(try site.messages().contains { $0.contains("'[].a' would be declared optional") })
    }

    /// The help names the decision that was probably meant.
    @Test(
        arguments: [
            (ContractRule.keyRemoved, "v1/xx", nil, "keyRemoved:v1/x"),
            (.keyRenamed, "v1/x", nil, "keyRemoved:v1/x"), (.keyRemoved, "v1/x", "[].c", "keyRemoved:v1/x:[].b"),
            (.damaged, "v2", nil, nil),
        ] as [(ContractRule, String, String?, String?)]) func aDecisionThatIsMisspelt(
            _ rule: ContractRule, _ endpoint: String, _ path: String?, _ meant: String?
        ) throws
    {
        let site = try edited(Edit(.keyRemoved, "{ a: title, b: rank }", "{ a: title }"), "current")
        let decision = AcceptedChange(rule: rule, endpoint: endpoint, path: path, why: "x")
        let help = try site.warnings(accepting: [decision]).compactMap(\.help)
        #expect(help == [meant.map { "did you mean '\($0)'?" } ?? "drop --accept-breaking"])
    }

    @Test(arguments: ["v1/x", "v1/x.json", "api/v1/x", "api/v1/x.json"]) func itsFileMayHaveItsWholeName(
        _ endpoint: String
    ) throws {
        let site = try edited(Edit(.keyRemoved, "{ a: title, b: rank }", "{ a: title }"), "current")
        #expect(try site.build(accepting: [.init(rule: .keyRemoved, endpoint: endpoint, why: "x")]) == [])
    }

    /// A change is judged by what the version promised before, not by its new status.
    @Test func aVersionMayGrowAndFreezeAtOnce() throws {
        let site = try edited(Edit(.keyAdded, "{ a: title }", "{ a: title, b: rank }"), "current")
        try site.write("status: frozen\n", to: Self.version)
        #expect(try site.build() == [])
        #expect(try site.build() == [])
        #expect(try site.published("api/v1/changelog.json").contains("\"change\": \"statusRaised\""))
    }

    @Test func anEntryMayGoByTheTrash() throws {
        let edit = Edit(
            .pathValueRemoved, ["templates/api/v1/x/{id}.json.yml": "for: ads\ndata: title\n"],
            ["content/ads/b.md": Self.ad("B").replacing("rank: 1", with: "rank: 1\ndeleted: 2026-04-01")])
        let site = try edited(edit, "frozen")
        #expect(try site.build() == [])
        #expect(try !site.published("api/v1/manifest.json").contains("x/b.json"))
    }

    @Test(arguments: ["openapi", "manifest", "changelog"]) func damage(_ name: String) throws {
        for text in [
            "{}", nil, "", "[",
            "{\n\"version\":\"v1\",\n\"status\":\"current\",\n\"revision\":9,\n\"nextChange\":null,\n\"files\":[\n]}\n",
        ] as [String?] {
            let site = try edited(Self.plain, "current")
            try site.write(text, to: "public/api/v1/\(name).json")
            #expect(try site.build() == ["contract.damaged"], "\(text ?? "gone")")
            #expect(try site.build(accepting: [.init(rule: .damaged, endpoint: "v1", why: "Merged.")]) == [])
            #expect(try site.build() == [])
            #expect(try site.published("api/v1/changelog.json").contains("Merged."))
        }
    }

    /// Kairan's own list still tells that the files were there.
    @Test func whatIsLostTogetherIsMissed() throws {
        let site = try edited(Self.plain, "current")
        for name in ["openapi", "manifest", "changelog"] { try site.write(nil, to: "public/api/v1/\(name).json") }
        #expect(try site.build() == ["contract.damaged"])
        try site.write("<<<<<<<\n", to: "public/api/versions.json")
        try site.write(nil, to: "templates/api/v1/_version.yml")
        #expect(try site.build() == ["contract.versionRemoved"])
    }

    /// A decision can be about one place, and then no other passes with it.
    @Test func aDecisionIsOfOnePlace() throws {
        let edit = Edit(.keyRemoved, "{ a: title, o: { b: rank } }", "{ o: { d: title, e: title } }")
        let site = try edited(edit, "current")
        func decision(_ path: String?) -> AcceptedChange {
            .init(rule: .keyRemoved, endpoint: "v1/x", path: path, why: "Nobody has it.")
        }
        #expect(try site.help().contains { $0.contains("--accept-breaking 'keyRemoved:v1/x:[].o.b' --why '…'") })
        #expect(try site.build(accepting: [decision("[].a")]) == ["contract.keyRemoved"])
        #expect(
            try site.build(accepting: [decision("[].c")]) == ["contract.keyRemoved", "contract.unused"])
        #expect(try site.build(accepting: [decision("[].a"), decision("[].o.b")]) == [])
        #expect(try edited(edit, "current").build(accepting: [decision(nil)]) == [])
    }

    /// A removed version's changelog stays at its address for as long as the site is published.
    @Test func ofAVersionThatIsGoneTheChangelogStays() throws {
        let edit = Edit(
            .versionRemoved, ["templates/api/v2/_version.yml": "status: current\n", "templates/api/v2/x.txt": "A\n"],
            ["templates/api/v2/_version.yml": nil, "templates/api/v2/x.txt": nil], endpoint: "v2")
        let site = try edited(edit, "current")
        #expect(try site.build(accepting: [.init(rule: .versionRemoved, endpoint: "v2", why: "Unused.")]) == [])
        let changelog = try site.published("api/v2/changelog.json")
        #expect(changelog.contains("\"change\": \"versionRemoved\"") && changelog.contains("\"why\": \"Unused.\""))
        try site.write(Self.ad("C"), to: "content/ads/c.md")
        #expect(try site.build() == [])
        #expect(try site.published("api/v2/changelog.json") == changelog)
        #expect(throws: (any Error).self) { try site.published("api/v2/manifest.json") }
        // The version may come back, and goes on counting its revisions.
        try site.write("status: current\n", to: "templates/api/v2/_version.yml")
        #expect(try site.build() == [])
        #expect(try site.published("api/v2/changelog.json") == changelog)
        #expect(try site.published("api/v2/manifest.json").contains("\"revision\":3,\n"))
    }

    /// Clients compare revisions, so none may come twice.
    @Test(arguments: [
        ["manifest"], ["openapi"], ["changelog"], ["manifest", "openapi"], ["manifest", "openapi", "changelog"],
    ]) func theRevisionGoesOnAfterDamage(_ lost: [String]) throws {
        let site = try edited(Self.plain, "current")
        for title in ["C", "D"] {
            try site.write(Self.ad(title), to: "content/ads/b.md")
            #expect(try site.build() == [])
        }
        #expect(try site.published("api/v1/manifest.json").contains("\"revision\":3,\n"))
        for name in lost { try site.write(nil, to: "public/api/v1/\(name).json") }
        #expect(try site.build(accepting: [.init(rule: .damaged, endpoint: "v1", why: "Lost.")]) == [])
        #expect(try site.published("api/v1/manifest.json").contains("\"revision\":4,\n"))
    }

    @Test func manyLostFilesAreOneMistake() throws {
        let edit = Edit(
            .pathValueRemoved, ["templates/api/v1/x/{id}.json.yml": "for: ads\ndata: title\n"],
            ["content/ads/a.md": nil])
        let site = try edited(edit, "current")
        try site.write(Self.ad("A"), to: "content/ads/a.md")
        for index in 1...9 { try site.write(Self.ad("\(index)"), to: "content/ads/c\(index).md") }
        #expect(try site.build() == [])
        for index in 1...9 { try site.write(nil, to: "content/ads/c\(index).md") }
        let start = "api/v1/x/{id}.json: 'x/c1.json', 'x/c2.json', 'x/c3.json' and 6 more would be gone; "
        #expect(try site.messages().filter { $0.hasPrefix(start) }.count == 1)
        #expect(try site.messages().count == 1)
        // The place is the same as for a single lost file.
        #expect(try site.places() == ["templates/api/v1/x/{id}.json.yml:1"])
        let accepted = AcceptedChange(rule: .pathValueRemoved, endpoint: "v1/x/{id}", why: "x")
        #expect(try site.build(accepting: [accepted]) == ["address.gone"])
        #expect(try site.published("api/v1/changelog.json").contains(start.dropFirst("api/v1/x/{id}.json: ".count)))
    }
}

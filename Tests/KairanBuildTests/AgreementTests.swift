import Foundation
import KairanContent
import KairanModel
import KairanOutput
import SiteTesting
import Testing

@testable import KairanBuild

/// Texts that users agreed to stay as they were published, whether the rest of the build is taken over or not.
@Suite struct AgreementTests {
    @Test(arguments: [true, false]) func aPublishedTextStays(_ usesCache: Bool) throws {
        let site = try Site(usesCache: usesCache)
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        try site.term("1.0", "2026-01-01", "You\nagree.")
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        try site.term("1.0", "2026-01-01", "Youagree.")
        #expect(try site.rules() == ["agreement.changed"])
        try site.term("1.0", "2026-01-01", "You do not agree.")
        #expect(try site.rules() == ["agreement.changed"])
        try site.term("1.0", "2026-01-01", "You agree.")
        try site.term("1.1", "2026-01-01", "You do not agree.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 1.1 You do not agree. | Privacy.")
    }

    @Test(arguments: [true, false]) func whatIsNotYetInForceMayChange(_ usesCache: Bool) throws {
        let site = try Site(usesCache: usesCache)
        _ = try site.build()
        try site.term("2.0", "2026-05-01", "Soon.")
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        try site.term("2.0", "2026-05-01", "Sooner.")
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        #expect(try site.changes() == ["2026-05-01T00:00:00Z agreements.json versions.json"])
        #expect(try site.build(at: "2026-05-01") == "1.0 You agree. | Privacy.; 2.0 Sooner. | Privacy.")
        try site.term("2.0", "2026-05-01", "Soon.")
        // Nor may it be another when the clock goes back, or its day is put off.
        #expect(try site.rules() == ["agreement.changed"])
        try site.term("2.0", "2026-09-01", "Soon.")
        #expect(try site.rules() == ["agreement.changed"])
        try site.term("2.0", "2026-09-01", "Sooner.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 2.0 Sooner. | Privacy.")
    }

    /// Whatever asks for versions gets those in force, and on its day a new one is named by `next`.
    @Test(arguments: [
        "x.json.yml": "data: { first: terms, sort: -version, value: body.text }",
        "x1.json.yml": "data: { each: terms, sort: -version, limit: 1, value: body.text }",
        "x2.json.yml": "data: { count: terms }", "x3.json.yml": "data: { keyed: terms, by: version, value: body.text }",
        "x4.json.yml": "data: { group: terms, by: day.year, value: body.text }",
        "x5/{version}.txt.mustache": "---\nfor: terms\n---\n{{body.text}}",
        "x6/{version}/index.html.mustache": "---\nfor: terms\ntitle: T\n---\n<h1>T</h1>{{{body.html}}}",
        "x7/{page}.txt.mustache": "---\nfor: { each: terms, paginate: 1 }\n---\n{{#entries}}{{body.text}}{{/entries}}",
        "x8.json.yml": "data: { each: terms, where: [{ version: 1.0 }, { version: 2.0 }], value: body.text }",
        "x9.txt.mustache": "---\ndata: { all: { each: terms } }\n---\n{{#all}}{{body.text}}{{/all}}",
    ]) func noQueryShowsAVersionBeforeItsDay(_ path: String, _ text: String) throws {
        for usesCache in [true, false] {
            let site = try Site(usesCache: usesCache)
            try site.write(text + "\n", to: "templates/" + path)
            _ = try site.build()
            let before = try site.published()
            try site.term("2.0", "2026-05-01", "Soon.")
            _ = try site.build()
            #expect(try site.published() == before)
            let changes = try site.changes()
            #expect(changes.count == 1 && changes[0].hasPrefix("2026-05-01T00:00:00Z agreements.json "), "\(changes)")
            #expect(changes.first?.contains(" x") == true)
            #expect(try site.build(at: "2026-05-01") == "1.0 You agree. | Privacy.; 2.0 Soon. | Privacy.")
            #expect(try site.published() != before)
        }
    }

    /// A reference leads anywhere, so it is looked at where it leads.
    @Test(arguments: ["{ it: about.body.text }", "{ it: about.page.url }"])
    func aReferenceDoesNotLeadToAVersionBeforeItsDay(_ value: String) throws {
        for usesCache in [true, false] {
            let site = try Site(usesCache: usesCache)
            try site.write("fields: { about: { reference: terms } }\n", to: "content/news/_collection.yml")
            try site.write("about: \"1.0\"\n", to: "content/news/new.yml")
            try site.write("data: { each: news, value: \(value) }\n", to: "templates/news.json.yml")
            try site.write(
                "---\nfor: terms\ntitle: T\n---\n<h1>T</h1>\n", to: "templates/{version}/index.html.mustache")
            _ = try site.build()
            try site.term("2.0", "2026-05-01", "Soon.")
            try site.write("about: \"2.0\"\n", to: "content/news/new.yml")
            #expect(try site.rules() == ["agreement.early"])
            try site.term("2.0", "2026-04-01", "Soon.")
            _ = try site.build()
        }
    }

    /// What a condition announces is published, and stays.
    @Test(arguments: [true, false]) func whatIsAnnouncedStays(_ usesCache: Bool) throws {
        let site = try Site(usesCache: usesCache)
        let path = "templates/coming.json.yml"
        func coming(_ value: String) -> String {
            "data: { each: terms, where: { day: { moreThan: today } }, value: \(value) }\n"
        }
        try site.write(coming("version"), to: path)
        try site.term("2.0", "2026-05-01", "Soon.")
        // Its number is no text.
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        try site.term("2.0", "2026-05-01", "Sooner.")
        #expect(try site.build() == "1.0 You agree. | Privacy.")
        try site.write(coming("body.text"), to: path)
        #expect(try site.build() == "1.0 You agree. | Privacy.; 2.0 from 2026-05-01 Sooner. | Privacy.")
        try site.term("2.0", "2026-05-01", "Soon.")
        #expect(try site.rules() == ["agreement.changed"])
        try site.write(coming("version"), to: path)
        #expect(try site.rules() == ["agreement.changed"])
        try site.term("2.0", "2026-06-01", "Sooner.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 2.0 from 2026-06-01 Sooner. | Privacy.")
        #expect(try site.changes() == ["2026-06-01T00:00:00Z agreements.json coming.json versions.json"])
        try site.term("1.5", "2026-07-01", "Late.")
        #expect(try site.rules() == ["agreement.order"])
        try site.sandbox.remove("site/content/terms/1.5.md")
        try site.sandbox.remove("site/content/terms/2.0.md")
        #expect(try site.rules() == ["agreement.removed"])
        try site.term("2.0", "2026-06-01", "Sooner.")
        #expect(try site.build(at: "2026-06-01") == "1.0 You agree. | Privacy.; 2.0 Sooner. | Privacy.")
    }

    @Test(arguments: [true, false]) func anotherPolicyAsksForAHigherVersion(_ usesCache: Bool) throws {
        let site = try Site(usesCache: usesCache)
        _ = try site.build()
        try site.write("No privacy.\n", to: "content/pages/privacy.md")
        #expect(try site.rules() == ["agreement.version"])
        try site.term("1.0.1", "2026-01-01", "You agree.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 1.0.1 You agree. | No privacy.")
        try site.write("No\nprivacy.\n", to: "content/pages/privacy.md")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 1.0.1 You agree. | No privacy.")
        try site.write("Privacy.\n", to: "content/pages/privacy.md")
        #expect(try site.rules() == ["agreement.version"])
        try site.term("1.10", "2026-05-01", "You agree.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 1.0.1 You agree. | No privacy.")
        #expect(
            try site.build(at: "2026-05-02")
                == "1.0 You agree. | Privacy.; 1.0.1 You agree. | No privacy.; 1.10 You agree. | Privacy.")
    }

    @Test func versionsOnlyGrowAndStay() throws {
        let site = try Site(usesCache: true)
        try site.term("1.10", "2026-01-01", "Yes.")
        #expect(try site.build() == "1.0 You agree. | ; 1.10 Yes. | Privacy.")
        try site.term("1.9", "2026-09-01", "Late.")
        #expect(try site.rules() == ["agreement.order"])
        try site.term("1.9", "2026-01-01", "Late.")
        #expect(try site.rules() == ["agreement.order"])
        try site.sandbox.remove("site/content/terms/1.9.md")
        try site.sandbox.remove("site/content/terms/1.0.md")
        #expect(try site.rules() == ["agreement.removed"])
        try site.write("---\ndeleted: 2026-02-01\nversion: 1.0\nday: 2026-01-01\n---\nX\n", to: "content/terms/1.0.md")
        #expect(try site.rules() == ["agreement.removed"])
        // Its file may have any name.
        try site.sandbox.remove("site/content/terms/1.0.md")
        try site.write("---\nversion: 1.0\nday: 2026-01-01\n---\nYou agree.\n", to: "content/terms/first.md")
        #expect(try site.build() == "1.0 You agree. | ; 1.10 Yes. | Privacy.")
    }

    @Test(arguments: ["2026-01-01", "2026-09-01"]) func twoThatAreEquallyHigh(_ day: String) throws {
        let site = try Site(usesCache: true)
        try site.term("1.1", day, "Yes.")
        try site.term("1.1.0", day, "No.")
        #expect(try site.rules() == ["agreement.order"])
        try site.term("1.1.0-beta", day, "Perhaps.")
        try site.sandbox.remove("site/content/terms/1.1.0.md")
        #expect(try site.rules() == [])
    }

    @Test func aTranslationMayComeAndThenStays() throws {
        let site = try Site(usesCache: true)
        _ = try site.build()
        try site.write("はい。\n", to: "content/terms/1.0.ja.md")
        #expect(try site.build() == "1.0 en You agree. ja はい。 | Privacy.")
        try site.write("いいえ。\n", to: "content/terms/1.0.ja.md")
        #expect(try site.rules() == ["agreement.changed"])
        try site.sandbox.remove("site/content/terms/1.0.ja.md")
        #expect(try site.rules() == ["agreement.changed"])
    }

    @Test func whatIsIncludedStaysIncluded() throws {
        let site = try Site(usesCache: true)
        _ = try site.build()
        let declaration = try String(
            contentsOfFile: site.sandbox.root + "/site/content/terms/_collection.yml", encoding: .utf8)
        try site.write(
            declaration.replacing(", includes: [pages/privacy]", with: ""), to: "content/terms/_collection.yml")
        #expect(try site.rules() == ["agreement.version"])
        try site.term("1.1", "2026-01-01", "You agree.")
        #expect(try site.build() == "1.0 You agree. | Privacy.; 1.1 You agree. | ")
    }

    /// Users agreed to it, whatever becomes of the collection, be it the last one with an agreement or not.
    @Test(arguments: [false, true]) func anAgreementDoesNotGo(_ hasAnother: Bool) throws {
        let site = try Site(usesCache: true)
        if hasAnother {
            try site.write(
                "agreement: { version: v }\nfields: { v: { version: { unique: true } } }\nbody: markdown\n",
                to: "content/rules/_collection.yml")
            try site.write("---\nv: 1.0\n---\nRule.\n", to: "content/rules/first.md")
        }
        _ = try site.build()
        let path = "content/terms/_collection.yml"
        let declaration = try String(contentsOfFile: site.sandbox.root + "/site/\(path)", encoding: .utf8)
        let undeclared = declaration.split(separator: "\n").dropFirst().joined(separator: "\n")
        try site.write(undeclared, to: path)
        #expect(try site.rules() == ["agreement.removed"])
        let whole = try readBytes(site.sandbox.target + "/agreements.json")
        for text in ["", "{}", "<<<<<<< ours"] {
            try site.sandbox.write(text, to: "public/agreements.json")
            #expect(try site.rules() == ["agreement.unreadable"], "\(text)")
        }
        try site.sandbox.remove("public/agreements.json")
        #expect(try site.rules() == ["agreement.unreadable"])
        try site.sandbox.write(String(decoding: whole, as: UTF8.self), to: "public/agreements.json")
        try site.sandbox.remove("site/content/terms")
        try site.sandbox.remove("site/templates/versions.json.yml")
        #expect(try site.rules() == ["agreement.removed"])
    }

    @Test func aLinkLeadsWhereItLed() throws {
        let site = try Site(usesCache: true)
        func term(_ text: String) throws { try site.term("1.0", "2026-01-01", text) }
        _ = try site.build()
        // One that had none may get some.
        try term("You [agree](https://a.example/).")
        #expect(try site.build() == "1.0 You agree.\n\n→ https://a.example/ | Privacy.")
        try term("You [agree](https://b.example/).")
        #expect(try site.rules() == ["agreement.changed"])
        try term("[You](https://c.example/) [agree](https://a.example/).")
        #expect(try site.rules() == ["agreement.changed"])
        // What it led to may be gone one day.
        try term("You\nagree.")
        #expect(try site.build() == "1.0 You agree.\n\n→ https://a.example/ | Privacy.")
        try term("You [agree](https://b.example/).")
        #expect(try site.rules() == ["agreement.changed"])
    }

    @Test func aDamagedFileStops() throws {
        let site = try Site(usesCache: true)
        _ = try site.build()
        let whole = try String(contentsOfFile: site.sandbox.target + "/agreements.json", encoding: .utf8)
        for text in ["", "x", "[]", "{}", "{ \"terms\": {} }", "{ \"terms\": [1] }", String(whole.dropLast(4))]
            + ["version", "text", "includes"].map({ whole.replacing("\"\($0)\"", with: "\"other\"") })
        {
            try site.sandbox.write(text, to: "public/agreements.json")
            #expect(try site.rules() == ["agreement.unreadable"], "\(text)")
        }
        try site.sandbox.remove("public/agreements.json")
        try site.sandbox.makeFolder("public/agreements.json")
        #expect(try site.rules() == ["agreement.unreadable"])
        try site.sandbox.remove("public/agreements.json")
        try site.sandbox.write(whole, to: "public/agreements.json")
        #expect(try site.build() == "1.0 You agree. | Privacy.")
    }
}

private struct Site: ~Copyable {
    let sandbox: PublishingSandbox
    private let usesCache: Bool

    init(usesCache: Bool) throws {
        let sandbox = try PublishingSandbox()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nlocales: { en: English, ja: 日本語 }\n",
            "content/terms/_collection.yml": """
            agreement: { version: version, from: day, includes: [pages/privacy] }
            fields: { version: { version: { unique: true } }, day: date }
            body: { markdown: { localized: true } }

            """,
            "content/terms/1.0.md": "---\nversion: 1.0\nday: 2026-01-01\n---\nYou agree.\n",
            "content/pages/_collection.yml": "body: markdown\n", "content/pages/privacy.md": "Privacy.\n",
            "templates/versions.json.yml": "data: { each: terms, value: version }\n",
        ] { try sandbox.write(text, to: "site/" + path) }
        self.sandbox = sandbox
        self.usesCache = usesCache
    }

    func write(_ text: String, to path: String) throws { try sandbox.write(text, to: "site/" + path) }

    func term(_ version: String, _ day: String, _ text: String) throws {
        try write("---\nversion: \(version)\nday: \(day)\n---\n\(text)\n", to: "content/terms/\(version).md")
    }

    private func options(at moment: String) -> BuildOptions {
        var options = BuildOptions(clock: 0)
        (options.folder, options.output, options.moment) = (sandbox.root + "/site", sandbox.target, moment)
        return options
    }

    private func build(at moment: String, publishes: Bool) throws -> SiteBuild {
        let publisher: Publisher? = try Publisher(
            to: sandbox.target, workFolder: usesCache ? sandbox.root + "/.kairan" : nil)
        var built = try buildSite(options(at: moment), for: publisher)
        if publishes {
            #expect(!built.result.diagnostics.hasErrors, "\(built.result.diagnostics)")
            _ = try publisher?.publish(&built.result, after: built.earlier)
        }
        return built
    }

    func rules() throws -> [String] {
        let diagnostics = try build(at: "2026-04-15", publishes: false).result.diagnostics
        return diagnostics.filter { $0.severity == .error }.map(\.rule)
    }

    /// All that is published of the templates whose names begin with `x`, by its path.
    func published() throws -> [String: String] {
        let paths = FileManager.default.enumerator(atPath: sandbox.target)?.compactMap { $0 as? String } ?? []
        return try Dictionary(
            uniqueKeysWithValues: paths.filter { $0.hasPrefix("x") && $0.contains(".") && isFile($0) }.map {
                ($0, String(decoding: try readBytes(sandbox.target + "/" + $0), as: UTF8.self))
            })
    }

    private func isFile(_ path: String) -> Bool { ["json", "txt", "html"].contains { path.hasSuffix("." + $0) } }

    /// What the outputs will be by themselves.
    func changes() throws -> [String] {
        let built = try buildSite(options(at: "2026-04-15"))
        return try nextChanges(after: built, options(at: "2026-04-15"), count: 5).map { change in
            "\(change.moment) \(change.outputs.map(\.path).joined(separator: " "))"
        }
    }

    /// What is published then of what users agreed to.
    func build(at moment: String = "2026-04-15") throws -> String {
        _ = try build(at: moment, publishes: true)
        let file = SourceFile(path: "agreements.json", bytes: try readBytes(sandbox.target + "/agreements.json"))
        let versions = try #require(readJSON(file).value?["terms"]?.elements)
        return versions.map { version in
            "\(shown(version["version"])) \(version["from"].map { "from \(shown($0)) " } ?? "")\(shown(version["text"])) | \(shown(version["includes"]?["pages/privacy"]))"
        }.joined(separator: "; ")
    }
}

/// A text of the file, with its locales if it has several.
private func shown(_ node: SourceNode?) -> String {
    guard let node else { return "" }
    return node.scalar ?? (node.members ?? []).map { "\($0.key) \($0.value.scalar ?? "")" }.joined(separator: " ")
}

import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// A missing translation has a fallback, and a new one makes anew what shows it.
@Suite struct LocaleTests {
    private static let site = [
        "content/site.yml": """
        title: 板
        url: https://board.example/
        locales:
          ja: 日本語
          en: { name: English, title: Board }
          ko: { name: 한국어, fallback: en }

        """,
        "content/notes/_collection.yml": """
        fields:
          title: { text: { localized: true } }
          more: { text?: { localized: true } }
        body: { markdown: { localized: true } }

        """,
        "content/notes/a.md": "---\ntitle: { ja: い, en: One, ko: 하나 }\nmore: { ko: 더 }\n---\n本文。[b](b.md#見出し)\n",
        "content/notes/a.en.md": "Text. [b](b.md#heading)\n",
        "content/notes/b.md": "---\ntitle: ろ\n---\n## 見出し\n\n[a](a.md)\n",
        "content/notes/b.en.md": "---\ntitle: Two\n---\n## Heading\n\n[a](a.md)\n",
        "content/notes/1.0.md": "---\ntitle: { ja: 版, en: Version, ko: 판 }\n---\n",
        "content/notes/1.md": "---\ntitle: { ja: 一, en: First, ko: 첫째 }\n---\n",
        "templates/{locale}/{id}.html.mustache":
            "---\nfor: notes\n---\n{{title}}|{{more}}|{{{body.html}}}|{{site.title}}\n",
        "templates/all.html.mustache":
            "---\ndata: { all: { each: notes } }\n---\n{{#all}}<a href=\"{{page.path}}\">{{title}}</a>{{/all}}\n",
        "templates/api/{locale}.json.yml": "data: { each: notes, where: { more: { exists: true } }, value: more }\n",
        "templates/_strings.yml": "unused: { ja: 余り, en: Rest, ko: 나머지 }\n",
    ]

    private func made(_ files: [String: String] = site) throws -> BuildResult {
        try build(SourceTree(files: files.map { SourceFile(path: $0.key, text: $0.value) }), BuildOptions(clock: 0))
    }

    @Test func theFallbackOfEachText() throws {
        let result = try made()
        #expect(!result.diagnostics.hasErrors)
        let outputs = Dictionary(
            uniqueKeysWithValues: result.files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
        #expect(outputs["ja/a.html"] == "い||<p>本文。<a href=\"/ja/b.html#%E8%A6%8B%E5%87%BA%E3%81%97\">b</a></p>|板\n")
        #expect(outputs["en/a.html"] == "One||<p>Text. <a href=\"/en/b.html#heading\">b</a></p>|Board\n")
        // English stands in for Korean, and a link to a heading leads to the page that has the heading.
        #expect(outputs["ko/a.html"] == "하나|더|<p>Text. <a href=\"/en/b.html#heading\">b</a></p>|Board\n")
        #expect(
            outputs["ko/b.html"] == "Two||<h2 id=\"heading\">Heading</h2>\n<p><a href=\"/ko/a.html\">a</a></p>|Board\n")
        #expect(outputs["api/ja.json"] == "[]\n" && outputs["api/en.json"] == "[]\n")
        #expect(outputs["api/ko.json"] == "[\n  \"더\"\n]\n")
    }

    @Test func aPageOfOneLanguageLeadsToThatOfTheSite() throws {
        let page = try #require(try made().files.first { $0.path == "all.html" })
        #expect(String(decoding: page.bytes, as: UTF8.self).contains("<a href=\"/ja/a.html\">い</a>"))
    }

    @Test func idsMayHaveDots() throws {
        #expect(try made().files.contains { $0.path == "en/1.0.html" })
    }

    @Test func onlyThePageOfItsOwnLanguageIsPreferred() throws {
        var files = Self.site
        files["content/notes/a.en.md"] = nil
        files["templates/notes/{id}.html.mustache"] = "---\nfor: notes\n---\n{{title}}{{{body.html}}}\n"
        files["templates/{locale}/{id}.html.mustache"] = nil
        files["templates/{locale}/list.html.mustache"] = files["templates/all.html.mustache"]
        let result = try made(files)
        #expect(!result.diagnostics.hasErrors, "\(result.diagnostics)")
        let page = try #require(result.files.first { $0.path == "en/list.html" })
        #expect(String(decoding: page.bytes, as: UTF8.self).contains("<a href=\"/notes/a.html\">One</a>"))
    }

    private func builtSite() throws -> BuiltSite {
        var site = try BuiltSite()
        site.files = Self.site.mapValues { Array($0.utf8) }
        try site.build()
        return site
    }

    @Test func aMissingTranslationIsToldInEachBuild() throws {
        var site = try builtSite()
        let first = site["content/notes/1.md"]
        let edits = [
            ("content/notes/1.0.md", "---\ntitle: { ja: 版, en: Edition, ko: 판 }\n---\n", ["a.md", "b.md"]),
            ("content/notes/1.md", "---\ntitle: 一\n---\n", ["1.md", "a.md", "b.md"]),
            ("content/notes/b.ko.md", "---\ntitle: 둘\n---\n글.\n", ["1.md", "a.md"]),
            ("content/notes/1.md", first, ["a.md"]), ("content/notes/b.ko.md", "글.\n", ["a.md", "b.md"]),
        ]
        for (path, text, missing) in edits {
            site[path] = text
            let told = try site.build().diagnostics.filter {
                $0.rule == .localeMissing && $0.span.path != "content/site.yml"
            }
            #expect(told.map(\.span.path) == missing.map { "content/notes/\($0)" }, "\(path): \(text)")
        }
    }

    @Test func aTextOfAPartMakesAnewWhatShowsItsField() throws {
        var site = try BuiltSite()
        site.files = Self.site.mapValues { Array($0.utf8) }
        site["content/notes/_collection.yml"].replace(
            "body:", with: "  steps: { list?: { record: { how: { markdown: { localized: true } } } } }\nbody:")
        site["content/notes/a.md"].replace("more:", with: "steps: [{ how: { ja: 右, en: left } }, { how: 上 }]\nmore:")
        let template = "templates/steps/{locale}.json.yml"
        site[template] = "data: { each: notes, where: { id: a }, value: { each: steps, value: how.html } }\n"
        let diagnostics = try site.build().diagnostics
        #expect(!diagnostics.hasErrors, "\(diagnostics)")
        let missing = diagnostics.first { $0.rule == .localeMissing }?.message
        #expect(missing == "not translated: more (ja, en), steps.how (en, ko), body (ko)")
        #expect(try site.published("steps/en.json") == "[\n  [\n    \"<p>left</p>\",\n    \"<p>上</p>\"\n  ]\n]\n")
        #expect(try site.published("steps/ko.json") == "[\n  [\n    \"<p>left</p>\",\n    \"<p>上</p>\"\n  ]\n]\n")

        // The text of the part is read from what an earlier build kept of it, as only the template has changed.
        site[template].replace("how.html", with: "how.text")
        #expect(try site.made().count == 3)
        #expect(try site.published("steps/ko.json") == "[\n  [\n    \"left\",\n    \"上\"\n  ]\n]\n")

        site["content/notes/a.md"].replace("{ how: 上 }", with: "{ how: { ja: 上, ko: 위 } }")
        #expect(try Set(site.made().keys) == ["steps/ja.json", "steps/en.json", "steps/ko.json"])
        #expect(try site.published("steps/ko.json") == "[\n  [\n    \"left\",\n    \"위\"\n  ]\n]\n")
    }

    @Test func aTranslationMakesAnewWhatShowsIt() throws {
        var site = try builtSite()
        site["content/notes/a.en.md"].replace("Text.", with: "Words.")
        let reason = "notes/a: body changed"
        #expect(try site.made() == ["ja/a.html": reason, "en/a.html": reason, "ko/a.html": reason])
        #expect(try site.made() == [:])
        site["content/notes/a.ko.md"] = "글.\n"
        #expect(try Set(site.made().keys) == ["ja/a.html", "en/a.html", "ko/a.html"])
        site.files["content/notes/a.ko.md"] = nil
        #expect(try Set(site.made().keys) == ["ja/a.html", "en/a.html", "ko/a.html"])
        // A translation with a warning is read each time, so that the warning is said again.
        site["content/notes/a.en.md"] += "<b>raw</b>\n"
        try site.build()
        site["templates/all.html.mustache"] += "\n"
        #expect(try site.made() == ["all.html": "templates/all.html.mustache changed"])
    }
}

import Foundation
import KairanModel
import PlanTesting
import Testing

/// Where the pages of each language stand, and what leads to them.
@Suite struct FirstLocaleTests {
    private func site(_ settings: String, _ more: [String: String] = [:]) -> MadeSite {
        MadeSite(
            [
                "content/site.yml": "title: A & <B>\nurl: https://t.example/b/\n\(settings)",
                "content/walks/_collection.yml": "fields: { title: text }\n",
                "content/walks/hill.yml": "title: Hill\n",
                "templates/{locale}/index.html.mustache":
                    "{{locale.path}} {{site.dir}}{{#page.translations}} {{path}}{{/page.translations}}",
                "templates/{locale}/walks/{id}.html.mustache":
                    "---\nfor: { each: walks }\n---\n<a href=\"{{locale.path}}\">{{title}}</a>",
                "templates/{locale}/list/{page}.html.mustache":
                    "---\nfor: { each: walks, paginate: 5, first: \"{locale}/list.html\" }\n---\n{{#entries}}{{title}}{{/entries}}",
                "templates/api/v1/{locale}/walks.json.yml":
                    "data: { each: walks, value: { title: title, page: page.path } }\n",
                "templates/{locale}-walks.txt.mustache": "{{site.language}}",
            ].merging(more) { $1 })
    }

    @Test func pathsOfPagesAndOfApps() {
        let made = site("locales: { ar: العربية, en: English }\nfirstLocaleAtRoot: true\n")
        #expect(!made.diagnostics.hasErrors, "\(made.diagnostics)")
        #expect(
            Set(made.files.map(\.path)).isSuperset(of: [
                "index.html", "en/index.html", "walks/hill.html", "en/walks/hill.html", "list.html", "en/list.html",
                "api/v1/ar/walks.json", "api/v1/en/walks.json", "ar-walks.txt", "en-walks.txt",
            ]))
        #expect(made.text("index.html") == "/b/ rtl /b/ /b/en/")
        #expect(made.text("en/index.html") == "/b/en/ ltr /b/ /b/en/")
        #expect(made.text("walks/hill.html") == "<a href=\"/b/\">Hill</a>")
        #expect(made.text("api/v1/ar/walks.json")?.contains("\"/b/walks/hill.html\"") == true)
        #expect(!made.files.contains { $0.path.hasPrefix("ar/") })
    }

    @Test func foldersOfAllLanguages() {
        let made = site("locales: { ar: العربية, en: English }\n")
        #expect(made.text("ar/index.html") == "/b/ar/ rtl /b/ar/ /b/en/")
        #expect(made.files.contains { $0.path == "ar/list.html" } && !made.files.contains { $0.path == "list.html" })
    }

    /// The page at the root has a link for each language, and no value inside its script.
    @Test func thePageOfLanguages() throws {
        let page = try #require(site("locales: { ar: العربية, en: \"E<b> & n\" }\n").text("index.html"))
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"ar\" dir=\"rtl\">\n"))
        #expect(page.contains("<title>A &amp; &lt;B&gt;</title>"))
        #expect(page.contains("<link rel=\"alternate\" hreflang=\"en\" href=\"https://t.example/b/en/\">"))
        #expect(page.contains("<li><a href=\"/b/ar/\" hreflang=\"ar\" lang=\"ar\" dir=\"rtl\">العربية</a></li>"))
        #expect(
            page.contains("<li><a href=\"/b/en/\" hreflang=\"en\" lang=\"en\">E&lt;b&gt; &amp; n</a></li>"))
        let other = try #require(site("locales: { ar: x, en: y }\n").text("index.html"))
        #expect(page.components(separatedBy: "<script>").last == other.components(separatedBy: "<script>").last)
    }

    /// A feed leads to the start page of its language, wherever that stands, and to the root without one. Its author is
    /// the site in that language.
    @Test(arguments: [
        (true, "", ["ar/", "en/"]), (true, "firstLocaleAtRoot: true\n", ["", "en/"]), (false, "", ["", ""]),
    ])
    func feeds(haveStartPages: Bool, settings: String, homes: [String]) {
        var files = [
            "content/site.yml":
                "title: A & <B>\nurl: https://t.example/b/\nlocales: { ar: x, en: { name: y, title: Walks } }\n\(settings)",
            "content/walks/_collection.yml": "fields: { title: text, day: date }\n",
            "content/walks/hill.yml": "title: Hill\nday: 2026-04-10\n",
            "templates/{locale}/walks/{id}.html.mustache": "---\nfor: walks\n---\n{{title}}",
        ]
        for (format, ending) in ["rss": "xml", "atom": "xml", "json": "json"] {
            files["templates/{locale}/\(format).\(ending).yml"] =
                "feed: \(format)\ntitle: News\neach: walks\nitem: { title: title, date: day }\n"
        }
        if haveStartPages { files["templates/{locale}/index.html.mustache"] = "{{site.title}}" }
        let made = MadeSite(files)
        #expect(!made.diagnostics.hasErrors, "\(made.diagnostics)")
        for (folder, home) in zip([settings.isEmpty ? "ar/" : "", "en/"], homes) {
            let url = "https://t.example/b/\(home)"
            let atom = made.text("\(folder)atom.xml") ?? ""
            #expect(atom.contains("<link rel=\"alternate\" type=\"text/html\" href=\"\(url)\"/>"), "\(atom)")
            #expect(atom.contains("<name>\(folder == "en/" ? "Walks" : "A &amp; &lt;B&gt;")</name>"), "\(atom)")
            #expect(made.text("\(folder)rss.xml")?.contains("<link>\(url)</link>") == true)
            #expect(made.text("\(folder)json.json")?.contains("\"home_page_url\": \"\(url)\"") == true)
        }
    }

    /// What a template makes is never replaced, and with one language there is nothing to choose from.
    @Test(arguments: [
        ("locales: { ar: العربية, en: English }\n", ["templates/index.html.mustache": "mine"], "mine"),
        ("locales: { ar: العربية, en: English }\nfirstLocaleAtRoot: true\n", [:], "/b/ rtl /b/ /b/en/"),
        ("locales: { ar: العربية }\n", [:], nil),
    ])
    func noPageOfLanguages(settings: String, more: [String: String], text: String?) {
        #expect(site(settings, more).text("index.html") == text)
    }

    @Test(arguments: [
        (
            "locales: { ja: 日本語, en: English }\nfirstLocaleAtRoot: true\n",
            ["templates/index.html.mustache": "mine"], "output.duplicate"
        ),
        ("firstLocaleAtRoot: true\n", [:], "locale.none"),
        ("locales: { ja: 日本語, en: English }\nfirstLocaleAtRoot: maybe\n", [:], "declaration.type"),
        (
            "locales: { ja: 日本語, en: English }\nfirstLocaleAtRoot: true\n",
            [
                "templates/{locale}/{id}/index.html.mustache": "---\nfor: { each: words }\n---\n",
                "content/words/_collection.yml": "fields: { title: text }\n", "content/words/en.yml": "title: E\n",
            ],
            "output.duplicate"
        ),
    ])
    func mistakes(settings: String, more: [String: String], rule: String) {
        let rules = site(settings, more).diagnostics.filter { $0.severity == .error }.map { "\($0.rule)" }
        #expect(rules.contains(rule), "\(rules)")
    }

    /// The tags of languages, and the direction in which they are written.
    @Test(arguments: [
        ("ar", "rtl"), ("ar-EG", "rtl"), ("he", "rtl"), ("FA", "rtl"), ("ur-Latn", "ltr"), ("az-Arab", "rtl"),
        ("pa", "ltr"), ("pa-PK", "rtl"), ("en", "ltr"), ("sr-Cyrl", "ltr"), ("dv", "rtl"), ("tlh", "ltr"),
        ("sd-IN", "ltr"), ("ckb-IQ", "rtl"), ("ar-x", "rtl"),
    ])
    func directions(tag: String, direction: String) {
        #expect(WritingDirection(of: tag).rawValue == direction)
    }
}

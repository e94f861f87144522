import Foundation
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// No output shows a version that users will be asked to agree to before its day, unless it is announced.
@Suite struct EarlyVersionTests {
    /// Every query gets only the versions in force, and `next` names the day on which a new one comes.
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
        "xa.json.yml": "data: { each: terms, where: { day.year: 2026 }, value: body.text }",
        "xb.json.yml": "data: { each: terms, sort: -day, limit: 1, value: { t: body.text, d: day } }",
        "xc.xml.yml": "feed: rss\ntitle: T\neach: terms\nitem: { title: body.text, date: day, content: body.html }",
        "xd.atom.xml.yml":
            "feed: atom\ntitle: T\neach: terms\nitem: { title: body.text, date: day, content: body.html }",
        "xe.json.yml": "feed: json\ntitle: T\neach: terms\nitem: { title: body.text, date: day, content: body.html }",
        "xf/{part}.json.yml": "search: [{ each: terms, title: body.text, url: site.path, text: body.text }]",
        "xg.ics.yml": "calendar: T\neach: terms\nevent: { title: body.text, on: day }",
        "xh.html.mustache":
            "---\ndata: { all: { map: terms, at: place, label: body.text, title: T } }\n---\n{{{all}}}",
        "xi.geojson.yml": "geojson: terms\ngeometry: place\nproperties: { about: body.text }",
        "xj/{cell}.json.yml": "nearest: terms\nat: place\ncount: 2\npaginate: 12\nvalue: body.text",
        "xk/{version}.html.mustache":
            "---\nfor: { each: terms, sort: version }\ntitle: T\n---\n{{#next}}{{body.text}}{{/next}}",
        "xl/{year}.html.mustache":
            "---\nfor: { each: terms, by: day.year }\ntitle: T\n---\n{{#entries}}{{body.text}}{{/entries}}",
        "xm/{version}.json.yml":
            "for: { each: terms, sort: version }\ndata: { changes: { from: previous.body, to: body } }",
        "xn/{locale}/{version}.html.mustache": "---\nfor: terms\ntitle: T\n---\n{{body.text}}",
        "xo.json.yml": "data: { each: terms, unique: day.month, value: { text: \"{body.text}\" } }",
        "xq.html.mustache":
            "---\ndata: { all: { chart: line, each: terms, label: \"{day}\", value: day.day, title: T } }\n---\n{{{all}}}",
    ]) func noQueryShowsAVersionBeforeItsDay(_ path: String, _ text: String) throws {
        for usesCache in [true, false] {
            let site = try AgreementSite(usesCache: usesCache)
            try site.write(text + "\n", to: "templates/" + path)
            try site.write("---\nfor: terms\ntitle: T\n---\n<h1>T</h1>\n", to: "templates/x0/{version}.html.mustache")
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

    /// A reference may lead to any version, so the version that it leads to is checked.
    @Test(arguments: [
        "news.json.yml": "data: { each: news, value: { it: about.body.text } }",
        "news1.json.yml": "data: { each: news, value: { it: about.page.url } }",
        "news2.json.yml": "data: { each: news, value: { each: all, value: body.text } }",
        "news3.json.yml": "feed: json\ntitle: T\neach: news\nitem: { title: about.body.text, date: about.day }",
        "news4.ics.yml": "calendar: T\neach: news\nevent: { title: about.body.text, on: about.day }",
        "news5/{part}.json.yml": "search: [{ each: news, title: id, url: site.path, text: [id, about.body.text] }]",
        "news6/{part}.json.yml":
            "search: [{ each: news, title: id, url: site.path, text: [{ each: all, value: body.text }] }]",
        "news7.geojson.yml": "geojson: news\ngeometry: about.place\nproperties: { about: about.body.text }",
        "news8/{cell}.json.yml": "nearest: news\nat: about.place\ncount: 1\npaginate: 12\nvalue: about.body.text",
        "news9.html.mustache":
            "---\ndata: { all: { map: news, at: about.place, label: about.body.text, title: T } }\n---\n{{{all}}}",
        "newsa/{id}.html.mustache": "---\nfor: news\ntitle: \"{about.body.text}\"\n---\n{{page.title}}",
        "newsb.html.mustache":
            "---\ndata: { all: { each: news } }\n---\n{{#all}}{{#about}}{{body.text}}{{/about}}{{/all}}",
        "newsc.json.yml":
            "data: { each: news, where: { about.body.text: { exists: true } }, sort: about.body.text, value: id }",
    ]) func aReferenceDoesNotLeadToAVersionBeforeItsDay(_ path: String, _ text: String) throws {
        for usesCache in [true, false] {
            let site = try AgreementSite(usesCache: usesCache)
            try site.write(
                "fields: { about: { reference: terms }, all: { list: { reference: terms } } }\n",
                to: "content/news/_collection.yml")
            try site.write("about: \"1.0\"\nall: [\"1.0\"]\n", to: "content/news/new.yml")
            try site.write(text + "\n", to: "templates/" + path)
            for name in ["terms", "news"] {
                try site.write(
                    "---\nfor: \(name)\ntitle: T\n---\n<h1>T</h1>\n", to: "templates/\(name)/{id}.html.mustache")
            }
            _ = try site.build()
            try site.term("2.0", "2026-05-01", "Soon.")
            try site.write("about: \"2.0\"\nall: [\"2.0\"]\n", to: "content/news/new.yml")
            #expect(try site.rules() == ["agreement.early"])
            try site.term("2.0", "2026-04-01", "Soon.")
            _ = try site.build()
        }
    }

    /// A translation of an announced text is published with it, by whatever template and in whatever language.
    @Test(arguments: [
        "x.json.yml": "data: { each: terms, where: { day: { moreThan: today } }, value: body.text }",
        "x/{part}.json.yml":
            "search: [{ each: terms, where: { day: { exists: true } }, title: version, url: site.path, text: body.text }]",
        "x/{locale}/{version}.html.mustache":
            "---\nfor: { each: terms, where: { day: { exists: true } } }\ntitle: T\n---\n{{{body.html}}}",
        "feed.xml.yml":
            "feed: atom\ntitle: T\neach: terms\nwhere: { day: { atLeast: today } }\nitem: { title: id, date: day, content: body.html }",
    ]) func anAnnouncedTranslationStays(_ path: String, _ text: String) throws {
        for usesCache in [true, false] {
            let site = try AgreementSite(usesCache: usesCache)
            // A feed needs pages that it can lead to.
            try site.write(
                "---\nfor: { each: terms, where: { day: { exists: true } } }\ntitle: T\n---\n<h1>T</h1>\n",
                to: "templates/{version}.html.mustache")
            _ = try site.build()
            try site.write(text + "\n", to: "templates/" + path)
            try site.term("2.0", "2026-05-01", "Soon.")
            #expect(try site.build() == "1.0 You agree. | Privacy.; 2.0 from 2026-05-01 Soon. | Privacy.")
            try site.write("すぐ。\n", to: "content/terms/2.0.ja.md")
            let both = "2.0 from 2026-05-01 en Soon. ja すぐ。 | Privacy."
            #expect(try site.build() == "1.0 You agree. | Privacy.; \(both)")
            try site.write("まもなく。\n", to: "content/terms/2.0.ja.md")
            #expect(try site.rules() == ["agreement.changed"])
            // It stays fixed when no template shows it any more, and on its day.
            try site.sandbox.remove("site/templates/" + path)
            #expect(try site.rules() == ["agreement.changed"])
            try site.sandbox.remove("site/content/terms/2.0.ja.md")
            #expect(try site.rules() == ["agreement.changed"])
            try site.write("すぐ。\n", to: "content/terms/2.0.ja.md")
            #expect(try site.build() == "1.0 You agree. | Privacy.; \(both)")
            #expect(
                try site.build(at: "2026-05-01") == "1.0 You agree. | Privacy.; 2.0 en Soon. ja すぐ。 | Privacy.")
        }
    }

    /// A link must not lead to a page that is not there yet.
    @Test func aLinkDoesNotLeadToAVersionBeforeItsDay() throws {
        let site = try AgreementSite(usesCache: true)
        try site.write("---\nfor: terms\ntitle: T\n---\n<h1>T</h1>\n", to: "templates/{version}/index.html.mustache")
        try site.write("---\nfor: pages\ntitle: T\n---\n{{{body.html}}}\n", to: "templates/{id}.html.mustache")
        try site.term("2.0", "2026-05-01", "Soon.")
        try site.write("[Soon](../terms/2.0.md)\n", to: "content/pages/more.md")
        let rules = try site.rules()
        #expect(rules == ["link.dead", "agreement.early"])
        #expect(try site.build(at: "2026-05-01").contains("2.0 Soon."))
    }
}

import Foundation
import KairanModel
import SiteTesting
import Testing

@testable import KairanBuild

/// Records in an entry's file that are entries of another collection, in builds that take over what did not change.
@Suite struct RecordEntriesTests {
    private static let files = [
        "content/site.yml": "title: Board\nurl: https://board.example/\n",
        "content/products/_collection.yml":
            "entry: product\nfields: { name: text, releases: { entries: releases } }\nbody: markdown\n",
        "content/releases/_collection.yml":
            "entry: release\nparent: products\nid: cycle\nfields: { cycle: text, day: date, note: text? }\n",
        "content/products/lamp.md": """
        ---
        name: Lamp
        releases:
          - { cycle: a, day: 2026-01-01 }
          - { cycle: b, day: 2026-02-01 }
        ---
        A lamp.
        """,
        "content/products/pump.yml": "name: Pump\nreleases: [{ cycle: a, day: 2026-01-15 }]\n",
        "templates/{parent.id}/{cycle}.html.mustache": """
        ---
        for: { each: releases, sort: day }
        title: "{parent.name} {cycle}"
        ---
        {{day}} {{note}} {{#page.previous}}<a href="{{path}}">{{title}}</a>{{/page.previous}}
        """,
        "templates/data/{parent.id}/{cycle}.json.yml":
            "for: { each: releases, sort: day }\ndata: { note: note, next: next.cycle }\n",
        "templates/data/names.json.yml": "data: { each: products, value: name }\n",
        "templates/data/days.json.yml": "data: { each: releases, sort: day, value: { id: id, day: day } }\n",
    ]

    private func site() throws -> BuiltSite {
        var site = try BuiltSite()
        site.files = Self.files.mapValues { Array($0.utf8) }
        try site.build()
        return site
    }

    @Test func aNoteOfOneRecord() throws {
        var site = try site()
        site["content/products/lamp.md"].replace("cycle: b,", with: "cycle: b, note: New,")
        let reason = "releases/lamp/b: note changed"
        #expect(try site.made() == ["lamp/b.html": reason, "data/lamp/b.json": reason])
    }

    /// A text in Markdown that an earlier build read is compared as exactly, also below lines that came.
    @Test func aMarkdownNoteOfOneRecord() throws {
        var site = try site()
        site["content/releases/_collection.yml"].replace("note: text?", with: "note: markdown?")
        site["content/products/lamp.md"].replace("cycle: b,", with: "cycle: b, note: An *old* one,")
        site["content/products/lamp.md"].replace("cycle: a,", with: "cycle: a, note: The *first*,")
        site["templates/data/{parent.id}/{cycle}.json.yml"].replace("note: note,", with: "note: note.html,")
        site["templates/{parent.id}/{cycle}.html.mustache"].replace("{{note}}", with: "{{{note.html}}}")
        #expect(try site.build().diagnostics == [])
        site["content/products/lamp.md"].replace("name: Lamp", with: "# A comment\nname: Lamp")
        site["content/products/lamp.md"].replace("*old*", with: "**new**")
        let reason = "releases/lamp/b: note changed"
        #expect(try site.made() == ["lamp/b.html": reason, "data/lamp/b.json": reason])
        let published = try filesIn(URL(filePath: site.sandbox.target))
        #expect(text(published["data/lamp/b.json"]).contains("An <strong>new</strong> one"))
        #expect(text(published["data/lamp/a.json"]).contains("The <em>first</em>"))
    }

    /// A link that leads nowhere is reported where it stands, also in an entry that is taken over from another build.
    @Test func aLinkInMarkdownThatNobodyChanged() throws {
        var site = try BuiltSite()
        let files = [
            "content/site.yml": "title: Board\nurl: https://board.example/\nlocales: { en: English, ja: 日本語 }\n",
            "content/pages/_collection.yml": "fields: { title: text }\n",
            "content/pages/here.yml": "title: Here\n", "content/pages/there.yml": "title: There\n",
            "content/tools/_collection.yml": """
            fields:
              name: text
              about: { markdown: { localized: true } }
              notes: { list: markdown }
              box: { record: { size: integer, note: markdown } }
              parts: { keyed: markdown }
              use: { markdown: { localized: true } }

            """,
            "content/tools/lamp.md": """
            ---
            name: Lamp
            about: See [it](/there.html).
            notes:
              - None.
              - See [it](/there.html), or [this](/here.html).
            box:
              size: 1
              note: See [it](/there.html).
            parts: { foot: Iron., head: "See [it](/there.html)." }
            use:
              en: None.
              ja: See [it](/there.html).
            ---
            """,
            "content/tools/lamp.ja.md": "---\n# 日本語\nabout: See [it](/there.html).\n---\n",
            "templates/{id}.html.mustache": "---\nfor: pages\n---\n<p>{{title}}</p>\n",
            "templates/tools.json.yml": "data: { each: tools, value: { name: name, about: about.html } }\n",
        ]
        site.files = files.mapValues { Array($0.utf8) }
        #expect(try site.build().diagnostics == [])
        site["content/tools/lamp.md"].replace("name: Lamp", with: "# A comment\nname: Lamp")
        #expect(try site.build().diagnostics == [])
        site.files["content/pages/there.yml"] = nil
        let found = try site.build().diagnostics.filter { $0.rule == .linkDead }.map {
            "\($0.span.path):\($0.span.line):\($0.span.column)"
        }
        #expect(
            found == [
                "content/tools/lamp.ja.md:3:17", "content/tools/lamp.md:4:17", "content/tools/lamp.md:7:14",
                "content/tools/lamp.md:10:18", "content/tools/lamp.md:11:38", "content/tools/lamp.md:14:16",
            ])
    }

    /// The title of the page before has the name in it.
    @Test func theNameOfTheParent() throws {
        var site = try site()
        site["content/products/lamp.md"].replace("name: Lamp", with: "name: Torch")
        let reason = "products/lamp: name changed"
        #expect(try site.made() == ["lamp/b.html": reason, "data/names.json": reason])
    }

    /// The neighbours of a release are releases of the same product, however all are sorted.
    @Test func neighboursAreOfTheSameParent() throws {
        let site = try site()
        let published = try filesIn(URL(filePath: site.sandbox.target))
        #expect(text(published["data/lamp/a.json"]).contains("\"next\": \"b\""))
        #expect(text(published["data/pump/a.json"]).contains("\"next\": null"))
        #expect(text(published["lamp/b.html"]).contains("<a href=\"/lamp/a.html\">Lamp a</a>"))
        #expect(!text(published["pump/a.html"]).contains("<a"))
    }

    /// A record more is a new entry, also for the queries of the whole collection.
    @Test func aRecordMore() throws {
        var site = try site()
        site["content/products/pump.yml"].replace("}]", with: "}, { cycle: b, day: 2026-03-01 }]")
        let made = try site.made()
        #expect(made["pump/b.html"] == "it is new" && made["data/pump/b.json"] == "it is new")
        #expect(made["data/days.json"] == "releases has different entries, or a different order")
        #expect(made["lamp/a.html"] == nil && made["data/names.json"] == nil)
    }

    @Test func theTrashOfTheParentHidesItsRecords() throws {
        var site = try site()
        site["content/products/lamp.md"].replace("name: Lamp", with: "name: Lamp\ndeleted: 2026-04-01")
        let result = try site.build()
        #expect(result.diagnostics.filter { $0.severity == .error } == [])
        let published = try filesIn(URL(filePath: site.sandbox.target)).keys
        #expect(published.contains("data/pump/a.json") && !published.contains { $0.contains("lamp") })
        site["content/products/lamp.md"].replace("\ndeleted: 2026-04-01", with: "")
        #expect(try site.build().diagnostics.filter { $0.severity == .error } == [])
        #expect(try filesIn(URL(filePath: site.sandbox.target))["data/lamp/b.json"] != nil)
    }

    @Test func aRecordInThePreviewIsNotInTheLists() throws {
        var site = try site()
        site["content/products/pump.yml"].replace("}]", with: "}, { cycle: b, day: 2026-03-01, channel: preview }]")
        #expect(try site.made() == [:])
        site.options.channel = .preview
        #expect(try site.build().files.map(\.path).contains("data/pump/b.json"))
    }

    private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
}

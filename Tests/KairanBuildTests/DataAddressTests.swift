import Foundation
import KairanFormats
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild

/// Every address of the site's own that JSON, feeds and calendars hold leads to a file of the site.
@Suite struct DataAddressTests {
    /// The smaller pictures that an output names are made, whichever way it comes to name them.
    @Test(arguments: [
        ("api/x.json.yml", "data: { each: pics, value: { sizes: { each: photo.sizes, value: { url: url } } } }"),
        ("api/x.json.yml", "data: { each: pics, value: { small: { first: photo.sizes, value: url } } }"),
        (
            "api/x.json.yml",
            "data: { each: pics, value: { first: photo.sizes, where: { width: { atMost: 5 } }, value: path } }"
        ),
        ("api/{id}.json.yml", "for: pics\ndata: { each: photo.sizes, value: url }"),
        ("api/x.json.yml", "data: { each: pics, value: { shape: small } }"),
        ("api/x.json.yml", "data: { each: pics, value: { group: photo.sizes, by: width, value: url } }"),
        ("api/x.json.yml", "data: { each: pics.photo.sizes, value: url }"),
        ("api/x.json.yml", "data: { each: pics.photos.sizes, value: url }"),
        ("api/x.json.yml", "data: { each: [{ each: pics.photo.sizes, value: url }] }"),
        ("api/x.json.yml", "data: { each: pics, value: { text: \"{photo.srcset}\" } }"),
        ("api/x.json.yml", "data: { each: pics, value: said }"),
        ("map.geojson.yml", "geojson: pics\ngeometry: at\nproperties: { all: { each: photo.sizes, value: url } }"),
        ("x.txt.mustache", "---\ndata: { all: { each: pics.photo.sizes } }\n---\n{{#all}}{{url}}\n{{/all}}"),
        ("x.json.mustache", "---\ndata: { all: { each: pics } }\n---\n[{{#all}}\"{{photo.srcset}}\"{{/all}}]"),
    ]) func smallerPictures(_ name: String, _ template: String) throws {
        let result = try built(["templates/\(name)": template])
        #expect(!result.diagnostics.hasErrors, "\(result.diagnostics)")
        let texts = result.files.filter { !$0.path.hasSuffix("png") }.map { String(decoding: $0.bytes, as: UTF8.self) }
        let named = Set(texts.flatMap { $0.matches(of: /pics\/[a-z.0-9]+\.png/).map { String($0.output) } })
        #expect(named.contains { $0.contains(".4.") })
        #expect(named.subtracting(result.files.map(\.path)) == [])
    }

    /// An address that leads nowhere is told at the place in a template that asks for it.
    @Test(arguments: [
        ("api/x.json.yml", "data: { each: pics, value: { id: id, u: { text: \"{site.url}x/{id}/\" } } }", "1:51"),
        ("api/{id}.json.yml", "for: pics\ndata: [id, { text: \"{site.path}{id}.html\" }]", "2:22"),
        ("api/x.json.yml", "data: { keyed: pics, by: id, value: { text: \"{site.url}x/{id}\" } }", "1:47"),
        ("api/x.json.yml", "data: { group: pics, by: day, value: { text: \"{site.url}x/{id}\" } }", "1:48"),
        ("api/x.json.yml", "data: { each: pics, value: { firstOf: [link, { text: \"{photo.url}/{id}\" }] } }", "1:56"),
        ("api/x.json.yml", "data: { each: pics, value: { shape: small } }", "2:30"),
        ("map.geojson.yml", "geojson: pics\ngeometry: at\nproperties: { u: { text: \"{site.url}x/{id}\" } }", "3:28"),
        ("near/{cell}.json.yml", "nearest: pics\nat: at\ncount: 2\nvalue: { text: \"{site.url}x/{id}\" }", "4:18"),
        (
            "find/{part}.json.yml",
            "search: [{ each: pics, title: id, text: [id], url: { text: \"{site.path}x/{id}\" } }]", "1:52"
        ),
        ("feed.xml.yml", "feed: rss\neach: pics\n" + item, "3:47"),
        ("feed.xml.yml", "feed: atom\neach: pics\n" + item, "3:47"),
        ("feed.json.yml", "feed: json\neach: pics\n" + item, "3:47"),
        (
            "days.ics.yml",
            "calendar: T\neach: pics\nevent: { title: id, on: day, link: { text: \"{site.url}\(long)/{id}\" } }", "3:46"
        ),
        ("x.json", "{ \"a\": 1,\n  \"b\": \"https://t.example/x\\u002fy\" }", "2:9"),
        (
            "x.json.mustache", "---\ndata: { all: { each: pics } }\n---\n[{{#all}}\"{{site.url}}{{id}}\"{{/all}}]",
            "4:13"
        ),
        (
            "feed.xml.mustache",
            "---\ndata: { all: { each: pics } }\n---\n<rss>{{#all}}<link>{{site.url}}{{id}}</link>{{/all}}</rss>",
            "1:1"
        ),
        (
            "days.ics.mustache", "---\ndata: { all: { each: pics } }\n---\n{{#all}}URL:{{site.url}}{{id}}\r\n{{/all}}",
            "1:1"
        ),
        ("feed.atom", "<feed>\n<link href=\"https://t.example/gone\"/></feed>", "2:13"),
        ("site.webmanifest", "{ \"start_url\": \"https://t.example/gone\" }", "1:17"),
    ]) func deadAddress(_ name: String, _ template: String, _ place: String) throws {
        let found = try built(["templates/\(name)": template, "templates/_shapes/small.yml": deadShape]).diagnostics
        let path = template.contains("shape: small") ? "templates/_shapes/small.yml" : "templates/\(name)"
        #expect(
            found.map {
                "\($0.rule) \($0.span.path):\($0.span.line):\($0.span.column)"
            }
                == ["link.dead \(path):\(place)"], "\(found)")
    }

    /// What clients put before paths is no address, and neither is a text about one.
    @Test(arguments: [
        "data: { base: site.url, api: { text: \"{site.url}api/v1/\" }, all: { text: \"{site.url}pics/{{id}}.json\" } }",
        "data: { text: { text: \"See {site.url}x for more\" }, other: { literal: \"https://t.example/x\" } }",
        "data: { each: pics, value: [photo.url, photo.path, photo.srcset, link, { text: \"{site.url}api/x.json?id={id}\" }] }",
        "data: { each: pics, value: [{ text: \"{site.url}api/x.json#{id}\" }, { text: \"{site.url}#{id}\" }] }",
        "data: { each: pics, value: [{ text: \"{site.url}app.html#/{id}\" }, { text: \"{site.path}app.html#!{id}\" }] }",
        "data: { each: pics, value: [{ text: \"{site.url}app.html#here\" }, { text: \"{site.path}app.html#top\" }] }",
        "data: { text: \"{site.url}api/:id\" }",
    ]) func noDeadAddress(_ template: String) throws {
        let page = "<p id=\"here\">Here</p>"
        #expect(try built(["templates/api/x.json.yml": template, "templates/app.html": page]).diagnostics == [])
    }

    /// A place that a page does not have is told where a dead page is.
    @Test(arguments: [
        ("api/x.json.yml", "data: { each: pics, value: { u: { text: \"{site.url}app.html#{id}\" } } }", "1:43"),
        ("api/x.json.yml", "data: { u: { text: \"{site.path}app.html#hers\" } }", "1:22"),
        (
            "map.geojson.yml", "geojson: pics\ngeometry: at\nproperties: { u: { text: \"{site.url}app.html#{id}\" } }",
            "3:28"
        ),
        (
            "near/{cell}.json.yml", "nearest: pics\nat: at\ncount: 2\nvalue: { text: \"{site.url}app.html#{id}\" }",
            "4:18"
        ),
        (
            "find/{part}.json.yml",
            "search: [{ each: pics, title: id, text: [id], url: { text: \"{site.path}app.html#{id}\" } }]", "1:52"
        ),
        (
            "find/{part}.json.yml",
            "search: [{ each: pics, title: id, text: [id], url: { text: \"{site.path}#{id}\" } }]", "1:52"
        ),
    ]) func deadPlace(_ name: String, _ template: String, _ place: String) throws {
        let pages = [
            "templates/app.html": "<p id=\"here\">Here</p>", "templates/index.html": "<p id=\"here\">Here</p>",
        ]
        let found = try built(pages.merging(["templates/\(name)": template]) { $1 }).diagnostics
        #expect(
            found.map { "\($0.rule) \($0.span.path):\($0.span.line):\($0.span.column)" }
                == ["link.anchor templates/\(name):\(place)"], "\(found)")
    }

    /// A field whose place is gone is told at its own place alone.
    @Test func deadPlaceOfField() throws {
        let found = try built([
            "content/pics/one.yml": "photo: a.png\nlink: https://t.example/app.html#gone\n",
            "templates/app.html": "<p id=\"here\">Here</p>",
            "templates/api/x.json.yml": "data: { each: pics, value: link }",
        ]).diagnostics
        #expect(found.map { "\($0.rule) \($0.span.path):\($0.span.line)" } == ["link.anchor content/pics/one.yml:2"])
    }

    /// In JSON that no shape makes, some members hold names, and others what clients put before paths.
    @Test func namesInCopies() throws {
        let text = """
            { "$id": "https://t.example/schemas/a.json", "@context": "https://t.example/words",
              "scope": "https://t.example/app/" }
            """
        #expect(try built(["templates/schema.json": text]).diagnostics == [])
    }

    /// The place of each mistake is found in one look at the page.
    @Test func manyMistakes() throws {
        let line = "{{#all}}{{#all}}\"{{site.url}}{{id}}/{{title}}\",{{/all}}{{/all}}"
        let entries = (1...300).map { "- { id: p\($0), title: t }\n" }.joined()
        let found = try built([
            "content/many/_collection.yml": "fields: { title: text }\n", "content/many/all.yml": entries,
            "templates/x.json.mustache":
                "---\ndata: { all: { each: many } }\n---\n[\(line)0]",
        ]).diagnostics
        #expect(found.map(\.rule.rawValue) == ["link.dead"])
    }

    /// A field that leads nowhere is told at its own place alone, whatever shows it.
    @Test func deadField() throws {
        let found = try built([
            "content/pics/one.yml": "photo: a.png\nlink: https://t.example/gone\n",
            "templates/api/x.json.yml": "data: { each: pics, value: link }",
        ]).diagnostics
        #expect(found.map { "\($0.rule) \($0.span.path):\($0.span.line)" } == ["link.dead content/pics/one.yml:2"])
    }

    /// Also an output that is not made again is wrong once the file that it names is gone, and right once it is back.
    @Test func fileThatGoes() throws {
        var site = try BuiltSite()
        site["templates/api/days.json.yml"] = "data: { text: \"{site.url}files/days.txt\" }\n"
        site["templates/files/days.txt"] = "1\n"
        try site.build()
        site.files["templates/files/days.txt"] = nil
        #expect(
            try site.build().diagnostics.map { "\($0.rule) \($0.span.path)" } == [
                "link.dead templates/api/days.json.yml"
            ])
        site["templates/files/days.txt"] = "1\n"
        #expect(try site.made() == [:])
    }

    /// A shape that tells its addresses while it writes them, and a search for them in its text, agree.
    @Test(arguments: siteNames(in: sitesFolder)) func twoWaysToFindAddresses(_ name: String) throws {
        let result = try buildSite(sitesFolder.appending(path: "\(name)/site").path)
        let plan = try #require(result.plan)
        let scanner = LinkScanner(plan, FactSet(result.files.map { LinkFacts.fact(ofPath: $0.path) }))
        for position in plan.jobs.indices {
            let made = plan.render(position, RenderOptions(style: position % 2 == 0 ? .pretty : .compact)).value
            let (known, found) = (scanner.scan(made), scanner.scan(made.file))
            #expect(known.facts == found.facts && known.hasMistake == found.hasMistake, "\(made.file.path)")
        }
    }

    private static let item = "item: { title: id, date: day, link: { text: \"{site.url}x/{id}?a&b\" } }"
    private static let long = String(repeating: "long-", count: 20)
    private let deadShape = "for: pics\ndata: { id: id, u: { text: \"{site.url}x/{id}\" } }\n"

    private func built(_ files: [String: String]) throws -> BuildResult {
        let site = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/pics/_collection.yml":
                "fields:\n  photo: { image: { widths: [4] } }\n  photos: { list?: { image: { widths: [4] } } }\n"
                + "  at: { point: { default: \"1, 2\" } }\n  said: { text: { default: \"{photo.srcset}\" } }\n"
                + "  link: url?\n  day: { date: { default: 2026-01-02 } }\n",
            "content/pics/one.yml": "photo: a.png\nphotos: [a.png]\n",
            "templates/_shapes/small.yml": "for: pics\ndata: { all: { each: photo.sizes, value: url } }\n",
        ]
        var sources = site.merging(files) { $1 }.map { SourceFile(path: $0.key, text: $0.value) }
        let picture = try BuiltSite.picture("index-and-items/api/v1/images/harbour-run.png")
        sources.append(SourceFile(path: "content/pics/a.png", bytes: picture))
        let used = sources.filter { file in
            !file.path.contains("_shapes") || files.values.contains { $0.contains("shape: ") }
        }
        return try build(SourceTree(files: used), BuildOptions(clock: 0))
    }
}

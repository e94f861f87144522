import Foundation
import SiteTesting
import Testing

/// Copied files under names that change with their content.
@Suite struct NamedFileTests {
    private static func site(_ changes: [String: String] = [:]) throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/board/\nmoment: 2026-04-15\n",
            "templates/assets/site.css": "p { background: url(dot.svg) }\n/*# sourceMappingURL=site.css.map */\n",
            "templates/assets/site.css.map": "{ \"version\": 3 }\n",
            "templates/assets/dot.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n",
            "templates/assets/plain.js": "const a = 1;\n",
            "templates/_layouts/base.html.mustache":
                "<!DOCTYPE html>\n<title>x</title>\n<link rel=\"stylesheet\" href=\"{{asset.assets/site.css}}\">\n"
                + "{{> dot}}\n{{{content}}}\n",
            "templates/_partials/dot.html.mustache": "<img alt=\"\" src=\"{{{asset.assets/dot.svg}}}\">\n",
            "templates/index.html.mustache": "---\nlayout: base\n---\n<p>Hello</p>\n",
            "templates/other.html.mustache": "<p>Other</p>\n",
        ].merging(changes) { $1 }
        for (path, text) in files { try box.write(text, to: path) }
        return box
    }

    private func build(_ site: borrowing TemporaryFolder, _ options: String...) throws -> Run {
        try kairan(["build"] + options, in: site.url)
    }

    /// The name changes with the content, in the pages that show it and in no other, as in a build of everything.
    @Test func namesFollowTheContent() throws {
        let box = try Self.site()
        #expect(try build(box, "--first-publication").exitCode == 0)
        let first = try filesIn(box.url.appending(path: "public"))
        let named = try #require(first.keys.first { $0.contains(/^assets\/site\.[0-9a-f]{8}\.css$/) })
        #expect(first[named] == first["assets/site.css"])
        let page = String(decoding: try #require(first["index.html"]), as: UTF8.self)
        #expect(page.contains("href=\"/board/\(named)\""))
        #expect(page.contains(/src="\/board\/assets\/dot\.[0-9a-f]{8}\.svg"/))
        // Only what a page asks for has a second name.
        #expect(first.keys.count { $0.hasPrefix("assets/") } == 6)

        let style = "p { color: green }\n"
        try box.write(style, to: "templates/assets/site.css")
        let run = try build(box, "--explain")
        #expect(run.output.contains("index.html: templates/assets/site.css changed\n"))
        #expect(!run.output.contains("other.html: "))
        let second = try filesIn(box.url.appending(path: "public"))
        #expect(second[named] == nil && second["index.html"] != first["index.html"])
        let fresh = try Self.site(["templates/assets/site.css": style])
        #expect(try build(fresh, "--first-publication").exitCode == 0)
        #expect(try filesIn(fresh.url.appending(path: "public")) == second)
    }

    /// Another base path leads to the same names.
    @Test func underAnotherBasePath() throws {
        let box = try Self.site()
        #expect(try build(box, "--first-publication", "--base", "/pr-1/").exitCode == 0)
        let page = try String(contentsOfFile: box.path + "/public/index.html", encoding: .utf8)
        #expect(page.contains("href=\"/pr-1/assets/site."))
    }

    static let mistakes = [
        (
            "assets/sit.css", "there is no file 'assets/sit.css' in templates/ that is copied",
            "did you mean 'assets/site.css'?"
        ),
        ("templates/assets/site.css", "there is no file 'templates/assets/site.css'", "leave out 'templates/'"),
        ("index.html", "there is no file 'index.html'", "copied files: assets/dot.svg, "),
        ("api/v1/a.json", "there is no file 'api/v1/a.json'", "copied files: assets/dot.svg, "),
    ]

    @Test(arguments: mistakes) func nothingThere(_ path: String, _ message: String, _ help: String) throws {
        let box = try Self.site([
            "templates/other.html.mustache": "<p>\n<a href=\"{{asset.\(path)}}\">x</a></p>\n",
            "templates/api/v1/_version.yml": "status: draft\n", "templates/api/v1/a.json": "{}\n",
        ])
        let run = try build(box, "--first-publication")
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("templates/other.html.mustache:2:12: error: \(message)"), "\(run.errors)")
        #expect(run.errors.contains(help) && run.errors.contains("[template.variable]\n"))
    }

    /// A mistake in a file is told once, at its place.
    @Test func aDeadAddressInTheFile() throws {
        let box = try Self.site(["templates/assets/site.css": "p { background: url(dat.svg) }\n"])
        let run = try build(box, "--first-publication")
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("templates/assets/site.css:1:21: error: 'dat.svg' leads to nothing [link.dead]"))
        #expect(run.errors.contains("1 mistake;"), "\(run.errors)")
    }

    /// A site that has such a name of its own keeps it.
    @Test func aNameOfTheSite() throws {
        let box = try Self.site([
            "content/goods/_collection.yml": "fields: { asset: { record: { name: text } } }\n",
            "content/goods/boat.yml": "asset: { name: Boat }\n",
            "templates/goods/{id}.html.mustache": "---\nfor: goods\n---\n<p>{{asset.name}}</p>\n",
        ])
        let run = try build(box, "--first-publication")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try String(contentsOfFile: box.path + "/public/goods/boat.html", encoding: .utf8) == "<p>Boat</p>\n")
    }
}

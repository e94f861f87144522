import Foundation
import KairanModel
import KairanReaders
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// A file that entries name is published once an output names it, and stays while an entry does.
@Suite struct WaitingFilesTests {
    /// One publication after the other of a board of deals.
    private struct Board: ~Copyable {
        let sandbox: PublishingSandbox
        var files: [String: [UInt8]] = [:]

        init(_ templates: [String: String]) throws {
            let picture = try BuiltSite.picture("index-and-items/api/v1/images/harbour-run.png")
            let texts = [
                "content/site.yml": "title: T\nurl: https://t.example/\n",
                "content/deals/_collection.yml":
                    "fields:\n  photo: image?\n  photos: { list?: { image: { widths: [4] } } }\n  paper: file?\n"
                    + "  shown: window\nbody: markdown\n",
                "content/deals/soon.md":
                    "---\nphoto: a.png\nphotos: [a.png]\npaper: a.txt\nshown: { from: 2026-04-10, until: 2026-04-20 }\n---\nSoon.\n",
            ]
            for (path, text) in texts.merging(templates, uniquingKeysWith: { $1 }) { files[path] = Array(text.utf8) }
            files["content/deals/a.png"] = picture
            files["content/deals/a.txt"] = Array("A paper.\n".utf8)
            sandbox = try PublishingSandbox()
        }

        /// Builds, publishes, and returns the files of the content that are published.
        @discardableResult
        func publish(on day: String, isStaged: Bool = false) throws -> [String] {
            var options = BuildOptions(clock: 0)
            options.moment = "2026-04-\(day)"
            let publisher = try Publisher(
                to: sandbox.target, workFolder: sandbox.root + "/.kairan", clock: sandbox.clock)
            let earlier = publisher.earlierBuild()
            let tree = try sandbox.readSite(of: files.map { SourceFile(path: $0, bytes: $1) }, after: earlier?.store)
            let last = LookBack(in: sandbox.target)
            let staging = isStaged ? publisher.staging() : { @Sendable in nil }
            var result = try build(tree, options, after: earlier, published: last, staging: staging)
            #expect(!result.diagnostics.hasErrors, "\(result.diagnostics)")
            // The same comes of a build of everything.
            let whole = try build(
                SourceTree(files: files.map { SourceFile(path: $0, bytes: $1) }), options, published: last)
            #expect(Set(whole.files.map(\.path)) == Set(result.files.map(\.path) + result.kept.map(\.path)))
            _ = try publisher.publish(&result, after: earlier)
            // The address of a picture has a hash of its bytes.
            return try filesIn(URL(filePath: sandbox.target)).keys.filter { $0.hasPrefix("deals/a.") }
                .map { $0.replacing(#/\.[0-9a-f]+\.png/#, with: ".png") }.sorted()
        }
    }

    private static let list = "data: { each: deals, where: { shown: now }, value: { url: photo.url } }\n"

    @Test(arguments: [false, true]) func windows(isStaged: Bool) throws {
        let board = try Board(["templates/now.json.yml": Self.list])
        #expect(try board.publish(on: "09", isStaged: isStaged) == [])
        #expect(!FileManager.default.fileExists(atPath: board.sandbox.target + "/deals"))
        #expect(try board.publish(on: "10") == ["deals/a.png"])
        #expect(try board.publish(on: "20") == ["deals/a.png"])
        // Apps may still show it.
        #expect(try board.publish(on: "21") == ["deals/a.png"])
    }

    /// A picture that a build for a day to come published is taken back, as its entry is still to come.
    @Test func lookingAhead() throws {
        var board = try Board(["templates/now.json.yml": Self.list])
        #expect(try board.publish(on: "09") == [])
        #expect(try board.publish(on: "12") == ["deals/a.png"])
        #expect(try board.publish(on: "09") == [])
        // Another entry that is not to come holds it.
        board.files["content/deals/past.md"] = Array(
            "---\nphoto: a.png\nshown: { until: 2026-04-01 }\n---\nPast.\n".utf8)
        #expect(try board.publish(on: "12") == ["deals/a.png"])
        #expect(try board.publish(on: "09") == ["deals/a.png"])
    }

    /// An entry that nothing shows may have links to files that wait.
    @Test(arguments: ["link: /deals/a.txt", "said: \"[A](https://t.example/deals/a.txt)\""])
    func links(field: String) throws {
        var board = try Board(["templates/now.json.yml": Self.list])
        board.files["content/deals/_collection.yml"]?.replace(
            Array("  shown".utf8), with: Array("  link: url?\n  said: markdown?\n  shown".utf8))
        board.files["content/deals/soon.md"]?.replace(Array("shown:".utf8), with: Array("\(field)\nshown:".utf8))
        for day in ["09", "09", "10"] { _ = try board.publish(on: day) }
    }

    /// A path that waits is taken, so a second file there is told before the day on which both would be published.
    @Test(arguments: [
        ("templates/deals/a.txt", Rule.outputDuplicate), ("templates/deals/A.txt", .outputCase),
        ("templates/deals/a.txt/index.html", .outputFolder),
    ]) func places(path: String, rule: Rule) throws {
        var board = try Board(["templates/now.json.yml": Self.list])
        board.files[path] = Array("<!doctype html><title>A</title>".utf8)
        var options = BuildOptions(clock: 0)
        options.moment = "2026-04-09"
        let result = try build(SourceTree(files: board.files.map { SourceFile(path: $0, bytes: $1) }), options)
        #expect(result.diagnostics.map(\.rule) == [rule])
    }

    @Test func namesThatGo() throws {
        var board = try Board(["templates/now.json.yml": Self.list])
        #expect(try board.publish(on: "10") == ["deals/a.png"])
        board.files["content/deals/soon.md"] = Array("---\nshown: { until: 2026-04-20 }\n---\nSoon.\n".utf8)
        board.files["content/deals/a.txt"] = nil
        #expect(try board.publish(on: "11") == [])
    }

    /// An output may name a file in any way.
    @Test(arguments: [
        ("x.json.yml", "data: { each: deals, value: { url: paper.url } }", ["deals/a.txt"]),
        ("x.json.yml", "data: { each: deals, value: { wide: photo.width } }", []),
        ("x.json.yml", "data: { each: deals, where: { photo.width: { moreThan: 1 } }, value: id }", []),
        ("x.json.yml", "data: { each: deals.photos, value: { n: name } }", ["deals/a.png"]),
        ("x.json.yml", "data: { each: deals.photos.sizes, value: url }", ["deals/a.4.png", "deals/a.png"]),
        ("x.json.yml", "data: { literal: \"deals/a.txt\" }", ["deals/a.txt"]),
        ("f/{value}.json.yml", "for: { each: deals, by: paper.name }\ndata: { i: value }", ["deals/a.txt"]),
        (
            "x.txt.mustache", "---\ndata: { all: { each: deals.photos } }\n---\n{{#all}}{{path}}{{/all}}",
            ["deals/a.png"]
        ),
        ("x.js", "fetch(\"/deals/a.txt\")", ["deals/a.txt"]),
        ("x.js", "fetch(\"/deals/data.txt\")", []),
        ("x.json.yml", "data: { each: deals, value: { id: id } }", []),
        ("x.json.yml", "data: { each: deals, where: { paper: { exists: true } }, value: { id: id } }", []),
        ("x.json.yml", "data: { version: { revision: }, all: { each: deals, value: paper.url } }", ["deals/a.txt"]),
        ("{id}.json.yml", "for: deals\ndata: { photo: photo.url }", ["deals/a.png"]),
        ("x.html.mustache", "<!doctype html><a href=\"{{site.path}}deals/a.txt\">A paper</a>", ["deals/a.txt"]),
        ("x.html", "<!doctype html><a href=\"deals/a.txt\">A paper</a>", ["deals/a.txt"]),
        (
            "x.html.mustache",
            "---\ndata: { all: { each: deals } }\n---\n<!doctype html>{{#all}}{{{body.html}}}{{/all}}",
            ["deals/a.txt"]
        ),
        (
            "feed.xml.yml",
            "feed: rss\neach: deals\nwhere: { shown.from: { exists: true }, photo: { exists: true } }\n"
                + "item: { title: id, date: shown.from, description: body.text, link: photo.url }",
            ["deals/a.png"]
        ),
        ("find/{part}.json.yml", "search: [{ each: deals, title: id, text: [id], url: paper.path }]", ["deals/a.txt"]),
    ]) func ways(name: String, template: String, files: [String]) throws {
        var board = try Board(["templates/\(name)": template])
        board.files["content/deals/soon.md"]? += Array("See [the paper](a.txt).\n".utf8)
        #expect(try board.publish(on: "09") == files)
        // An output that is kept names it as before.
        board.files["templates/other.txt.mustache"] = Array("Other".utf8)
        #expect(try board.publish(on: "09") == files)
    }

    /// A picture that waits is looked at all the same, as nobody may watch the build of the day on which it is shown.
    @Test func damage() throws {
        var board = try Board(["templates/now.json.yml": Self.list])
        board.files["content/deals/a.png"]?[50] ^= 1
        let tree = SourceTree(files: board.files.map { SourceFile(path: $0, bytes: $1) })
        var options = BuildOptions(clock: 0)
        options.moment = "2026-04-09"
        let result = try build(tree, options)
        #expect(result.diagnostics.map(\.rule) == [.imageDamaged])
        #expect(result.files.allSatisfy { !$0.path.hasPrefix("deals/") })
    }
}

import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// A small board that is built again and again into one folder, each time compared with a build of everything.
struct BuiltSite: ~Copyable {
    let sandbox: PublishingSandbox
    /// The sources, by path.
    var files: [String: [UInt8]]
    var options = BuildOptions(clock: 0)
    let workFolder: String

    init() throws {
        files = Self.board.mapValues { Array($0.utf8) }
        files["content/ads/a.png"] = try Self.picture("three-versions/api/v2/images/cycle.png")
        sandbox = try PublishingSandbox()
        options.moment = "2026-04-15T09:00"
        workFolder = sandbox.root + "/.kairan"
    }

    /// Returns the board after its first build.
    static func built() throws -> BuiltSite {
        let site = try BuiltSite()
        try site.build()
        return site
    }

    subscript(_ path: String) -> String {
        get { String(decoding: files[path] ?? [], as: UTF8.self) }
        set { files[path] = Array(newValue.utf8) }
    }

    var store: String { workFolder + "/store" }

    /// Builds, and returns the paths that were made, each with its reason.
    func made() throws -> [String: String] {
        let result = try build()
        return Dictionary(uniqueKeysWithValues: zip(result.files.map(\.path), result.reasons))
    }

    @discardableResult
    func build() throws -> BuildResult {
        let sources = files.map { SourceFile(path: $0.key, bytes: $0.value) }
        let clean = try KairanBuild.build(SourceTree(files: sources), options)
        let publisher = try Publisher(to: sandbox.target, workFolder: workFolder, clock: sandbox.clock)
        let earlier = publisher.earlierBuild()
        let tree = try sandbox.readSite(of: sources, after: earlier?.store)
        // The files can be read, but no list tells what they promise.
        let last = LookBack { [target = sandbox.target] path in
            path == WholeList.path.text ? .nothing : readPublished(path, in: target)
        }
        var result = try KairanBuild.build(tree, options, after: earlier, published: last)
        #expect(result.diagnostics == clean.diagnostics)
        guard !result.diagnostics.hasErrors else { return result }
        #expect(result.counts == clean.counts && result.byteCount == clean.byteCount)
        _ = try publisher.publish(&result, after: earlier)
        var published = try filesIn(URL(filePath: sandbox.target))
        published[".kairan.json"] = nil
        // Names are compared as bytes, because Swift strings of different normal forms are equal.
        #expect(Set(published.keys.map { Array($0.utf8) }) == Set(clean.files.map { Array($0.path.utf8) }))
        for file in clean.files { #expect(published[file.path] == file.bytes, "\(file.path)") }
        return result
    }

    /// Returns the text of a published file.
    func published(_ path: String) throws -> String {
        String(decoding: try readBytes("\(sandbox.target)/\(path)"), as: UTF8.self)
    }

    /// The moment of the next change, first as a build tells it after publishing, then as a build of everything does.
    func nextMoments() throws -> [DateTime?] {
        let sources = files.map { SourceFile(path: $0.key, bytes: $0.value) }
        let publisher = try Publisher(to: sandbox.target, workFolder: workFolder, clock: sandbox.clock)
        let earlier = publisher.earlierBuild()
        let tree = try sandbox.readSite(of: sources, after: earlier?.store)
        var result = try KairanBuild.build(tree, options, after: earlier)
        _ = try publisher.publish(&result, after: earlier)
        let told = publisher.nextChange(after: SiteBuild(tree: tree, result: result, earlier: earlier), options)
        let all = SourceTree(files: sources)
        let clean = SiteBuild(tree: all, result: try KairanBuild.build(all, options))
        return [told?.moment, try nextChanges(after: clean, options, count: 1).first?.moment]
    }

    /// Returns one of the small pictures of other tests.
    static func picture(_ path: String) throws -> [UInt8] {
        try readBytes(packageFolder.appending(path: "Tests/Adopt/\(path)").path)
    }

    private static let board = [
        "content/site.yml": "title: Board\nurl: https://board.example/\ntimeZone: Asia/Tokyo\n",
        "content/ads/_collection.yml":
            "entry: ad\nfields:\n  name: text\n  order: integer\n  image: image?\n  shown: window\nbody: markdown\n",
        "content/ads/a.md": "---\nname: Ann\norder: 1\nimage: a.png\nshown: { until: 2026-04-20 }\n---\nHello.\n",
        "content/ads/b.md": "---\nname: Bob\norder: 2\nshown: always\n---\nSee [Ann](a.md).\n",
        "content/ads/c.md": "---\nname: Cat\norder: 3\nshown: { from: 2026-05-01 }\n---\nMeow.\n",
        "content/clubs/_collection.yml": "entry: club\nfields: { name: text }\n",
        "content/clubs/all.csv": "id,name\nchoir,Choir\nrowing,Rowing\n",
        "templates/_layouts/base.html.mustache": "<title>{{page.title}}</title>{{{content}}}\n",
        "templates/ads/{id}.html.mustache":
            "---\nfor: ads\ntitle: \"{name}\"\nlayout: base\n---\n{{{body.html}}}{{#image}}<img src=\"{{image.path}}\" alt=\"\">{{/image}}{{#next}}{{name}}{{/next}}\n",
        "templates/ads/index.html.mustache":
            "---\ndata: { all: { each: ads, sort: order } }\n---\n{{#all}}{{name}} {{/all}}\n",
        "templates/clubs.html.mustache":
            "---\ntitle: Clubs\nlayout: base\ndata: { all: { each: clubs } }\n---\n{{#all}}{{name}}{{/all}}\n",
        "templates/api/order.json.yml": "data: { each: ads, value: { id: id, order: order } }\n",
        "templates/api/names.json.yml": "data: { each: ads, value: name }\n",
        "templates/api/bodies.json.yml": "data: { each: ads, value: body.text }\n",
        "templates/api/now.json.yml": "data: { each: ads, where: { shown: now }, value: id }\n",
        "templates/api/wide.json.yml": "data: { each: ads, value: image.width }\n",
        "templates/api/day.json.yml": "data: site.moment.date\n",
        "templates/api/clubs.json.yml": "data: { each: clubs, value: name }\n",
        "templates/style.css": "p { color: red }\n",
    ]
}

func readBytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

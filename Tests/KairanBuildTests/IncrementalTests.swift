import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish
@testable import KairanSystem

/// One change makes anew only what depends on it, and the build says why; all else is taken over.
@Suite struct IncrementalTests {
    @Test func aBody() throws {
        var site = try BuiltSite.built()
        site["content/ads/a.md"].replace("Hello.", with: "Goodbye.")
        let result = try site.build()
        #expect(result.files.map(\.path) == ["ads/a.html", "api/bodies.json"])
        #expect(Set(result.reasons) == ["ads/a: body changed"])
        // Only the file of that entry was read.
        #expect(result.plan?.site.content.isCached == true)
        #expect(try site.made() == [:])
    }

    @Test func theOrderOfAnAd() throws {
        var site = try BuiltSite.built()
        site["content/ads/a.md"].replace("order: 1", with: "order: 9")
        #expect(
            try site.made() == [
                "ads/index.html": "ads: order changed, which affects the choice of entries",
                "api/order.json": "ads/a: order changed",
            ])
    }

    @Test func aName() throws {
        var site = try BuiltSite.built()
        site["content/ads/c.md"].replace("Cat", with: "Kit")
        let reason = "ads/c: name changed"
        #expect(
            try site.made() == [
                "ads/b.html": reason, "ads/c.html": reason, "ads/index.html": reason, "api/names.json": reason,
            ])
    }

    @Test func anEntryMore() throws {
        var site = try BuiltSite.built()
        site["content/ads/d.md"] = "---\nname: Dan\norder: 4\nshown: always\n---\nNew.\n"
        let reason = "ads has different entries, or a different order"
        #expect(
            try site.made() == [
                "ads/d.html": "it is new", "ads/c.html": "it is made for different entries",
                "ads/index.html": reason, "api/order.json": reason, "api/names.json": reason,
                "api/bodies.json": reason, "api/now.json": reason, "api/wide.json": reason,
                "sitemap.xml": "it is made for different entries",
            ])
    }

    @Test func anEntryLess() throws {
        var site = try BuiltSite.built()
        site.files["content/ads/c.md"] = nil
        let made = try site.made()
        #expect(made["ads/b.html"] == "it is made for different entries")
        #expect(made["api/names.json"] == "ads/c is gone")
        #expect(made.keys.allSatisfy { !$0.contains("clubs") } && made["ads/a.html"] == nil)
    }

    @Test func aTemplate() throws {
        var site = try BuiltSite.built()
        site["templates/api/names.json.yml"] += "# note\n"
        #expect(try site.made() == ["api/names.json": "templates/api/names.json.yml changed"])
        site["templates/_layouts/base.html.mustache"] += "!"
        let reason = "templates/_layouts/base.html.mustache changed"
        #expect(
            try site.made() == [
                "ads/a.html": reason, "ads/b.html": reason, "ads/c.html": reason, "clubs.html": reason,
            ])
        site["templates/style.css"] = "p { color: blue }\n"
        #expect(try site.made() == ["style.css": "templates/style.css changed"])
        site.files["templates/api/names.json"] = Array("1\n".utf8)
        site.files["templates/api/names.json.yml"] = nil
        #expect(try site.made() == ["api/names.json": "something else used to make it"])
    }

    @Test func aPicture() throws {
        var site = try BuiltSite.built()
        // The byte stands behind the picture's end, where nothing is published.
        site.files["content/ads/a.png"]?.append(0)
        let bytes = try site.made()
        #expect(bytes.keys.count { $0.hasSuffix(".png") } == 1)
        #expect(bytes["ads/a.html"] == nil && bytes["ads/index.html"] == nil)
        site.files["content/ads/a.png"] = try BuiltSite.picture("index-and-items/api/v1/images/harbour-run.png")
        let width = try site.made()
        #expect(width["api/wide.json"] == "ads/a: image changed" && width["ads/a.html"] == "ads/a: image changed")
        #expect(width["api/names.json"] == nil && width["ads/b.html"] == nil)
        // Each build says again that the data of a picture is damaged.
        site.files["content/ads/a.png"]?[50] ^= 1
        for order in 5...6 {
            site["content/ads/b.md"].replace(#/order: .*/#, with: "order: \(order)")
            #expect(try site.build().diagnostics.map(\.rule.rawValue) == ["image.damaged"])
        }
    }

    @Test func anEntryThatOnlyThePreviewShowsKeepsItsID() throws {
        var site = try BuiltSite()
        site["content/clubs/all.csv"] = "id,name,channel\nchoir,Choir,\nrowing,Rowing,preview\n"
        try site.build()
        site["content/ads/a.md"].replace("Hello.", with: "Goodbye.")
        try site.build()
        site["content/clubs/more.csv"] = "id,name\nrowing,Rowing\n"
        #expect(try site.build().diagnostics.map(\.rule.rawValue) == ["id.duplicate"])
    }

    /// Once the file leaves the trash, a link that led to the output leads to the entry's page.
    @Test func aFileFromTheTrashIsCalledAsAnOutput() throws {
        var site = try BuiltSite()
        site["content/api/_collection.yml"] = "entry: part\nmayBeEmpty: true\nfields: { name: text }\n"
        site["content/api/names.json"] = "{ \"name\": \"x\", \"deleted\": \"2026-04-01\" }\n"
        site["templates/parts/{id}.html.mustache"] = "---\nfor: api\n---\n{{name}}"
        site["content/ads/b.md"] += "\n[names](/api/names.json)\n"
        try site.build()
        site["content/api/names.json"] = "{ \"name\": \"x\" }\n"
        #expect(try site.made()["ads/b.html"] == "content/api/names.json is new")
    }

    /// A link to a file of several entries leads to the one that it names, while that is there.
    @Test func aLinkToOneOfSeveralEntries() throws {
        var site = try BuiltSite()
        site["templates/clubs/{id}.html.mustache"] = "---\nfor: clubs\n---\n{{name}}\n"
        site["content/ads/b.md"] += "[Rowing](../clubs/all.csv#rowing)\n"
        let (both, choir, rowing) = (
            "id,name\nchoir,Choir\nrowing,Rowing\n", "id,name\nchoir,C\n", "id,name\nrowing,R\n"
        )
        try site.build()
        // The only one of a file may be named, too.
        (site["content/clubs/all.csv"], site["content/clubs/more.csv"]) = (rowing, choir)
        #expect(try site.build().diagnostics.isEmpty)
        (site["content/clubs/all.csv"], site["content/clubs/more.csv"]) = (choir, rowing)
        #expect(try site.build().diagnostics.map(\.rule.rawValue) == ["link.anchor"])
        (site["content/clubs/all.csv"], site.files["content/clubs/more.csv"]) = (both, nil)
        #expect(try site.build().diagnostics.isEmpty)
        site["content/clubs/all.csv"] = "id,name\nchoir,C\nchess,D\n"
        site["content/clubs/more.csv"] = rowing
        #expect(try site.build().diagnostics.map(\.message) == ["'../clubs/all.csv' has no entry 'rowing'"])
        // Nothing need be named until there are several.
        site["content/ads/b.md"].replace("#rowing", with: "")
        (site["content/clubs/all.csv"], site.files["content/clubs/more.csv"]) = (choir, nil)
        #expect(try site.build().diagnostics.isEmpty)
        site["content/clubs/all.csv"] = both
        #expect(try site.build().diagnostics.map(\.message) == ["'../clubs/all.csv' has several entries"])
    }

    @Test func aPageMoves() throws {
        var site = try BuiltSite.built()
        let template = site["templates/ads/{id}.html.mustache"]
        site.files["templates/ads/{id}.html.mustache"] = nil
        site["templates/p/{id}.html.mustache"] = template
        #expect(
            try site.made()
                == [
                    "p/a.html": "it is new", "p/b.html": "it is new", "p/c.html": "it is new",
                    "sitemap.xml": "it is made for different entries",
                ])
        site["templates/api/html.json.yml"] = "data: { each: ads, value: body.html }\n"
        #expect(try site.made() == ["api/html.json": "it is new"])
        site.files["templates/p/{id}.html.mustache"] = nil
        site["templates/q/{id}.html.mustache"] = template
        let moved = try site.made()
        #expect(moved["api/html.json"] == "the page of ads/b moved")
    }

    @Test func settingsAndOptions() throws {
        var site = try BuiltSite()
        let count = try site.made().count
        site["content/site.yml"] += "author: Desk\n"
        var made = try site.made()
        #expect(made.count == count && Set(made.values) == ["content/site.yml changed"])
        site["content/clubs/_collection.yml"] += "mayBeEmpty: true\n"
        made = try site.made()
        #expect(made.count == count && Set(made.values) == ["content/clubs/_collection.yml changed"])
        site.options.style = .compact
        made = try site.made()
        #expect(made.count == count && Set(made.values) == ["the options changed"])
        site.options.base = "/x/"
        #expect(Set(try site.made().values) == ["the options changed"])
        site.options.program = ContentHash(Array("another".utf8))
        #expect(Set(try site.made().values) == ["Kairan itself changed"])
        site["content/more/_collection.yml"] = "entry: x\nfields: { name: text }\nmayBeEmpty: true\n"
        #expect(Set(try site.made().values) == ["content/more/_collection.yml changed"])
    }

    /// A search is made again as a whole, and only when something that it reads changed.
    @Test func aSearch() throws {
        var site = try BuiltSite()
        site["templates/find/{part}.json.yml"] =
            "search:\n  - { each: ads, where: { shown: now }, title: name, text: [name, body.text] }\n"
        try site.build()
        site["content/ads/a.md"].replace("order: 1", with: "order: 9")
        site["content/clubs/all.csv"].replace("Choir", with: "Chorus")
        let made = try site.made()
        #expect(made.count > 2 && !made.keys.contains { $0.hasPrefix("find/") })
        // The number of files grows when the entries need one more.
        site["content/ads/more.csv"] =
            "id,name,order,shown\n" + (0..<20).map { "x\($0),Name \($0),\($0),always\n" }.joined()
        #expect(try site.made()["find/entries-1.json"] == "it is new")
    }

    // MARK: The moment

    @Test func theMoment() throws {
        var site = try BuiltSite.built()
        site.options.moment = "2026-04-15T09:00:01"
        #expect(try site.made() == [:])
        site.options.moment = "2026-04-16T09:00"
        #expect(try site.made() == ["api/day.json": "it was made for the time until 2026-04-16T00:00:00+09:00"])
        site.options.moment = "2026-04-21T00:00"
        let reason = "it was made for the time until 2026-04-21T00:00:00+09:00"
        // The first was last made on 16 April, the other at the start.
        #expect(
            try site.made() == [
                "api/day.json": "it was made for the time until 2026-04-17T00:00:00+09:00", "api/now.json": reason,
            ])
        site.options.moment = "2026-04-20T23:59:59"
        #expect(try site.made().keys.sorted() == ["api/day.json", "api/now.json"])
    }

    // MARK: The folder

    @Test func anOutputThatSomebodyTouched() throws {
        let site = try BuiltSite.built()
        try site.sandbox.write("mine", to: "public/api/names.json")
        try site.sandbox.remove("public/style.css")
        let reason = "the published file is gone or has changed"
        #expect(try site.made() == ["api/names.json": reason, "style.css": reason])
    }

    @Test func nothingChanged() throws {
        let site = try BuiltSite.built()
        try site.sandbox.tick()
        // This build finds the stamps settled and records them, so that the next one knows them.
        try site.build()
        let folders = [site.sandbox.target, site.workFolder].map { URL(filePath: $0) }
        let before = try folders.map(publication)
        try site.sandbox.tick()
        let result = try site.build()
        #expect(result.files.isEmpty && result.reasons.isEmpty && result.plan == nil)
        #expect(try folders.map(publication) == before)
    }

    /// Otherwise it would be read in every build from then on.
    @Test func aSourceThatWasOnlyTouchedIsKnownAgain() throws {
        let site = try BuiltSite.built()
        try site.sandbox.tick()
        try site.build()
        let store = try readBytes(site.store)
        #expect(try site.build().isRepeated && readBytes(site.store) == store)
        let file = site.sandbox.root + "/site/content/ads/a.md"
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: file)
        try site.sandbox.tick()
        #expect(try site.build().isRepeated)
        let touched = try readBytes(site.store)
        #expect(touched != store)
        #expect(try site.build().isRepeated && readBytes(site.store) == touched)
    }

    /// A store that is wrong about a source is found out when the source is needed; then nothing is taken over.
    @Test func aRecordThatIsWrongAboutASource() throws {
        var site = try BuiltSite.built()
        try site.sandbox.tick()
        try site.build()
        let publisher: Publisher? = try Publisher(
            to: site.sandbox.target, workFolder: site.workFolder, clock: site.sandbox.clock)
        let found = publisher?.earlierBuild()
        let store = try #require(found).store
        let sources = store.sources.map { source in
            let isWrong = source.path == "content/ads/a.md"
            return StampedFile(path: source.path, hash: isWrong ? ContentHash() : source.hash, stamp: source.stamp)
        }
        let tree = SourceTree(files: [], known: sources, failure: LateFailure())
        publisher?.write(StoreDraft(store, outputs: store.outputs, tree), store.list)
        try site.sandbox.write(
            site["templates/ads/{id}.html.mustache"] + "<p>More.\n", to: "site/templates/ads/{id}.html.mustache")
        (site.options.folder, site.options.output) = (site.sandbox.root + "/site", site.sandbox.target)
        let built = try buildSite(site.options, for: publisher)
        #expect(built.earlier == nil)
        let page = try #require(built.result.files.first { $0.path == "ads/a.html" })
        #expect(String(decoding: page.bytes, as: UTF8.self).contains("<p>Hello.</p>"))
    }

    /// The address of a page may become that of a source file.
    @Test func aFileComesToBeWhereALinkLeads() throws {
        var site = try BuiltSite()
        site["templates/ads/z.md.mustache"] = "text\n"
        site["content/ads/b.md"] += "\nTo [z](/ads/z.md).\n"
        try site.build()
        site["content/ads/z.md"] = "---\nname: Zoe\norder: 7\nshown: always\n---\nZ.\n"
        try site.build()
    }

    @Test func anEntryGoesIntoTheTrashAndComesBack() throws {
        var site = try BuiltSite()
        site["content/ads/d.md"] = "---\nname: Dan\norder: 4\nshown: always\ndeleted: 2026-04-01\n---\nNew.\n"
        try site.build()
        site["content/ads/d.md"].replace("Dan", with: "Don")
        #expect(try site.made() == [:])
        site["content/ads/d.md"].replace("deleted: 2026-04-01\n", with: "")
        #expect(try site.made()["ads/d.html"] == "it is new")
        #expect(try site.made() == [:])
        site["content/ads/d.md"].replace("order:", with: "deleted: 2026-04-01\norder:")
        #expect(try site.made()["ads/index.html"] == "ads/d is gone")
    }

    /// Names that look the same are not the same files, although they are equal as keys of a dictionary.
    @Test func namesInAnotherNormalForm() throws {
        var site = try BuiltSite()
        var last = "all"
        site.files["content/ads/all.png"] = site.files.removeValue(forKey: "content/ads/a.png")
        site["templates/by/{name}.html.mustache"] = "---\nfor: ads\n---\n{{name}}\n"
        for name in ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"] {
            for file in ["ads/NAME.png", "clubs/NAME.csv"].map({ "content/\($0)" }) {
                let bytes = site.files.removeValue(forKey: file.replacing("NAME", with: last))
                site.files[file.replacing("NAME", with: name)] = bytes
            }
            site["content/ads/a.md"].replace(#/image: .*/#, with: "image: \(name).png")
            site["content/ads/b.md"].replace(#/name: .*/#, with: "name: \(name)")
            site.files["templates/\(last).txt"] = nil
            site["templates/\(name).txt"] = "Hello.\n"
            let made = try site.build().files.map { Array($0.path.utf8) }
            #expect(made.contains(Array("\(name).txt".utf8)) && made.contains(Array("by/\(name).html".utf8)))
            try site.sandbox.tick()
            for _ in 0..<3 { #expect(try site.build().isRepeated) }
            last = name
        }
    }
}

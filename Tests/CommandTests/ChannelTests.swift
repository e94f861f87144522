import Foundation
import SiteTesting
import Testing

/// One content makes two trees: what is live, and beside it a preview of what is to come.
@Suite struct ChannelTests {
    @Test func whatIsNotLiveIsOnlyInThePreview() throws {
        let box = try site()
        let live = try kairan(["build", "--first-publication"], in: box.url)
        #expect(live.exitCode == 0 && live.errors == "", "\(live.errors)")
        let before = try filesIn(box.url.appending(path: "public"))
        #expect(before["api/v2/ads.json"] == nil && before["ads/winter.png"] == nil)
        #expect(text(before["api/v1/ads.json"]) == "[\n  \"autumn\"\n]\n")
        #expect(text(before["index.html"]).contains("https://board.example/board/api/v1/ads.json"))

        let preview = try kairan(["build", "--channel", "preview"], in: box.url)
        #expect(preview.exitCode == 0 && preview.errors == "", "\(preview.errors)")
        let after = try filesIn(box.url.appending(path: "public"))
        #expect(after.filter { !$0.key.hasPrefix("preview/") } == before)
        #expect(text(after["preview/api/v1/ads.json"]) == "[\n  \"autumn\",\n  \"winter\"\n]\n")
        #expect(text(after["preview/api/v2/ads.json"]).contains("\"winter\""))
        #expect(text(after["preview/index.html"]).contains("https://board.example/board/preview/api/v1/ads.json"))
        #expect(after["preview/api/v2/openapi.json"] != nil)
        #expect(text(before["api/versions.json"]).contains("\"channel\": \"live\""))
        #expect(text(after["preview/api/versions.json"]).contains("\"channel\": \"preview\""))
    }

    @Test func nobodyFindsThePreview() throws {
        let box = try site()
        try box.write(
            "<!-- > --><!DOCTYPE html>\n<HTML lang=\"en\" data-x='>'>\n<head>\n<title>P</title></head>\n",
            to: "templates/page.html.mustache")
        try box.write("<p>As it is</p>\n", to: "templates/copied.html")
        for channel in ["live", "preview"] {
            #expect(try kairan(["build", "--channel", channel], in: box.url).exitCode == 0)
        }
        let files = try filesIn(box.url.appending(path: "public"))
        let mark = "<meta name=\"robots\" content=\"noindex\">"
        for (path, bytes) in files where path.hasSuffix(".html") && path != "404.html" {
            #expect(text(bytes).contains(mark) == path.hasPrefix("preview/"), "\(path)")
        }
        #expect(text(files["preview/page.html"]).hasSuffix("<head>\(mark)\n<title>P</title></head>\n"))
        #expect(text(files["preview/copied.html"]) == "\(mark)<p>As it is</p>\n")
        // Search engines read neither file below a host's root.
        #expect(files["preview/robots.txt"] == nil && files["preview/sitemap.xml"] == nil)
        let (live, preview) = (text(files["api/v1/index.html"]), text(files["preview/api/v1/index.html"]))
        #expect(live.contains("It only grows") && !preview.contains("It only grows"))
        #expect(preview.contains("<span class=\"status draft\">preview</span>"))
    }

    @Test(arguments: [("live", "preview"), ("preview", "live")])
    func oneDoesNotReplaceTheOther(_ first: String, _ second: String) throws {
        let box = try site()
        let build = { channel in try kairan(["build", "--channel", channel, "--out", "out"], in: box.url) }
        #expect(try build(first).exitCode == 0)
        let before = try filesIn(box.url.appending(path: "out"))
        let refused = try build(second)
        #expect(refused.exitCode == 1)
        #expect(refused.errors.contains("this would replace the \(first) site with the \(second) one"))
        #expect(try filesIn(box.url.appending(path: "out")) == before)
        // Without the list of versions it is refused all the same.
        try FileManager.default.removeItem(at: box.url.appending(path: "out/api/versions.json"))
        let again = try build(second)
        #expect(again.exitCode == 1 && again.errors.contains("[contract.channel]"), "\(again.errors)")
        #expect(try build(first).exitCode == 0)
        #expect(try filesIn(box.url.appending(path: "out")) == before)
    }

    @Test func draftsOfTermsMayChange() throws {
        let box = try site()
        try box.write(
            "id: version\nagreement: { version: version }\nfields: { version: { version: { unique: true } } }\n"
                + "body: markdown\n", to: "content/terms/_collection.yml")
        try box.write("---\nversion: 1.0\n---\nBe kind.\n", to: "content/terms/1.0.md")
        for text in ["Be nice.", "Be nicer."] {
            try box.write("---\nversion: 1.1\nchannel: preview\n---\n\(text)\n", to: "content/terms/1.1.md")
            for channel in ["live", "preview"] {
                let build = try kairan(["build", "--channel", channel], in: box.url)
                #expect(build.exitCode == 0, "\(build.errors)")
            }
        }
        let files = try filesIn(box.url.appending(path: "public"))
        #expect(!text(files["agreements.json"]).contains("1.1"))
        #expect(text(files["preview/agreements.json"]).contains("Be nicer."))
    }

    @Test func eachChannelTakesOverItsOwnBuild() throws {
        let box = try site()
        for _ in 0..<2 {
            for channel in ["live", "preview"] {
                #expect(try kairan(["build", "--channel", channel], in: box.url).exitCode == 0)
            }
        }
        let before = try filesIn(box.url.appending(path: "public"))
        try box.write("image: winter.png\n", to: "content/ads/winter.yml")
        let live = try kairan(["build"], in: box.url)
        #expect(live.errors == "", "\(live.errors)")
        let after = try filesIn(box.url.appending(path: "public"))
        #expect(text(after["api/v1/ads.json"]) == "[\n  \"autumn\",\n  \"winter\"\n]\n")
        #expect(after.filter { $0.key.hasPrefix("preview/") } == before.filter { $0.key.hasPrefix("preview/") })
        let unchanged = try kairan(["build", "--channel", "preview"], in: box.url)
        #expect(unchanged.output.contains("nothing changed in public/preview"), "\(unchanged.output)")
    }

    /// The preview may change in any way; what is live may not.
    @Test func thePreviewPromisesNothing() throws {
        let box = try site()
        for channel in ["live", "preview"] {
            #expect(try kairan(["build", "--channel", channel], in: box.url).exitCode == 0)
        }
        try box.write("data: { count: ads }\n", to: "templates/api/v1/ads.json.yml")
        #expect(try kairan(["build", "--channel", "preview"], in: box.url).exitCode == 0)
        let live = try kairan(["build"], in: box.url)
        #expect(live.exitCode == 1 && live.errors.contains("[contract.typeChanged]"), "\(live.errors)")
    }

    @Test func purgeKeepsWhatThePreviewUses() throws {
        let box = try site()
        try box.write("image: winter.png\ndeleted: 2026-01-01\n", to: "content/ads/old.yml")
        let run = try kairan(["purge", "--yes"], in: box.url)
        #expect(run.exitCode == 0 && !run.output.contains("winter.png"), "\(run.output)\(run.errors)")
    }

    private func site() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        let files = [
            "content/site.yml": "title: Board\nurl: https://board.example/board/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "entry: ad\nfields: { image: image? }\n",
            "content/ads/autumn.yml": "{}\n",
            "content/ads/winter.yml": "channel: preview\nimage: winter.png\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/ads.json.yml": "data: { each: ads, value: id }\n",
            "templates/api/v2/_version.yml": "status: draft\nchannel: preview\n",
            "templates/api/v2/ads.json.yml": "data: { each: ads, value: { id: id, image: image.url } }\n",
            "templates/index.html.mustache": "<title>{{site.title}}</title>{{site.url}}api/v1/ads.json\n",
        ]
        for (path, text) in files { try box.write(text, to: path) }
        let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        try box.write(try #require(Data(base64Encoded: pixel)), to: "content/ads/winter.png")
        return box
    }

    private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
}

import Foundation
import SiteTesting
import Testing

/// These tests deploy to the servers of rclone and rsync.
@Suite(.enabled(if: DeployServer.hasAll)) struct DeployHostTests {
    @Test(arguments: DeployServer.Kind.allCases) func everythingArrives(at kind: DeployServer.Kind) throws {
        let server = try DeployServer(kind)
        let site = try DeployedSite()
        let first = try site.deploy(server.target, [], server.environment)
        #expect(first.exitCode == 0, "\(first.errors)")
        try expectWhole(site, server)
        let again = try site.deploy(server.target, [], server.environment)
        #expect(again.output.hasPrefix("nothing changed in \(server.target); "), "\(again.output)\(again.errors)")

        try site.write("a", "Second")
        try site.write("d", "New")
        try site.remove("c")
        try site.build()
        let second = try site.deploy(server.target, ["--format", "json"], server.environment)
        #expect(second.exitCode == 0, "\(second.output)\(second.errors)")
        let uploaded = try site.paths(second, "uploaded")
        #expect(uploaded.contains("api/v1/items/d.json") && !uploaded.contains("assets/site.css"))
        try expectWhole(site, server)
        // A file that left is still there, and goes a day later.
        #expect(try filesIn(server.folder).keys.contains("api/v1/items/c.json"))
        try passTime(minutes: 24 * 60 + 1, at: server.folder)
        let third = try site.deploy(server.target, ["--format", "json"], server.environment)
        #expect(try site.paths(third, "removed").contains("api/v1/items/c.json"))
        #expect(try filesIn(server.folder).keys.contains("api/v1/items/c.json") == false)
        try expectWhole(site, server)
        let reading = try Reading(server.address + "api/v1/", in: site.box.url)
        #expect(reading.read == 1 && reading.wrong == [] && reading.copies == 0)
    }

    /// No name is taken for a comment, a pattern or an option, and all can be compared.
    @Test(arguments: DeployServer.Kind.allCases) func oddNames(at kind: DeployServer.Kind) throws {
        let server = try DeployServer(kind)
        let site = try DeployedSite()
        let names = [
            "#a.txt", ";b.txt", "-c.txt", "--delete", " d.txt", "e.txt ", "f*[1]?{a,b}.txt", "g\\#012.txt",
            "100%41.txt",
            "h/#i.txt", "h/j k/;l.txt", "a:b.txt", "U\u{308}.txt", "~", "x.rclonelink",
        ]
        for name in names { try site.box.write("\(name)\n", to: "public/\(name)") }
        let first = try site.deploy(server.target, [], server.environment)
        #expect(first.exitCode == 0, "\(first.errors)")
        let there = try filesIn(server.folder)
        for name in names { #expect(there[name] == Array("\(name)\n".utf8), "\(name)") }
        try expectWhole(site, server)
        let again = try site.deploy(server.target, ["--verify"], server.environment)
        #expect(
            again.output.hasPrefix("nothing was lost or damaged in \(server.target)\nnothing changed in"),
            "\(again.output)\(again.errors)")
    }

    /// What was lost or damaged at the host is found only by looking at all of it, and is then mended.
    @Test(arguments: DeployServer.Kind.allCases) func verified(at kind: DeployServer.Kind) throws {
        let server = try DeployServer(kind)
        let site = try DeployedSite()
        #expect(try site.deploy(server.target, [], server.environment).exitCode == 0)
        let whole = try filesIn(server.folder)
        let copy = try #require(whole.keys.sorted().first { $0.contains("/sha256/") })
        let damaged = ["api/v1/items/a.json", copy, "assets/site.css", "index.html"]
        for (index, path) in damaged.enumerated() {
            // Every second one is lost; the others keep their size.
            try site.box.write(Data((whole[path] ?? []).reversed()), to: "other")
            try change(path, to: index % 2 == 0 ? nil : "\(site.box.path)/other", at: kind, server)
        }
        #expect(try site.deploy(server.target, [], server.environment).output.hasPrefix("nothing changed in"))
        for options in kind == .rsync ? [["--dry-run"], []] : [[]] {
            let run = try site.deploy(
                server.target, ["--verify", "--format", "json"] + options, server.environment)
            #expect(run.exitCode == (options.isEmpty ? 0 : 1), "\(run.errors)")
            #expect(try site.paths(run, "damaged") == damaged.sorted())
            #expect(try Set(site.paths(run, "uploaded")) == Set(damaged))
        }
        for (path, bytes) in try filesIn(server.folder) where !path.hasPrefix(".kairan-deploy") {
            #expect(whole[path] == bytes, "\(path)")
        }
    }

    /// The servers of rclone do not notice what others do in their folders.
    private func change(
        _ path: String, to file: String?, at kind: DeployServer.Kind, _ server: borrowing DeployServer
    ) throws {
        let local = server.folder.appending(path: path)
        if kind == .rsync {
            try FileManager.default.removeItem(at: local)
            if let file { try FileManager.default.copyItem(atPath: file, toPath: local.path) }
            return
        }
        let remote = "\(server.target.dropFirst("rclone:".count))/\(path)"
        let words = file.map { ["copyto", "--ignore-times", $0, remote] } ?? ["deletefile", remote]
        let run = try run(URL(filePath: "/usr/bin/env"), ["rclone"] + words, environment: server.environment)
        #expect(run.exitCode == 0, "\(run.errors)")
    }

    /// A path that was a file becomes a folder, and the other way round.
    @Test(arguments: DeployServer.Kind.allCases) func fileAndFolder(at kind: DeployServer.Kind) throws {
        let server = try DeployServer(kind)
        let site = try DeployedSite()
        let place = site.box.url.appending(path: "public/notes")
        let states = [["notes"], ["notes/a/b.txt", "notes/c.txt"], ["notes"], ["notes/a"], ["notes/a/b.txt"]]
        // rsync is quick.
        for paths in states.prefix(kind == .rsync ? 5 : 3) {
            if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
            for path in paths { try site.box.write("\(path)\n", to: "public/\(path)") }
            let run = try site.deploy(server.target, [], server.environment)
            #expect(run.exitCode == 0, "\(paths): \(run.errors)")
            try expectWhole(site, server)
            #expect(try filesIn(server.folder).keys.filter { $0.hasPrefix("notes") }.sorted() == paths)
        }
        // A file of others in the folder stays. The servers of rclone would not see it.
        if kind != .rsync { return }
        try Data("mine".utf8).write(to: server.folder.appending(path: "notes/mine.txt"))
        try FileManager.default.removeItem(at: place)
        try site.box.write("new\n", to: "public/notes")
        let refused = try site.deploy(server.target, [], server.environment)
        #expect(refused.exitCode == 3 && refused.errors.hasSuffix("away: notes (a folder)\n"), "\(refused.errors)")
    }

    private func expectWhole(_ site: borrowing DeployedSite, _ server: borrowing DeployServer) throws {
        let there = try filesIn(server.folder)
        for (path, bytes) in try filesIn(site.publication) { #expect(there[path] == bytes ? true : false, "\(path)") }
    }

    /// Each file tells browsers and caches what it is, and how long it stays so.
    @Test func headers() throws {
        let server = try DeployServer(.s3)
        let site = try DeployedSite()
        let picture = try Data(contentsOf: packageFolder.appending(path: "content/guide/images/home.png"))
        try site.box.write(picture, to: "content/pictures/pier.png")
        try site.box.write("fields: { file: image }\n", to: "content/pictures/_collection.yml")
        try site.box.write("file: pier.png\n", to: "content/pictures/pier.yml")
        try site.box.write(
            "data: { each: pictures, value: { url: file.url } }\n", to: "templates/pictures.json.yml")
        try site.box.write(
            "<link rel=\"stylesheet\" href=\"{{asset.assets/site.css}}\">\n", to: "templates/about.html.mustache")
        try site.build()
        #expect(try site.deploy(server.target, [], server.environment).exitCode == 0)
        let listed = try run(
            URL(filePath: "/usr/bin/env"),
            ["rclone", "lsjson", "host:bucket/site", "--recursive", "--files-only", "--metadata"],
            environment: server.environment)
        let files = try JSONDecoder().decode([ListedFile].self, from: Data(listed.output.utf8))
        #expect(files.count > 15)
        for file in files {
            let isNamed = file.path.contains(/\/sha256\/|pier\.|site\.[0-9a-f]{8}\.css/)
            let cache = isNamed ? "public, max-age=31536000, immutable" : "no-cache"
            #expect(file.metadata["cache-control"] == cache, "\(file.path)")
            let type = Self.types.first { file.path.hasSuffix($0.key) }?.value ?? "application/octet-stream"
            #expect(file.metadata["content-type"] == type, "\(file.path)")
        }
        #expect(files.contains { $0.path.hasPrefix("pictures/pier.") })
        #expect(files.count { $0.path.hasPrefix("assets/site.") } == 2)
    }

    private static let types = [
        ".json": "application/json; charset=utf-8", ".html": "text/html; charset=utf-8",
        ".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8", ".png": "image/png",
        ".xml": "application/xml; charset=utf-8",
    ]

    private struct ListedFile: Decodable {
        var path: String
        var metadata: [String: String]

        private enum CodingKeys: String, CodingKey {
            case path = "Path"
            case metadata = "Metadata"
        }
    }

    @Test func aHostThatIsNotThere() throws {
        let server = try DeployServer(.webdav)
        let site = try DeployedSite()
        for (target, words) in [
            ("rclone:other:site", "didn't find section in config file"),
            ("rsync:127.0.0.1:site", "rsync failed: ssh: "),
        ] {
            // Without a key, ssh is refused wherever it runs.
            let run = try site.deploy(
                target, [], server.environment.merging(["HOME": site.box.path]) { $1 })
            #expect(run.exitCode == 3 && run.errors.contains(words), "\(run.errors)")
        }
    }
}

import Foundation
import SiteTesting
import Testing

/// These tests upload file by file, and a reader follows links and manifests after each.
@Suite(.enabled(if: DeployServer.hasAll)) struct DeployPrefixTests {
    /// The first deploy and a later one, each cut off and gone on with.
    @Test(arguments: DeployServer.Kind.allCases) func everyPrefix(at kind: DeployServer.Kind) throws {
        let server = try DeployServer(kind)
        let site = try LinkedSite()
        let run = try Steps(kind, server)
        try site.build(["n1"])
        // Pages lead to each other, and the front page to all; it is the one that readers come by.
        try run.deploy(site, dyingAt: 5)
        try run.deploy(site, dyingAt: 4)
        try run.deploy(site)
        let before = try filesIn(site.box.url.appending(path: "public")).keys.filter { !$0.hasPrefix(".") }
        try run.know(before)
        // What is new has to be there before anything leads to it, also after the connection was lost twice.
        try site.build(["n1", "n2"])
        try run.deploy(site, dyingAt: 0)
        try run.deploy(site, dyingAt: 4)
        try site.build(["n1", "n2", "n3"])
        try run.deploy(site, dyingAt: 6)
        try run.deploy(site)
        #expect(try run.wrong() == "", "\(kind)")
        let there = try filesIn(server.folder)
        for (path, bytes) in try filesIn(site.box.url.appending(path: "public")) {
            #expect(there[path] == bytes ? true : false, "\(path)")
        }
    }
}

/// A site whose pages lead to each other and to what is in its API.
private struct LinkedSite: ~Copyable {
    let box: TemporaryFolder

    init() throws {
        let box = try TemporaryFolder()
        let list = "{{#all}}<a href=\"{{page.path}}\">{{title}}</a>{{/all}}\n"
        let menu = "<a href=\"{{site.path}}about.html\">About</a><a href=\"{{site.path}}\">Home</a>"
        for (path, text) in [
            "content/site.yml": "title: Board\nurl: https://a.example/board\nmoment: 2026-04-15\n",
            "content/news/_collection.yml": "entry: item\nfields: { title: text }\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/news.json.yml": "data: { each: news, value: { id: id, address: page.path } }\n",
            "templates/about.html.mustache":
                "---\ndata: { all: { each: news } }\n---\n<title>About</title>\(menu)\(list)",
            "templates/index.html.mustache":
                "---\ndata: { all: { each: news } }\n---\n<title>Board</title>\(menu)\(list)",
            "templates/news/{id}.html.mustache": "---\nfor: news\n---\n<title>{{title}}</title>\(menu)\n",
        ] { try box.write(text, to: path) }
        self.box = box
    }

    func build(_ news: [String]) throws {
        for name in news { try box.write("title: \(name)\n", to: "content/news/\(name).yml") }
        let isFirst = !FileManager.default.fileExists(atPath: "\(box.path)/public")
        let run = try kairan(["build"] + (isFirst ? ["--first-publication"] : []), in: box.url)
        try #require(run.exitCode == 0, "\(run.errors)")
    }
}

/// The deploys to one host, with a program that uploads file by file.
private struct Steps: ~Copyable {
    private let box: TemporaryFolder
    private let target: String
    private let environment: [String: String]

    init(_ kind: DeployServer.Kind, _ server: borrowing DeployServer) throws {
        let box = try TemporaryFolder()
        let program = kind == .rsync ? "rsync" : "rclone"
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let real = path.split(separator: ":").map { "\($0)/\(program)" }
            .first(where: FileManager.default.isExecutableFile)
        let script = packageFolder.appending(path: "Tests/Clients/one_by_one.py").path
        try box.write("#!/bin/sh\nexec python3 \(script) \"$@\"\n", to: "bin/\(program)")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(box.path)/bin/\(program)")
        for name in ["known", "wrong", "count"] { try box.write("", to: name) }
        let environment = server.environment.merging([
            "PATH": "\(box.path)/bin:\(path)", "REAL": real ?? "", "HOST": server.folder.path,
            "BASE": "/board/", "KNOWN": "\(box.path)/known", "WRONG": "\(box.path)/wrong",
            "COUNT": "\(box.path)/count",
        ]) { $1 }
        (target, self.environment) = (server.target, environment)
        self.box = box
    }

    /// - Parameter count: The number of files after which the connection is lost.
    func deploy(_ site: borrowing LinkedSite, dyingAt count: Int = .max) throws {
        try box.write("", to: "count")
        let run = try kairan(
            ["deploy", target], in: site.box.url, environment: environment.merging(["DIE_AT": "\(count)"]) { $1 })
        #expect(run.exitCode == (count == .max ? 0 : 3), "\(run.errors)")
    }

    func know(_ paths: [String]) throws { try box.write(paths.joined(separator: "\n"), to: "known") }

    func wrong() throws -> String {
        try String(contentsOf: box.url.appending(path: "wrong"), encoding: .utf8)
    }
}

import Foundation
import SiteTesting
import Testing

/// `kairan serve` answers as GitHub Pages would.
@Suite struct HostingTests {
    @Test func everythingIsWhereAHostHasIt() throws {
        let site = try ServedSite()
        let page = "text/html; charset=utf-8"
        let table: [(target: String, status: Int, header: String, value: String)] = [
            ("/", 302, "location", "/board/"), ("/board", 301, "location", "/board/"),
            ("/board?a=b", 301, "location", "/board/?a=b"),
            ("/board/", 200, "content-type", page), ("/board/index.html", 200, "content-type", page),
            ("/board/?q=1#x", 200, "content-type", page),
            ("/board/about", 200, "content-type", page), ("/board/about.html", 200, "content-type", page),
            ("/board/about/", 404, "content-type", page), ("/board/About", 404, "content-type", page),
            ("/board/notices/umbrella", 301, "location", "/board/notices/umbrella/"),
            ("/board/notices/umbrella?a=b", 301, "location", "/board/notices/umbrella/?a=b"),
            ("/board/notices/umbrella/", 200, "content-type", page),
            ("/board/notices/", 404, "content-type", page), ("/board/nothing", 404, "content-type", page),
            ("/board/style.css", 200, "content-type", "text/css; charset=utf-8"),
            ("/board/api/v1/notices.json", 200, "content-type", "application/json; charset=utf-8"),
            ("/board/sitemap.xml", 200, "content-type", "application/xml; charset=utf-8"),
            ("/board/notes", 200, "content-type", "application/octet-stream"),
            ("/board/%C3%A4%20b.txt", 200, "content-type", "text/plain; charset=utf-8"),
            ("/board/style%2ecss", 200, "content-type", "text/css; charset=utf-8"),
            ("/other/", 404, "content-type", page),
            ("/board/style.css", 200, "cache-control", "max-age=0, must-revalidate"),
            ("/board/", 200, "cache-control", "max-age=0, must-revalidate"),
            ("/board", 301, "cache-control", "max-age=0, must-revalidate"),
            ("http://localhost/board/", 200, "content-type", page),
            ("HTTP://127.0.0.1:8080/board/style.css?x", 200, "content-type", "text/css; charset=utf-8"),
            ("http://localhost", 302, "location", "/board/"), ("http://localhost?a", 302, "location", "/board/"),
            ("/board/style.css", 200, "accept-ranges", "bytes"),
        ]
        for (target, status, header, value) in table {
            let answer = try site.get(target)
            #expect(answer.status == status, "\(target)")
            #expect(answer.headers[header] == value, "\(target)")
        }
        #expect(try site.get("/board/nothing").body.contains("<h1>Not here</h1>"))
        #expect(try site.get("/board/").body.contains("<h2>Lost umbrella</h2>"))
        #expect(try site.get("/board/").body.contains("<script src=\"/.kairan/preview.js\""))
        for target in ["/board/nothing", "/other/", "/other"] {
            #expect(try site.get(target).body.contains("<script src=\"/.kairan/preview.js\""), "\(target)")
        }
        // Only pages that somebody looks at get the script.
        #expect(try site.get("/board/style.css").body == "h1 { color: rgb(0, 0, 255) }\n")
        #expect(try site.get("/.kairan/preview.js").status == 200)
    }

    @Test func whatIsKnownIsNotSentAgain() throws {
        let site = try ServedSite()
        let tag = try #require(try site.get("/board/style.css").headers["etag"])
        for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let answer = try site.get("/board/style.css", ["If-None-Match: \(known)"])
            #expect(answer.status == 304 && answer.body.isEmpty && answer.headers["etag"] == tag)
        }
        #expect(try site.get("/board/style.css", ["If-None-Match: \"x\""]).status == 200)
        try site.box.write("p { color: red }\n", to: "templates/style.css")
        try wait { try site.get("/board/style.css", ["If-None-Match: \(tag)"]).status == 200 }
        #expect(try site.get("/board/style.css").headers["etag"] != tag)
    }

    /// A browser that is told to reload the page of an earlier build must not find that it has the new page already.
    @Test func aPageOfAnotherBuildIsAnotherPage() throws {
        let site = try ServedSite()
        let page = try site.get("/board/about")
        let tag = try #require(page.headers["etag"])
        #expect(try site.get("/board/about", ["If-None-Match: \(tag)"]).status == 304)
        try site.noticeTitled("Found umbrella")
        try wait { try site.get("/board/").body.contains("Found umbrella") }
        #expect(try site.get("/board/about", ["If-None-Match: \(tag)"]).status == 200)
        let second = try site.get("/board/about")
        #expect(second.body != page.body)
        try site.restart()
        let tags = [tag, second.headers["etag"] ?? ""].joined(separator: ", ")
        #expect(try site.get("/board/about", ["If-None-Match: \(tags)"]).status == 200)
    }

    /// Files that somebody put into `public/` are served, unless a host would hide them.
    @Test func filesOfOthers() throws {
        let site = try ServedSite()
        #expect(try site.get("/board/CNAME").status == 404)
        try site.box.write("t.example\n", to: "public/CNAME")
        try site.box.write("google-site-verification: g1.html\n", to: "public/g1.html")
        try site.box.write("deep\n", to: "public/a/b/deep.txt")
        try site.box.write("of another\n", to: "public/style.css")
        try site.box.write("secret\n", to: "secret.txt")
        try site.box.write("[core]\n", to: "public/.git/config")
        try site.box.write("made before\n", to: "public/old.txt")
        try site.box.write(
            """
            {
              "kairan": 2,
              "promises": {},
              "seal": "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356",
              "files": {
                "old.txt": "0123456789abcdef0123456789abcdef"
              }
            }
            """, to: "public/.kairan.json")
        let folder = site.box.path
        for (link, target) in [("link.txt", "../secret.txt"), ("passwd", "/etc/passwd"), ("up", "..")] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/public/\(link)", withDestinationPath: target)
        }
        unsafe #expect(mkfifo("\(folder)/public/pipe", 0o666) == 0)
        #expect(try site.get("/board/CNAME").body == "t.example\n")
        #expect(try site.get("/board/CNAME").headers["content-type"] == "application/octet-stream")
        #expect(try site.get("/board/g1").body.hasPrefix("google-site-verification: g1.html\n"))
        #expect(try site.get("/board/a/b/deep.txt").body == "deep\n")
        // An output is served as this build makes it, and one that it no longer makes is gone.
        #expect(try site.get("/board/style.css").body == "h1 { color: rgb(0, 0, 255) }\n")
        let hidden = [
            "old.txt", ".kairan.json", ".git/config", "link.txt", "passwd", "up/secret.txt", "a/b", "a", "pipe", "a//b",
            "a/b/deep.txt/", "a/b/deep.txt/x", "%2e%2e/secret.txt", "../secret.txt", "..%2fsecret.txt", "cname",
        ]
        for path in hidden {
            let answer = try site.get("/board/\(path)")
            #expect([400, 404].contains(answer.status), "\(path)")
            #expect(!answer.body.contains("secret") && !answer.body.contains("root:"), "\(path)")
        }
    }

    @Test func headsAndParts() throws {
        let site = try ServedSite()
        for (target, status) in [("/board/nothing", 404), ("/board/notices/umbrella", 301), ("/", 302), ("/x", 404)] {
            let head = try site.get(target, method: "HEAD")
            #expect(head.status == status && head.body.isEmpty, "\(target)")
        }
        let whole = try site.get("/board/")
        let head = try site.get("/board/", method: "HEAD")
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.headers["content-length"] == whole.headers["content-length"])
        let parts = [
            ("bytes=0-1", 206, "h1", "bytes 0-1/29"), ("bytes=-3", 206, " }\n", "bytes 26-28/29"),
            ("bytes=27-", 206, "}\n", "bytes 27-28/29"), ("bytes=28-99", 206, "\n", "bytes 28-28/29"),
            ("bytes=29-", 416, "416 Range Not Satisfiable\n", "bytes */29"),
        ]
        for (range, status, body, content) in parts {
            let answer = try site.get("/board/style.css", ["Range: \(range)"])
            #expect(answer.status == status && answer.body == body, "\(range)")
            #expect(answer.headers["content-range"] == content, "\(range)")
        }
        for range in ["bytes=2-1", "bytes=0-0,2-3", "lines=1-2", "bytes=-", "bytes=99999999999999999999-"] {
            #expect(try site.get("/board/style.css", ["Range: \(range)"]).status == 200, "\(range)")
        }
    }

    @Test func aTakenPortIsToldAndTheNextTried() throws {
        let first = try ServedSite()
        let second = try ServedSite(port: Int(first.port))
        #expect(second.port > first.port)
        #expect(try second.errors().contains("port \(first.port) is taken"))
        #expect(try second.get("/board/").status == 200)
    }

    @Test func noPortIsFree() throws {
        // There is no port after the last one.
        let taken = socket(AF_INET, Connection.stream, 0)
        defer { close(taken) }
        var address = sockaddr_in()
        (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), UInt16.max.bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = unsafe bind(taken, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        listen(taken, 1)
        let box = try ServedSite.board()
        let run = try kairan(["serve", "--port", "65535"], in: box.url)
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("port 65535 is taken") && run.errors.contains("all ports from 65535 to 65535"))
        for port in ["0", "65536", "-1", "x"] {
            #expect(try kairan(["serve", "--port", port], in: box.url).exitCode == 2, "\(port)")
        }
    }

    @Test func opensTheBrowser() throws {
        let tools = try TemporaryFolder()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        func openBy(_ script: String) throws -> ServedSite {
            try tools.write("#!/bin/sh\n\(script)\n", to: "xdg-open")
            unsafe chmod(tools.path + "/xdg-open", 0o755)
            return try ServedSite(["--open"], environment: ["PATH": "\(tools.path):\(path)"])
        }
        let site = try openBy(
            "echo \"$1\" > \"\(tools.path)/opened.new\"; mv \(tools.path)/opened.new \(tools.path)/opened")
        try wait { FileManager.default.fileExists(atPath: tools.path + "/opened") }
        let opened = try String(contentsOfFile: tools.path + "/opened", encoding: .utf8)
        #expect(opened == site.address.absoluteString + "\n")
        let without = try openBy("exit 3")
        try wait { try without.errors().contains("the browser could not be opened") }
        #expect(try without.get("/board/").status == 200)
    }

    @Test func anotherDayAndBase() throws {
        let site = try ServedSite(["--at", "2026-06-01", "--base", "/"])
        #expect(try !site.get("/").body.contains("Lost umbrella"))
        #expect(try site.get("/about").status == 200)
    }
}

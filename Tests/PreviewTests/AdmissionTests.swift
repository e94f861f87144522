import Foundation
import SiteTesting
import Testing

/// No page of the web can read a preview through the browser of whoever runs the preview.
@Suite struct AdmissionTests {
    private func answer(_ site: ServedSite, _ lines: [String]) throws -> Answer {
        try Answer(
            try site.connection().exchange((lines + ["Connection: close"]).joined(separator: "\r\n") + "\r\n\r\n"))
    }

    /// A name that an attacker points at this computer is not a name of this preview.
    @Test func otherHosts() throws {
        let site = try ServedSite()
        let own = [
            "localhost", "LocalHost", "127.0.0.1", "[::1]", "localhost:8080", "localhost:\(site.port)",
            "127.0.0.1:\(site.port)", "[::1]:\(site.port)",
        ]
        let others = [
            "attacker.example", "attacker.example:\(site.port)", "localhost.attacker.example", "127.0.0.1.nip.example",
            "0.0.0.0", "0.0.0.0:\(site.port)", "127.0.0.2", "192.168.1.9", "[::]", "[::ffff:127.0.0.1]", "t.example",
            "",
            "localhost:", "localhost:x", "localhost@attacker.example", "x localhost", "2130706433", "localhost.",
        ]
        for target in ["/board/", "/board/nothing", "/", "/.kairan/preview.js", "/.kairan/panel?page=/board/"] {
            for host in own {
                let status = try answer(site, ["GET \(target) HTTP/1.1", "Host: \(host)"]).status
                #expect([200, 302, 404].contains(status), "\(target) of \(host): \(status)")
            }
            for host in others {
                let refused = try answer(site, ["GET \(target) HTTP/1.1", "Host: \(host)"])
                #expect(refused.status == 421, "\(target) of \(host): \(refused.status)")
                #expect(!refused.body.contains("umbrella") && refused.headers["access-control-allow-origin"] == nil)
            }
        }
        for version in ["1.0", "1.1"] {
            #expect(try answer(site, ["GET /board/ HTTP/\(version)"]).status == 421)
        }
        let table = [
            ("http://localhost/board/", ["Host: attacker.example"], 200),
            ("http://attacker.example/board/", ["Host: localhost"], 421),
            ("/board/", ["Host: localhost", "Host: attacker.example"], 400),
            ("/board/", ["Host: attacker.example", "host: localhost"], 400),
        ]
        for (target, hosts, status) in table {
            #expect(try answer(site, ["GET \(target) HTTP/1.1"] + hosts).status == status, "\(target) \(hosts)")
        }
    }

    /// The preview's words about the site are only for its own pages.
    @Test func otherOrigins() throws {
        let site = try ServedSite()
        let host = "127.0.0.1:\(site.port)"
        let table: [(headers: [String], isAnswered: Bool)] = [
            ([], true), (["Origin: http://\(host)"], true), (["Sec-Fetch-Site: same-origin"], true),
            (["Sec-Fetch-Site: none"], true), (["Origin: http://\(host)", "Sec-Fetch-Site: same-origin"], true),
            (["Origin: https://attacker.example"], false), (["Origin: null"], false),
            (["Origin: http://127.0.0.1:1"], false), (["Origin: http://localhost:\(site.port)"], false),
            (["Origin: https://\(host)"], false), (["Origin: http://\(host).attacker.example"], false),
            (["Sec-Fetch-Site: cross-site"], false), (["Sec-Fetch-Site: same-site"], false),
            (["Origin: http://\(host)", "Sec-Fetch-Site: cross-site"], false),
        ]
        for name in ["events?page=/board/", "panel?page=/board/", "preview.js"] {
            for (headers, isAnswered) in table {
                let connection = try site.connection()
                connection.send(
                    (["GET /.kairan/\(name) HTTP/1.1", "Host: \(host)"] + headers).joined(separator: "\r\n")
                        + "\r\n\r\n")
                let answer = try Answer(connection.receive(until: "\r\n\r\n"))
                #expect(answer.status == (isAnswered ? 200 : 403), "\(name) \(headers)")
                #expect(answer.headers["access-control-allow-origin"] == nil)
            }
        }
        let preflight = try answer(
            site,
            [
                "OPTIONS /board/ HTTP/1.1", "Host: \(host)", "Origin: https://attacker.example",
                "Access-Control-Request-Method: PUT",
            ])
        #expect(preflight.status == 405)
        #expect(!preflight.headers.keys.contains { $0.hasPrefix("access-control") })
    }

    /// Pages of all sites may read what the site's host would let them read, which is what is published as it is.
    @Test func whatIsShared() throws {
        let files = [
            "content/notices/draft.md":
                "---\ntitle: A draft\nshown: { from: 2026-04-01 }\nchannel: preview\n---\nNot yet.\n"
        ]
        let site = try ServedSite(writing: files)
        let paths = ["style.css", "api/v1/notices.json", "", "notices/umbrella/", "nothing", "ä b.txt"]
        func isShared(_ site: ServedSite, _ path: String) throws -> Bool {
            let target =
                site.address.path(percentEncoded: true)
                + (path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "")
            let answer = try site.get(target, ["Origin: https://other.example"])
            let (sharing, policy) = (
                answer.headers["access-control-allow-origin"], answer.headers["cross-origin-resource-policy"]
            )
            #expect(sharing == nil ? policy == "same-origin" : sharing == "*" && policy == nil)
            return sharing == "*"
        }
        // Nothing is published yet.
        for path in paths { #expect(try !isShared(site, path), "\(path)") }
        #expect(try kairan(["build"], in: site.box.url).exitCode == 0)
        try site.box.write("t.example\n", to: "public/CNAME")
        for path in paths + ["CNAME"] { #expect(try isShared(site, path), "\(path)") }
        // The tree of the other channel lies beside the site.
        #expect(try kairan(["build", "--channel", "preview"], in: site.box.url).exitCode == 0)
        #expect(try site.get("/board/preview/notices/draft/").body.contains("A draft"))
        for path in ["preview/", "preview/notices/draft/", "preview/style.css"] {
            #expect(try !isShared(site, path), "\(path)")
        }
        for target in ["/.kairan/preview.js", "/other/", "/board"] {
            #expect(try site.get(target).headers["access-control-allow-origin"] == nil, "\(target)")
        }
        // Nobody else knows what was edited since.
        try site.noticeTitled("Found umbrella")
        try wait { try site.get("/board/").body.contains("Found umbrella") }
        for path in ["", "notices/umbrella/", "api/v1/notices.json"] { #expect(try !isShared(site, path), "\(path)") }
        for path in ["style.css", "nothing"] { #expect(try isShared(site, path), "\(path)") }
        let channel = try ServedSite(["--channel", "preview"], writing: files) { folder in
            let build = try kairan(["build"], in: folder)
            try #require(build.exitCode == 0, "\(build.errors)")
        }
        #expect(try channel.get("/board/preview/").body.contains("A draft"))
        for path in paths + ["notices/draft/"] { #expect(try !isShared(channel, path), "\(path)") }
        let future = try ServedSite(["--at", "2026-06-01"]) { folder in
            let build = try kairan(["build"], in: folder)
            try #require(build.exitCode == 0, "\(build.errors)")
        }
        #expect(try !isShared(future, "") && isShared(future, "style.css"))
    }
}

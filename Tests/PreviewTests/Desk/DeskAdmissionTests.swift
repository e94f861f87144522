import Foundation
import SiteTesting
import Testing

/// Nobody but the page that was opened with the token can read or change anything.
@Suite struct DeskAdmissionTests {
    private static let actions = [
        ("GET", "site"), ("GET", "entries?collection=notices"), ("GET", "entry?collection=notices&id=umbrella"),
        ("GET", "file?path=content/site.yml"), ("GET", "changes"), ("GET", "git"), ("GET", "events"),
        ("POST", "save"), ("POST", "create"), ("POST", "delete"), ("POST", "publish"), ("POST", "commit"),
    ]

    private func status(_ site: EditedSite, _ method: String, _ target: String, _ headers: [String]) throws -> Int {
        let lines = ["\(method) \(target) HTTP/1.1", "Connection: close"] + headers
        let answer = try Answer(
            try Connection(port: site.port).exchange(lines.joined(separator: "\r\n") + "\r\n\r\n"))
        #expect(!answer.body.contains("umbrella"))
        return answer.status
    }

    @Test func tokens() throws {
        let site = try EditedSite()
        let host = "Host: 127.0.0.1:\(site.port)"
        let wrong = [
            [], ["X-Kairan-Token: "], ["X-Kairan-Token: x"], ["X-Kairan-Token: \(site.token)x"],
            ["X-Kairan-Token: \(site.token.dropLast())"], ["Authorization: Bearer \(site.token)"],
            ["Cookie: token=\(site.token)"],
        ]
        for (method, action) in Self.actions {
            for headers in wrong {
                #expect(try status(site, method, "/api/\(action)", [host] + headers) == 401, "\(action) \(headers)")
            }
        }
        // Only the stream of events takes it in the address, since a browser cannot give it a header.
        #expect(try status(site, "GET", "/api/site?token=\(site.token)", [host]) == 401)
    }

    @Test func otherHostsAndOrigins() throws {
        let site = try EditedSite()
        let token = "X-Kairan-Token: \(site.token)"
        let own = "127.0.0.1:\(site.port)"
        for (method, action) in Self.actions {
            for host in ["attacker.example", "127.0.0.2", "localhost.attacker.example"] {
                #expect(try status(site, method, "/api/\(action)", ["Host: \(host)", token]) == 421)
            }
            let others = [
                "Origin: https://attacker.example", "Origin: null", "Origin: http://127.0.0.1:\(site.port - 1)",
                "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
            ]
            for origin in others {
                #expect(
                    try status(site, method, "/api/\(action)", ["Host: \(own)", token, origin]) == 403, "\(origin)")
            }
        }
        #expect(try site.get("site").status == 200)
    }

    /// A link or a form of another page sends GET without a header, and so changes nothing.
    @Test func methods() throws {
        let site = try EditedSite()
        for action in ["save", "create", "delete", "publish", "commit", "push", "upload", "rename", "restore", "undo"] {
            #expect(try site.get(action).status == 404)
        }
        for action in ["site", "entries", "entry", "changes", "git"] {
            #expect(try site.post(action, [:]).status == 404)
        }
        #expect(try site.send("DELETE", "entry").status == 404)
    }

    /// Names and paths cannot lead out of the content.
    @Test func paths() throws {
        let site = try EditedSite()
        try site.box.write("secret\n", to: "secret.txt")
        for path in [
            "secret.txt", "../secret.txt", "../../secret.txt", "/../secret.txt", "/etc/passwd", "content/site.yml",
            "../notices/../../secret.txt", "../../templates/notes", "/.kairan/store", "../../.kairan/store", "..", "/",
            "",
        ] {
            let reply = try site.get("file", ["collection": "notices", "id": "umbrella", "path": path])
            #expect([400, 410].contains(reply.status), "\(path): \(reply.status)")
        }
        for id in [
            "../x", "a/b", ".x", "", "x\u{0}", "ä\u{200B}", "ä\u{FE0F}", "a b", String(repeating: "x", count: 200),
            "..", "_collection/",
        ] {
            let made = try site.post(
                "create", ["collection": "notices", "id": id, "changes": ["title": "x", "shown": "always"]])
            #expect([400, 422].contains(made.status), "\(id): \(made.json)")
            let renamed = try site.post("rename", ["collection": "notices", "id": "umbrella", "to": id])
            #expect([400, 422].contains(renamed.status), "\(id): \(renamed.json)")
        }
        for collection in ["..", "nothing", "../templates", ""] {
            let made = try site.post("create", ["collection": collection, "id": "x", "changes": [:]])
            #expect(made.status == 404, "\(collection): \(made.json)")
        }
        #expect(try filesIn(site.box.url.appending(path: "content")).count == 3)
    }

    /// A link in the content may lead to a file that is none of the site's.
    @Test func links() throws {
        let site = try EditedSite([:]) { folder in
            let notices = folder.appending(path: "content/notices")
            try FileManager.default.createDirectory(
                at: folder.appending(path: "elsewhere"), withIntermediateDirectories: true)
            try ServedSite.notice("Linked").write(
                to: folder.appending(path: "elsewhere/linked.md"), atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                at: notices.appending(path: "linked.md"),
                withDestinationURL: folder.appending(path: "elsewhere/linked.md"))
        }
        let reply = try site.save("notices", "linked", ["title": "Changed"])
        #expect(reply.status == 422, "\(reply.json)")
        #expect(try site.text("elsewhere/linked.md") == ServedSite.notice("Linked"))
    }

    @Test func largeAndDamagedBodies() throws {
        let site = try EditedSite()
        let host = "127.0.0.1:\(site.port)"
        let head = "POST /api/save HTTP/1.1\r\nHost: \(host)\r\nX-Kairan-Token: \(site.token)\r\n"
        let table = [
            ("Content-Length: 99999999999\r\n\r\n", 413), ("Content-Length: 2\r\n\r\n{}", 400),
            ("Content-Length: 3\r\n\r\n{]}", 400), ("\r\n", 400),
            ("Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400),
            ("Content-Length: x\r\n\r\n", 400), ("Content-Length: -1\r\n\r\n", 400),
        ]
        for (rest, status) in table {
            let connection = try Connection(port: site.port)
            connection.send(head + rest)
            connection.endSending()
            #expect(try Answer(connection.receive()).status == status, "\(rest)")
        }
    }

    /// A body is read only of those who have the token and ask for something that takes one, as its head says.
    @Test func bodiesThatNobodyReads() throws {
        let site = try EditedSite()
        let (host, token) = ("Host: 127.0.0.1:\(site.port)", "X-Kairan-Token: \(site.token)")
        let size = "Content-Length: 60000000"
        let table = [
            ("POST / ", [host], 200), ("POST /main.js ", [host], 200), ("POST / ", [host, token], 200),
            ("POST /api/save ", [host], 401), ("POST /api/upload?collection=notices ", [host], 401),
            ("POST /api/save ", [host, token, "Origin: https://attacker.example"], 403),
            ("POST /api/nothing ", [host, token], 404), ("GET /api/site ", [host, token], 200),
            ("PUT /api/save ", [host, token], 404), ("POST /api/save ", ["Host: attacker.example", token], 421),
        ]
        for (line, headers, status) in table {
            let connection = try Connection(port: site.port)
            let start = ContinuousClock.now
            connection.send(([line + "HTTP/1.1"] + headers + [size]).joined(separator: "\r\n") + "\r\n\r\n")
            // The answer comes though none of the body was sent, and then the connection is closed.
            let answer = try Answer(connection.receive(until: "\r\n\r\n"))
            #expect(answer.status == status && answer.headers["connection"] == "close", "\(line): \(answer.status)")
            #expect(ContinuousClock.now - start < .seconds(20), "\(line)")
        }
    }

    /// Even those who have the token cannot have more sent at once than the server holds.
    @Test func tooMuchAtOnce() throws {
        let site = try EditedSite()
        func begin(_ size: Int) throws -> Held {
            let connection = try Connection(port: site.port)
            connection.send(
                "POST /api/upload?collection=notices&name=a.png HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    + "X-Kairan-Token: \(site.token)\r\nContent-Length: \(size)\r\n\r\nx")
            return Held(connection)
        }
        var held: [Held] = []
        for _ in 1...3 {
            held.append(try begin(64 << 20))
            // The head was read before that of a later request.
            _ = try site.get("site")
        }
        let refused = try Answer(try begin(64 << 20).connection.receive(until: "moment"))
        #expect(refused.status == 503 && refused.body.contains("Too much is being sent at once"), "\(refused)")
        let larger = try begin(65 << 20)
        let answer = try Answer(larger.connection.receive(until: "sent."))
        #expect(answer.status == 413 && answer.body.contains("at most 64 MB can be sent"))
        // A small request goes on, and a large one once there is room.
        #expect(try site.save("notices", "umbrella", ["title": "Small"]).status == 200)
        #expect(held.count == 3)
        held = []
        let large = Data(repeating: 0x20, count: 60_000_000)
        try wait {
            let reply = try site.send("POST", "upload", ["collection": "notices", "name": "a.txt"], body: large)
            return reply.status == 200
        }
    }

    /// Whoever only holds connections keeps nobody else out, and takes no more than a bounded number of them.
    @Test func heldConnections() throws {
        allowManyFiles()
        let site = try EditedSite()
        var held: [Held] = []
        for _ in 0..<2300 { held.append(Held(try Connection(port: site.port))) }
        #expect(try site.get("site").status == 200)
        // The first ones were closed to make room, and those after them wait on.
        for each in held.prefix(200) { #expect(each.connection.receive().isEmpty) }
        let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        for number in [400, 2299] { #expect(try Answer(held[number].connection.exchange(request)).status == 200) }
    }

    private final class Held {
        let connection: Connection

        init(_ connection: consuming Connection) { self.connection = connection }
    }

    /// The page allows no script but its own, and nobody can put it into a frame.
    @Test func page() throws {
        let site = try EditedSite()
        let answer = try Answer(
            try Connection(port: site.port).exchange(
                "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"))
        #expect(answer.status == 200)
        let policy = try #require(answer.headers["content-security-policy"])
        #expect(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"))
        #expect(!answer.body.contains("<script>") && !answer.body.contains(site.token))
        let folder = packageFolder.appending(path: "Sources/KairanDesk/Page")
        for (name, bytes) in try filesIn(folder) {
            let file = try Connection(port: site.port).exchange(
                "GET /\(name) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            #expect(
                try Answer(file).body == String(decoding: bytes, as: UTF8.self),
                "\(name) is not in CEmbedded.c, or an older one")
        }
    }
}

/// With --host, others come at that address with a token of their own, and nobody at any other address.
@Suite struct DeskHostTests {
    @Test func tokens() throws {
        // Every address of 127.0.0.0/8 is this computer, and only 127.0.0.1 is one that the preview answers to by
        // itself.
        let site = try EditedSite(options: ["--host", "127.0.0.9"])
        // The warning comes after the address that the test has waited for.
        try wait { try site.site.output().contains("Anyone with this address can change the board") }
        let output = try site.site.output()
        let outer = try #require(output.firstMatch(of: /http:\/\/127\.0\.0\.9:[0-9]+\/#token=(\S+)/)).1
        #expect(outer != site.token)
        func status(_ host: String, _ token: some StringProtocol) throws -> Int {
            let headers = ["Host: \(host):\(site.port)", "X-Kairan-Token: \(token)"]
            let lines = ["GET /api/site HTTP/1.1", "Connection: close"] + headers
            return try Answer(
                try Connection(port: site.port).exchange(lines.joined(separator: "\r\n") + "\r\n\r\n")
            ).status
        }
        #expect(try status("127.0.0.9", outer) == 200)
        #expect(try status("127.0.0.9", site.token) == 401)
        #expect(try status("127.0.0.1", outer) == 401)
        #expect(try status("127.0.0.1", site.token) == 200)
        for host in ["127.0.0.99", "127.0.0.9.attacker.example", "127.0.0.8", ""] {
            #expect(try status(host, outer) == 421)
        }
    }

    /// The preview shows what is not published yet, so it has to know who asks too.
    @Test func preview() throws {
        let site = try EditedSite(options: ["--host", "127.0.0.9"])
        let output = try site.site.output()
        let outer = try #require(output.firstMatch(of: /http:\/\/127\.0\.0\.9:[0-9]+\/#token=(\S+)/)).1
        let home = try #require(try site.get("site")["home"] as? String).firstMatch(of: /:([0-9]+)(\/.*)/)
        let (port, path) = (try #require(home.flatMap { UInt16($0.1) }), try #require(home?.2))
        func ask(
            _ path: some StringProtocol, _ host: String, at address: UInt32, _ port: UInt16, _ headers: [String] = []
        ) throws -> Answer {
            let lines = ["GET \(path) HTTP/1.1", "Connection: close", "Host: \(host):\(port)"] + headers
            return try Answer(
                try Connection(port: port, at: address).exchange(lines.joined(separator: "\r\n") + "\r\n\r\n"))
        }
        let (inside, outside): (UInt32, UInt32) = (0x7F00_0001, 0x7F00_0009)
        #expect(try ask(path, "127.0.0.1", at: inside, port).status == 200)
        // The host that a request names is not the way that it came.
        for host in ["127.0.0.9", "127.0.0.1", "localhost"] {
            for headers in [[], ["Cookie: kairan-preview=x"], ["Cookie: kairan-preview=\(outer)"]] {
                for path in [String(path), "/.kairan/events", "/.kairan/panel"] {
                    let answer = try ask(path, host, at: outside, port, headers)
                    #expect(answer.status == 401 && !answer.body.contains("umbrella"), "\(host) \(headers) \(path)")
                }
            }
        }
        // Whoever has opened the forms has the cookie from them.
        let token = "X-Kairan-Token: \(outer)"
        let given = try ask("/api/site", "127.0.0.9", at: outside, site.port, [token])
        let cookie = try #require(given.headers["set-cookie"])
        #expect(given.status == 200 && cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"), "\(cookie)")
        let pair = "Cookie: a=b; \(cookie.prefix { $0 != ";" })"
        #expect(try ask(path, "127.0.0.9", at: outside, port, [pair]).status == 200)
        #expect(try ask("/api/site", "127.0.0.9", at: outside, site.port, [pair]).status == 401)
        let inner = try ask("/api/site", "127.0.0.1", at: inside, site.port, ["X-Kairan-Token: \(site.token)"])
        #expect(inner.status == 200 && inner.headers["set-cookie"] == nil)
    }

    /// A container has an address of its own, at which the preview is seen from outside.
    @Test func servingHasTheSameTokens() throws {
        let site = try ServedSite(["--host", "127.0.0.9"])
        try wait { try site.output().contains("Anyone with this address can change the board") }
        #expect(try site.output().contains(/for a phone in your network: http:\/\/127\.0\.0\.9:[0-9]+\/#token=\S+\n/))
        let lines = ["GET / HTTP/1.1", "Connection: close", "Host: 127.0.0.9:\(site.port)"].joined(separator: "\r\n")
        let connection = try Connection(port: site.port, at: 0x7F00_0009)
        #expect(try Answer(connection.exchange(lines + "\r\n\r\n")).status == 401)
    }

    @Test(arguments: ["", "all", "example.org", "1.2.3", "999.1.1.1", "::1"]) func wrongAddresses(_ host: String) throws
    {
        let box = try ServedSite.board()
        for command in [["edit", "--no-open"], ["serve"]] {
            let run = try kairan(command + ["--host", host], in: box.url)
            #expect(run.exitCode == 2 && run.errors.contains("--host needs this computer's address"), "\(run.errors)")
        }
    }

    @Test func anAddressOfAnotherComputer() throws {
        let box = try ServedSite.board()
        let run = try kairan(["edit", "--no-open", "--host", "192.0.2.1"], in: box.url)
        #expect(run.exitCode == 3 && run.errors.contains("192.0.2.1:"), "\(run.errors)")
    }
}

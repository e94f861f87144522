import Foundation
import SiteTesting
import Testing

/// Whatever is asked for, nothing but the site is served, and the server goes on.
@Suite struct RefusalTests {
    @Test func nothingOutsideTheSite() throws {
        let site = try ServedSite()
        try FileManager.default.createSymbolicLink(
            atPath: site.box.path + "/passwd", withDestinationPath: "/etc/passwd")
        let targets = [
            "/../etc/passwd", "/board/../../etc/passwd", "/board/%2e%2e/content/site.yml", "/board/..%2fsite.yml",
            "/board/..", "/board/.", "/board/./style.css", "/board/%2E%2E/", "/board//etc/passwd", "//etc/passwd",
            "/board/..%5c..%5cetc", "/board/\\..\\x", "/board/style.css%00", "/board/%00", "/board/%2fetc/passwd",
            "/board/%", "/board/%zz", "/board/%e4", "/board/style.css/", "/content/site.yml", "/board/passwd",
            "/board/content/site.yml", "/board/.git/config", "/.kairan/", "/.kairan/store", "/.kairan/../board/",
            "http://localhost/board/../x", "http:///board/", "ftp://localhost/board/", "*", "board/", "/board/%ff%fe",
            "/board/%252e%252e/",
        ]
        for target in targets {
            let answer = try site.get(target)
            #expect([400, 404].contains(answer.status), "\(target): \(answer.status)")
            #expect(!answer.body.contains("root:") && !answer.body.contains("timeZone"), "\(target)")
        }
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "X"] {
            let answer = try site.get("/board/", method: method)
            #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD", "\(method)")
        }
        #expect(try site.get("/board/").status == 200)
    }

    @Test func absurdRequests() throws {
        let site = try ServedSite()
        let long = String(repeating: "x", count: 200_000)
        #expect(try site.get("/board/" + long).status == 431)
        #expect(try site.get("/board/", ["X: \(long)"]).status == 431)
        #expect(try site.get("/board/", (0..<5000).map { "X-\($0): a value that is not short" }).status == 431)
        let odd = [
            "\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: 99999999999999\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n", "GET / HTTP/1.1\r\n: x\r\n:\r\n\r\n",
            "GET /board/ HTTP/1.1\r\nRange: bytes=9223372036854775807-9223372036854775807\r\n\r\n",
            "GET /.kairan/events?build=99999999999999999999999 HTTP/1.0\r\n",
        ]
        for text in odd {
            let connection = try site.connection()
            connection.send(text)
            connection.endSending()
            #expect(site.isRunning(), "\(text)")
        }
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let pieces = ["GET ", "/board/", " HTTP/1.1", "\r\n", ":", "%", "Range: bytes=", "..", "\u{0}", "ä", "\n"]
        for _ in 0..<300 {
            let connection = try site.connection()
            for _ in 0..<20 {
                if Bool.random(using: &random) {
                    connection.send(pieces.randomElement(using: &random) ?? "")
                } else {
                    connection.send((0..<9).map { _ in UInt8.random(in: 0...255, using: &random) })
                }
            }
        }
        #expect(try site.get("/board/").status == 200, "KAIRAN_SEED=\(seed)")
        #expect(site.isRunning())
    }

    /// SARIF has no place for what these commands say.
    @Test func formatsThatSayTooLittle() throws {
        let box = try ServedSite.board()
        for command in ["serve", "list", "next", "purge"] {
            #expect(try kairan([command, "--format", "sarif"], in: box.url).exitCode == 2, "\(command)")
            #expect(try !kairan([command, "--help"], in: box.url).output.contains("sarif"), "\(command)")
        }
    }

    @Test func aThousandConnections() throws {
        allowManyFiles()
        let site = try ServedSite()
        var crowd = Crowd()
        for number in 0..<1000 {
            let connection = try site.connection()
            // Half of them never end their request, and the others ask for something that never ends.
            connection.send(
                number % 2 == 0
                    ? "GET /board/ HTTP/1.1\r\nX: "
                    : "GET /.kairan/events?page=/board/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            crowd.connections.append(Held(connection))
        }
        #expect(try site.get("/board/").status == 200)
        try site.noticeTitled("Found umbrella")
        try wait { try site.get("/board/").body.contains("Found umbrella") }
        let told = crowd.connections[999].connection.receive(until: "\"reload\":true")
        #expect(String(decoding: told, as: UTF8.self).contains("\"reload\":true"))
        crowd.connections = []
        #expect(try site.get("/board/").status == 200)
        #expect(site.isRunning())
    }

    private struct Crowd {
        var connections: [Held] = []
    }

    private final class Held {
        let connection: Connection

        init(_ connection: consuming Connection) { self.connection = connection }
    }
}

import Foundation
import SiteTesting
import Testing

@testable import KairanPreview

/// Servers in this process, which wait less than those of the program: no test should wait for half a minute.
@Suite struct IdleTests {
    private static let limit = Duration.milliseconds(200)

    /// Only another thread may wait for an answer, since servers run on those of the tests.
    private func asking<Result: Sendable>(
        _ service: some Answering, waiting limit: Duration = limit,
        _ ask: @escaping @Sendable (_ port: UInt16) throws -> Result
    ) async throws -> Result {
        let port = try LocalServer(
            service, port: .random(in: 20_000..<60_000), idleLimit: limit, isTaken: { _ in }
        ).port
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try ask(port) }) }
        }
    }

    /// Nobody holds a connection for long with a request that does not come or does not end, nor after an answer.
    @Test(arguments: [
        ("", nil), ("GET / HTTP/1.1\r\nHost: localhost\r\nX: ", nil),
        ("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabc", nil), ("GET / HTTP/1.1\r\n\r\n", 200),
        ("GET / HTTP/1.1\r\n\r\nGET", 200),
    ])
    func waitingForTheRest(of request: String, status: Int?) async throws {
        let start = ContinuousClock.now
        let answer = try await asking(Bytes(count: 3)) { try Connection(port: $0).exchange(request) }
        #expect(ContinuousClock.now - start >= Self.limit)
        #expect(try answer.isEmpty ? status == nil : Answer(answer).status == status)
    }

    /// A large body may take longer than one wait, as long as it goes on.
    @Test func aSlowLine() async throws {
        let part = [UInt8](repeating: 0x20, count: 256 << 10)
        let answer = try await asking(Bytes(count: 3), waiting: .seconds(1)) { port in
            let connection = try Connection(port: port)
            connection.send("POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: \(part.count * 6)\r\n\r\n")
            for _ in 0..<6 {
                pause(microseconds: 250_000)
                connection.send(part)
            }
            return connection.receive()
        }
        #expect(try Answer(answer).status == 200)
    }

    @Test func waitingForAReader() async throws {
        let count = 64 << 20
        let received = try await asking(Bytes(count: count)) { port in
            let slow = try Connection(port: port)
            slow.send("GET / HTTP/1.1\r\n\r\n")
            // This one, which is silent, is closed later than the other one.
            for _ in 0..<3 { _ = try Connection(port: port).exchange("") }
            return slow.receive().count
        }
        #expect(received > 0 && received < count)
    }

    /// An open page is told of changes as long as it is open.
    @Test func anOpenPage() async throws {
        let preview = Preview()
        let told = try await asking(preview) { port in
            let page = try Connection(port: port)
            page.send("GET /.kairan/events?page=/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let first = page.receive(until: "data: ")
            for _ in 0..<2 { _ = try Connection(port: port).exchange("") }
            preview.show([PreviewMistake(place: "content/site.yml", message: "there is none", rule: "site.missing")])
            return [first, page.receive(until: "there is none")].map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(told.map { $0.contains("there is none") } == [false, true])
    }

    /// Answers everything with so many bytes.
    private struct Bytes: Answering {
        var count: Int

        func bodyLimit(of head: Request) -> Int { 4 << 20 }
        func refusal(of head: Request) -> Response? { nil }
        func answer(_ request: Request) async -> Response {
            Response(200, [], .bytes([UInt8](repeating: UInt8(ascii: "x"), count: count)))
        }
        func pingAll() {}
    }
}

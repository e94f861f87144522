internal import FlyingSocks
internal import Foundation
internal import KairanSystem

/// Longer heads than any browser sends are refused.
private let headLimit = 32_768
/// What is read of a refused request, so that its sender comes to read the answer.
private let restLimit = 4 << 20
/// How long a request may take to come, and a connection may wait for the next.
private let idleLimit = Duration.seconds(30)

/// Answers the requests of one connection, one after the other.
func serve(_ connection: AsyncSocket, _ preview: Preview) async {
    do {
        var received: [UInt8] = []
        while try await serveNext(connection, preview, &received) {}
        FileDescriptor(rawValue: connection.socket.file.rawValue).shutDown(.writing)
        async let _ = hangUp(connection)
        var rest = restLimit
        while rest > 0 { rest -= try await connection.read(atMost: 4096).count }
    } catch {
        // It left, or it was told all that there is to tell.
    }
    do { try connection.close() } catch {}
}

/// False when the connection is to be closed.
private func serveNext(
    _ connection: AsyncSocket, _ preview: Preview, _ received: inout [UInt8]
) async throws -> Bool {
    guard let end = try await endOfHead(connection, &received) else {
        try await send(.text(431), true, keepingAlive: false, connection)
        return false
    }
    guard let request = Request(head: received[..<end]) else {
        try await send(.text(400), true, keepingAlive: false, connection)
        return false
    }
    received.removeFirst(end + 4)
    let response = await preview.answer(request)
    let hasBody = request.method != "HEAD"
    if case .events(let events) = response.body, hasBody {
        try await connection.write(Data(response.head(keepingAlive: false)))
        try await events.forEach { try await connection.write(Data($0)) }
        return false
    }
    try await send(response, hasBody, keepingAlive: request.keepsAlive, connection)
    return request.keepsAlive
}

private func send(_ response: Response, _ hasBody: Bool, keepingAlive: Bool, _ connection: AsyncSocket) async throws {
    var bytes = response.head(keepingAlive: keepingAlive)
    if hasBody, case .bytes(let body) = response.body { bytes += body }
    try await connection.write(Data(bytes))
}

/// Where the empty line is; nil when it does not come.
private func endOfHead(_ connection: AsyncSocket, _ received: inout [UInt8]) async throws -> Int? {
    async let _ = hangUp(connection)
    var searched = 0
    while true {
        let window = received[searched...]
        if let end = window.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound { return end }
        searched = max(0, received.count - 3)
        guard received.count < headLimit else { return nil }
        received += try await connection.read(atMost: 4096)
    }
}

/// Ends what is read when it takes too long; as an `async let` it is cancelled, and waited for, where its scope ends.
private func hangUp(_ connection: AsyncSocket) async {
    do {
        try await Task.sleep(for: idleLimit)
        FileDescriptor(rawValue: connection.socket.file.rawValue).shutDown(.reading)
    } catch {
        // All was read in time.
    }
}

internal import FlyingSocks
internal import KairanSystem

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The largest size of a head, in bytes. No browser sends a longer one, so longer heads are refused.
private let headLimit = 32_768
/// The number of bytes that are still read after the last answer, so that the sender of a refused request comes to read
/// it.
private let restLimit = 4 << 20

/// The size in bytes of the part of a body that has to come before the wait ends.
private let bodyPart = 256 << 10

/// Answers the requests of one connection, one after the other.
///
/// - Parameter load: The connection has entered it, and leaves it here.
/// - Parameter isFromOutside: If this is true, it may come from another computer.
func serve(
    _ socket: AsyncSocket, _ service: some Answering, _ load: ServerLoad, isFromOutside: Bool
) async {
    let connection = TimedConnection(socket: socket, idleLimit: load.idleLimit)
    do {
        var received: [UInt8] = []
        while try await serveNext(connection, service, load, isFromOutside, &received) {}
        connection.descriptor.shutDown(.writing)
        // It makes room for others like one that waits for a request.
        load.waits(connection.descriptor)
        async let _ = hangUp(connection)
        var rest = restLimit
        while rest > 0 { rest -= try await connection.socket.read(atMost: 4096).count }
    } catch {
        // The browser has left, or was told all that there is to tell.
    }
    load.leave(connection.descriptor)
    do { try connection.socket.close() } catch {}
}

/// Answers the next request. Returns false if the connection has to be closed.
private func serveNext(
    _ connection: TimedConnection, _ service: some Answering, _ load: ServerLoad, _ isFromOutside: Bool,
    _ received: inout [UInt8]
) async throws -> Bool {
    load.waits(connection.descriptor)
    guard let end = try await endOfHead(connection, &received) else {
        try await send(.text(431), true, keepingAlive: false, connection)
        return false
    }
    guard var request = Request(head: received[..<end]) else {
        try await send(.text(400), true, keepingAlive: false, connection)
        return false
    }
    load.isServed(connection.descriptor)
    request.isFromOutside = isFromOutside
    received.removeFirst(end + 4)
    if let refusal = service.refusal(of: request) {
        try await send(refusal, request.method != "HEAD", keepingAlive: request.keepsAlive, connection)
        return request.keepsAlive
    }
    let (size, limit) = (request.bodySize ?? 0, service.bodyLimit(of: request))
    let taken = size <= limit ? size : 0
    if limit > 0, size > limit || !load.takeBody(of: taken) {
        try await send(.tooMuch(size > limit ? 413 : 503, limit), true, keepingAlive: false, connection)
        return false
    }
    defer { if limit > 0 { load.giveBack(bodyOf: taken) } }
    if limit > 0, size > 0 { request.body = try await body(of: size, connection, &received) }
    let response = await service.answer(request)
    let hasBody = request.method != "HEAD"
    if case .events(let events) = response.body, hasBody {
        try await connection.socket.write(Data(response.head(keepingAlive: false)))
        try await events.run { try await connection.socket.write(Data($0)) }
        return false
    }
    try await send(response, hasBody, keepingAlive: request.keepsAlive, connection)
    return request.keepsAlive
}

private func send(_ response: Response, _ hasBody: Bool, keepingAlive: Bool, _ connection: TimedConnection) async throws
{
    var bytes = response.head(keepingAlive: keepingAlive)
    if hasBody, case .bytes(let body) = response.body { bytes += body }
    // Somebody who does not read what he asked for holds the connection only for a while.
    var rest = bytes[...]
    while !rest.isEmpty {
        async let _ = hangUp(connection, .writing)
        let part = rest.prefix(1 << 20)
        try await connection.socket.write(Data(part))
        rest = rest.dropFirst(part.count)
    }
}

/// Returns the offset of the empty line after a head, or nil if it does not come.
private func endOfHead(_ connection: TimedConnection, _ received: inout [UInt8]) async throws -> Int? {
    async let _ = hangUp(connection)
    var searched = 0
    while true {
        let window = received[searched...]
        if let end = window.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound { return end }
        searched = max(0, received.count - 3)
        guard received.count < headLimit else { return nil }
        received += try await connection.socket.read(atMost: 4096)
    }
}

private func body(of size: Int, _ connection: TimedConnection, _ received: inout [UInt8]) async throws -> [UInt8] {
    received.reserveCapacity(size)
    while received.count < size { try await readPart(of: size, connection, &received) }
    // A large body is in memory once, not twice.
    var body = Array(received[size...])
    swap(&body, &received)
    body.removeLast(body.count - size)
    return body
}

/// Reads the next part of a body. Each part has its own time, as a large picture takes long over a slow line.
private func readPart(of size: Int, _ connection: TimedConnection, _ received: inout [UInt8]) async throws {
    async let _ = hangUp(connection)
    let end = min(size, received.count + bodyPart)
    while received.count < end { received += try await connection.socket.read(atMost: end - received.count) }
}

/// Ends the reading or writing if it takes too long. This runs as an `async let`, so it is cancelled and waited for at the end of
/// its scope.
private func hangUp(_ connection: TimedConnection, _ direction: FileDescriptor.Direction = .reading) async {
    do {
        try await Task.sleep(for: connection.idleLimit)
        connection.descriptor.shutDown(direction)
    } catch {
        // Everything came in time.
    }
}

private struct TimedConnection {
    let socket: AsyncSocket
    let idleLimit: Duration

    var descriptor: FileDescriptor { FileDescriptor(rawValue: socket.socket.file.rawValue) }
}

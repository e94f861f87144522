internal import FlyingSocks
internal import KairanSystem

/// An error that says why the server cannot listen at an address.
package struct ServerError: Error, CustomStringConvertible {
    package var description: String
}

/// Something that answers the requests of a server.
package protocol Answering: Sendable {
    /// Returns the size in bytes of the largest body that a request may have by its head, which was let in. If the
    /// result is 0, no body is read.
    func bodyLimit(of head: Request) -> Int

    /// Returns the answer to a request that is not let in, by its head alone; nil if it is. No body of it is read.
    func refusal(of head: Request) -> Response?

    func answer(_ request: Request) async -> Response

    /// Sends something to all who are told of events, since only that shows which browsers have left.
    func pingAll()
}

/// Serves something to this computer, and to others only at an address that somebody named.
///
/// FlyingFox provides the sockets, but requests are read here. Its HTTP server takes lines of any length and searches
/// the whole line again for each byte that comes, so 200 KB keep a processor busy for minutes. Here a head of more than
/// 32 KB is refused, and if there are too many connections, one that waits for a request is closed (`ServerLoad`).
package struct LocalServer: Sendable {
    package let port: UInt16

    /// Listens at the first free port of 20, and calls `isTaken` with each taken one before it.
    ///
    /// - Parameters:
    ///   - outerAddress: An address of this computer in its network, such as `192.168.1.5`.
    ///   - idleLimit: The longest time that a request may take to come, and that a connection may wait for the next one.
    package init(
        _ service: some Answering, port first: UInt16, at outerAddress: String? = nil,
        idleLimit: Duration = .seconds(30), isTaken: (UInt16) -> Void
    ) throws(ServerError) {
        let last = first > 65_516 ? .max : first + 19
        for port in first...last {
            var (sockets, outerSockets): ([Socket], [Socket]) = ([], [])
            do {
                sockets.append(try listen(at: try .inet(ip4: "127.0.0.1", port: port)))
            } catch SocketError.failed(_, SystemError.addressInUse.code, _) {
                isTaken(port)
                continue
            } catch {
                let reason = if case SocketError.failed(_, _, let reason) = error { reason } else { "\(error)" }
                throw ServerError(description: "127.0.0.1:\(port): \(reason)")
            }
            if let outerAddress {
                do {
                    outerSockets.append(try listen(at: try .inet(ip4: outerAddress, port: port)))
                } catch {
                    let reason = if case SocketError.failed(_, _, let reason) = error { reason } else { "\(error)" }
                    throw ServerError(description: "\(outerAddress):\(port): \(reason)")
                }
            }
            // Browsers look up 'localhost' as IPv6 too. A computer without IPv6 does not need this socket.
            do { sockets.append(try listen(at: try .inet6(ip6: "::1", port: port))) } catch {}
            let load = ServerLoad(idleLimit: idleLimit)
            accept(sockets, service, load, isFromOutside: false)
            accept(outerSockets, service, load, isFromOutside: true)
            ping(service)
            self.port = port
            return
        }
        throw ServerError(description: "all ports from \(first) to \(last) are taken")
    }
}

private func listen(at address: some SocketAddress) throws -> Socket {
    let socket = try Socket(domain: Int32(type(of: address).family))
    do {
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: address)
        try socket.listen()
        return socket
    } catch {
        try socket.close()
        throw error
    }
}

private func accept(_ sockets: [Socket], _ service: some Answering, _ load: ServerLoad, isFromOutside: Bool) {
    guard !sockets.isEmpty else { return }
    let pool = SocketPool.make(maxEvents: 100)
    Task.detached {
        try await pool.prepare()
        for socket in sockets {
            let listener = try AsyncSocket(socket: socket, pool: pool)
            Task.detached {
                while !Task.isCancelled {
                    do {
                        let connection = try await listener.accept()
                        guard load.enter() else {
                            try connection.close()
                            continue
                        }
                        Task.detached { await serve(connection, service, load, isFromOutside: isFromOutside) }
                    } catch {
                        // No more files can be opened until some connection is closed.
                        load.makeRoom()
                        try await Task.sleep(for: .milliseconds(50))
                    }
                }
            }
        }
        try await pool.run()
    }
}

private func ping(_ service: some Answering) {
    Task.detached {
        while true {
            try await Task.sleep(for: .seconds(15))
            service.pingAll()
        }
    }
}

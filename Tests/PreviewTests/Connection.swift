import Foundation
import Testing

/// A connection to a port of this computer that takes none of the care of usual clients.
struct Connection: ~Copyable {
    private let descriptor: Int32
    #if canImport(Darwin)
        static let stream = SOCK_STREAM
        /// There the socket itself says that no signal tells of a closed connection.
        private static let quietly: Int32 = 0
    #else
        static let stream = Int32(SOCK_STREAM.rawValue)
        private static let quietly = Int32(MSG_NOSIGNAL)
    #endif

    init(port: UInt16, at host: UInt32 = 0x7F00_0001) throws {
        descriptor = socket(AF_INET, Self.stream, 0)
        try #require(descriptor >= 0)
        #if canImport(Darwin)
            var isQuiet: Int32 = 1
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
        #endif
        let result = Self.open(descriptor, port, host)
        try #require(result == 0, "\(unsafe String(cString: strerror(errno)))")
    }

    /// Tells whether anybody listens at a port.
    static func isPossible(port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, stream, 0)
        defer { close(descriptor) }
        return open(descriptor, port, 0x7F00_0001) == 0
    }

    private static func open(_ descriptor: Int32, _ port: UInt16, _ host: UInt32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit { close(descriptor) }

    /// Sends bytes, or returns false if the other side no longer listens.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Self.quietly)
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Returns what comes until the other side has no more to say, or until `text` has come.
    func receive(until text: String? = nil) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while text.map({ !String(decoding: all, as: UTF8.self).contains($0) }) ?? true {
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            all += buffer[..<count]
        }
        return all
    }

    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func exchange(_ text: String) -> [UInt8] {
        send(text)
        return receive()
    }
}

/// A response as it came.
struct Answer {
    var status: Int
    /// The headers by name, in lower case.
    var headers: [String: String]
    var body: String

    init(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = try #require(parts.first).split(separator: "\r\n")
        status = try #require(
            lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }, "\(text.prefix(200))")
        headers = Dictionary(
            lines.dropFirst().map { line in
                let pair = line.split(separator: ":", maxSplits: 1)
                return (pair[0].lowercased(), pair.last?.trimmingCharacters(in: .whitespaces) ?? "")
            }
        ) { first, _ in first }
        body = parts.count > 1 ? String(parts[1]) : ""
    }
}

/// Lets the tests hold as many connections as the system allows.
func allowManyFiles() {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

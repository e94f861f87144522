// The part of a client that asks the server.
// swift-format-ignore-file

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Client.Store {
    /// Sends a request and returns the answer. It may stop as soon as a body has more than `limit` bytes.
    public typealias HTTP = @Sendable (_ request: URLRequest, _ limit: Int) async throws -> (Data, HTTPURLResponse)

    /// The server's answer to a request.
    enum Answer {
        case data(Data, tag: String?)
        /// The server has what is here already.
        case same
        /// It wants to be left alone for some seconds.
        case busy(Double)
    }

    /// Requests a file below an address.
    ///
    /// - Parameters:
    ///   - tag: The ETag of what is here already.
    ///   - version: A part of the address, so that no cache answers with the file of another publication.
    ///   - limit: How long it can be in bytes. What is longer comes with a few more bytes than that, or all of it.
    static func request(
        _ path: String, at address: URL, tag: String? = nil, version: String? = nil, limit: Int, _ send: HTTP
    ) async throws -> Answer {
        let unreserved = CharacterSet(charactersIn: "/-._~").union(.alphanumerics.intersection(CharacterSet(charactersIn: "!"..."~")))
        let escaped = path.addingPercentEncoding(withAllowedCharacters: unreserved) ?? path
        let query = version.map { "?v=\($0)" } ?? ""
        guard let url = URL(string: escaped + query, relativeTo: address) else { throw Client.Failure.missing(path) }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        let (data, response) = try await send(request, limit)
        switch response.statusCode {
        case 200: return .data(data, tag: response.value(forHTTPHeaderField: "ETag"))
        case 304 where tag != nil: return .same
        case 429, 503:
            let asked = response.value(forHTTPHeaderField: "Retry-After") ?? ""
            // The clock of the server counts, as that of the device may be wrong.
            let now = Client.httpDate(response.value(forHTTPHeaderField: "Date") ?? "") ?? Date()
            let seconds = Double(asked) ?? Client.httpDate(asked)?.timeIntervalSince(now) ?? 60
            return .busy(seconds.isFinite ? min(max(seconds, 1), 86_400) : 86_400)
        default: throw Client.Failure.status(response.statusCode, path)
        }
    }

    /// Sends requests by URLSession, with no more patience than half a minute for the next byte and ten minutes for all.
    static func urlSession() -> HTTP {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 30
        configuration.timeoutIntervalForResource = 600
        #if canImport(FoundationNetworking)
            return { request, limit in try await Receiver.receive(request, limit, configuration) }
        #else
            let session = URLSession(configuration: configuration)
            return { request, limit in
                let (bytes, response) = try await session.bytes(for: request)
                defer { bytes.task.cancel() }
                guard let response = response as? HTTPURLResponse else { throw Client.Failure.notThisAPI }
                var data = Data()
                for try await byte in bytes {
                    data.append(byte)
                    if data.count > limit { break }
                }
                return (data, response)
            }
        #endif
    }

    /// Seconds on a clock that nobody sets, and that goes on while the device sleeps.
    static func monotonicSeconds() -> Double {
        var time = timespec()
        #if canImport(Darwin)
            clock_gettime(CLOCK_MONOTONIC_RAW, &time)
        #else
            clock_gettime(CLOCK_BOOTTIME, &time)
        #endif
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Waits for a task, but no longer than until the own task is cancelled.
    static func outcome<Value: Sendable>(of task: Task<Value, any Error>) async throws -> Value {
        let (values, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
        Task {
            do {
                continuation.yield(try await task.value)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        for try await value in values { return value }
        throw CancellationError()
    }
}

#if canImport(FoundationNetworking)
    /// Receives a body in parts, which URLSession does in no other way where it is not Apple's.
    private final class Receiver: NSObject, URLSessionDataDelegate {
        enum Part { case response(URLResponse), data(Data) }

        private let parts: AsyncThrowingStream<Part, any Error>.Continuation

        private init(_ parts: AsyncThrowingStream<Part, any Error>.Continuation) { self.parts = parts }

        static func receive(
            _ request: URLRequest, _ limit: Int, _ configuration: URLSessionConfiguration
        ) async throws -> (Data, HTTPURLResponse) {
            // Parts that come faster than they are taken are given up.
            let (parts, continuation) = AsyncThrowingStream<Part, any Error>.makeStream(bufferingPolicy: .bufferingOldest(16_384))
            let session = URLSession(configuration: configuration, delegate: Receiver(continuation), delegateQueue: nil)
            let task = session.dataTask(with: request)
            continuation.onTermination = { _ in task.cancel() }
            task.resume()
            session.finishTasksAndInvalidate()
            var (data, response): (Data, HTTPURLResponse?) = (Data(), nil)
            for try await part in parts {
                switch part {
                case .response(let head): response = head as? HTTPURLResponse
                case .data(let part): data.append(part)
                }
                if data.count > limit { break }
            }
            try Task.checkCancellation()
            guard let response else { throw Client.Failure.notThisAPI }
            return (data, response)
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            parts.yield(.response(response))
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            if case .dropped = parts.yield(.data(data)) { dataTask.cancel() }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            parts.finish(throwing: error)
        }
    }
#endif

// The part of a client that knows which files a publication has, and why it could not be had.
// swift-format-ignore-file

import Foundation

extension Client {
    /// Why a publication or a file could not be downloaded.
    public enum Failure: LocalizedError, Hashable, Sendable {
        /// The answer is not the manifest of this version. It may be the sign-in page of a public network.
        case notThisAPI
        /// The server is busy. The store sends no request before this time.
        case busy(until: Date)
        /// The server answered with another status than 200.
        case status(Int, String)
        /// The file is not the one that the manifest lists: it was cut off, is something else, or belongs to a newer
        /// publication, which the next `update()` downloads.
        case wrong(String)
        /// The publication lacks a file that this client needs.
        case missing(String)
        /// The file is right, but this client cannot read it.
        case unreadable(String, String)
        /// This client cannot read a record of a lenient endpoint. The publication has all the others.
        case leftOut(String, String)

        /// Tells whether something is published that this client cannot use, so that all of its apps keep what they have.
        public var isRefusal: Bool {
            switch self {
            case .missing, .unreadable: true
            case .notThisAPI, .busy, .status, .wrong, .leftOut: false
            }
        }

        public var errorDescription: String? {
            switch self {
            case .notThisAPI: "the answer is not the manifest of version \(Client.version)"
            case .busy: "the server is busy"
            case .status(let status, let path): "\(path): status \(status)"
            case .wrong(let path): "\(path) is not the file that the manifest lists"
            case .missing(let path): "\(path) is not published"
            case .unreadable(let path, let reason): "\(path): \(reason)"
            case .leftOut(let path, let reason): "\(path): a record is left out: \(reason)"
            }
        }
    }

    /// The list of all files of a publication.
    public struct Manifest: Hashable, Sendable {
        public struct File: Decodable, Hashable, Sendable {
            public let path: String
            public let size: Int
            public let sha256: String
            /// The path of the endpoint that made it, if there are others whose path it fits.
            let endpoint: String?

            /// The largest file that a client reads, in bytes.
            static let maximalSize = 64 << 20

            func fits(_ data: Data) -> Bool { data.count == size && Client.sha256(data) == sha256 }
        }

        /// It normally grows when a file changes, but can be lower after a backup was restored.
        public let revision: Int64
        /// The next moment at which a file may change although nobody edits anything.
        public let nextChange: Date?
        /// The time zone in which the site's days begin, or the one of this client if the device does not know that.
        public let timeZone: TimeZone
        public let files: [String: File]
        let data: Data

        /// The largest manifest that a client reads, in bytes.
        static let maximalSize = 16 << 20

        init(_ data: Data) throws {
            do {
                let json = try JSONDecoder().decode(JSON.self, from: data)
                guard json.version == Client.version, json.files.allSatisfy({ $0.sha256.isHash }) else { throw Failure.notThisAPI }
                revision = json.revision
                nextChange = json.nextChange?.value
                timeZone = json.timeZone.flatMap(TimeZone.init(identifier:)) ?? Client.timeZone
                files = Dictionary(json.files.map { ($0.path, $0) }) { first, _ in first }
                self.data = Data(data)
            } catch {
                throw Failure.notThisAPI
            }
        }

        /// Makes the manifest of a publication that nobody published.
        init(of json: [String: String]) {
            (revision, nextChange, timeZone, data) = (0, nil, Client.timeZone, Data(UUID().uuidString.utf8))
            files = Dictionary(uniqueKeysWithValues: json.map { path, text in
                (path, File(path: path, size: text.utf8.count, sha256: "", endpoint: nil))
            })
        }

        private struct JSON: Decodable {
            let version: String
            let revision: Int64
            let nextChange: ISOMoment?
            let timeZone: String?
            let files: [File]
        }

        /// Returns the values of the only parameter in the path of an endpoint, such as `items/{id}.json`, for which there is a file.
        func values(of endpoint: String) -> [String] {
            let (start, end) = (endpoint.prefix { $0 != "{" }, endpoint.drop { $0 != "}" }.dropFirst())
            return files.values.filter { $0.endpoint ?? endpoint == endpoint }.map(\.path)
                .filter { $0.count > start.count + end.count && $0.hasPrefix(start) && $0.hasSuffix(end) }
                .map { String($0.dropFirst(start.count).dropLast(end.count)) }
                .filter { !$0.contains("/") }.sorted()
        }
    }
}

extension String {
    /// Tells whether it can only be a hash, and so is safe as a file's name.
    var isHash: Bool { utf8.count == 64 && utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) } }
}

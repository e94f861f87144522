// The part of a client that downloads publications and keeps the last good one.
// swift-format-ignore-file

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Client {
    /// Downloads what is published, and keeps the last good publication on this device.
    ///
    /// A new publication replaces the last one only after all of its files are downloaded, have the hashes that the
    /// manifest lists, and can be read by this client. Until then, and without a network, the last one stays.
    public actor Store {
        private let folder: URL
        private let address: URL
        private let isKept: @Sendable (String) -> Bool
        private let session: URLSession
        private let bundle: URL? = nil
        private var isOpen = false
        private var current: Publication?
        /// The publication before, which may have been handed out and still ask for its files.
        private var previous: Manifest?
        /// The ETag of the current manifest; nil if the server did not send it.
        private var tag: String?
        private var notBefore = Date.distantPast
        private var updating: Task<Publication, any Error>?
        private var loading: [String: Task<Data, any Error>] = [:]
        /// The hashes of files of which this store has seen that they are right.
        private var verified: Set<String> = []
        private var observers: [UUID: AsyncStream<Publication>.Continuation] = [:]

        /// - Parameters:
        ///   - folder: Where publications are kept; by default a folder in Application Support. Each store needs its own.
        ///   - address: Another address of the same version, such as that of `kairan serve`.
        ///   - isKept: Returns true for the paths of more files that every update downloads, besides those that every publication has.
        ///     All other files are loaded when they are asked for, and from then on kept up to date.
        public init(
            folder: URL? = nil, address: URL = Client.address,
            keeping isKept: @escaping @Sendable (_ path: String) -> Bool = { _ in false }
        ) {
            let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            self.folder = folder ?? (support ?? FileManager.default.temporaryDirectory).appendingPathComponent("Client")
            self.address = address.absoluteString.hasSuffix("/") ? address : address.appendingPathComponent("")
            self.isKept = isKept
            let configuration = URLSessionConfiguration.ephemeral
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.timeoutIntervalForRequest = 30
            configuration.timeoutIntervalForResource = 600
            session = URLSession(configuration: configuration)
        }

        /// The last good publication of this device, or else the one that came with the app. It never waits for the network.
        public var publication: Publication? {
            open()
            return current
        }

        /// Each new publication, from now on. Whoever is slow gets only the newest.
        public func publications() -> AsyncStream<Publication> {
            let id = UUID()
            return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                observers[id] = continuation
                continuation.onTermination = { _ in Task { await self.forget(id) } }
            }
        }

        /// Asks once whether something newer is published, and downloads it.
        ///
        /// - Returns: The newest publication, which may be the one that was here already.
        /// - Throws: `Failure`, or the error of the network. The last good publication then stays.
        @discardableResult public func update() async throws -> Publication {
            if let updating { return try await updating.value }
            let task = Task { try await bring() }
            updating = task
            defer { updating = nil }
            return try await task.value
        }

        /// Updates now, and again whenever the manifest announces a change, until the task is cancelled. After a failure it waits
        /// a minute, then two, and at most an hour. What is published without being announced comes with the next `update()`:
        /// call it when the app comes to the foreground.
        public func keepUpdated() async {
            var pause = 60.0
            while !Task.isCancelled {
                var wait = pause
                do {
                    let next = try await update().manifest.nextChange ?? Date().addingTimeInterval(86_400)
                    // Not all apps have to ask in the same second.
                    if next > Date() { (wait, pause) = (next.timeIntervalSinceNow + .random(in: 1...30), 60) }
                } catch {
                    wait = max(wait, notBefore.timeIntervalSinceNow)
                }
                if wait == pause { pause = min(pause * 2, 3600) }
                do { try await Task.sleep(nanoseconds: UInt64(min(wait, 86_400) * 1e9)) } catch { return }
            }
        }

        private func forget(_ observer: UUID) { observers[observer] = nil }

        private func open() {
            if isOpen { return }
            isOpen = true
            // Whatever is damaged, or was kept by an app that could read it, counts as absent.
            do {
                let saved = try Data(contentsOf: folder.appendingPathComponent("publication"))
                let kept = saved.dropFirst(64)
                let lines = kept.split(separator: 10, maxSplits: 2, omittingEmptySubsequences: false)
                guard String(decoding: saved.prefix(64), as: UTF8.self) == Client.sha256(kept), lines.count == 3,
                    String(decoding: lines[0], as: UTF8.self) == address.absoluteString
                else { throw Failure.notThisAPI }
                current = try publication(Manifest(lines[2]))
                tag = lines[1].isEmpty ? nil : String(decoding: lines[1], as: UTF8.self)
            } catch {
                guard let bundle else { return }
                do {
                    current = try publication(Manifest(Data(contentsOf: bundle.appendingPathComponent("manifest.json"))))
                } catch {}
            }
        }

        private func publication(_ manifest: Manifest) throws -> Publication {
            try Publication(manifest, self) { path in
                guard let file = manifest.files[path] else { throw Failure.missing(path) }
                guard let data = local(file) else { throw Failure.wrong(path) }
                return data
            }
        }

        /// Returns a file that is on this device.
        private func local(_ file: Manifest.File) -> Data? { kept(file) ?? read(file, bundle?.appendingPathComponent(file.path)) }

        private func kept(_ file: Manifest.File) -> Data? { read(file, folder.appendingPathComponent(file.sha256)) }

        private func read(_ file: Manifest.File, _ place: URL?) -> Data? {
            guard let place else { return nil }
            do {
                let data = try Data(contentsOf: place)
                guard data.count == file.size, verified.contains(file.sha256) || file.fits(data) else { return nil }
                verified.insert(file.sha256)
                return data
            } catch {
                return nil
            }
        }

        private func bring() async throws -> Publication {
            open()
            for attempt in 1... {
                // A cache on the way may still have the last manifest; another address leads past it.
                let version = attempt == 1 ? nil : String(milliseconds())
                let (data, newTag) = try await request("manifest.json", tag: tag, version: version)
                guard let manifest = try data.map({ try Manifest($0) }) ?? current?.manifest else { throw Failure.notThisAPI }
                // A revision that goes back is more often an old copy in a cache than what is published.
                if attempt == 1, let current, manifest.revision < current.manifest.revision { continue }
                do {
                    return try await activate(manifest, newTag)
                } catch Failure.wrong where attempt < 3, Failure.status(404, _) where attempt < 3 {
                    // The manifest and the files are of different publications.
                    try await Task.sleep(nanoseconds: 500_000_000)
                }
            }
            throw Failure.notThisAPI
        }

        /// Brings what a publication has and the last one has not, and puts it in the place of the last one.
        private func activate(_ manifest: Manifest, _ newTag: String?) async throws -> Publication {
            let last = current
            if let missing = Client.files.first(where: { manifest.files[$0] == nil }) { throw Failure.missing(missing) }
            let wanted = manifest.files.values.filter { file in
                Client.files.contains(file.path) || isKept(file.path)
                    || last?.manifest.files[file.path].map { local($0) != nil } ?? false
            }
            let missing = wanted.filter { kept($0) == nil }.sorted { $0.path < $1.path }
            if let last, missing.isEmpty, manifest.data == last.manifest.data, newTag == tag { return last }
            try makeFolder()
            // The files of a publication that this client refuses would only take space.
            defer { remove(except: [current?.manifest, previous, manifest].compactMap { $0 }) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                var waiting = missing[...]
                for _ in 0..<4 {
                    if let file = waiting.popFirst() { group.addTask { _ = try await self.load(file) } }
                }
                while try await group.next() != nil {
                    if let file = waiting.popFirst() { group.addTask { _ = try await self.load(file) } }
                }
            }
            let new = try publication(manifest)
            for file in wanted where !Client.files.contains(file.path) { try check(file, last?.manifest.files[file.path]) }
            // It begins with a hash of the rest, by which damage is noticed.
            let content = Data("\(address.absoluteString)\n\(newTag ?? "")\n".utf8) + manifest.data
            try save(Data(Client.sha256(content).utf8) + content, "publication")
            (current, tag) = (new, newTag)
            guard manifest.data != last?.manifest.data else { return new }
            previous = last?.manifest
            for observer in observers.values { observer.yield(new) }
            return new
        }

        /// Throws if this client could read a file of the last publication, but cannot read what took its place. A file that it
        /// could not read before belongs to an endpoint that it does not know.
        private func check(_ file: Manifest.File, _ before: Manifest.File?) throws {
            guard let data = local(file) else { return }
            do {
                try Client.check(file.path, data)
            } catch {
                guard let before, let old = local(before) else { return }
                do { try Client.check(file.path, old) } catch { return }
                throw error
            }
        }

        /// Returns a file of a publication, from this device if possible; nil if the publication does not have it.
        func data(_ path: String, of manifest: Manifest) async throws -> Data? {
            guard let file = manifest.files[path] else { return nil }
            if let data = local(file) { return data }
            try makeFolder()
            return try await load(file)
        }

        private func load(_ file: Manifest.File) async throws -> Data {
            if let task = loading[file.sha256] { return try await task.value }
            let task = Task {
                if let data = kept(file) { return data }
                let data: Data
                if let bundled = local(file) { data = bundled } else { data = try await download(file) }
                try save(data, file.sha256)
                return data
            }
            loading[file.sha256] = task
            defer { loading[file.sha256] = nil }
            return try await task.value
        }

        private func download(_ file: Manifest.File) async throws -> Data {
            let hash = String(file.sha256.prefix(16))
            do {
                if let data = try await request(file.path, version: hash).0, file.fits(data) { return data }
            } catch Failure.status(404, _) {}
            if let data = try await copy(of: file) { return data }
            // A cache on the way may have kept what stood there before; another address leads past it.
            let other = "\(hash)-\(milliseconds())"
            guard let data = try await request(file.path, version: other).0, file.fits(data) else { throw Failure.wrong(file.path) }
            return data
        }

        /// Returns the file by its hash. A host has such copies while another publication takes the place of this one.
        private func copy(of file: Manifest.File) async throws -> Data? {
            let end = file.path.split(separator: "/").last?.split(separator: ".").dropFirst().last.map { ".\($0)" } ?? ""
            do {
                let data = try await request("sha256/\(file.sha256)\(end)").0
                return data.flatMap { file.fits($0) ? $0 : nil }
            } catch Failure.status(404, _) {
                return nil
            }
        }

        private func milliseconds() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

        /// Requests a file.
        ///
        /// - Parameters:
        ///   - tag: The ETag of what is here already. The data are nil if the server still has the same.
        ///   - version: A part of the address, so that no cache answers with the file of another publication.
        private func request(_ path: String, tag: String? = nil, version: String? = nil) async throws -> (Data?, String?) {
            if notBefore > Date() { throw Failure.busy(until: notBefore) }
            let unreserved = CharacterSet(charactersIn: "/-._~").union(.alphanumerics.intersection(CharacterSet(charactersIn: "!"..."~")))
            let escaped = path.addingPercentEncoding(withAllowedCharacters: unreserved) ?? path
            let query = version.map { "?v=\($0)" } ?? ""
            guard let url = URL(string: escaped + query, relativeTo: address) else { throw Failure.missing(path) }
            var request = URLRequest(url: url)
            if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
            let (data, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else { throw Failure.notThisAPI }
            switch response.statusCode {
            case 200: return (data, response.value(forHTTPHeaderField: "ETag"))
            case 304 where tag != nil: return (nil, tag)
            case 429, 503:
                let asked = response.value(forHTTPHeaderField: "Retry-After") ?? ""
                let seconds = Double(asked) ?? Client.httpDate(asked)?.timeIntervalSinceNow ?? 60
                notBefore = Date().addingTimeInterval(min(max(seconds, 1), 86_400))
                throw Failure.busy(until: notBefore)
            default: throw Failure.status(response.statusCode, path)
            }
        }

        private func makeFolder() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        private func save(_ data: Data, _ name: String) throws {
            try data.write(to: folder.appendingPathComponent(name), options: .atomic)
        }

        /// Removes the files of publications that nobody can use any more.
        private func remove(except manifests: [Manifest]) {
            let names = Set(manifests.flatMap { $0.files.values.map(\.sha256) })
            do {
                // Whatever is not named by a hash is not the store's.
                for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
                where name.isHash && !names.contains(name) {
                    try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
                }
            } catch {
                // A file that stays only takes space, and the next update removes it.
            }
        }
    }
}

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

        public var errorDescription: String? {
            switch self {
            case .notThisAPI: "the answer is not the manifest of version \(Client.version)"
            case .busy: "the server is busy"
            case .status(let status, let path): "\(path): status \(status)"
            case .wrong(let path): "\(path) is not the file that the manifest lists"
            case .missing(let path): "\(path) is not published"
            case .unreadable(let path, let reason): "\(path): \(reason)"
            }
        }
    }

    /// The list of all files of a publication.
    public struct Manifest: Hashable, Sendable {
        public struct File: Decodable, Hashable, Sendable {
            public let path: String
            public let size: Int
            public let sha256: String

            func fits(_ data: Data) -> Bool { data.count == size && Client.sha256(data) == sha256 }
        }

        /// It normally grows when a file changes, but can be lower after a backup was restored.
        public let revision: Int64
        /// The next moment at which a file may change although nobody edits anything.
        public let nextChange: Date?
        public let files: [String: File]
        let data: Data

        init(_ data: Data) throws {
            do {
                let json = try JSONDecoder().decode(JSON.self, from: data)
                guard json.version == Client.version, json.files.allSatisfy({ $0.sha256.isHash }) else { throw Failure.notThisAPI }
                revision = json.revision
                nextChange = json.nextChange?.value
                files = Dictionary(json.files.map { ($0.path, $0) }) { first, _ in first }
                self.data = Data(data)
            } catch {
                throw Failure.notThisAPI
            }
        }

        private struct JSON: Decodable {
            let version: String
            let revision: Int64
            let nextChange: ISOMoment?
            let files: [File]
        }

        /// Returns what stands in the paths of files between two texts.
        func values(between start: String, and end: String) -> [String] {
            let others = Client.files + ["changelog.json", "openapi.json"]
            return files.keys
                .filter { $0.count > start.count + end.count && $0.hasPrefix(start) && $0.hasSuffix(end) && !others.contains($0) }
                .map { String($0.dropFirst(start.count).dropLast(end.count)) }
                .filter { !$0.contains("/") }.sorted()
        }
    }
}

extension String {
    /// Tells whether it can only be a hash, and so is safe as a file's name.
    fileprivate var isHash: Bool { utf8.count == 64 && utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) } }
}

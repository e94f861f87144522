/// Returns the part of a Swift client that brings publications and keeps the last good one.
func swiftStore(_ name: String, hasBundle: Bool) -> String {
    let bundle = hasBundle ? #"Bundle.module.resourceURL?.appendingPathComponent("Published")"# : "nil"
    return #"""
        // Made by Kairan. It is the same for all APIs.

        import Foundation

        #if canImport(FoundationNetworking)
            import FoundationNetworking
        #endif

        extension \#(name) {
            /// Brings what is published and keeps the last good publication on this device.
            ///
            /// A newer publication takes the place of the last one only when all of its files are here, have the hashes that the
            /// manifest lists, and can be read by this client. Until then, and without a network, the last one stays.
            public actor Store {
                private let folder: URL
                private let address: URL
                private let isKept: @Sendable (String) -> Bool
                private let session: URLSession
                private let bundle: URL? = \#(bundle)
                private var isOpen = false
                private var current: Publication?
                /// The ETag of the current manifest; nil if the server did not send it.
                private var tag: String?
                private var notBefore = Date.distantPast
                private var updating: Task<Publication, any Error>?
                private var loading: [String: Task<Data, any Error>] = [:]
                private var observers: [UUID: AsyncStream<Publication>.Continuation] = [:]

                /// - Parameters:
                ///   - folder: Where publications are kept; by default a folder in Application Support. Each store needs its own.
                ///   - address: Another address of the same version, such as that of `kairan serve`.
                ///   - isKept: Tells of the path of a file whether it is always loaded, besides those that every publication has.
                ///     All other files are loaded when they are asked for, and from then on kept up to date.
                public init(
                    folder: URL? = nil, address: URL = \#(name).address,
                    keeping isKept: @escaping @Sendable (_ path: String) -> Bool = { _ in false }
                ) {
                    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
                    self.folder = folder ?? (support ?? FileManager.default.temporaryDirectory).appendingPathComponent("\#(name)")
                    self.address = address
                    self.isKept = isKept
                    let configuration = URLSessionConfiguration.ephemeral
                    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
                    configuration.timeoutIntervalForRequest = 30
                    session = URLSession(configuration: configuration)
                }

                /// The last good publication of this device, or else the one that came with the app. It never waits for the network.
                public var publication: Publication? {
                    open()
                    return current
                }

                /// Each newer publication, from now on.
                public func publications() -> AsyncStream<Publication> {
                    let id = UUID()
                    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                        observers[id] = continuation
                        continuation.onTermination = { _ in Task { await self.forget(id) } }
                    }
                }

                /// Asks once whether something newer is published, and brings it.
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
                /// call it when the app comes to the front.
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
                        guard String(decoding: saved.prefix(64), as: UTF8.self) == \#(name).sha256(kept), let end = kept.firstIndex(of: 10)
                        else { throw Failure.notThisAPI }
                        current = try publication(Manifest(kept[end...].dropFirst()))
                        tag = end == kept.startIndex ? nil : String(decoding: kept[..<end], as: UTF8.self)
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

                private func local(_ file: Manifest.File) -> Data? {
                    let places = [folder.appendingPathComponent(file.sha256), bundle?.appendingPathComponent(file.path)]
                    for place in places.compactMap({ $0 }) {
                        do {
                            let data = try Data(contentsOf: place)
                            if file.fits(data) { return data }
                        } catch {}
                    }
                    return nil
                }

                private func bring() async throws -> Publication {
                    open()
                    for attempt in 1... {
                        // A cache on the way may still have the last manifest; another address leads past it.
                        let version = attempt == 1 ? nil : String(Int(Date().timeIntervalSince1970 * 1000))
                        let (data, newTag) = try await request("manifest.json", tag: tag, version: version)
                        guard let data else {
                            if let current { return current }
                            throw Failure.notThisAPI
                        }
                        let manifest = try Manifest(data)
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
                    if let missing = \#(name).files.first(where: { manifest.files[$0] == nil }) { throw Failure.missing(missing) }
                    let wanted = manifest.files.values.filter { file in
                        \#(name).files.contains(file.path) || isKept(file.path)
                            || last?.manifest.files[file.path].map { isHere($0) } ?? false
                    }
                    try makeFolder()
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        var waiting = wanted.filter { !isHere($0) }.sorted { $0.path < $1.path }[...]
                        for _ in 0..<4 {
                            if let file = waiting.popFirst() { group.addTask { _ = try await self.load(file) } }
                        }
                        while try await group.next() != nil {
                            if let file = waiting.popFirst() { group.addTask { _ = try await self.load(file) } }
                        }
                    }
                    let new = try publication(manifest)
                    for file in wanted where !\#(name).files.contains(file.path) {
                        if let data = local(file) { try \#(name).check(file.path, data) }
                    }
                    // It begins with a hash of the rest, by which damage is noticed.
                    let kept = Data((newTag ?? "").utf8) + [10] + manifest.data
                    try save(Data(\#(name).sha256(kept).utf8) + kept, "publication")
                    (current, tag) = (new, newTag)
                    guard manifest.data != last?.manifest.data else { return new }
                    remove(except: [manifest, last?.manifest].compactMap { $0 })
                    for observer in observers.values { observer.yield(new) }
                    return new
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
                        let (data, _) = try await request(file.path, version: file.sha256)
                        guard let data, file.fits(data) else { throw Failure.wrong(file.path) }
                        try save(data, file.sha256)
                        return data
                    }
                    loading[file.sha256] = task
                    defer { loading[file.sha256] = nil }
                    return try await task.value
                }

                /// Requests a file.
                ///
                /// - Parameters:
                ///   - tag: The ETag of what is here already. The data are nil if the server still has the same.
                ///   - version: A part of the address, so that no cache answers with the file of another publication.
                private func request(_ path: String, tag: String? = nil, version: String? = nil) async throws -> (Data?, String?) {
                    if notBefore > Date() { throw Failure.busy(until: notBefore) }
                    let unreserved = CharacterSet(charactersIn: "/-._~").union(.alphanumerics.intersection(CharacterSet(charactersIn: "!"..."~")))
                    let escaped = path.addingPercentEncoding(withAllowedCharacters: unreserved) ?? path
                    let query = version.map { "?v=\($0.prefix(16))" } ?? ""
                    guard let url = URL(string: escaped + query, relativeTo: address) else { throw Failure.missing(path) }
                    var request = URLRequest(url: url)
                    if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
                    let (data, response) = try await session.data(for: request)
                    guard let response = response as? HTTPURLResponse else { throw Failure.notThisAPI }
                    switch response.statusCode {
                    case 200: return (data, response.value(forHTTPHeaderField: "ETag"))
                    case 304 where tag != nil: return (nil, tag)
                    case 429, 503:
                        let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap(Double.init) ?? 60
                        notBefore = Date().addingTimeInterval(min(max(seconds, 1), 86_400))
                        throw Failure.busy(until: notBefore)
                    default: throw Failure.status(response.statusCode, path)
                    }
                }

                private func isHere(_ file: Manifest.File) -> Bool { local(file) != nil }

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
                        // What is left over takes only space, and the next publication removes it.
                    }
                }
            }
        }

        extension \#(name) {
            /// Why a newer publication could not be brought, or a file could not be loaded.
            public enum Failure: LocalizedError, Hashable, Sendable {
                /// The answer is no manifest of this version: perhaps the page of a hotel's network.
                case notThisAPI
                /// The server asks for patience.
                case busy(until: Date)
                /// The server answered with another status than 200.
                case status(Int, String)
                /// The file is not the one that the manifest lists: it was cut off, is something else, or belongs to a newer
                /// publication, which the next `update()` brings.
                case wrong(String)
                /// The publication lacks a file that this client needs.
                case missing(String)
                /// The file is right, but this client cannot read it.
                case unreadable(String, String)

                public var errorDescription: String? {
                    switch self {
                    case .notThisAPI: "the answer is no manifest of version \(\#(name).version)"
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

                    func fits(_ data: Data) -> Bool { data.count == size && \#(name).sha256(data) == sha256 }
                }

                /// It differs from that of every other publication, but does not always grow.
                public let revision: Int64
                /// The next moment at which a file changes without an edit.
                public let nextChange: Date?
                public let files: [String: File]
                let data: Data

                init(_ data: Data) throws {
                    do {
                        let json = try JSONDecoder().decode(JSON.self, from: data)
                        guard json.version == \#(name).version, json.files.allSatisfy({ $0.sha256.isHash }) else { throw Failure.notThisAPI }
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
                    files.keys.filter { $0.count > start.count + end.count && $0.hasPrefix(start) && $0.hasSuffix(end) }
                        .map { String($0.dropFirst(start.count).dropLast(end.count)) }
                        .filter { !$0.contains("/") }.sorted()
                }
            }
        }

        extension String {
            /// Tells whether it can only be a hash, and so is safe as a file's name.
            fileprivate var isHash: Bool { utf8.count == 64 && utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) } }
        }

        """#
}

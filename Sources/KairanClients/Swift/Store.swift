// The part of a client that downloads publications and keeps the last good one.
// swift-format-ignore-file

import Foundation

extension Client {
    /// Downloads what is published, and keeps the last good publication on this device.
    ///
    /// A new publication replaces the last one only after all of its files are downloaded, have the hashes that the
    /// manifest lists, and can be read by this client. Until then, and without a network, the last one stays.
    ///
    /// Stores of several processes may share a folder: an app and its widget, for example, in the container of their app group.
    public actor Store {
        var folder: Folder
        private let address: URL
        private let isKept: (@Sendable (String) -> Bool)?
        private let send: HTTP
        private let onProgress: @Sendable (Int, Int) -> Void
        private let onFailure: @Sendable (any Error) -> Void
        private let bundle: URL? = nil
        private var isOpen = false
        private var current: Publication?
        /// The current publication as it is saved; nil if it is the one that came with the app.
        private var saved: Saved?
        /// The publication before, which may have been handed out and still ask for its files.
        private var previous: Saved?
        /// A publication that is being brought, or that was refused.
        private var tried: Saved?
        /// This is true if nothing is missing of the current publication.
        private var isComplete = false
        /// The moment of the monotonic clock before which no request is sent.
        private var notBefore = -Double.infinity
        private var updating: Shared<Publication>?
        private var loading: [String: Shared<Data>] = [:]
        private var observers: [UUID: AsyncStream<Publication>.Continuation] = [:]

        /// A task for which several wait. It is cancelled when nobody waits any more.
        private final class Shared<Value: Sendable> {
            let task: Task<Value, any Error>
            var waiting = 0

            init(_ task: Task<Value, any Error>) { self.task = task }
        }

        /// - Parameters:
        ///   - folder: Where publications are kept; by default a folder in Application Support. Stores of several processes may share
        ///     one, and those of different clients may not.
        ///   - address: Another address of the same version, such as that of `kairan serve`.
        ///   - isKept: Returns true for the paths of more files that every update downloads, besides those that every publication has.
        ///     All other files are loaded when they are asked for, and from then on kept up to date.
        ///   - http: Sends requests in another way than by a `URLSession` of the store's own.
        ///   - onProgress: Is called with how many bytes of its files an update has loaded, and of how many.
        ///   - onFailure: Is called with the error of each update that fails, and with a `Failure.leftOut` for each record that is left
        ///     out when its file is read. If `isRefusal` of a `Failure` is true, somebody should learn of it: what is published now
        ///     reaches no app with this client.
        public init(
            folder: URL? = nil, address: URL = Client.address,
            keeping isKept: (@Sendable (_ path: String) -> Bool)? = nil,
            http: HTTP? = nil, onProgress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in },
            onFailure: @escaping @Sendable (_ error: any Error) -> Void = { _ in }
        ) {
            let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            self.folder = Folder(folder ?? (support ?? FileManager.default.temporaryDirectory).appendingPathComponent("Client"))
            self.address = address.absoluteString.hasSuffix("/") ? address : address.appendingPathComponent("")
            self.isKept = isKept
            (self.onProgress, self.onFailure) = (onProgress, onFailure)
            send = http ?? Self.urlSession()
        }

        /// The last good publication of this device, or else the one that came with the app. It never waits for the network.
        public var publication: Publication? {
            open()
            return current
        }

        /// Each new publication, from now on. Whoever is slow gets only the newest.
        public func publications() -> AsyncStream<Publication> { stream(from: nil) }

        /// The publication of this device, if there is one, and then each new one. Whoever is slow gets only the newest.
        public func follow() async -> AsyncStream<Publication> { stream(from: publication) }

        private func stream(from first: Publication?) -> AsyncStream<Publication> {
            let id = UUID()
            return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                if let first { continuation.yield(first) }
                observers[id] = continuation
                continuation.onTermination = { _ in Task { await self.forget(id) } }
            }
        }

        private func forget(_ observer: UUID) { observers[observer] = nil }

        /// Asks once whether something newer is published, and downloads it. Calls at the same time are one update, which ends
        /// when the tasks of all of them are cancelled.
        ///
        /// - Returns: The newest publication, which may be the one that was here already.
        /// - Throws: `Failure`, or the error of the network. The last good publication then stays.
        @discardableResult public func update() async throws -> Publication {
            let shared = updating ?? Shared(Task { try await reported() })
            updating = shared
            shared.waiting += 1
            defer {
                shared.waiting -= 1
                if shared.waiting == 0 {
                    shared.task.cancel()
                    if updating === shared { updating = nil }
                }
            }
            return try await Self.outcome(of: shared.task)
        }

        private func reported() async throws -> Publication {
            do {
                return try await bring()
            } catch {
                if !Task.isCancelled { onFailure(error) }
                throw error
            }
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
                    wait = max(wait, notBefore - Self.monotonicSeconds())
                }
                if wait == pause { pause = min(pause * 2, 3600) }
                do { try await Task.sleep(nanoseconds: UInt64(min(wait, 86_400) * 1e9)) } catch { return }
            }
        }

        private func open() {
            if isOpen { return }
            isOpen = true
            // Whatever is damaged, or was kept by an app that could read it, counts as absent.
            do {
                let saved = try folder.saved(address)
                current = try publication(saved.manifest)
                (self.saved, isComplete) = (saved, isKept == nil)
            } catch {
                guard let bundle else { return }
                do {
                    current = try publication(Manifest(Data(contentsOf: bundle.appendingPathComponent("manifest.json"))))
                } catch {}
            }
        }

        private func publication(_ manifest: Manifest) throws -> Publication {
            let files = PublicationFiles(data: { try await self.data($0, of: manifest) }, onFailure: onFailure)
            return try Publication(manifest, files) { path in
                guard let file = manifest.files[path] else { throw Failure.missing(path) }
                guard let data = local(file) else { throw Failure.wrong(path) }
                return data
            }
        }

        /// Returns a file that is on this device.
        private func local(_ file: Manifest.File) -> Data? {
            folder.kept(file) ?? bundle.flatMap { folder.read(file, $0.appendingPathComponent(file.path)) }
        }

        private func bring() async throws -> Publication {
            open()
            for attempt in 1... {
                // A cache on the way may still have the last manifest; another address leads past it.
                let version = attempt == 1 ? nil : String(milliseconds())
                let (data, newTag) = try await request("manifest.json", tag: saved?.tag, version: version, limit: Manifest.maximalSize)
                let isSame = data == nil || data == current?.manifest.data
                // Nothing that takes longer with more files may be done if the publication is the same.
                if isSame, let saved, newTag == saved.tag, let current, folder.hasPublication, hasAll(of: current.manifest) {
                    return current
                }
                guard let manifest = try isSame ? current?.manifest : data.map({ try Manifest($0) }) else { throw Failure.notThisAPI }
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
            let last = current?.manifest
            if let missing = Client.files.first(where: { manifest.files[$0] == nil }) { throw Failure.missing(missing) }
            let new = Saved(manifest, tag: newTag, address: address)
            (tried, isComplete) = (new, false)
            // The files of a publication that this client refuses would only take space.
            defer { folder.removeUnused([saved, previous, tried].compactMap { $0 }) }
            try folder.use([saved, previous, tried].compactMap { $0 })
            let wanted = wanted(of: manifest, last)
            try await loadAll(wanted.missing)
            try Task.checkCancellation()
            let publication = try publication(manifest)
            for file in wanted.others { try check(file, last?.files[file.path]) }
            let isNew = manifest.data != last?.data
            if isNew { previous = saved }
            try folder.save(new, using: [new, previous].compactMap { $0 })
            (saved, current, tried, isComplete) = (new, publication, nil, true)
            if isNew { for observer in observers.values { observer.yield(publication) } }
            return publication
        }

        /// Tells whether nothing is missing of the current publication. A store that is told to keep more files looks for them once.
        private func hasAll(of manifest: Manifest) -> Bool {
            if !isComplete { isComplete = wanted(of: manifest, manifest).missing.isEmpty }
            return isComplete
        }

        /// Returns the files of a publication that have to be brought, and those whose content is new and that not every one has.
        private func wanted(of manifest: Manifest, _ last: Manifest?) -> (missing: [Manifest.File], others: [Manifest.File]) {
            let (needed, names) = (Set(Client.files), folder.names())
            var (missing, others): ([Manifest.File], [Manifest.File]) = ([], [])
            for file in manifest.files.values {
                if needed.contains(file.path) {
                    if folder.kept(file) == nil { missing.append(file) }
                    continue
                }
                let before = last?.files[file.path]
                guard isKept?(file.path) ?? false || before.map({ names.contains($0.sha256) }) ?? false else { continue }
                if !names.contains(file.sha256) { missing.append(file) }
                if before?.sha256 != file.sha256 { others.append(file) }
            }
            return (missing.sorted { $0.path < $1.path }, others)
        }

        /// Loads files, four at a time. After a failure no other is begun, and those under way are waited for.
        private func loadAll(_ files: [Manifest.File]) async throws {
            var (failure, done): ((any Error)?, Int) = (nil, 0)
            let all = files.reduce(0) { $0 + $1.size }
            if !files.isEmpty { onProgress(0, all) }
            await withTaskGroup(of: Result<Int, any Error>.self) { group in
                var waiting = files[...]
                func begin() {
                    guard let file = waiting.popFirst() else { return }
                    group.addTask { do { return .success(try await self.load(file).count) } catch { return .failure(error) } }
                }
                for _ in 0..<4 { begin() }
                for await result in group {
                    do {
                        done += try result.get()
                        onProgress(done, all)
                    } catch let error {
                        failure = failure ?? error
                    }
                    if failure == nil { begin() }
                }
            }
            if let failure { throw failure }
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
            return try await load(file)
        }

        private func load(_ file: Manifest.File) async throws -> Data {
            let shared = loading[file.sha256] ?? Shared(Task { try await loaded(file) })
            loading[file.sha256] = shared
            shared.waiting += 1
            defer {
                shared.waiting -= 1
                if shared.waiting == 0 {
                    shared.task.cancel()
                    if loading[file.sha256] === shared { loading[file.sha256] = nil }
                }
            }
            return try await Self.outcome(of: shared.task)
        }

        private func loaded(_ file: Manifest.File) async throws -> Data {
            if let data = folder.kept(file) { return data }
            let data: Data
            if let bundled = local(file) { data = bundled } else { data = try await download(file) }
            try folder.keep(data, file)
            return data
        }

        private func download(_ file: Manifest.File) async throws -> Data {
            guard (0...Manifest.File.maximalSize).contains(file.size) else { throw Failure.unreadable(file.path, "it is too large") }
            let hash = String(file.sha256.prefix(16))
            do {
                if let data = try await body(of: file, file.path, version: hash) { return data }
            } catch Failure.status(404, _) {}
            // A host has copies by their hashes while another publication takes the place of this one.
            let end = file.path.split(separator: "/").last?.split(separator: ".").dropFirst().last.map { ".\($0)" } ?? ""
            do {
                if let data = try await body(of: file, "sha256/\(file.sha256)\(end)") { return data }
            } catch Failure.status(404, _) {}
            // A cache on the way may have kept what stood there before; another address leads past it.
            let data = try await body(of: file, file.path, version: "\(hash)-\(milliseconds())")
            guard let data else { throw Failure.wrong(file.path) }
            return data
        }

        /// Returns nil if the answer is not the file.
        private func body(of file: Manifest.File, _ path: String, version: String? = nil) async throws -> Data? {
            try await request(path, version: version, limit: file.size).0.flatMap { file.fits($0) ? $0 : nil }
        }

        private func milliseconds() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

        /// Returns no data if the server still has what has the tag.
        private func request(_ path: String, tag: String? = nil, version: String? = nil, limit: Int) async throws -> (Data?, String?) {
            let pause = notBefore - Self.monotonicSeconds()
            if pause > 0 { throw Failure.busy(until: Date().addingTimeInterval(pause)) }
            switch try await Self.request(path, at: address, tag: tag, version: version, limit: limit, send) {
            case .data(let data, let tag): return (data.count > limit ? Data() : data, tag)
            case .same: return (nil, tag)
            case .busy(let seconds):
                notBefore = Self.monotonicSeconds() + seconds
                throw Failure.busy(until: Date().addingTimeInterval(seconds))
            }
        }
    }
}

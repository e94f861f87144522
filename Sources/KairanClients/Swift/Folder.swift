// The part of a client that keeps publications in a folder, which several processes may share.
// swift-format-ignore-file

import Foundation

extension Client.Store {
    /// A publication as it is saved: the hash of the rest, the address, the ETag, and the manifest.
    struct Saved {
        let manifest: Client.Manifest
        /// The ETag of the manifest; nil if the server did not send it.
        let tag: String?
        let hash: String
        let data: Data

        init(_ manifest: Client.Manifest, tag: String?, address: URL) {
            (self.manifest, self.tag) = (manifest, tag)
            let content = Data("\(address.absoluteString)\n\(tag ?? "")\n".utf8) + manifest.data
            hash = Client.sha256(content)
            data = Data(hash.utf8) + content
        }

        /// Reads what was saved. It throws if that is damaged, or of another address.
        init(_ data: Data, address: URL?) throws {
            let content = data.dropFirst(64)
            let lines = content.split(separator: 10, maxSplits: 2, omittingEmptySubsequences: false)
            (hash, self.data) = (String(decoding: data.prefix(64), as: UTF8.self), data)
            guard lines.count == 3, hash == Client.sha256(content),
                address.map({ Data($0.absoluteString.utf8) == lines[0] }) ?? true
            else { throw Client.Failure.notThisAPI }
            tag = lines[1].isEmpty ? nil : String(decoding: lines[1], as: UTF8.self)
            manifest = try Client.Manifest(lines[2])
        }
    }

    /// A folder that stores of several processes may share, such as those of an app and of its widget.
    ///
    /// The file `publication` is what was saved last, and each other file has its hash as its name. In `uses/` are the
    /// publications that stores use, by their hashes, and a list of these for each store. A store writes its list before it
    /// downloads the first file, and all that is in `uses/` is read and changed under a lock. So no file goes that a
    /// publication needs which was saved last, or which a living store has or is about to have. The file `device` has the random
    /// number of this device.
    struct Folder {
        let url: URL
        private let list: List
        /// The places and hashes of files of which this store has seen that they are right.
        private var verified: Set<String> = []

        init(_ url: URL) {
            self.url = url
            list = List(uses: url.appendingPathComponent("uses"))
        }

        private var uses: URL { url.appendingPathComponent("uses") }
        private var place: URL { url.appendingPathComponent("publication") }
        var hasPublication: Bool { FileManager.default.fileExists(atPath: place.path) }

        /// Returns the publication that was saved last, which is in use from then on.
        func saved(_ address: URL) throws -> Saved {
            // A saved publication can be read even if nothing can be written.
            guard hasPublication else { throw Client.Failure.notThisAPI }
            var saved: Saved?
            do {
                try locked {
                    saved = try Saved(Data(contentsOf: place), address: address)
                    try note([saved].compactMap { $0 })
                }
            } catch {
                if let saved { return saved }
            }
            return try saved ?? Saved(Data(contentsOf: place), address: address)
        }

        /// Says which publications this store uses, before their files are there.
        func use(_ publications: [Saved]) throws { try locked { try note(publications) } }

        /// Saves a publication, whose files are all there, as the last one.
        func save(_ publication: Saved, using publications: [Saved]) throws {
            try locked {
                try note(publications)
                try publication.data.write(to: place, options: .atomic)
            }
        }

        /// Removes the files that no publication in use needs.
        func removeUnused(_ publications: [Saved]) {
            do {
                try locked {
                    try note(publications)
                    let names = try neededNames(publications)
                    // Whatever is not named by a hash is not the store's.
                    for name in try FileManager.default.contentsOfDirectory(atPath: url.path)
                    where name.isHash && !names.contains(name) {
                        try FileManager.default.removeItem(at: url.appendingPathComponent(name))
                    }
                }
            } catch {
                // A file that stays only takes space, and the next update removes it.
            }
        }

        /// The names of all files in the folder.
        func names() -> Set<String> {
            do { return Set(try FileManager.default.contentsOfDirectory(atPath: url.path)) } catch { return [] }
        }

        mutating func kept(_ file: Client.Manifest.File) -> Data? { read(file, url.appendingPathComponent(file.sha256)) }

        /// Reads a file if it is the right one. Each is hashed once.
        mutating func read(_ file: Client.Manifest.File, _ place: URL) -> Data? {
            do {
                let (data, key) = (try Data(contentsOf: place), place.path + file.sha256)
                guard data.count == file.size, verified.contains(key) || file.fits(data) else { return nil }
                verified.insert(key)
                return data
            } catch {
                return nil
            }
        }

        /// Keeps a file that was found to be right.
        mutating func keep(_ data: Data, _ file: Client.Manifest.File) throws {
            try makeFolders()
            let place = url.appendingPathComponent(file.sha256)
            try data.write(to: place, options: .atomic)
            verified.insert(place.path + file.sha256)
        }

        /// Returns the random number of this device, which is made once; nil if it cannot be kept.
        func device() -> Int? {
            let place = url.appendingPathComponent("device")
            func known() throws -> Int? {
                guard FileManager.default.fileExists(atPath: place.path) else { return nil }
                return Int(String(decoding: try Data(contentsOf: place), as: UTF8.self))
            }
            do {
                var device = try known()
                if device != nil { return device }
                try locked {
                    device = try known() ?? .random(in: 0...Int(Int32.max))
                    try Data(String(device ?? 0).utf8).write(to: place, options: .atomic)
                }
                return device
            } catch {
                return nil
            }
        }

        private func makeFolders() throws {
            let files = FileManager.default
            if files.fileExists(atPath: uses.path) { return }
            try files.createDirectory(at: uses, withIntermediateDirectories: true)
            #if canImport(Darwin)
                // All of it can be downloaded again.
                var values = URLResourceValues()
                values.isExcludedFromBackup = true
                var folder = url
                try folder.setResourceValues(values)
            #endif
        }

        /// Does what no two stores may do at once. It never waits for the network, as iOS ends apps that hold a lock while they
        /// are suspended. A file system without locks is none that processes share.
        private func locked(_ work: () throws -> Void) throws {
            try makeFolders()
            let lock = open(uses.appendingPathComponent("lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard lock >= 0 else { throw CocoaError(.fileWriteUnknown) }
            defer { close(lock) }
            while flock(lock, LOCK_EX) != 0 && errno == EINTR {}
            try work()
        }

        private func note(_ publications: [Saved]) throws {
            for publication in publications {
                let place = uses.appendingPathComponent(publication.hash)
                if !FileManager.default.fileExists(atPath: place.path) { try publication.data.write(to: place, options: .atomic) }
            }
            try Data(publications.map(\.hash).joined(separator: "\n").utf8).write(to: list.place)
        }

        /// Returns the names of all files that a publication in use needs, and removes what is kept of others.
        private func neededNames(_ own: [Saved]) throws -> Set<String> {
            var used: Set<String> = []
            let all = try FileManager.default.contentsOfDirectory(atPath: uses.path)
            for name in all where name != "lock" && !name.isHash {
                let place = uses.appendingPathComponent(name)
                if List.isOfLivingProcess(name) {
                    used.formUnion(String(decoding: try Data(contentsOf: place), as: UTF8.self).split(separator: "\n").map(String.init))
                } else {
                    try FileManager.default.removeItem(at: place)
                }
            }
            var manifests = own.map(\.manifest)
            let known = Set(own.map(\.hash))
            for name in all where name.isHash && !known.contains(name) {
                let place = uses.appendingPathComponent(name)
                if used.contains(name) {
                    manifests.append(try Saved(Data(contentsOf: place), address: nil).manifest)
                } else {
                    try FileManager.default.removeItem(at: place)
                }
            }
            // The store that saved the last publication may be gone. What is damaged counts as absent.
            do {
                let last = try Data(contentsOf: place)
                if !known.contains(String(decoding: last.prefix(64), as: UTF8.self)) {
                    manifests.append(try Saved(last, address: nil).manifest)
                }
            } catch {}
            return Set(manifests.flatMap { $0.files.values.map(\.sha256) })
        }
    }

    /// The list of the publications that one store uses. It goes with the store, or else with the process.
    private final class List: Sendable {
        let place: URL

        init(uses: URL) {
            place = uses.appendingPathComponent("\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)")
        }

        deinit { do { try FileManager.default.removeItem(at: place) } catch {} }

        static func isOfLivingProcess(_ name: String) -> Bool {
            guard let process = name.split(separator: "-").first.flatMap({ pid_t($0) }) else { return true }
            return kill(process, 0) == 0 || errno != ESRCH
        }
    }
}

import Foundation
import KairanFormats
import KairanModel
import KairanSystem
import Synchronization

/// Somebody who reads a site while it is deployed: knows the pages of before, comes by the front page and by manifests,
/// follows every link, and remembers where each led.
final class LinkReader: Sendable {
    private struct State {
        var known: Set<String> = []
        /// What gives way to a folder or a file of its name. No host can do that in one step, and pages of before may
        /// lead there for as long as they stay.
        var moving: Set<String> = []
        var wrong: [String] = []
    }

    private let state = Mutex(State())

    /// The addresses that led nowhere.
    var wrong: [String] { state.withLock { $0.wrong } }

    func know(_ paths: some Sequence<String>) { state.withLock { $0.known.formUnion(paths) } }
    func forget(_ paths: some Sequence<String>) { state.withLock { $0.known.subtract(paths) } }
    func expectMove(_ paths: some Sequence<String>) { state.withLock { $0.moving.formUnion(paths) } }

    /// A deploy of these has come to its end, so they are there from now on.
    func settle(_ paths: some Sequence<String>) {
        state.withLock { state in
            state.known.subtract(state.moving)
            state.moving.subtract(paths)
        }
    }

    func read(_ files: [String: [UInt8]]) {
        state.withLock { state in
            let doors = ["index.html", "404.html", "sitemap.xml"] + files.keys.filter { $0.hasSuffix("manifest.json") }
            var rest = Array(state.known) + doors.filter { files[$0] != nil }
            state.known.formUnion(rest)
            var seen = Set(rest)
            while let path = rest.popLast() {
                // A page at the place of a folder answers for it, and the other way round.
                guard let name = [path, path + "/index.html"].first(where: { files[$0] != nil }),
                    let bytes = files[name]
                else {
                    if !state.moving.contains(path) { state.wrong.append("\(path) is not there") }
                    continue
                }
                if name.hasSuffix("manifest.json") { state.wrong += wrongFiles(of: name, bytes, files) }
                for target in links(of: name, bytes) where seen.insert(target).inserted {
                    state.known.insert(target)
                    rest.append(target)
                }
            }
        }
    }

    /// Links from the root of the host, such as `"/b/news/"`, where the site stands in `/b/`.
    private func links(of name: String, _ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).matches(of: /"\/b\/([^"]*)"/).map { match in
            match.1.isEmpty || match.1.hasSuffix("/") ? "\(match.1)index.html" : String(match.1)
        }
    }

    /// Clients look for a file by its hash where the one at its path is another.
    private func wrongFiles(of name: String, _ bytes: [UInt8], _ files: [String: [UInt8]]) -> [String] {
        let manifest: Manifest
        // A host that writes in place may show half of it, and clients then try again.
        do { manifest = try JSONDecoder().decode(Manifest.self, from: Data(bytes)) } catch { return [] }
        let folder = name.dropLast("manifest.json".count)
        return manifest.files.filter { file in
            let copy = "\(folder)sha256/\(file.sha256).\(file.path.split(separator: ".").last ?? "")"
            return [folder + file.path, copy].allSatisfy { files[$0].map { sha256($0) } != file.sha256 }
        }.map { "\(folder)\($0.path) of revision \(manifest.revision)" }
    }

    private struct Manifest: Decodable {
        struct File: Decodable { var path, sha256: String }
        var revision: Int
        var files: [File]
    }
}

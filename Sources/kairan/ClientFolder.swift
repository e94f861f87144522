import KairanBuild
import KairanClients
internal import KairanFormats
internal import KairanReaders
import KairanSystem

/// The folder of a client. A list has the files of an earlier client, which may be replaced, with their hashes.
struct ClientFolder {
    struct Result {
        var changed = 0
        var removed = 0
    }

    let path: String
    private static let list = ".kairan-client"

    /// Writes all files of a client, or none. What an earlier client had besides is removed unless somebody changed it.
    func write(_ client: GeneratedClient) throws -> Result {
        let earlier = try earlierFiles()
        let lines = client.files.map { "\(sha256($0.bytes)) \($0.path)\n" }
        var result = Result()
        var wished: [WishedFile] = []
        for (name, bytes) in client.files + [(path: Self.list, bytes: Array(lines.joined().utf8))] {
            try refuseLinks(name)
            let old = try read(name)
            guard old != bytes else { continue }
            wished.append(
                WishedFile(path: located(name, in: path), bytes: bytes, isNew: old == nil, expected: old))
            if name != Self.list { result.changed += 1 }
        }
        try writeFiles(wished)
        let names = Set(client.files.map(\.path))
        for (name, hash) in earlier where !names.contains(name) && isHere(name) {
            guard let bytes = try read(name), sha256(bytes) == hash else { continue }
            if workingFolder.discardFile(located(name, in: path)) { result.removed += 1 }
            removeEmptyFolders(of: name)
        }
        return result
    }

    /// Returns the files of an earlier client. Hidden files, such as the folders of tools, may be anybody's.
    private func earlierFiles() throws -> [(name: String, hash: String)] {
        guard workingFolder.knownStatus(of: path, followsLink: true) != nil else { return [] }
        let lines = try read(Self.list).map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
        let earlier = lines.map { line in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            return (name: parts.last ?? "", hash: parts.first ?? "")
        }
        let entries: [String]
        do {
            entries = try OpenFolder(path).entries().map(\.name.text)
        } catch {
            throw ReadError(path: path, error)
        }
        let tops = Set(earlier.compactMap { $0.name.split(separator: "/").first.map(String.init) })
        if let other = entries.sorted().first(where: { !$0.hasPrefix(".") && !tops.contains($0) }) {
            throw OptionError(
                description:
                    "'\(located(other, in: path))' is not of a client; name an empty folder, or that of an earlier client"
            )
        }
        return earlier
    }

    /// Returns whether a listed file is really in the folder: a list that somebody changed may name anything.
    private func isHere(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return false }
        return firstLink(on: name) == nil
    }

    private func refuseLinks(_ name: String) throws {
        guard let link = firstLink(on: name) else { return }
        throw OptionError(
            description: "'\(link)' is a link, and may lead to files of something else; name another folder")
    }

    /// Returns the first symbolic link on the way from the folder to a file, or nil if there is none.
    private func firstLink(on name: String) -> String? {
        name.split(separator: "/").indices.lazy.map { end in
            located(name.split(separator: "/")[...end].joined(separator: "/"), in: path)
        }.first { workingFolder.knownStatus(of: $0)?.kind == .symbolicLink }
    }

    private func removeEmptyFolders(of name: String) {
        var parts = name.split(separator: "/").dropLast()
        while !parts.isEmpty {
            // A folder that is not empty stays, and so do those above it.
            do { try workingFolder.removeFolder(located(parts.joined(separator: "/"), in: path)) } catch { return }
            parts = parts.dropLast()
        }
    }

    private func read(_ name: String) throws(ReadError) -> [UInt8]? {
        let path = located(name, in: path)
        guard workingFolder.knownStatus(of: path, followsLink: true) != nil else { return nil }
        do {
            return try workingFolder.readGivenFile(path)
        } catch {
            throw ReadError(path: path, error)
        }
    }
}

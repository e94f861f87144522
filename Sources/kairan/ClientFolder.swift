import KairanBuild
import KairanContracts
internal import KairanReaders
import KairanSystem

/// The folder of a client. A list tells which of its files are of an earlier client and may be replaced.
struct ClientFolder {
    struct Result {
        var changed = 0
        var removed = 0
    }

    let path: String
    private static let list = ".kairan-client"

    init(path: String) { self.path = path }

    /// Writes all files of a client, or none.
    func write(_ client: GeneratedClient) throws -> Result {
        let earlier = try earlierFiles()
        let names = client.files.map(\.path)
        let list = Array((names.joined(separator: "\n") + "\n").utf8)
        var result = Result()
        var wished: [WishedFile] = []
        for (name, bytes) in client.files + [(path: Self.list, bytes: list)] {
            let old = try read(name)
            guard old != bytes else { continue }
            wished.append(WishedFile(path: located(name, in: path), bytes: bytes, isNew: old == nil))
            if name != Self.list { result.changed += 1 }
        }
        try writeFiles(wished)
        for name in earlier where !names.contains(name) {
            workingFolder.discardFile(located(name, in: path))
            result.removed += 1
        }
        return result
    }

    /// Returns the files of an earlier client. Hidden files, such as the folders of tools, may be anybody's.
    private func earlierFiles() throws -> [String] {
        guard workingFolder.knownStatus(of: path, followsLink: true) != nil else { return [] }
        let bytes = try read(Self.list)
        let earlier = bytes.map { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) } ?? []
        let entries: [String]
        do {
            entries = try OpenFolder(path).entries().map(\.name.text)
        } catch {
            throw ReadError(path: path, error)
        }
        let tops = Set(earlier.compactMap { $0.split(separator: "/").first.map(String.init) })
        if let other = entries.sorted().first(where: { !$0.hasPrefix(".") && !tops.contains($0) }) {
            throw OptionError(
                description:
                    "'\(located(other, in: path))' is not of a client; name an empty folder, or that of an earlier client"
            )
        }
        return earlier.filter { !$0.split(separator: "/").contains("..") && !$0.hasPrefix("/") }
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

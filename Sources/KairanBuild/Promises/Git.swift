internal import KairanReaders
internal import KairanSystem

/// Asks git about the repository that a folder is in. There may be no git, and no repository.
package struct Git: Sendable {
    package var folder: String
    /// The file of the index; nil for the repository's own.
    package var index: String?

    package enum Answer: Sendable {
        case output([UInt8])
        /// There is no such thing, or neither git nor a repository.
        case nothing
        /// With what git says, or why it cannot be asked.
        case failure(String)
    }

    package init(folder: String, index: String? = nil) { (self.folder, self.index) = (folder, index) }

    package func ask(_ arguments: [String], input: [UInt8] = []) -> Answer {
        // Files rather than pipes: neither side can then wait for the other, or stop listening.
        do {
            return ask(
                arguments, reading: try TemporaryFile(input), writing: try TemporaryFile(),
                complaining: try TemporaryFile())
        } catch {
            return .failure("no temporary file can be made: \(error)")
        }
    }

    private func ask(
        _ arguments: [String], reading into: consuming TemporaryFile, writing from: consuming TemporaryFile,
        complaining errors: consuming TemporaryFile
    ) -> Answer {
        let streams = (into.descriptor, from.descriptor, errors.descriptor)
        let status: Int32
        do {
            status = try Program(["git", "-C", folder] + arguments, environment: environment, streams).status()
        } catch {
            return hasRepository ? .failure("git is not installed") : .nothing
        }
        let text = String(decoding: errors.content, as: UTF8.self)
        return switch status {
        case 0: .output(from.content)
        // 1 is how git says no.
        case 1 << 8: .nothing
        default: .failure(text.split(separator: "\n").first.map(String.init) ?? "it stopped with \(status)")
        }
    }

    /// The lines that it prints; none where it says no.
    func lines(_ arguments: [String], input: [UInt8] = []) throws(GitFailure) -> [String] {
        String(decoding: try output(arguments, input: input), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func output(_ arguments: [String], input: [UInt8]) throws(GitFailure) -> [UInt8] {
        switch ask(arguments, input: input) {
        case .output(let bytes): return bytes
        case .nothing: return []
        case .failure(let reason): throw GitFailure(reason: reason)
        }
    }

    /// What each of these names holds, as in `COMMIT:PATH`; nothing for those that there are not.
    func contents(of names: [String]) throws(GitFailure) -> [String: [UInt8]] {
        guard !names.isEmpty else { return [:] }
        if let name = names.first(where: { $0.contains("\n") }) {
            throw GitFailure(reason: "'\(name)' has a line break in its name")
        }
        let output = try output(["cat-file", "--batch"], input: Array(names.map { $0 + "\n" }.joined().utf8))
        var contents: [String: [UInt8]] = [:]
        var index = 0
        for name in names {
            guard let end = output[index...].firstIndex(of: UInt8(ascii: "\n")) else { break }
            let head = String(decoding: output[index..<end], as: UTF8.self).split(separator: " ")
            index = end + 1
            // Else it is missing there, for which git has one line.
            guard head.count == 3, let size = Int(head[2]), size < output.count - index else { continue }
            if head[1] == "blob" { contents[name] = Array(output[index..<(index + size)]) }
            index += size + 1
        }
        return contents
    }

    /// Whether there seems to be one, where git cannot be asked or finds none.
    var hasRepository: Bool {
        var folder = realPath(of: folder)
        while let path = folder, !path.isEmpty {
            if workingFolder.knownStatus(of: path + "/.git", followsLink: true) != nil { return true }
            folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
        }
        return false
    }

    /// Those of `git rev-parse --local-env-vars` that are no settings.
    private static let repositoryVariables = [
        "DIR", "WORK_TREE", "PREFIX", "INDEX_FILE", "COMMON_DIR", "OBJECT_DIRECTORY", "ALTERNATE_OBJECT_DIRECTORIES",
        "NAMESPACE", "SHALLOW_FILE", "GRAFT_FILE",
    ]

    private var environment: [String] {
        // A hook's own repository and index are not meant, and a path is no pattern.
        let own = Self.repositoryVariables.map { "GIT_\($0)=" } + ["LC_ALL=", "GIT_LITERAL_PATHSPECS="]
        let others = environmentVariables().filter { !own.contains(where: $0.hasPrefix) }
        return ["LC_ALL=C", "GIT_LITERAL_PATHSPECS=1"] + [index.map { "GIT_INDEX_FILE=" + $0 }].compactMap(\.self)
            + others
    }
}

/// Git could not be asked, or says that it cannot tell.
struct GitFailure: Error {
    var reason: String
}

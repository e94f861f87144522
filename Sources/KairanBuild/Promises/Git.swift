internal import KairanReaders
internal import KairanSystem

/// Asks git about the repository that a folder is in. There may be no git, and no repository.
package struct Git: Sendable {
    package var folder: String
    /// The path of the index file; nil for the repository's own index.
    package var index: String?

    package enum Answer: Sendable {
        case output([UInt8])
        /// Git says no, or there is no git or no repository.
        case nothing
        /// Git failed with this message, or cannot be asked for this reason.
        case failure(String)
    }

    package init(folder: String, index: String? = nil) { (self.folder, self.index) = (folder, index) }

    /// Lets git do something, and returns what it prints. Any exit code but 0 is a failure.
    package func run(_ arguments: [String]) throws(GitFailure) -> [UInt8] {
        switch ask(arguments, noIsFailure: true) {
        case .output(let bytes): return bytes
        case .nothing: throw GitFailure(reason: "this is not in a repository of git")
        case .failure(let reason): throw GitFailure(reason: reason)
        }
    }

    /// - Parameter noIsFailure: If this is true, exit code 1 is a failure, as it is for commands that do something.
    package func ask(_ arguments: [String], input: [UInt8] = [], noIsFailure: Bool = false) -> Answer {
        // Files are used rather than pipes, so that neither side can wait for the other, or stop listening.
        do {
            return ask(
                arguments, noIsFailure, reading: try TemporaryFile(input), writing: try TemporaryFile(),
                complaining: try TemporaryFile())
        } catch {
            return .failure("no temporary file can be made: \(error)")
        }
    }

    private func ask(
        _ arguments: [String], _ noIsFailure: Bool, reading into: consuming TemporaryFile,
        writing from: consuming TemporaryFile,
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
        // With status 1 git says no.
        case 1 << 8 where !noIsFailure: .nothing
        default: .failure(text.split(separator: "\n").first.map(String.init) ?? "it stopped with \(status)")
        }
    }

    /// Returns the lines that git prints; none if it says no.
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

    /// Returns the contents of files named as `COMMIT:PATH`. Files that do not exist are left out.
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
            // For a missing file git prints only one line.
            guard head.count == 3, let size = Int(head[2]), size < output.count - index else { continue }
            if head[1] == "blob" { contents[name] = Array(output[index..<(index + size)]) }
            index += size + 1
        }
        return contents
    }

    /// Tells whether there seems to be a repository although git cannot be asked or finds none.
    var hasRepository: Bool {
        var folder = realPath(of: folder)
        while let path = folder, !path.isEmpty {
            if workingFolder.knownStatus(of: path + "/.git", followsLink: true) != nil { return true }
            folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
        }
        return false
    }

    /// The variables of `git rev-parse --local-env-vars` that are not settings, without `GIT_`.
    private static let repositoryVariables = [
        "DIR", "WORK_TREE", "PREFIX", "INDEX_FILE", "COMMON_DIR", "OBJECT_DIRECTORY", "ALTERNATE_OBJECT_DIRECTORIES",
        "NAMESPACE", "SHALLOW_FILE", "GRAFT_FILE",
    ]

    private var environment: [String] {
        // Git must not use the repository and index of a hook that runs Kairan, nor read a path as a pattern.
        let own = Self.repositoryVariables.map { "GIT_\($0)=" } + ["LC_ALL=", "GIT_LITERAL_PATHSPECS="]
        let others = environmentVariables().filter { !own.contains(where: $0.hasPrefix) }
        // Nobody may be at the terminal to answer a question.
        let ssh =
            others.contains { $0.hasPrefix("GIT_SSH_COMMAND=") }
            ? [] : ["GIT_SSH_COMMAND=ssh -oBatchMode=yes -oConnectTimeout=20"]
        return ["LC_ALL=C", "GIT_LITERAL_PATHSPECS=1", "GIT_TERMINAL_PROMPT=0"] + ssh
            + [index.map { "GIT_INDEX_FILE=" + $0 }].compactMap(\.self)
            + others
    }
}

/// An error that says that git could not be asked, or cannot tell.
package struct GitFailure: Error {
    package var reason: String
}

internal import KairanReaders
internal import KairanSystem

/// Asks git about the repository that a folder is in. There may be no git, and no repository.
///
/// Every command of git is made here. A board may come from a stranger, and git starts other programs for many reasons:
/// so git is told where the repository is (`findRepository`), sees none of the settings that could name a program
/// (`GuardedRepository`), and is forbidden here what else starts one.
package struct Git: Sendable {
    package private(set) var folder: String
    /// The path of the index file; nil for the repository's own index.
    package var index: String?
    /// The repository, or the reason why it cannot be used; nil if there is none.
    private let repository: Result<GuardedRepository, GitFailure>?

    package enum Answer: Sendable {
        case output([UInt8])
        /// Git says no, or there is no repository.
        case nothing
        /// Git failed with this message, or cannot be asked for this reason.
        case failure(String)
    }

    /// - Parameter purpose: If this is `.saving`, filters are known.
    package init(folder: String, index: String? = nil, for purpose: GuardedRepository.Purpose = .reading) {
        let real = realPath(of: folder) ?? folder
        (self.folder, self.index) = (real, index)
        repository = findRepository(above: real).map { found in
            Result { () throws(GitFailure) in
                let repository = try GuardedRepository(found.get(), for: purpose)
                try repository.refuseOtherOwners()
                return repository
            }
        }
    }

    /// Returns git in another folder of the same repository.
    package func at(_ folder: String) -> Git {
        var git = self
        git.folder = folder
        return git
    }

    /// The folder whose files the repository keeps; nil if there is no repository that can be used.
    package var top: String? { known?.place.top }

    /// Git at the top of the repository, from where it tells all paths.
    package var atTop: Git { top.map(at) ?? self }

    /// The names of the repository's settings that are not used though git would need them to commit or send something.
    package var missedSettings: [String] { known?.missedSettings ?? [] }

    /// Returns whether git has a file of this name for what is checked out, such as `MERGE_HEAD` during a merge.
    package func has(_ name: String) -> Bool {
        known.map { workingFolder.knownStatus(of: "\($0.place.folder)/\(name)") != nil } ?? false
    }

    /// Returns the content of such a file; nil if there is none.
    package func file(_ name: String) -> [UInt8]? {
        guard let known, has(name) else { return nil }
        do { return try workingFolder.readGivenFile("\(known.place.folder)/\(name)") } catch { return nil }
    }

    /// This is true if the folder is in a repository, whether that can be used or not.
    package var hasRepository: Bool { repository != nil }

    private var known: GuardedRepository? {
        guard case .success(let repository)? = repository else { return nil }
        return repository
    }

    /// Lets git do something. Any exit code but 0 is a failure.
    package func run(
        _ arguments: [String], input: [UInt8] = [], over protocols: [String] = []
    ) throws(GitFailure) {
        switch ask(arguments, input: input, noIsFailure: true, over: protocols) {
        case .output: return
        case .nothing: throw .noRepository
        case .failure(let reason): throw GitFailure(reason: reason)
        }
    }

    /// - Parameter noIsFailure: If this is true, exit code 1 is a failure, as it is for commands that do something.
    /// - Parameter protocols: The protocols by which git may reach other repositories; usually none.
    package func ask(
        _ arguments: [String], input: [UInt8] = [], noIsFailure: Bool = false, over protocols: [String] = []
    ) -> Answer {
        guard let repository else { return .nothing }
        do throws(GitFailure) {
            let end = try repository.get().run(Self.guards + arguments, in: folder, index, input, over: protocols)
            return switch end.status {
            case 0: .output(end.output)
            // With status 1 git says no.
            case 1 << 8 where !noIsFailure: .nothing
            default: .failure(end.complaint)
            }
        } catch {
            return .failure(error.reason)
        }
    }

    /// The options that keep git from starting programs, whatever the user's own settings say. A path in those can be
    /// relative, so that git would start what the board brings.
    private static let guards =
        ["--no-pager", "--no-optional-locks", "--literal-pathspecs"]
        + [
            "safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.askPass=",
            "core.alternateRefsCommand=true", "diff.external=", "log.showSignature=false",
            // Git would start itself in these, with their settings.
            "submodule.recurse=false", "push.recurseSubmodules=no",
            // A repository may say that nothing is ever thrown away, and such settings are not seen.
            "gc.auto=0", "maintenance.auto=false",
        ].flatMap { ["-c", $0] }

    /// Returns the lines that git prints; none if it says no.
    package func lines(_ arguments: [String], input: [UInt8] = []) throws(GitFailure) -> [String] {
        String(decoding: try output(arguments, input: input), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func output(_ arguments: [String], input: [UInt8]) throws(GitFailure) -> [UInt8] {
        switch ask(arguments, input: input) {
        case .output(let bytes): return bytes
        case .nothing: return []
        case .failure(let reason): throw GitFailure(reason: reason)
        }
    }

    /// Returns the contents of files named as `COMMIT:PATH`. Files that do not exist are left out. In a partial clone
    /// nobody knows whether they do, and they are not fetched.
    package func contents(of names: [String]) throws(GitFailure) -> [String: [UInt8]] {
        guard !names.isEmpty else { return [:] }
        if let name = names.first(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) {
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
            guard head.count == 3, let size = Int(head[2]), size < output.count - index else {
                if known?.isPartial ?? false { throw GitFailure(reason: "the clone is partial") }
                continue
            }
            if head[1] == "blob" { contents[name] = Array(output[index..<(index + size)]) }
            index += size + 1
        }
        return contents
    }
}

/// An error that says that git could not be asked, or cannot tell.
package struct GitFailure: Error {
    package var reason: String

    package init(reason: String) { self.reason = reason }

    static let noRepository = GitFailure(reason: "this is not in a git repository")
}

internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// A repository as git is shown it: its contents and branches, but none of its settings, hooks and attributes that could
/// start a program.
///
/// Git has no option to leave out a repository's own settings. But it can be told to look for everything that working
/// trees share in another folder (GIT_COMMON_DIR in git(1)). That folder is made here, among the temporary files: links
/// to what the repository has, and settings of which each is known to be harmless (`GitSettings`). It goes with the value.
package final class GuardedRepository: Sendable {
    package enum Purpose: Sendable {
        /// Git only tells; no filter is used.
        case reading
        /// Git also commits and sends what people saved. It knows the filters of the user's own settings, such as Git LFS,
        /// since their files look changed without them.
        case saving
    }

    let place: RepositoryPlace
    private let folder: String
    private let settings: GitSettings

    struct End {
        /// The status as waitpid(2) gives it.
        var status: Int32
        var output: [UInt8]
        /// The line in which git says what is wrong.
        var complaint: String
    }

    /// The names in the real folder to which this one links. All others are settings or hooks, or belong to one
    /// working tree.
    private static let linkedNames = [
        "objects", "refs", "packed-refs", "reftable", "logs", "shallow", "worktrees", "info/exclude",
        "info/sparse-checkout",
    ]

    init(_ place: RepositoryPlace, for purpose: Purpose) throws(GitFailure) {
        self.place = place
        do {
            folder = try makeProcessFolder("kairan-git-")
        } catch {
            throw GitFailure(reason: "no temporary folder can be made: \(error)")
        }
        do throws(SystemError) {
            try workingFolder.makeFolder("\(folder)/info")
            for name in Self.linkedNames {
                let path = "\(place.common)/\(name)"
                // Git makes this file where the link leads.
                guard name == "packed-refs" || workingFolder.knownStatus(of: path) != nil else { continue }
                try workingFolder.makeLink("\(folder)/\(name)", saying: Array(path.utf8))
            }
            // This file goes before all that are part of the board.
            if purpose == .reading { try Self.write("* !filter !diff !merge\n", to: "\(folder)/info/attributes") }
            // Without any settings git can already read the real ones, as those of any file.
            try Self.write("", to: "\(folder)/config")
        } catch {
            throw GitFailure(reason: "\(folder): \(error)")
        }
        settings = try GitSettings(of: place, guardedBy: folder)
        do throws(SystemError) {
            try Self.write(settings.text, to: "\(folder)/config")
        } catch {
            throw GitFailure(reason: "\(folder): \(error)")
        }
    }

    deinit { do { try removeTree(folder) } catch {} }

    /// This is true if the repository was cloned without some of its contents.
    var isPartial: Bool { settings.isPartial }

    /// The names of the settings that are left out though git would need them to commit or send something.
    var missedSettings: [String] { settings.missedNames }

    func run(
        _ arguments: [String], in folder: String, _ index: String?, _ input: [UInt8] = [], over protocols: [String] = []
    ) throws(GitFailure) -> End {
        try runGit(
            ["-C", folder, "--git-dir=\(place.folder)", "--work-tree=\(place.top)"] + arguments,
            guardedBy: self.folder, index, input, over: protocols)
    }

    private static func write(_ text: String, to path: String) throws(SystemError) {
        workingFolder.discardFile(path)
        try workingFolder.createFile(path).writeAndClose([Array(text.utf8)[...]])
    }
}

/// Runs git to its end.
///
/// - Parameter common: The folder that stands for the one that working trees share.
/// - Parameter protocols: The protocols by which git may reach other repositories; usually none.
func runGit(
    _ arguments: [String], guardedBy common: String, _ index: String? = nil, _ input: [UInt8] = [],
    over protocols: [String] = []
) throws(GitFailure) -> GuardedRepository.End {
    // Files are used rather than pipes, so that neither side can wait for the other, or stop listening.
    do throws(SystemError) {
        let into = try TemporaryFile(input)
        let from = try TemporaryFile()
        let errors = try TemporaryFile()
        let streams = (into.descriptor, from.descriptor, errors.descriptor)
        let variables = environment(common, index, protocols)
        let status = try Program(["git"] + arguments, environment: variables, streams).status()
        let lines = String(decoding: errors.content, as: UTF8.self).split(separator: "\n")
        // Before the reason git may say where it sends something.
        let complaint = lines.first { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") } ?? lines.first
        return GuardedRepository.End(
            status: status, output: from.content, complaint: complaint.map(String.init) ?? "it stopped with \(status)")
    } catch {
        let isMissing = error == .noSuchFileOrDirectory
        throw GitFailure(reason: isMissing ? "git is not installed" : "git cannot be started: \(error)")
    }
}

/// The variables of `git rev-parse --local-env-vars` that are not settings, without `GIT_`.
private let repositoryVariables = [
    "DIR", "WORK_TREE", "PREFIX", "INDEX_FILE", "COMMON_DIR", "OBJECT_DIRECTORY", "ALTERNATE_OBJECT_DIRECTORIES",
    "NAMESPACE", "SHALLOW_FILE", "GRAFT_FILE",
]

private func environment(_ common: String, _ index: String?, _ protocols: [String]) -> [String] {
    // Git must not use the repository and index of a hook that runs Kairan, nor fetch what is missing, nor ask.
    var own = [
        "LC_ALL=C", "GIT_COMMON_DIR=\(common)", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=true",
        "GIT_SEQUENCE_EDITOR=true",
        // Before git 2.45 this alone keeps it from fetching what is missing.
        "GIT_ALLOW_PROTOCOL=" + protocols.joined(separator: ":"),
    ]
    if let index { own.append("GIT_INDEX_FILE=\(index)") }
    let names = Set(repositoryVariables.map { "GIT_\($0)" } + own.map(name))
    let others = environmentVariables().filter { !names.contains(name($0)) }
    // Nobody may be at the terminal to answer a question.
    if !others.contains(where: { name($0) == "GIT_SSH_COMMAND" }) {
        own.append("GIT_SSH_COMMAND=ssh -oBatchMode=yes -oConnectTimeout=20")
    }
    return own + others
}

private func name(_ variable: String) -> String { String(variable.prefix { $0 != "=" }) }

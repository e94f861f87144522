extension Git {
    /// Gets the versions of others on a branch of a remote repository, and changes nothing that is checked out. A
    /// branch that is not there is no failure.
    ///
    /// A repository on this computer can be a stranger's too; see `push`.
    ///
    /// - Parameter folder: All branches below it are fetched too, and those that are gone there go here.
    package func fetch(_ branch: String, and folder: String, from remote: String) throws(GitFailure) {
        let words = ["fetch", "--quiet", "--prune", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"]
        // A clone of a single branch has no settings for others.
        func source(_ branches: [String]) -> [String] {
            ["--", remote] + branches.map { "+refs/heads/\($0):refs/remotes/\(remote)/\($0)" }
        }
        func fetch(_ branches: [String]) throws(GitFailure) {
            do throws(GitFailure) {
                try run(words + source(branches), over: ["https", "http", "ssh", "git"])
            } catch {
                guard error.reason.contains("transport 'file' not allowed") else { throw error }
                try run(words + ["--upload-pack=\(Self.giving)"] + source(branches), over: ["file"])
            }
        }
        do throws(GitFailure) {
            try fetch([branch, folder + "*"])
        } catch {
            guard error.reason.contains("couldn't find remote ref") else { throw error }
            try fetch([folder + "*"])
        }
    }

    /// The command that gives what is asked for from a repository on this computer.
    private static let giving =
        "GIT_NO_LAZY_FETCH=1 GIT_ALLOW_PROTOCOL= git"
        + ["core.hooksPath=/dev/null", "core.fsmonitor=false", "core.alternateRefsCommand=true"].map { " -c \($0)" }
        .joined() + " upload-pack"
}

extension Git {
    /// Gets the versions of others from a remote repository, and changes nothing that is checked out.
    ///
    /// A repository on this computer can be a stranger's too; see `push`.
    package func fetch(from remote: String) throws(GitFailure) {
        let words = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"]
        do throws(GitFailure) {
            try run(words + ["--", remote], over: ["https", "http", "ssh", "git"])
        } catch {
            guard error.reason.contains("transport 'file' not allowed") else { throw error }
            try run(words + ["--upload-pack=\(Self.giving)", "--", remote], over: ["file"])
        }
    }

    /// The command that gives what is asked for from a repository on this computer.
    private static let giving =
        "GIT_NO_LAZY_FETCH=1 GIT_ALLOW_PROTOCOL= git"
        + ["core.hooksPath=/dev/null", "core.fsmonitor=false", "core.alternateRefsCommand=true"].map { " -c \($0)" }
        .joined() + " upload-pack"
}

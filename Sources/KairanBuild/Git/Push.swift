extension Git {
    /// Sends versions to a remote repository.
    ///
    /// A repository on this computer can be a stranger's too, so there git gets all that guards this one. It is the
    /// program at the other side that needs it, and hosts would refuse that: so what leads to this computer is found
    /// out by forbidding it first. An address can also be one by the user's own settings (`url.*.insteadOf`).
    ///
    /// - Parameters:
    ///   - commit: The version that is sent.
    ///   - branch: The branch there that shall have it.
    package func push(_ commit: String = "HEAD", to branch: String, of remote: String) throws(GitFailure) {
        try push(["--", remote, "\(commit):refs/heads/\(branch)"])
    }

    /// Removes a branch of a remote repository, unless it is at another commit than the one that is known.
    package func removeBranch(_ branch: String, at commit: String, of remote: String) throws(GitFailure) {
        try push(["--force-with-lease=\(branch):\(commit)", "--", remote, ":refs/heads/\(branch)"])
        // Git has done this itself if the settings say that the branch is fetched.
        _ = ask(["update-ref", "-d", "refs/remotes/\(remote)/\(branch)"])
    }

    private func push(_ target: [String]) throws(GitFailure) {
        do throws(GitFailure) {
            try run(["push", "--quiet"] + target, over: ["https", "http", "ssh", "git"])
        } catch {
            guard error.reason.contains("transport 'file' not allowed") else { throw error }
            try run(["push", "--quiet", "--no-signed", "--receive-pack=\(Self.receiving)"] + target, over: ["file"])
        }
    }

    /// The command that takes what is sent to a repository on this computer.
    private static let receiving =
        "GIT_NO_LAZY_FETCH=1 GIT_ALLOW_PROTOCOL= git"
        + [
            "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.alternateRefsCommand=true",
            "receive.denyCurrentBranch=refuse", "receive.autogc=false",
        ].map { " -c \($0)" }.joined() + " receive-pack"
}

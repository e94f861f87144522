internal import KairanBuild
internal import KairanFormats
internal import KairanReaders
internal import KairanSystem

/// The versions of others, as they were fetched last.
struct OthersVersions {
    /// The name of the remote repository, such as `origin`.
    var remote: String
    /// The branch there that belongs to the one that is checked out.
    var branch: String
    /// The remote repository and the branch to which one's own versions are sent. It may be a copy that is one's own.
    var target: (remote: String, branch: String)
    /// The commit of that branch when it was fetched last; nil if it is not there yet.
    var tip: String?
    /// The number of versions that are only there, and those who made them.
    var count = 0
    var authors: [String] = []
    /// The number of versions that are only here.
    var ownCount = 0
}

extension Desk {
    /// The name of the branch that is checked out; empty if none is.
    func branch(in git: Git) throws -> String { try words(git.ask(["symbolic-ref", "--short", "-q", "HEAD"])) }

    /// Returns the commit that is checked out; nil if there is no version yet.
    func head(in git: Git) -> String? { commit("HEAD", in: git) }

    func commit(_ name: String, in git: Git) -> String? {
        guard case .output(let bytes) = git.ask(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"]) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self).trimmingSpaces().description
    }

    /// Returns what is known of the versions of others; nil if there is no branch or no other repository.
    func others(in git: Git) throws -> OthersVersions? {
        let branch = try branch(in: git)
        let remotes = try words(git.ask(["remote"])).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("-") }
        guard !branch.isEmpty, !remotes.isEmpty else { return nil }
        func setting(_ name: String) throws -> String {
            try words(git.ask(["config", "--get", "branch.\(branch).\(name)"]))
        }
        let named = try setting("remote")
        let remote = remotes.contains(named) ? named : remotes.contains("origin") ? "origin" : remotes[0]
        let merge = try setting("merge")
        let start = "refs/heads/"
        let theirs = merge.hasPrefix(start) ? String(merge.dropFirst(start.count)) : branch
        let own = [try setting("pushremote"), try words(git.ask(["config", "--get", "remote.pushdefault"]))]
        // The first of these that is set counts (remote.pushDefault in git-config(1)).
        let chosen = own.first(where: remotes.contains) ?? remote
        let target = chosen == remote ? (remote, theirs) : (chosen, branch)
        var others = OthersVersions(remote: remote, branch: theirs, target: target)
        // A merge that somebody began elsewhere has to be ended first.
        others.tip = commit("MERGE_HEAD", in: git) ?? commit("refs/remotes/\(remote)/\(others.branch)", in: git)
        guard let tip = others.tip else { return others }
        let known = head(in: git).map { ["^" + $0] } ?? []
        let names = try words(git.ask(["log", "--format=%an", tip] + known)).split(separator: "\n").map(String.init)
        others.count = names.count
        others.authors = names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        if !known.isEmpty {
            others.ownCount = Int(try words(git.ask(["rev-list", "--count", "HEAD", "^" + tip]))) ?? 0
        }
        return others
    }

    /// Refuses what needs a branch while something else is checked out.
    func requireBranch(in git: Git) throws {
        try refuseUnderWay(in: git)
        guard try branch(in: git).isEmpty else { return }
        throw DeskRefusal(422, ["error": "No branch is checked out, but a single version.", "needsBranch": true])
    }

    /// Refuses while git is in the middle of something that only a terminal can end.
    private func refuseUnderWay(in git: Git) throws {
        guard git.top != nil else { throw DeskRefusal(422, "The site is not in a git repository.") }
        let works = [
            ("rebase-merge", "rebase"), ("rebase-apply", "rebase"), ("CHERRY_PICK_HEAD", "cherry-pick"),
            ("REVERT_HEAD", "revert"),
        ]
        guard let (_, name) = works.first(where: { git.has($0.0) }) else { return try refuseMergeOfMany(in: git) }
        throw DeskRefusal(
            422, "A \(name) is under way. End it in a terminal: git \(name) --continue, or git \(name) --abort.")
    }

    /// Refuses during a merge of several branches: the forms join two.
    private func refuseMergeOfMany(in git: Git) throws {
        let heads = git.file("MERGE_HEAD")?.split(separator: UInt8(ascii: "\n")) ?? []
        guard heads.count > 1 else { return }
        throw DeskRefusal(
            422,
            "A merge of several branches is under way. End it in a terminal: git merge --continue, or git merge --abort."
        )
    }

    /// Makes a branch of the version that is checked out, so that others follow it.
    func startBranch(_ body: DeskBody) throws -> JSONValue {
        let (name, git) = (try body.text("name"), git)
        try refuseUnderWay(in: git)
        guard try branch(in: git).isEmpty else { throw DeskRefusal(409, "A branch is checked out already.") }
        guard case .output = git.ask(["check-ref-format", "--branch", name]), !name.hasPrefix("-") else {
            throw DeskRefusal(422, "'\(name)' cannot be the name of a branch. Use letters, digits and hyphens.")
        }
        // The empty text says that there must be no such branch yet.
        try act(["update-ref", "refs/heads/\(name)", "HEAD", ""], in: git)
        try act(["symbolic-ref", "HEAD", "refs/heads/\(name)"], in: git)
        return ["branch": .string(name)]
    }

    /// Returns what the page says of others: how many versions they have made, and who they are.
    func describe(_ others: OthersVersions?) -> JSONValue {
        guard let others else { return .null }
        return [
            "count": .integer(others.count), "by": .array(others.authors.map(JSONValue.string)),
            "own": .integer(others.ownCount), "isThere": .boolean(others.tip != nil),
        ]
    }
}

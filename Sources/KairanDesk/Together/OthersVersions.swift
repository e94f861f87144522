internal import KairanBuild
internal import KairanFormats
internal import KairanReaders
internal import KairanSystem

/// Where the versions of others are, as far as they were fetched.
struct OthersVersions {
    /// The name of the remote repository, such as `origin`.
    var remote: String
    /// The branch there that belongs to the one that is checked out.
    var branch: String
    /// This is true if git's settings say that the branches belong together.
    var isTracked: Bool
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

    /// Returns where the versions of others are; nil if they are nowhere.
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
        var others = OthersVersions(
            remote: remote, branch: merge.hasPrefix(start) ? String(merge.dropFirst(start.count)) : branch,
            isTracked: merge.hasPrefix(start) && remote == named)
        // A merge that somebody began elsewhere has to be ended first.
        others.tip = commit("MERGE_HEAD", in: git) ?? commit("refs/remotes/\(remote)/\(others.branch)", in: git)
        guard let tip = others.tip else { return others }
        let own = head(in: git).map { ["^" + $0] } ?? []
        let names = try words(git.ask(["log", "--format=%an", tip] + own)).split(separator: "\n").map(String.init)
        others.count = names.count
        others.authors = names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        if !own.isEmpty { others.ownCount = Int(try words(git.ask(["rev-list", "--count", "HEAD", "^" + tip]))) ?? 0 }
        return others
    }

    /// Refuses what needs a branch while something else is checked out.
    func requireBranch(in git: Git) throws {
        guard let folder = git.top.map({ "\($0)/.git" }) else {
            throw DeskRefusal(422, "The site is not in a git repository.")
        }
        if ["rebase-merge", "rebase-apply"].contains(where: { workingFolder.knownStatus(of: "\(folder)/\($0)") != nil })
        {
            throw DeskRefusal(
                422, "A rebase is under way. End it in a terminal: git rebase --continue, or git rebase --abort.")
        }
        guard try branch(in: git).isEmpty else { return }
        throw DeskRefusal(422, ["error": "No branch is checked out, but a single version.", "needsBranch": true])
    }

    /// Makes a branch of the version that is checked out, so that others follow it.
    func startBranch(_ body: DeskBody) throws -> JSONValue {
        let (name, git) = (try body.text("name"), git)
        guard try branch(in: git).isEmpty else { throw DeskRefusal(409, "A branch is checked out already.") }
        guard case .output = git.ask(["check-ref-format", "--branch", name]), !name.hasPrefix("-") else {
            throw DeskRefusal(422, "'\(name)' cannot be the name of a branch. Use letters, digits and hyphens.")
        }
        try act(["update-ref", "refs/heads/\(name)", "HEAD", String(repeating: "0", count: 40)], in: git)
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

internal import KairanBuild
internal import KairanFormats
internal import KairanModel
internal import KairanReaders

extension Desk {
    /// Sends the versions to the others, with git's own credentials. It may take long, so nothing waits for it.
    func push() throws -> JSONValue {
        let git = git
        try requireBranch(in: git)
        guard let others = try others(in: git) else { throw noRemote(in: git) }
        guard let own = head(in: git) else { throw DeskRefusal(422, "There is no version yet. Save one first.") }
        do throws(GitFailure) {
            try git.push(own, to: others.target.branch, of: others.target.remote)
        } catch {
            // Whoever was quicker is known only now.
            do throws(GitFailure) { try git.fetch(others.branch, and: Review.folder, from: others.remote) } catch {}
            if let now = try self.others(in: git), now.count > 0 {
                throw DeskRefusal(
                    409,
                    ["error": .string("\(now.authors.joined(separator: ", ")) was quicker."), "others": describe(now)])
            }
            let answer = refusal(error, in: git).answer["error"] ?? .null
            throw DeskRefusal(422, ["error": answer, "canOffer": true])
        }
        try endReviews(others, after: own, in: git)
        return [:]
    }

    /// Sends the versions to a branch of their own, where somebody else can look at them: the way for those who may not
    /// change the branch itself.
    func offer(_ body: DeskBody) throws -> JSONValue {
        let (name, git) = (try body.text("name"), git)
        try requireBranch(in: git)
        guard let others = try others(in: git) else { throw noRemote(in: git) }
        guard case .output = git.ask(["check-ref-format", "--branch", name]), !name.hasPrefix("-") else {
            throw DeskRefusal(422, "'\(name)' cannot be the name of a branch. Use letters, digits and hyphens.")
        }
        if name.hasPrefix(Review.folder) {
            guard others.tip == nil || others.ownCount > 0 else {
                throw DeskRefusal(422, "There is nothing to look at: the others have all your versions.")
            }
            try takeRemarks(onReview: name, others, in: git)
        }
        do throws(GitFailure) {
            try git.push(to: name, of: others.target.remote)
        } catch {
            throw refusal(error, in: git)
        }
        func host(_ remote: String) throws -> RepositoryHost? {
            RepositoryHost(try words(git.ask(["config", "--get", "remote.\(remote).url"])))
        }
        let copy = others.target.remote == others.remote ? nil : try host(others.target.remote)
        let address = try host(others.remote)?.request(for: name, of: copy, to: others.branch)
        return ["branch": .string(name), "address": .string(orNull: address), "isCopy": .boolean(copy != nil)]
    }

    /// The settings may name one that is not used.
    func noRemote(in git: Git) -> DeskRefusal {
        git.missedSettings.isEmpty
            ? DeskRefusal(
                422, "This repository knows of no other one. Name it in a terminal: git remote add origin ADDRESS")
            : refusal(GitFailure(reason: "this repository knows of no other one"), in: git)
    }
}

/// A host of repositories, which has a page where a change can be proposed.
struct RepositoryHost {
    private let name: String
    /// The owner and the name of the repository there.
    private let path: String

    /// - Parameter address: `https://HOST/OWNER/NAME.git`, `ssh://git@HOST/OWNER/NAME.git` or `git@HOST:OWNER/NAME.git`.
    init?(_ address: String) {
        var rest = address[...]
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
        } else if let colon = rest.firstIndex(of: ":") {
            rest = "\(rest[..<colon])/\(rest[rest.index(after: colon)...])"
        }
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let host = rest[..<slash].split(separator: "@").last?.split(separator: ":").first
        var path = rest[slash...].drop { $0 == "/" }
        if path.hasSuffix(".git") { path = path.dropLast(4) }
        guard let host, host.contains("."), path.contains("/") else { return nil }
        (name, self.path) = (String(host), String(path))
    }

    /// Returns the address at which a branch is proposed; nil for a host that is not known.
    ///
    /// - Parameter copy: The repository that the branch is in, if it is a copy of this one.
    func request(for branch: String, of copy: RepositoryHost?, to target: String) -> String? {
        func escaped(_ text: String) -> String {
            percentEncoded(text) { "-._/".utf8.contains($0) || isASCIILetter($0) || isASCIIDigit($0) }
        }
        if name.contains("gitlab") {
            let start = "https://\(name)/\(copy?.path ?? path)/-/merge_requests/new"
            return "\(start)?merge_request%5Bsource_branch%5D=\(escaped(branch))"
        }
        guard ["github", "codeberg", "gitea", "forgejo"].contains(where: name.contains) else { return nil }
        let owner = copy.map { $0.path.prefix { $0 != "/" } + ":" } ?? ""
        return "https://\(name)/\(path)/compare/\(escaped(target))...\(owner)\(escaped(branch))"
    }
}

internal import KairanContracts
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates
internal import Synchronization

/// The repository and the commits from which git knows what was published in a folder.
struct PublishedBranches: Sendable {
    /// The commits whose history is asked for.
    private(set) var tips: [String] = []
    /// The reason why nothing can be asked; nil also if there is no repository.
    private(set) var failure: String?
    private let git: Git
    /// The folder's name with a slash, as seen from the place where git is asked; empty if that is the folder itself.
    private let name: String

    /// - Parameter folder: The folder; neither it nor a repository needs to exist.
    init(of folder: String) {
        // The folder may be a repository of its own, such as a worktree of the branch that is hosted.
        let place =
            workingFolder.knownStatus(of: folder, followsLink: true) != nil
            ? (above: folder, name: "") : Self.cut(folder)
        git = Git(folder: place?.above ?? ".")
        name = place?.name ?? ""
        guard place != nil else { return }
        do {
            tips = try Self.tips(git)
        } catch {
            failure = error.reason
        }
    }

    /// A hash that changes whenever something is committed, fetched, checked out or begun to be merged.
    var state: ContentHash { ContentHash(Array((tips + [failure ?? ""]).joined(separator: "\n").utf8)) }

    /// Returns the folder above a missing folder, and the missing folder's name with a slash.
    private static func cut(_ folder: String) -> (above: String, name: String)? {
        let parts = folder.split(separator: "/", omittingEmptySubsequences: true)
        guard let name = parts.last, ![".", ".."].contains(name) else { return nil }
        let above = parts.dropLast().joined(separator: "/")
        return (folder.hasPrefix("/") ? "/" + above : above.isEmpty ? "." : above, "\(name)/")
    }

    /// Returns the commit that is checked out, those being merged into it, and those known of the same branch
    /// elsewhere. If no branch is checked out, the tips of branches that go on from this commit are added, and those of
    /// the usual branches.
    private static func tips(_ git: Git) throws(GitFailure) -> [String] {
        let refs = try git.lines([
            "for-each-ref", "--format=%(HEAD) %(objectname) %(refname) %(upstream)", "refs/heads", "refs/remotes",
        ]).map(Ref.init)
        let names = ["HEAD", "MERGE_HEAD", "REBASE_HEAD", "CHERRY_PICK_HEAD"]
        let answers = try git.lines(
            ["cat-file", "--batch-check=%(objectname) %(objecttype)"],
            input: Array((names.joined(separator: "\n") + "\n").utf8))
        let own = answers.filter { $0.hasSuffix(" commit") }.map { String($0.prefix { $0 != " " }) }
        let others: [Ref]
        if let current = refs.first(where: \.isCheckedOut) {
            others = refs.filter { $0.name == current.upstream || $0.isRemote && $0.branch == current.branch }
        } else {
            let later = own.isEmpty ? [] : try git.lines(["for-each-ref", "--contains", own[0], "--format=%(refname)"])
            others = refs.filter { later.contains($0.name) || ["main", "master", "HEAD"].contains($0.branch) }
        }
        return Array(Set(own + others.map(\.commit))).sorted()
    }

    private struct Ref {
        let isCheckedOut: Bool
        let commit: String
        let name: String
        let upstream: String?

        init(_ line: String) {
            isCheckedOut = line.hasPrefix("*")
            let words = line.dropFirst().split(separator: " ").map(String.init)
            (commit, name) = (words[0], words.count > 1 ? words[1] : "")
            upstream = words.count > 2 ? words[2] : nil
        }

        var isRemote: Bool { name.hasPrefix("refs/remotes/") }

        /// The branch without the remote's name, which nearly always has no slash.
        var branch: Substring { name.split(separator: "/", maxSplits: isRemote ? 3 : 2).last ?? "" }
    }

    func history() -> PublishedHistory {
        var history = PublishedHistory()
        history.gap = failure
        guard !tips.isEmpty else { return history }
        do {
            let place = try git.lines(["rev-parse", "--is-shallow-repository", "--show-prefix"])
            let commits = try commits()
            try history.read(commits, "\(place.dropFirst().first ?? "")\(name)", git)
            // If nobody committed the folder, it has no history that a shallow clone could lack.
            if !commits.isEmpty, place.first == "true" { history.gap = "the clone is shallow" }
        } catch {
            history.gap = error.reason
        }
        return history
    }

    /// Returns the last 200 commits that changed the list, each after the commits before it. A revert is unlikely to
    /// undo more than these.
    private func commits() throws(GitFailure) -> [PublishedHistory.Commit] {
        let lines = try git.lines(
            ["log", "--full-history", "--parents", "--topo-order", "--format=%H %P", "-n", "200"] + tips
                + ["--", name + publishedListPath])
        return lines.reversed().map { line in
            let ids = line.split(separator: " ").map(String.init)
            return PublishedHistory.Commit(id: ids[0], parents: Array(ids.dropFirst()))
        }
    }
}

/// The publications of a folder that git knows.
struct PublishedHistory: Sendable {
    struct Commit {
        var id: String
        /// The commits before it that changed the list or merged two branches.
        var parents: [String]
    }

    private(set) var publications: [KnownPublication] = []
    private(set) var order = PublicationOrder()
    /// The reason why there may be more publications; nil if these are all.
    fileprivate(set) var gap: String?

    /// Adds the publications of some commits. A publication was made where its list first appears; if it appears again
    /// later, somebody brought it back.
    fileprivate mutating func read(_ commits: [Commit], _ folder: String, _ git: Git) throws(GitFailure) {
        let lists = try git.contents(of: commits.map { "\($0.id):\(folder)\(publishedListPath)" })
        var past: [String: Set<ContentHash>] = [:]
        for commit in commits {
            var before = commit.parents.reduce(into: Set<ContentHash>()) { $0.formUnion(past[$1] ?? []) }
            defer { past[commit.id] = before }
            let place = "\(commit.id):\(folder)"
            guard let list = lists[place + publishedListPath] else { continue }
            let id = ContentHash(list)
            if !order.isCommitted(id), let publication = CommittedFiles(list, at: place, git).publication {
                publications.append(publication)
                order.add(id, after: before.subtracting([id]))
            }
            order.commit(id)
            before.insert(id)
        }
        // The newest comes first, since nearly always it came after all others.
        publications.reverse()
    }
}

/// The files of a committed publication. When one besides the list is asked for, all that the publication promises are
/// read at once.
private final class CommittedFiles: Sendable {
    private struct State {
        var files: [String: [UInt8]]
        var isRead = false
        var failure: String?
    }

    private let list: [UInt8]
    private let place: String
    private let git: Git
    private let state: Mutex<State>

    init(_ list: [UInt8], at place: String, _ git: Git) {
        (self.list, self.place, self.git) = (list, place, git)
        state = Mutex(State(files: [publishedListPath: list]))
    }

    var publication: KnownPublication? {
        var publication = KnownPublication({ path in self.file(path) }, of: "git commit \(place.prefix(10))")
        publication?.failure = { self.state.withLock(\.failure) }
        return publication
    }

    private func file(_ path: String) -> PublishedFile {
        if path == publishedListPath { return .bytes(list) }
        return state.withLock { state in
            if !state.isRead { read(&state) }
            return state.files[path].map(PublishedFile.bytes) ?? state.failure.map(PublishedFile.unreadable) ?? .nothing
        }
    }

    private func read(_ state: inout State) {
        state.isRead = true
        let paths = PublishedList(.bytes(list)).promisingPaths.sorted()
        do {
            let contents = try git.contents(of: paths.map { place + $0 })
            for path in paths { state.files[path] = contents[place + path] }
        } catch {
            state.failure = error.reason
        }
    }
}

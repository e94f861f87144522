internal import KairanBuild

/// The common base of two branches: the version from which both went on.
///
/// Usually there is one. If each has joined versions of the other, there can be several, and what differs between these
/// was settled in two ways. There, the version counts that all of them come from: whatever is settled on one side only
/// would silently replace what is settled on the other.
struct JoinBase {
    private let git: Git
    private let latest: String?
    private let earlier: String?
    private let disputed: Set<String>

    /// - Parameter commits: The merge bases (git-merge-base(1)).
    init(_ commits: [String], _ git: Git) throws {
        (self.git, latest) = (git, commits.first)
        let others = commits.dropFirst()
        disputed = Set(try others.flatMap { try git.changes(from: commits.first, to: $0).map(\.path) })
        earlier = disputed.isEmpty ? nil : try git.lines(["merge-base", "--octopus"] + commits).first
    }

    /// Returns the version that counts for a file.
    func commit(of path: String) -> String? { disputed.contains(path) ? earlier : latest }

    /// Returns the files that differ between what is common and a later version.
    func changes(to version: String) throws -> [VersionChange] {
        let changes = try git.changes(from: latest, to: version).byLook
        if disputed.isEmpty { return changes }
        return try changes.filter { !disputed.contains($0.path) }
            + git.changes(from: earlier, to: version).byLook.filter { disputed.contains($0.path) }
    }
}

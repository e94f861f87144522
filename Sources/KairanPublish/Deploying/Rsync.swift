internal import KairanSystem

/// rsync, over ssh, to its own server, or to a folder of this computer. It writes each file beside its place and then
/// renames it.
struct Rsync: DeployHost {
    let place: String
    let runner: ProgramRunner

    private var folder: String { place.hasSuffix("/") ? place : place + "/" }

    func fetch(_ paths: [TreePath], into local: String) throws {
        // Some servers of rsync do not find files below a folder by a list.
        let places = paths.map { folder + $0.text }
        _ = try output(of: ["--ignore-missing-args", "--ignore-times", "--"] + places + [local + "/"])
    }

    func listing() throws -> HostListing {
        let options = ["--recursive", "--links", "-D"] + Self.naming
        return HostListing(try output(of: options + ["--", folder, runner.emptyFolder + "/"]))
    }

    func equals(of files: [DeployedFile]) throws -> Set<TreePath> {
        var equals: Set<TreePath> = []
        for (local, files) in Dictionary(grouping: files, by: \.folder) {
            let options = try list(files.map(\.path)) + ["--checksum"] + Self.naming
            let differing = HostListing(try output(of: options + ["--", local + "/", folder])).others
            equals.formUnion(Set(files.map(\.path)).subtracting(differing))
        }
        return equals
    }

    /// Prints the names of what would be copied, and does not copy it.
    private static let naming = ["--dry-run", "--8-bit-output", "--out-format=%n"]

    /// Returns what rsync prints. It is no failure if the folder is not there yet.
    private func output(of words: [String]) throws -> [UInt8] {
        let end = try runner.run(["rsync"] + words)
        let isMissing = end.complaints.contains { $0.contains("change_dir") && $0.contains("No such file") }
        if end.code != 0, !isMissing { throw failure(end) }
        return end.output
    }

    func upload(_ files: [DeployedFile]) throws {
        for (local, files) in Dictionary(grouping: files, by: \.folder).sorted(by: { $0.key < $1.key }) {
            let options = ["--times", "--omit-dir-times", "--ignore-times", "--mkpath"]
            try succeed(list(files.map(\.path)) + options + ["--", local + "/", folder])
        }
    }

    func remove(_ paths: [TreePath]) throws {
        // Nothing is in the folder that the files are taken from, so they go at the host. Code 24 says that something
        // is missing there, which is what is meant.
        try succeed(
            list(paths) + ["--delete-missing-args", "--", runner.emptyFolder + "/", folder], allowing: [24])
    }

    private func list(_ paths: [TreePath]) throws -> [String] {
        ["--from0", "--files-from=\(try runner.list(paths, endingIn: "\0"))"]
    }

    private func succeed(_ words: [String], allowing codes: [Int] = []) throws {
        let end = try runner.run(["rsync"] + words)
        if end.code != 0, !codes.contains(end.code) { throw failure(end) }
    }

    private func failure(_ end: ProgramRunner.End) -> DeployError {
        runner.failure("rsync", end.code, end.complaints.first)
    }
}

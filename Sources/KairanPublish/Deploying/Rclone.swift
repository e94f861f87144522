internal import KairanModel
internal import KairanSystem

/// rclone, which knows S3 and its kin, SFTP, WebDAV and many more (rclone.org).
struct Rclone: DeployHost {
    let place: String
    let runner: ProgramRunner

    /// The exit code with which rclone says that a folder does not exist.
    private static let folderNotFound = 3

    func fetch(_ paths: [TreePath], into folder: String) throws {
        try run(["copy", place, folder, "--no-traverse", "--ignore-times"], paths)
    }

    func listing() throws -> HostListing {
        // A link may lead to a file of somebody else, so links are listed as links wherever rclone can tell them apart.
        let end = try end(of: ["lsf", place, "--recursive", "--links"])
        // Nothing was deployed there yet.
        if end.code == Self.folderNotFound { return HostListing([]) }
        let lines = String(decoding: try output(end), as: UTF8.self).replacing(".rclonelink\n", with: "\n")
        return HostListing(Array(lines.utf8))
    }

    func equals(of files: [DeployedFile]) throws -> Set<TreePath> {
        var equals: Set<TreePath> = []
        for (local, files) in Dictionary(grouping: files, by: \.folder) {
            // Not every host knows hashes. rclone says with 1 that files differ.
            let end = try end(of: ["check", local, place, "--download", "--match", "-"], files.map(\.path))
            equals.formUnion(HostListing(end.code == 1 ? end.output : try output(end)).others)
        }
        return equals
    }

    /// Headers are the same for all files that one command uploads.
    func upload(_ files: [DeployedFile]) throws {
        let groups = Dictionary(grouping: files) { file in
            [file.folder, contentType(of: file.path.text), file.cacheControl]
        }
        for (group, files) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            try run(
                [
                    "copy", group[0], place, "--no-traverse", "--ignore-times",
                    "--header-upload", "Content-Type: \(group[1])", "--header-upload", "Cache-Control: \(group[2])",
                ], files.map(\.path))
        }
    }

    func remove(_ paths: [TreePath]) throws { try run(["delete", place, "--no-traverse"], paths) }

    /// - Parameter paths: The files that the command is about; nil for all.
    private func end(of words: [String], _ paths: [TreePath]? = nil) throws -> ProgramRunner.End {
        let list = try paths.map { try runner.list($0, endingIn: "\n") }
        let program = ["rclone"] + words + (list.map { ["--files-from-raw", $0] } ?? [])
        return try runner.run(program + ["--ask-password=false", "--log-level=ERROR"])
    }

    private func run(_ words: [String], _ paths: [TreePath]) throws { _ = try output(try end(of: words, paths)) }

    private func output(_ end: ProgramRunner.End) throws -> [UInt8] {
        if end.code == 0 { return end.output }
        throw runner.failure("rclone", end.code, end.complaints.last.map(withoutTime))
    }
}

/// Returns a line of rclone's log without what stands before the message: `2026/04/15 09:00:00 ERROR : `. The last line
/// of a run that failed has no level.
private func withoutTime(_ line: String) -> String {
    line.replacing(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d (?:[A-Z]+ *: *)?/, with: "")
}

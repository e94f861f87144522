internal import KairanModel
internal import KairanSystem

/// rclone, which knows S3 and its kin, SFTP, WebDAV and many more (rclone.org).
struct Rclone: DeployHost {
    let place: String
    let runner: ProgramRunner

    /// The number of files up to which each is asked for alone. A list of everything takes a request for a thousand
    /// files on S3, but one for each folder elsewhere.
    private static let fewFiles = 100

    func fetch(_ paths: [TreePath], into folder: String) throws {
        try run(["copy", place, folder, "--no-traverse", "--ignore-times"], paths)
    }

    func present(_ paths: [TreePath]) throws -> Set<TreePath> {
        let words = ["lsf", place, "--recursive", "--files-only"]
        let isFew = paths.count <= Self.fewFiles
        let listed = try isFew ? run(words + ["--no-traverse"], paths) : run(words)
        return Set(listed.split(separator: UInt8(ascii: "\n")).map { TreePath($0) }).intersection(paths)
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
    @discardableResult private func run(_ words: [String], _ paths: [TreePath]? = nil) throws -> [UInt8] {
        let list = try paths.map { try runner.list($0, endingIn: "\n") }
        let program = ["rclone"] + words + (list.map { ["--files-from-raw", $0] } ?? [])
        let end = try runner.run(program + ["--ask-password=false", "--log-level=ERROR"])
        if end.code == 0 { return end.output }
        throw runner.failure("rclone", end.code, end.complaints.last.map(withoutTime))
    }
}

/// Returns a line of rclone's log without what stands before the message: `2026/04/15 09:00:00 ERROR : `.
private func withoutTime(_ line: String) -> String {
    line.replacing(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [A-Z]+ *: */, with: "")
}

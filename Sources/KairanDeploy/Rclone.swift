internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem
internal import Synchronization

/// rclone, which knows S3 and its kin, SFTP, WebDAV and many more (rclone.org).
final class Rclone: DeployHost {
    private let place: String
    private let runner: ProgramRunner
    /// The features of the remote; nil until they are asked for.
    private let known = Mutex<Remote?>(nil)

    init(place: String, runner: ProgramRunner) { (self.place, self.runner) = (place, runner) }

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
        let suffix = ".rclonelink".utf8
        let names = try output(end).split(separator: UInt8(ascii: "\n"))
        // A file may have such a name too, and then nothing may come to the other one either.
        let links = names.filter { $0.suffix(suffix.count).elementsEqual(suffix) }
        return HostListing(names + links.map { $0.dropLast(suffix.count) })
    }

    func equals(of files: [DeployedFile]) throws -> Set<TreePath> {
        // If a host knows no hashes, its files are downloaded and their bytes are compared here.
        let way = try remote().hasHashes ? [] : ["--download"]
        var equals: Set<TreePath> = []
        for (local, files) in Dictionary(grouping: files, by: \.folder) {
            // rclone says with 1 that files differ.
            let end = try end(of: ["check", local, place, "--match", "-"] + way, files.map(\.path))
            let output = end.code == 1 ? end.output : try output(end)
            equals.formUnion(HostListing(output.split(separator: UInt8(ascii: "\n"))).others)
        }
        return equals
    }

    /// Headers are the same for all files that one command uploads. Where they are not kept, one command is enough: over
    /// SFTP each begins with a connection.
    func upload(_ files: [DeployedFile]) throws {
        let remote = try remote()
        let groups = Dictionary(grouping: files) { file in
            [file.folder] + (remote.keepsHeaders ? [file.contentType, file.cacheControl] : [])
        }
        // To look at each file before it is written over takes as long as to write it.
        var way = remote.replacesFiles ? ["--no-check-dest"] : ["--no-traverse", "--ignore-times"]
        // SSH sees to it that bytes arrive as they were sent. A shell for each file that computes its hash more than
        // doubles the time.
        if remote.hasSlowHashes { way.append("--ignore-checksum") }
        for (group, files) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let headers = zip(["Content-Type", "Cache-Control"], group.dropFirst())
            let options = headers.flatMap { ["--header-upload", "\($0): \($1)"] }
            try run(["copy", group[0], place] + way + options, files.map(\.path))
        }
    }

    func remove(_ paths: [TreePath]) throws { try run(["delete", place, "--no-traverse"], paths) }

    func removeFolders(_ paths: [TreePath]) throws {
        let isOpen = place.hasSuffix(":") || place.hasSuffix("/")
        for path in paths where !paths.contains(where: { path.isInside($0) }) {
            let end = try end(of: ["rmdirs", place + (isOpen ? "" : "/") + path.text])
            if end.code != Self.folderNotFound { _ = try output(end) }
        }
    }

    private func remote() throws -> Remote {
        try known.withLock { known in
            if let known { return known }
            let end = try end(of: ["backend", "features", place])
            let remote = Remote(features: end.code == 0 ? end.output : [])
            known = remote
            return remote
        }
    }

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

/// The features of a remote of rclone, as `rclone backend features` prints them.
private struct Remote {
    /// Tells whether it keeps the content type of each file.
    var keepsHeaders = true
    /// Tells whether a file takes the place of the one that has its name, and does not come to stand beside it.
    var replacesFiles = false
    var hasHashes = false
    /// Tells whether a hash takes long, such as over SFTP, where the host reads the file for it.
    var hasSlowHashes = false

    /// - Parameter features: What rclone printed. Nothing is taken for granted where that says nothing, such as that of
    ///   an older rclone.
    init(features: [UInt8]) {
        let node = readJSON(SourceFile(path: "features", bytes: features)).value
        guard let features = node?["Features"], let hashes = node?["Hashes"] else { return }
        keepsHeaders = features["BucketBased"]?.scalar == "true" || features["WriteMimeType"]?.scalar == "true"
        replacesFiles = features["DuplicateFiles"]?.scalar == "false"
        hasHashes = hashes.elements?.isEmpty == false
        hasSlowHashes = features["SlowHash"]?.scalar == "true"
    }
}

/// Returns a line of rclone's log without what stands before the message: `2026/04/15 09:00:00 ERROR : `. The last line
/// of a run that failed has no level.
private func withoutTime(_ line: String) -> String {
    line.replacing(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d (?:[A-Z]+ *: *)?/, with: "")
}

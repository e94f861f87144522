internal import KairanPublish
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
        return HostListing(names(in: try output(of: options + ["--", folder, runner.emptyFolder + "/"])))
    }

    func equals(of files: [DeployedFile]) throws -> Set<TreePath> {
        var equals: Set<TreePath> = []
        for (local, files) in Dictionary(grouping: files, by: \.folder) {
            let options = try list(files.map(\.path)) + ["--checksum"] + Self.naming
            let differing = HostListing(names(in: try output(of: options + ["--", local + "/", folder]))).others
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

    func removeFolders(_ paths: [TreePath]) throws {
        // It does not remove a folder in which another one is, so those of one depth go at a time.
        let depths = Dictionary(grouping: paths) { $0.bytes.count { $0 == UInt8(ascii: "/") } }
        for (_, paths) in depths.sorted(by: { $0.key > $1.key }) { try remove(paths) }
    }

    /// Names in a list begin with `./`, since a line that begins with `#` or `;` would be a comment.
    private func list(_ paths: [TreePath]) throws -> [String] {
        ["--from0", "--files-from=\(try runner.list(paths.map { TreePath("./".utf8 + $0.bytes) }, endingIn: "\0"))"]
    }

    private func succeed(_ words: [String], allowing codes: [Int] = []) throws {
        let end = try runner.run(["rsync"] + words)
        if end.code != 0, !codes.contains(end.code) { throw failure(end) }
    }

    private func failure(_ end: ProgramRunner.End) -> DeployError {
        runner.failure("rsync", end.code, end.complaints.first)
    }
}

/// Returns the names in what rsync prints, one a line. It writes a control character as `\#` and three octal digits, and
/// so a backslash before what looks like that.
private func names(in output: [UInt8]) -> [ArraySlice<UInt8>] {
    output.split(separator: UInt8(ascii: "\n")).map { line in
        guard line.contains(UInt8(ascii: "\\")) else { return line }
        var (name, rest) = ([UInt8](), line)
        while let byte = rest.popFirst() {
            let code =
                rest.first == UInt8(ascii: "#") ? String(decoding: rest.dropFirst().prefix(3), as: UTF8.self) : ""
            if byte == UInt8(ascii: "\\"), code.utf8.count == 3, let escaped = UInt8(code, radix: 8) {
                name.append(escaped)
                rest = rest.dropFirst(4)
            } else {
                name.append(byte)
            }
        }
        return name[...]
    }
}

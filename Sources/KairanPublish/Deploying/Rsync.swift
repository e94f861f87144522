internal import KairanSystem

/// rsync, over ssh, to its own server, or to a folder of this computer. It writes each file beside its place and then
/// renames it.
struct Rsync: DeployHost {
    let place: String
    let runner: ProgramRunner

    private var folder: String { place.hasSuffix("/") ? place : place + "/" }

    func fetch(_ paths: [TreePath], into folder: String) throws { _ = try fetch(paths, into: folder, []) }

    func present(_ paths: [TreePath]) throws -> Set<TreePath> {
        let nowhere = try runner.emptyFolder()
        // Only the names of what would be copied are told.
        let names = try fetch(paths, into: nowhere, ["--dry-run", "--8-bit-output", "--out-format=%n"])
        return Set(names.split(separator: UInt8(ascii: "\n")).map { TreePath($0) }).intersection(paths)
    }

    private func fetch(_ paths: [TreePath], into local: String, _ options: [String]) throws -> [UInt8] {
        let end = try run(["--ignore-missing-args", "--ignore-times"] + options, paths, [folder, local + "/"])
        if end.code == 0 { return end.output }
        // The folder itself is not there yet.
        let isMissing = end.complaints.contains { $0.contains("change_dir") && $0.contains("No such file") }
        if isMissing { return [] }
        throw failure(end)
    }

    func upload(_ files: [DeployedFile]) throws {
        for (local, files) in Dictionary(grouping: files, by: \.folder).sorted(by: { $0.key < $1.key }) {
            let options = ["--times", "--omit-dir-times", "--ignore-times", "--mkpath"]
            let end = try run(options, files.map(\.path), [local + "/", folder])
            if end.code != 0 { throw failure(end) }
        }
    }

    func remove(_ paths: [TreePath]) throws {
        // Nothing is in the folder that the files are taken from, so they go at the host.
        let end = try run(["--delete-missing-args"], paths, [runner.emptyFolder() + "/", folder])
        // 24 says that something is missing there, which is what is meant.
        if end.code != 0, end.code != 24 { throw failure(end) }
    }

    private func run(_ options: [String], _ paths: [TreePath], _ places: [String]) throws -> ProgramRunner.End {
        let list = try runner.list(paths, endingIn: "\0")
        return try runner.run(["rsync", "--from0", "--files-from=\(list)"] + options + ["--"] + places)
    }

    private func failure(_ end: ProgramRunner.End) -> DeployError {
        runner.failure("rsync", end.code, end.complaints.first)
    }
}

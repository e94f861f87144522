internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// The files that deploys have put on a host. The record is kept there as `.kairan-deploy.json`, and written before the first change and
/// after the last one, so that the next deploy knows where a killed one may have stopped.
struct DeployRecord: Equatable {
    static let path = TreePath(".kairan-deploy.json")

    /// The files on the host, with the hashes of what they hold; nil for a file at which a deploy may have stopped.
    var files: [TreePath: ContentHash?] = [:]
    /// The files that nothing names any more, and since when, in seconds since 1970.
    var leaving: [TreePath: Int] = [:]

    var bytes: [UInt8] {
        let files = files.sorted { $0.key < $1.key }.map { path, hash in
            (key: path.text, value: hash.map { JSONValue.string($0.text) } ?? .null)
        }
        let leaving = leaving.sorted { $0.key < $1.key }.map { (key: $0.text, value: JSONValue.integer($1)) }
        return writeJSON(
            .object([("kairanDeploy", .integer(1)), ("files", .object(files)), ("leaving", .object(leaving))]))
    }
}

extension DeployRecord {
    /// The result is nil if this is no record.
    init?(reading bytes: [UInt8]) {
        let node = readJSON(SourceFile(path: Self.path.text, bytes: bytes)).value
        guard let node, node["kairanDeploy"]?.scalar == "1", let files = node["files"]?.members,
            let leaving = node["leaving"]?.members
        else { return nil }
        for file in files {
            let hash = file.value.scalar.flatMap { ContentHash(hexadecimal: Array($0.utf8).span) }
            let path = TreePath(file.key)
            guard path.isPublishable, hash != nil || file.value.isNull else { return nil }
            self.files[path] = .some(hash)
        }
        for file in leaving {
            guard let since = file.value.scalar.flatMap(Int.init), self.files[TreePath(file.key)] != nil else {
                return nil
            }
            self.leaving[TreePath(file.key)] = since
        }
    }

    /// A record of what somebody else uploaded, by the list that Kairan made of it. Nobody knows whether all of it
    /// arrived.
    init(of list: PublicationManifest) {
        for path in list.paths + [PublicationManifest.path] { files[path] = .some(nil) }
    }

    /// Returns whether the host holds just this at a path.
    func holds(_ hash: ContentHash, at path: TreePath) -> Bool { files[path] == .some(hash) }

    /// The paths are about to be written, so nobody knows what they hold until that is done.
    mutating func begin(_ plan: DeployPlan) {
        doubt(plan.uploads)
        for path in plan.wanted { leaving[path] = nil }
    }

    mutating func doubt(_ uncertain: [DeployedFile]) {
        for file in uncertain { files[file.path] = .some(nil) }
    }

    /// Nothing is at these paths.
    mutating func forget(_ paths: [TreePath]) {
        for path in paths { (files[path], leaving[path]) = (nil, nil) }
    }

    mutating func note(_ uploaded: [DeployedFile]) {
        for file in uploaded { files[file.path] = file.hash }
    }

    /// Everything is uploaded, and the files that are not wanted any more begin to leave.
    mutating func finish(_ plan: DeployPlan, at now: Int) {
        forget(plan.removed)
        for path in files.keys where !plan.wanted.contains(path) && leaving[path] == nil { leaving[path] = now }
    }
}

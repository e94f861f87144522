internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// The files that deploys have put on a host. The record is kept there, and written before the first change and after
/// the last one, so that the next deploy knows where a killed one may have stopped.
///
/// A host may write into a file, of which a killed deploy then leaves half. So there are two files, which are written by
/// turns, and the one that was written last counts of those that are whole. Whatever was uploaded since the other one
/// was written is in that too.
struct DeployRecord: Equatable {
    static let paths = [TreePath(".kairan-deploy.json"), TreePath(".kairan-deploy-2.json")]

    /// The number of times that the record was written.
    private var count = 0
    /// The files on the host, with the hashes of what they hold; nil for a file at which a deploy may have stopped.
    var files: [TreePath: ContentHash?] = [:]
    /// The files that nothing names any more, and since when, in seconds since 1970.
    var leaving: [TreePath: Int] = [:]
    /// The versions of the API that are served as drafts, and since when.
    var drafts: [String: Int] = [:]
    /// The files that a deploy has begun to put where nothing was, and to which nothing on the host leads yet.
    private(set) var unknown: Set<TreePath> = []

    /// The files that a deploy has begun to put where others gave way, so that readers may come by the old names.
    private(set) var moved: Set<TreePath> = []

    var bytes: [UInt8] {
        let files = files.sorted { $0.key < $1.key }.map { path, hash in
            (key: path.text, value: hash.map { JSONValue.string($0.text) } ?? .null)
        }
        let leaving = leaving.sorted { $0.key < $1.key }.map { (key: $0.text, value: JSONValue.integer($1)) }
        return writeJSON(
            .object([
                ("kairanDeploy", .integer(1)), ("written", .integer(count)), ("files", .object(files)),
                ("leaving", .object(leaving)),
                ("unknown", .array(unknown.sorted().map { .string($0.text) })),
                ("moved", .array(moved.sorted().map { .string($0.text) })),
                ("drafts", .object(drafts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            ]))
    }

    /// Counts that the record is written once more, and returns where.
    mutating func nextPath() -> TreePath {
        count += 1
        return Self.paths[(count + 1) % 2]
    }

    func isNewer(than other: Self) -> Bool { count > other.count }
}

extension DeployRecord {
    /// The result is nil if this is no record.
    init?(reading bytes: [UInt8]) {
        let node = readJSON(SourceFile(path: Self.paths[0].text, bytes: bytes)).value
        guard let node, node["kairanDeploy"]?.scalar == "1", let files = node["files"]?.members,
            let leaving = node["leaving"]?.members
        else { return nil }
        // A record without this was written before there were two, to the first path.
        guard let written = node["written"].map({ $0.scalar.flatMap(Int.init) }) ?? 1,
            (0..<wholeNumbersOfJSON.upperBound).contains(written)
        else { return nil }
        count = written
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
        for draft in node["drafts"]?.members ?? [] { drafts[draft.key] = draft.value.scalar.flatMap(Int.init) }
        func paths(_ name: String) -> Set<TreePath> {
            Set((node[name]?.elements ?? []).compactMap(\.scalar).map { TreePath($0) })
        }
        (unknown, moved) = (paths("unknown"), paths("moved"))
    }

    /// A record of what somebody else uploaded, by the list that Kairan made of it. Nobody knows whether all of it
    /// arrived.
    init(of list: WholeList) {
        for path in list.paths + [WholeList.path] { files[path] = .some(nil) }
    }

    /// Returns whether the host holds just this at a path.
    func holds(_ hash: ContentHash, at path: TreePath) -> Bool { files[path] == .some(hash) }

    /// The paths are about to be written or removed, so nobody knows what they hold until that is done.
    mutating func begin(_ plan: DeployPlan) {
        doubt(plan.uploads.map(\.path) + plan.replaced + plan.removed)
        for path in plan.wanted { leaving[path] = nil }
        func paths(_ kind: DeployPlan.Kind) -> [TreePath] {
            plan.stages.filter { $0.kind == kind }.flatMap(\.files).map(\.path)
        }
        unknown = Set(paths(.new))
        moved.formUnion(paths(.moved))
    }

    /// Something is about to lead readers to these files. Returns whether nothing did before.
    mutating func reveal(_ files: [DeployedFile]) -> Bool {
        let count = unknown.count
        unknown.subtract(files.map(\.path))
        return unknown.count < count
    }

    /// Returns whether nobody can have read what is at the path.
    func isNew(_ path: TreePath) -> Bool { files[path] == nil || unknown.contains(path) }

    mutating func doubt(_ paths: [TreePath]) {
        for path in paths { files[path] = .some(nil) }
    }

    /// Nothing is at these paths.
    mutating func forget(_ paths: [TreePath]) {
        for path in paths { (files[path], leaving[path]) = (nil, nil) }
        unknown.subtract(paths)
    }

    mutating func note(_ uploaded: [DeployedFile]) {
        for file in uploaded { files[file.path] = file.hash }
    }

    /// Everything is uploaded, and the files that are not wanted any more begin to leave.
    mutating func finish(_ plan: DeployPlan, at now: Int) {
        forget(plan.removed)
        moved = []
        for path in files.keys where !plan.wanted.contains(path) && leaving[path] == nil { leaving[path] = now }
    }
}

internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// A deploy of one publication to one place.
///
/// A host like that has no switch from one publication to the next, so files come in an order in which a reader always
/// finds what a page or a manifest leads to, and go only long after they were needed.
package struct Deploy {
    private let host: any DeployHost
    private let runner: ProgramRunner
    private(set) var record: DeployRecord
    package let plan: DeployPlan
    /// The files that had been deployed, and were lost or damaged at the host since.
    package let damagedPaths: [String]

    package struct Options {
        /// The time in seconds for which files stay after they were needed.
        package var keeping: Int
        /// Tells whether to compare what is there, whatever the record says.
        package var isVerifying = false

        package init(keeping: Int, isVerifying: Bool = false) {
            (self.keeping, self.isVerifying) = (keeping, isVerifying)
        }
    }

    /// Looks at what is there and decides what to do. Nothing is changed yet.
    package init(
        _ publication: ReadyPublication, to target: DeployTarget, with runner: ProgramRunner, at now: Int,
        _ options: Options
    ) throws {
        try self.init(publication, on: target.host(runner), with: runner, at: now, options)
    }

    init(
        _ publication: ReadyPublication, on host: any DeployHost, with runner: ProgramRunner, at now: Int,
        _ options: Options
    ) throws {
        if let path = publication.unlistable.first {
            throw DeployError("a file with a line break in its name cannot be deployed: \(path.text.debugDescription)")
        }
        (self.host, self.runner) = (host, runner)
        record = try readRecord(host, runner)
        record.drafts = Dictionary(try publication.drafts().map { [record] in ($0, record.drafts[$0] ?? now) }) { $1 }
        let files = publication.files + (try versionCopies(of: publication.files))
        var doubted = files.filter { [record] in (record.files[$0.path] ?? nil) == nil }
        if options.isVerifying {
            doubted += try files.filter { [record] in record.holds($0.hash, at: $0.path) }.map { try made($0, runner) }
        }
        let found = try recognize(doubted, on: host, in: &record)
        damagedPaths = found.damaged.sorted().map(\.text)
        plan = try DeployPlan(files, after: record, clearing: found.folders, removingUntil: now - options.keeping)
    }

    /// Uploads and removes what the plan says.
    ///
    /// - Parameter now: Returns the present moment, since a deploy may take hours.
    /// - Parameter progress: Called with the number of files that are uploaded so far.
    package mutating func run(now: () -> Int, progress: (DeployPlan.Kind, _ done: Int) -> Void) throws {
        if plan.stages.isEmpty, plan.removed.isEmpty, record.leaving.count == plan.leaving.count { return }
        record.begin(plan)
        try save()
        var (done, saved) = (0, 0)
        let firstMoved = plan.stages.firstIndex { $0.kind == .moved }
        for (index, stage) in plan.stages.enumerated() {
            // From here on somebody may need what was uploaded before, so it is not written again after a kill.
            if stage.isSeen, record.reveal(plan.stages[...index].flatMap(\.files)) || saved == 0 && done > 0 {
                try save()
                saved = done
            }
            if index == firstMoved { try makeWay() }
            for batch in stage.files.batches {
                progress(stage.kind, done)
                try host.upload(try batch.map { try made($0, runner) })
                record.note(batch)
                done += batch.count
                // After a kill, a long deploy does not begin again.
                if done - saved >= 500 {
                    try save()
                    saved = done
                }
            }
        }
        if !plan.removed.isEmpty { try host.remove(plan.removed) }
        record.finish(plan, at: now())
        try save()
    }

    /// Removes what stands where the next files come. The record forgets it before they do, since they would be removed
    /// by the same names.
    private mutating func makeWay() throws {
        if !plan.replaced.isEmpty { try host.remove(plan.replaced) }
        if !plan.replacedFolders.isEmpty { try host.removeFolders(plan.replacedFolders) }
        record.forget(plan.replaced)
        try save()
    }

    private mutating func save() throws {
        let path = record.nextPath()
        let bytes = record.bytes
        let file = DeployedFile(
            path: path, hash: ContentHash(), size: bytes.count, folder: "\(runner.folder)/made")
        try write(bytes, to: file)
        try host.upload([file])
    }
}

/// Returns the file as it lies in a local folder. A copy is made there first.
private func made(_ file: DeployedFile, _ runner: ProgramRunner) throws -> DeployedFile {
    guard let original = file.original else { return file }
    let path = "\(file.folder)/\(original.text)"
    let bytes = try failingAt(path) { () throws(SystemError) in try workingFolder.readFile(path) }
    var copy = file
    (copy.folder, copy.original) = ("\(runner.folder)/made", nil)
    try write(bytes, to: copy)
    return copy
}

private func write(_ bytes: [UInt8], to file: DeployedFile) throws {
    var cursor = try FolderCursor(top: file.folder, makesFolders: true)
    try failingAt("\(file.folder)/\(file.path.text)") { () throws(SystemError) in
        let folder = try cursor.folder(of: file.path)
        workingFolder.discardFile("\(file.folder)/\(file.path.text)")
        try folder.createFile(file.path.lastName).writeAndClose([bytes[...]])
    }
}

/// Reads what is on the host. Where only a list of Kairan is there, somebody else uploaded the publication.
private func readRecord(_ host: any DeployHost, _ runner: ProgramRunner) throws -> DeployRecord {
    let folder = "\(runner.folder)/fetched"
    try host.fetch(DeployRecord.paths + [WholeList.path], into: folder)
    var (records, damaged): ([DeployRecord], [String]) = ([], [])
    for path in DeployRecord.paths.map(\.text) {
        switch readPublished(path, in: folder) {
        case .bytes(let bytes):
            if let record = DeployRecord(reading: bytes) { records.append(record) } else { damaged.append(path) }
        case .unreadable(let reason): throw DeployError("\(folder)/\(path): \(reason)")
        case .nothing: break
        }
    }
    if let newest = records.max(by: { $1.isNewer(than: $0) }) { return newest }
    // The list comes last, so without one there was no more than the beginning of a first deploy.
    guard case .bytes(let bytes) = readPublished(WholeList.path.text, in: folder),
        let list = WholeList(reading: bytes)
    else { return DeployRecord() }
    if !damaged.isEmpty {
        throw DeployError(
            "\(damaged.joined(separator: ", ")) at the target is damaged: it says which files are Kairan's. Restore it, "
                + "or remove it, and what \(WholeList.path.text) there lists counts as Kairan's")
    }
    return DeployRecord(of: list)
}

extension [DeployedFile] {
    /// The files in parts that each take a while, but not long.
    fileprivate var batches: [[DeployedFile]] {
        var batches: [[DeployedFile]] = []
        var size = 0
        for file in self {
            if batches.isEmpty || batches[batches.count - 1].count == 500 || size + file.size > 32 << 20 {
                batches.append([])
                size = 0
            }
            batches[batches.count - 1].append(file)
            size += file.size
        }
        return batches
    }
}

internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// A deploy of one publication to one place.
///
/// A host like that has no switch from one publication to the next, so files come in an order in which a reader always
/// finds what a manifest lists, and go only long after they were needed.
package struct Deploy {
    private let host: any DeployHost
    private let runner: ProgramRunner
    private var record: DeployRecord
    package let plan: DeployPlan

    /// Looks at what is there and decides what to do. Nothing is changed yet.
    ///
    /// - Parameter seconds: The time for which files stay after they were needed.
    package init(
        _ publication: ReadyPublication, to target: DeployTarget, with runner: ProgramRunner, at now: Int,
        keeping seconds: Int
    ) throws {
        if let path = publication.unlistable.first {
            throw DeployError("a file with a line break in its name cannot be deployed: \(path.text.debugDescription)")
        }
        host = target.host(runner)
        self.runner = runner
        record = try readRecord(host, runner)
        let files = publication.files + (try versionCopies(of: publication.files))
        try recognize(files.filter { [record] in (record.files[$0.path] ?? nil) == nil }, on: host, in: &record)
        plan = DeployPlan(files, after: record, removingUntil: now - seconds)
    }

    /// Uploads and removes what the plan says.
    ///
    /// - Parameter now: Returns the present moment, since a deploy may take hours.
    /// - Parameter progress: Called with the number of files that are uploaded so far.
    package mutating func run(now: () -> Int, progress: (DeployPlan.Kind, _ done: Int) -> Void) throws {
        if plan.stages.isEmpty, plan.removed.isEmpty, record.leaving.count == plan.leaving.count { return }
        record.begin(plan)
        try save()
        var done = 0
        for stage in plan.stages {
            let batches = stage.files.batches
            for (index, batch) in batches.enumerated() {
                progress(stage.kind, done)
                try host.upload(try batch.map(made))
                record.note(batch)
                done += batch.count
                // After a kill, the batches of a long stage are not uploaded again, and a copy that somebody may already
                // need is not written again.
                if index < batches.count - 1 || stage.kind == .named { try save() }
            }
        }
        if !plan.removed.isEmpty { try host.remove(plan.removed) }
        record.finish(plan, at: now())
        try save()
    }

    private func save() throws {
        let bytes = record.bytes
        let file = DeployedFile(
            path: DeployRecord.path, hash: ContentHash(), size: bytes.count, folder: "\(runner.folder)/made")
        try write(bytes, to: file)
        try host.upload([file])
    }

    /// Returns the file as it lies in a local folder. A copy is made there first.
    private func made(_ file: DeployedFile) throws -> DeployedFile {
        guard let original = file.original else { return file }
        let path = "\(file.folder)/\(original.text)"
        let bytes = try failingAt(path) { () throws(SystemError) in try workingFolder.readFile(path) }
        var copy = file
        copy.folder = "\(runner.folder)/made"
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
}

/// Looks at what stands where files come that no deploy has put there to its end. Files that hold the same are taken over; the
/// deploy is refused if anything else is in the way.
private func recognize(_ files: [DeployedFile], on host: any DeployHost, in record: inout DeployRecord) throws {
    if files.isEmpty { return }
    let listing = try host.listing()
    // The name of a copy says what it holds, so nothing is lost there.
    let met = files.filter { $0.original == nil && listing.others.contains($0.path) }
    let equals = try met.isEmpty ? [] : host.equals(of: met)
    record.note(met.filter { equals.contains($0.path) })
    let parents = Set(files.flatMap { sequence(first: $0.path, next: \.folder).dropFirst() })
    let others = met.map(\.path).filter { !equals.contains($0) } + parents.intersection(listing.others)
    let foreign = others.filter { [record] in record.files[$0] == nil }.map(\.text)
    let folders = files.map(\.path).filter(listing.folders.contains).map { "\($0.text) (a folder)" }
    if foreign.isEmpty, folders.isEmpty { return }
    throw DeployError(
        "Kairan did not deploy these files and will not replace them; move them away: "
            + (foreign + folders).sorted().joined(separator: ", "))
}

/// Reads what is on the host. Where only a list of Kairan is there, somebody else uploaded the publication.
private func readRecord(_ host: any DeployHost, _ runner: ProgramRunner) throws -> DeployRecord {
    let folder = "\(runner.folder)/fetched"
    try host.fetch([DeployRecord.path, PublicationManifest.path], into: folder)
    switch readPublished(DeployRecord.path.text, in: folder) {
    case .bytes(let bytes):
        if let record = DeployRecord(reading: bytes) { return record }
        throw DeployError(
            "\(DeployRecord.path.text) at the target is damaged: it says which files are Kairan's. Restore it, or "
                + "remove it, and what \(PublicationManifest.path.text) there lists counts as Kairan's")
    case .unreadable(let reason): throw DeployError("\(folder)/\(DeployRecord.path.text): \(reason)")
    case .nothing: break
    }
    guard case .bytes(let bytes) = readPublished(PublicationManifest.path.text, in: folder),
        let list = PublicationManifest(reading: bytes)
    else { return DeployRecord() }
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

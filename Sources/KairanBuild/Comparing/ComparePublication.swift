internal import KairanClients
internal import KairanContent
internal import KairanContracts
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanTemplates

/// Returns what would change for clients and readers if a build took the place of the publication in a folder.
///
/// The build is that of `kairan check`, but refusals are warnings (`BuildOptions.isComparison`). What `kairan diff`
/// shows about contracts is what the gate found; this function adds what becomes of the data. The publication of a
/// revision is first written to a folder, so that there is one way to compare.
///
/// - Parameter build: A build of all outputs without mistakes, which the contract gate has also compared with that
///   folder (`BuildOptions.output`).
package func comparePublication(_ build: SiteBuild, with folder: String) throws(ReadError) -> PublicationComparison {
    guard let plan = build.result.plan, let versions = build.result.versions else { return PublicationComparison() }
    var comparison = FileComparison(plan, versions)
    let made = Dictionary(build.result.files.map { ($0.path, $0.bytes) }) { first, _ in first }
    let published = try publishedPaths(in: folder)
    for path in Set(published).union(made.keys).sorted() {
        let old = try publishedBytes(path, in: folder)
        comparison.compare(path, old, made[path])
    }
    var result = comparison.result
    result.changes += build.result.contractChanges(versions) + comparison.dataChanges()
    if let ledger = made[agreementsPath] {
        let old = try publishedBytes(agreementsPath, in: folder)
        let news = Sealer(plan, samples: clientSamples).newAgreements(from: old, to: ledger)
        result.changes += news.map(PublicationChange.init)
    }
    result.changes += plan.site.comingAgreements() + endingWindows(plan)
    result.changes += try build.result.movedPages { (path) throws(ReadError) in try publishedBytes(path, in: folder) }
    result.warnings = build.result.diagnostics.filter {
        [.contractUnused, .contractUncompared, .addressGone].contains($0.rule)
    }
    result.sort()
    let statuses = plan.templates.versions.map { ($0.name, $0.status) } + plan.templates.drafts.map { ($0, .draft) }
    result.statuses = Dictionary(statuses.map { ($0, $1.rawValue) }) { first, _ in first }
    return result
}

private func publishedBytes(_ path: String, in folder: String) throws(ReadError) -> [UInt8]? {
    switch readPublished(path, in: folder) {
    case .nothing: return nil
    case .bytes(let bytes): return bytes
    case .unreadable(let reason): throw ReadError(path: "\(folder)/\(path)", reason: reason)
    }
}

private struct FileComparison {
    struct Pair {
        var name: String
        var path: String
        var old: [UInt8]?
        var new: [UInt8]?
    }

    let plan: OutputPlan
    private let endpoints: [ComparedEndpoint]
    /// The pairs of files, by the position of their endpoint.
    private var pairs: [Int: [Pair]] = [:]
    /// Published files at paths that nothing makes or promises any more.
    private var unknown: [Pair] = []
    var result = PublicationComparison()

    init(_ plan: OutputPlan, _ versions: ReviewedVersions) {
        (self.plan, endpoints) = (plan, versions.comparedEndpoints(plan.templates))
    }

    mutating func compare(_ path: String, _ old: [UInt8]?, _ new: [UInt8]?) {
        if old == new { return }
        let kind: PublicationComparison.FileChange.Kind = old == nil ? .added : new == nil ? .removed : .changed
        result.files.append(PublicationComparison.FileChange(path: path, kind: kind))
        let isJSON = path.hasSuffix(".json") || path.hasSuffix(".geojson")
        for (index, endpoint) in endpoints.enumerated() where isJSON {
            guard let name = endpoint.name(of: path) else { continue }
            guard endpoint.isData else { return result.otherFiles.count(old, new) }
            pairs[index, default: []].append(Pair(name: name, path: path, old: old, new: new))
            return
        }
        if isJSON, new == nil, path != agreementsPath, !VersionFile.describesVersions(path) {
            unknown.append(Pair(name: "", path: path, old: old))
        } else if path.hasSuffix(".html"), !VersionFile.describesVersions(path) {
            result.pages.count(old, new)
        } else {
            result.otherFiles.count(old, new)
        }
    }

    mutating func dataChanges() -> [PublicationChange] {
        var changes: [PublicationChange] = []
        for (index, pairs) in pairs.sorted(by: { $0.key < $1.key }) {
            var data = DataComparison(endpoint: endpoints[index])
            for pair in pairs {
                let isOther = data.compare(pair.name, document(pair.old, pair.path), document(pair.new, pair.path))
                if !isOther { result.otherFiles.changed += 1 }
            }
            changes += data.changes(plan.site.content)
        }
        for pair in unknown {
            let span = SourceSpan(path: "templates/\(pair.path).yml")
            var data = DataComparison(endpoint: ComparedEndpoint(path: pair.path, span: span))
            _ = data.compare("", document(pair.old, pair.path), .nothing)
            changes += data.changes(plan.site.content)
        }
        return changes
    }

    private func document(_ bytes: [UInt8]?, _ path: String) -> DataComparison.Document {
        guard let bytes else { return .nothing }
        return readJSON(SourceFile(path: path, bytes: bytes)).value.map(DataComparison.Document.json) ?? .damaged
    }
}

extension PublicationComparison.FileCounts {
    fileprivate mutating func count(_ old: [UInt8]?, _ new: [UInt8]?) {
        switch (old, new) {
        case (nil, _): added += 1
        case (_, nil): removed += 1
        default: changed += 1
        }
    }
}

extension PublicationComparison {
    /// Sorts the version with the heaviest news first, then by name, and changes of no version last. News of the same
    /// kind stays in the order in which it was found.
    fileprivate mutating func sort() {
        func weight(_ change: PublicationChange) -> Int {
            PublicationChange.Weight.allCases.firstIndex(of: change.weight) ?? 0
        }
        // Growing contracts and changed data need not be seen first.
        let light = PublicationChange.Weight.allCases.firstIndex(of: .changing) ?? 0
        let heaviest = Dictionary(changes.map { ($0.version, min(weight($0), light)) }, uniquingKeysWith: min)
        func key(_ change: PublicationChange) -> (Int, Int, String, Int, String) {
            let version = change.version
            return (heaviest[version] ?? 0, version.isEmpty ? 1 : 0, version, weight(change), change.endpoint)
        }
        changes = changes.enumerated().sorted { left, right in
            let (first, second) = (key(left.element), key(right.element))
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }
}

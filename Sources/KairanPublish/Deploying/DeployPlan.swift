internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// The work of one deploy, in the order in which it is done.
package struct DeployPlan: Sendable {
    /// The stages of uploading. Nothing that an earlier stage uploads refers to what only a later one brings.
    package enum Kind: CaseIterable, Sendable {
        /// Files that are named by their content, which nobody asks for yet.
        case named
        /// Files at paths where nothing is.
        case new
        case changed
        /// Pages, feeds and manifests by which readers find the others.
        case leading
        /// The list of the whole publication.
        case list
    }

    package struct Stage: Sendable {
        package let kind: Kind
        let files: [DeployedFile]

        package var paths: [String] { files.map(\.path.text) }
    }

    /// The stages that have something to do.
    package let stages: [Stage]
    /// All that belongs on the host.
    let wanted: Set<TreePath>
    /// The files that have not been needed for long enough.
    let removed: [TreePath]
    /// The files that are not needed any more, and stay for a while.
    let leaving: [TreePath]

    package var removedPaths: [String] { removed.map(\.text) }
    package var leavingPaths: [String] { leaving.map(\.text) }
    package var unchangedCount: Int { wanted.count - uploads.count }
    package var uploadCount: Int { uploads.count }
    package var byteCount: Int { uploads.reduce(0) { $0 + $1.size } }
    var uploads: [DeployedFile] { stages.flatMap(\.files) }

    /// - Parameter end: A file that is not needed since this moment or longer is removed.
    init(_ files: [DeployedFile], after record: DeployRecord, removingUntil end: Int) {
        let changed = files.filter { !record.holds($0.hash, at: $0.path) }
        let kinds = Dictionary(grouping: changed) { kind(of: $0, isThere: record.files[$0.path] != nil) }
        stages = Kind.allCases.compactMap { kind in kinds[kind].map { Stage(kind: kind, files: $0) } }
        wanted = Set(files.map(\.path))
        let others = record.files.keys.filter { [wanted] in !wanted.contains($0) }.sorted()
        removed = others.filter { path in record.leaving[path].map { $0 <= end } == true }
        leaving = others.filter { path in record.leaving[path].map { $0 <= end } != true }
    }
}

/// - Parameter isThere: If this is true, the host holds something at the path, if only half of it.
private func kind(of file: DeployedFile, isThere: Bool) -> DeployPlan.Kind {
    if file.path == PublicationManifest.path { return .list }
    if file.isNamedByContent { return .named }
    if isVersionManifest(file.path) { return .leading }
    if !isThere { return .new }
    let (name, fileExtension) = (fileName(of: file.path.text), fileExtension(of: file.path.text))
    let isLeading =
        switch fileExtension {
        case "html", "json": ["index", "404", "versions"].contains(name.prefix { $0 != "." })
        default: ["xml", "atom", "rss"].contains(fileExtension)
        }
    return isLeading ? .leading : .changed
}

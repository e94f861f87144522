package import KairanModel
internal import KairanReaders

/// The file that stood at an output's path in the publication before this one.
package enum PublishedFile: Sendable {
    case nothing
    case bytes([UInt8])
    /// The reason is what the system says.
    case unreadable(String)
}

/// The files of one publication that tell what apps and users rely on, and those that revisions count.
///
/// They are read once, before anything is planned, so that whatever is asked of them is answered by the same bytes.
package struct PublishedFiles: Sendable {
    /// The list of all published files; see `publishedListPath`.
    package let list: PublishedList
    private let files: [String: PublishedFile]

    /// - Parameter paths: The files that may be asked for, besides the list.
    package init(_ list: PublishedList, _ paths: some Sequence<String>, read: (_ path: String) -> PublishedFile) {
        self.list = list
        files = Dictionary(paths.map { ($0, read($0)) }) { first, _ in first }
    }

    package static let none = PublishedFiles(PublishedList(.nothing), []) { _ in .nothing }

    package subscript(path: String) -> PublishedFile { files[path] ?? .nothing }

    /// The bytes of a file that could be read; nil for all others.
    package func bytes(_ path: String) -> [UInt8]? { if case .bytes(let bytes) = self[path] { bytes } else { nil } }
}

/// Everything that a build knows of the publications before it.
package struct PublishedState: Sendable {
    /// The files that hold the last promises: those in the folder, or those remembered of a newer publication.
    package var last: PublishedFiles
    /// This is false if the folder holds an older publication than the last one, or none, so that its files do not tell
    /// what apps have.
    package var isInFolder = true
    /// Describes the publications that the folder does not hold: later ones, and those of other branches.
    package var others: [String] = []
    /// This is true if the folder, the work folder and git were asked, and none knows of a publication.
    package var isUnknown = false
    /// Publications of branches that went apart, where none has followed all others; `last` is what they promised together.
    package var branches: [PublishedFiles] = []
    /// Why an older publication may be taken for the last one; nil where it is known to be none.
    package var gap: String?

    package init(_ last: PublishedFiles) { self.last = last }
}

extension Templates {
    /// The published files that a build of these templates asks for, besides those that a publication itself names.
    package var pathsOfPromises: Set<String> {
        var paths: Set = [agreementsPath, versionsPath]
        for version in versions { paths.formUnion(VersionFile.allCases.map { version.folder + $0.name }) }
        for template in templates {
            guard case .revision(let revision) = template.kind else { continue }
            paths.insert(template.outputPath)
            paths.formUnion(revision.paths.map(\.path))
        }
        return paths
    }
}

extension PublishedState {
    /// Rules of what is said of a folder that is not as the last publication left it, or perhaps is not. Once something is
    /// published in it, there is no more to say.
    package static let rules = [uncomparedRule, rolledBackRule, historyRule]

    /// What is said of a folder that went back to an older publication, or of which that cannot be known.
    package var warnings: [Diagnostic] {
        let site = SourceSpan(path: "content/site.yml")
        var warnings: [Diagnostic] = []
        if !others.isEmpty {
            warnings.append(
                Diagnostic(
                    .warning, rolledBackRule,
                    "the folder does not hold everything that was published, so the build was also compared with "
                        + others.joined(separator: " and "), at: site,
                    help: "just publish: contracts and agreements keep everything that was promised, and revisions "
                        + "continue from the highest number; if you use --strict, build once "
                        + "without it"))
        }
        if let gap {
            warnings.append(
                Diagnostic(
                    .warning, historyRule,
                    "git's history of the publication cannot be read in full, so a build may not notice that the folder "
                        + "holds an older one: \(gap)", at: site,
                    help: helpToRead(gap)))
        }
        return warnings
    }
}

private func helpToRead(_ gap: String) -> String {
    if gap.contains("shallow") {
        return "fetch all of it: git fetch --unshallow, or fetch-depth: 0 for a workflow's checkout"
    }
    if gap.contains("ownership") { return "trust it: git config --global --add safe.directory FOLDER" }
    if gap.contains("not installed") { return "install git" }
    return "make sure that 'git log' works in this folder"
}

private let rolledBackRule = "contract.rolledBack"
private let historyRule = "contract.history"

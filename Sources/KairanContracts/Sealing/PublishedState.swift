package import KairanModel
package import KairanPublish
internal import KairanReaders
internal import KairanTemplates

/// The files of one publication that record what apps and users rely on, and the files that revisions count.
///
/// They are read once, before anything is planned, so that all questions about them are answered from the same bytes.
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

    /// Returns the bytes of a file, or nil if it does not exist or cannot be read.
    package func bytes(_ path: String) -> [UInt8]? { self[path].contents }
}

/// Everything that a build knows about earlier publications.
package struct PublishedState: Sendable {
    /// The files that hold the last promises. They are the files in the folder, or those remembered of a newer
    /// publication.
    package var last: PublishedFiles
    /// This is false if the folder holds an older publication than the last one, or none. Its files then do not show
    /// what apps have.
    package var isInFolder = true
    /// Describes the publications that the folder does not hold: later ones, and those of other branches.
    package var others: [String] = []
    /// This is true if the folder, the work folder and git were all asked, and none knows of a publication.
    package var isUnknown = false
    /// Publications of branches that diverged, none of which follows all others. `last` combines their promises.
    package var branches: [PublishedFiles] = []
    /// Says for each file of the folder that is not as it was published from where its content is known instead.
    package var restored: [(path: String, origin: String)] = []
    /// The reason why an older publication may be mistaken for the last one; nil if that is impossible.
    package var gap: String?

    package init(_ last: PublishedFiles) { self.last = last }
}

extension Templates {
    /// The published files that a build of these templates needs, besides the files that a publication itself names.
    package var pathsOfPromises: Set<String> {
        var paths: Set = [agreementsPath, versionsPath]
        for version in versions { paths.formUnion(VersionFile.allCases.map { version.folder + $0.name }) }
        for template in templates {
            guard let revision = template.revision else { continue }
            paths.insert(template.outputPath)
            paths.formUnion(revision.paths.map(\.path))
        }
        return paths
    }
}

extension PublishedState {
    /// The rules of warnings about a folder that is not, or may not be, as the last publication left it. The next
    /// publication in the folder ends these warnings.
    package static let rules: [Rule] = [.contractUncompared, .contractRolledBack, .contractRestored, .contractHistory]

    /// Warnings about a folder that went back, or may have gone back, to an older publication.
    package var warnings: [Diagnostic] {
        let site = SourceSpan(path: "content/site.yml")
        var warnings: [Diagnostic] = []
        if !others.isEmpty {
            warnings.append(
                Diagnostic(
                    .warning, .contractRolledBack,
                    "the folder does not hold everything that was published, so the build was also compared with "
                        + others.joined(separator: " and "), at: site,
                    help: "just publish: contracts and agreements keep everything that was promised, and revisions "
                        + "continue from the highest number; if you use --strict, build once "
                        + "without it"))
        }
        if !restored.isEmpty {
            let files = restored.map { "'\($0.path)'" }.joined(separator: ", ")
            let origins = Set(restored.map(\.origin)).sorted().joined(separator: " and ")
            warnings.append(
                Diagnostic(
                    .warning, .contractRestored,
                    "the folder does not hold what was published at \(files), so the build goes by \(origins)",
                    at: site,
                    help: "just publish: everything that was promised is kept, and the files are written again; if you "
                        + "use --strict, build once without it"))
        }
        if let gap {
            warnings.append(
                Diagnostic(
                    .warning, .contractHistory,
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
    if gap.contains("partial") { return "fetch all of it: git fetch --refetch --no-filter" }
    if gap.contains("dubious ownership") {
        // Git names the folder in quotes.
        return "if you trust its owner: git config --global --add safe.directory \(gap.drop { $0 != "'" })"
    }
    if gap.contains("not installed") { return "install git" }
    return "make sure that 'git log' works in this folder"
}

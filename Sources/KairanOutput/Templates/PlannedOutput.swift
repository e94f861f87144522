package import KairanModel
package import KairanReaders

/// A file of the publication whose path is known, and whose bytes are still to be made.
package struct PlannedOutput: Sendable {
    package enum Maker: Sendable {
        /// A template; the position is that of its job.
        case job(Int)
        case copy(SourceFile)
        /// The picture at this path, relative to `content/`, without its metadata.
        case picture(String)
        /// A smaller one of the picture at this path, relative to `content/`.
        case size(PictureSize, of: String)
        case site(@Sendable () -> [UInt8])
        /// What Kairan itself tells of a version.
        case version
        /// What users agreed to, and agree to now.
        case agreements
    }

    package var path: String
    /// Tells whether it is the output that an earlier build had at its path, apart from what it reads.
    package var key: ContentHash
    /// The template and all that it uses, or the file that is copied; none for what every site has.
    package var sources: [String]
    package var maker: Maker
    /// True for what counts the changes of others, or tells others what it shows: it has to be made each time to know.
    package var countsChanges = false
}

extension OutputPlan {
    /// Every file of the publication, sorted by path.
    ///
    /// - Parameter hashes: Of all source files, in the order of `files`.
    package func outputs(_ files: [SourceFile], _ hashes: [ContentHash]) -> [PlannedOutput] {
        var sourceHashes: [String: ContentHash] = [:]
        // Not of entries, of which there are thousands.
        for index in files.indices where files[index].path.utf8.starts(with: "templates/".utf8) {
            sourceHashes[files[index].path] = hashes[index]
        }
        if !site.content.files.isEmpty {
            for (file, hash) in zip(files, hashes) {
                let path = file.path.utf8.dropFirst("content/".utf8.count)
                if site.content.files[String(Substring(path))] != nil { sourceHashes[file.path] = hash }
            }
        }
        let (ofJobs, keys) = (JobOutputs(self), jobKeys(sourceHashes))
        let all = otherOutputs(sourceHashes) + jobs.indices.map { ofJobs.output($0, key: keys[$0]) }
        return all.sorted { $0.path < $1.path }
    }

    private func otherOutputs(_ sourceHashes: [String: ContentHash]) -> [PlannedOutput] {
        var outputs: [PlannedOutput] = []
        for path in site.publishedFiles() {
            guard let file = site.content.files[path], let hash = sourceHashes[file.path] else { continue }
            guard let picture = site.content.pictures[path] else {
                outputs.append(PlannedOutput(path: path, key: hash, sources: [file.path], maker: .copy(file)))
                continue
            }
            outputs.append(
                PlannedOutput(path: picture.publishedPath, key: hash, sources: [file.path], maker: .picture(path)))
            for size in templates.needs.contains(.pictureSizes) ? picture.smallerSizes : [] {
                outputs.append(
                    PlannedOutput(path: size.path, key: size.key, sources: [file.path], maker: .size(size, of: path)))
            }
        }
        for file in siteFiles() {
            outputs.append(PlannedOutput(path: file.path, key: file.key, sources: [], maker: .site(file.make)))
        }
        if site.hasAgreements {
            // The declarations are no part of its key: with others everything is made again.
            // A version that is announced is published, which only the others can tell.
            outputs.append(
                PlannedOutput(
                    path: agreementsPath, key: ContentHash(), sources: [], maker: .agreements,
                    countsChanges: templates.templates.contains { !$0.announced.isEmpty }))
        }
        return outputs + versionOutputs()
    }
}

/// The outputs of a plan's jobs, with what all of a template have in common.
private struct JobOutputs {
    private let jobs: [OutputJob]
    private let templates: [(sources: [String], countsChanges: Bool)]

    init(_ plan: OutputPlan) {
        jobs = plan.jobs
        templates = plan.templates.templates.map { template in
            if case .revision = template.kind { return (template.sourcePaths, true) }
            return (template.sourcePaths, !template.announced.isEmpty)
        }
    }

    func output(_ job: Int, key: ContentHash) -> PlannedOutput {
        let template = jobs[job].template
        return PlannedOutput(
            path: jobs[job].path, key: key, sources: templates[template].sources, maker: .job(job),
            countsChanges: templates[template].countsChanges)
    }
}

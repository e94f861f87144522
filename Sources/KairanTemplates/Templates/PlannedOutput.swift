package import KairanModel
package import KairanQueries
package import KairanReaders

/// A file of the publication whose path is known, and whose bytes are still to be made.
///
/// It is a class because several lists hold it, and are sorted and filtered; each copy of a struct would count the
/// references of all its parts.
package final class PlannedOutput: Sendable {
    package enum Maker: Sendable {
        /// A template; the position is that of its job.
        case job(Int)
        case copy(SourceFile)
        /// The picture at this path, relative to `content/`, without its metadata.
        case picture(String)
        /// A smaller size of the picture at this path, relative to `content/`.
        case size(PictureSize, of: String)
        case site(@Sendable () -> [UInt8])
        /// A file in which Kairan describes a version.
        case version
        /// The record of what users agreed to before and agree to now.
        case agreements
    }

    package let path: String
    /// The key by which a later build recognizes the same output at the same path, apart from what it reads.
    package let key: ContentHash
    /// The template and all files that it uses, or the file that is copied. It is empty for files that every site has.
    package let sources: [String]
    package let maker: Maker
    /// This is true if the output counts changes of others or reports what others show. Such an output is made in every
    /// build.
    package let countsChanges: Bool

    package init(path: String, key: ContentHash, sources: [String], maker: Maker, countsChanges: Bool = false) {
        (self.path, self.key, self.sources, self.maker, self.countsChanges) = (path, key, sources, maker, countsChanges)
    }

    /// The file under `content/` whose bytes or picture it is, relative to that folder; nil for other outputs.
    package var contentFile: String? {
        switch maker {
        case .copy(let file): String(file.path.dropFirst("content/".count))
        case .picture(let path), .size(_, let path): path
        case .job, .site, .version, .agreements: nil
        }
    }
}

extension OutputPlan {
    /// Every file of the publication, sorted by path.
    ///
    /// - Parameter hashes: The hashes of all source files, in the order of `files`.
    package func outputs(_ files: [SourceFile], _ hashes: [ContentHash]) -> [PlannedOutput] {
        let sourceHashes = sourceHashes(files, hashes)
        // The list is put together in its place, because a copy would count the references of each output.
        var all = otherOutputs(sourceHashes)
        all.reserveCapacity(all.count + jobs.count)
        all += outputs(ofJobs: Array(jobs.indices), sourceHashes)
        all.sort { $0.path < $1.path }
        return all
    }

    /// Returns the hashes of the sources that outputs are made of besides entries, by path.
    ///
    /// - Parameter hashes: The hashes of all source files, in the order of `files`.
    package func sourceHashes(_ files: [SourceFile], _ hashes: [ContentHash]) -> [String: ContentHash] {
        var sourceHashes: [String: ContentHash] = [:]
        // Entries need no hash here, and there may be thousands.
        for index in files.indices where files[index].path.utf8.span.hasBytes("templates/".utf8.span, at: 0) {
            sourceHashes[files[index].path] = hashes[index]
        }
        if !site.content.files.isEmpty {
            for (file, hash) in zip(files, hashes) {
                let path = file.path.utf8.dropFirst("content/".utf8.count)
                if site.content.files[String(Substring(path))] != nil { sourceHashes[file.path] = hash }
            }
        }
        return sourceHashes
    }

    /// Returns the outputs of some of the jobs, in the order of `positions`.
    package func outputs(ofJobs positions: [Int], _ sourceHashes: [String: ContentHash]) -> [PlannedOutput] {
        let ofTemplates = templates.templates.map { template in
            (sources: template.sourcePaths, countsChanges: template.revision != nil || !template.announced.isEmpty)
        }
        return zip(positions, jobKeys(positions, sourceHashes)).map { position, key in
            let (path, template) = (jobs[position].path, ofTemplates[jobs[position].template])
            return PlannedOutput(
                path: path, key: key, sources: template.sources, maker: .job(position),
                countsChanges: template.countsChanges)
        }
    }

    /// Returns the outputs that no template makes, in no particular order.
    private func otherOutputs(_ sourceHashes: [String: ContentHash]) -> [PlannedOutput] {
        var outputs: [PlannedOutput] = []
        for path in site.content.usedFiles {
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
            // The key leaves out the declarations, because other declarations cause everything to be made again. This
            // output counts changes because only the other outputs show whether an announced version is published.
            outputs.append(
                PlannedOutput(
                    path: agreementsPath, key: ContentHash(), sources: [], maker: .agreements,
                    countsChanges: templates.templates.contains { !$0.announced.isEmpty }))
        }
        return outputs + versionOutputs()
    }
}

extension OutputPlan {
    /// This is true if a build has anything to compare with the last publication.
    package var hasPromises: Bool {
        site.settings.channel == .live && (!templates.versions.isEmpty || site.hasAgreements)
    }
}

extension Site {
    package var hasAgreements: Bool { content.collections.contains { $0.declaration.agreement != nil } }
}

/// The path in the publication of the record of what users agreed to.
package let agreementsPath = "agreements.json"

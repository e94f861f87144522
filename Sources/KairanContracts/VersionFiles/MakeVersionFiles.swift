internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
package import KairanQueries
internal import KairanReaders
internal import KairanSystem
package import KairanTemplates

extension Sealer {
    /// Makes the planned files that describe versions, once all others are made, because a manifest lists all other
    /// files. For kept outputs it reuses the earlier lines, so only new outputs are hashed.
    func versionFiles(
        _ planned: [PlannedOutput], _ versions: ReviewedVersions, of made: [MadeOutput], keeping kept: KeptFiles,
        _ options: RenderOptions, _ diagnostics: inout [Diagnostic]
    ) -> [MadeOutput] {
        let wanted = Set(planned.map(\.path))
        let looks = versions.reviews.isEmpty ? BoardLooks() : boardLooks(made, kept)
        var outputs: [MadeOutput] = []
        for review in versions.reviews where wanted.contains(review.version.folder + VersionFile.manifest.name) {
            let (contract, folder) = (review.contract, review.version.folder)
            let schemas = contract.endpoints.filter { wanted.contains(folder + $0.schemaPath) }.map {
                MadeOutput(
                    OutputFile(path: folder + $0.schemaPath, bytes: plan.schemaFile($0, contract.version)), Reads(),
                    in: plan.site
                )
            }
            let others = made.filter { $0.file.path.hasPrefix(folder) }
            let listed = list(of: review, others + schemas, kept)
            let files = describingFiles(of: review, others, listed, kept, looks, options)
            let manifest = manifest(of: review, listed, files, others, kept)
            diagnostics += review.checkSizes(of: listed, manifest: manifest.file.bytes.count, of: plan)
            outputs += schemas + files + [manifest]
        }
        return outputs
    }

    /// Makes the changelog, the contract and the page of a version.
    ///
    /// - Parameter made: The outputs in the version's folder.
    /// - Parameter listed: All files that the manifest lists, but for those that are made here.
    private func describingFiles(
        of review: VersionReview, _ made: [MadeOutput], _ listed: [VersionManifest.File], _ kept: KeptFiles,
        _ looks: BoardLooks, _ options: RenderOptions
    ) -> [MadeOutput] {
        let contract = review.contract
        let files = Dictionary(made.map { ($0.file.path, $0.file) }) { first, _ in first }
        // A list of all entries takes as long as everything else here, so each endpoint is a task of its own.
        let examples = concurrentMap(contract.endpoints.count, share: 1) {
            example(of: contract.endpoints[$0], in: contract) { files[$0]?.bytes ?? kept.bytes($0) }
        }
        let known = Dictionary(listed.map { ($0.path, $0) }) { first, _ in first }
        let facts = contract.endpoints.map { EndpointFacts(plan.files(of: $0, in: contract).compactMap { known[$0] }) }
        let samples = writeSamples(contract, plan.site.settings, examples.map { $0?.parameters ?? [:] })
        let changes = told(review.changes).map {
            $0.change.changelogEntry(
                review.nextRevision, plan.site.moment.date, $0.message, review.decisions[$0.change])
        }
        let earlier = publishedChangelog(of: review.version.name, review.last)
        let changelog = changelogDocument(review.version.name, changes + earlier)
        let all: [(file: VersionFile, bytes: [UInt8])] = [
            (.changelog, writeJSON(changelog, style: options.style)),
            (.openAPI, writeJSON(contract.openAPI(plan.site.settings, examples), style: options.style)),
            (.page, plan.site.published(page: contract.page(plan.site, looks, examples, facts, samples))),
        ]
        return all.map {
            let file = OutputFile(path: review.version.folder + $0.file.name, bytes: $0.bytes)
            var reads = $0.file == .changelog && !changes.isEmpty ? Reads.ofNewChange : Reads()
            if $0.file == .page { reads.validity.steady = untilRetired(review.version) }
            return MadeOutput(file, reads, in: plan.site)
        }
    }

    /// Returns the range of moments, in seconds since 1970 and around this one, in which a version is retired or is still
    /// to be.
    private func untilRetired(_ version: APIVersion) -> Range<Int> {
        guard let day = version.retired else { return .min..<Int.max }
        let start = plan.site.settings.timeZone.dateTime(date: day).epochSeconds
        return plan.site.moment.date < day ? .min..<start : start..<Int.max
    }

    /// Returns the first existing file of an endpoint as an example, with its lists cut short.
    private func example(
        of endpoint: EndpointContract, in contract: VersionContract, _ bytes: (String) -> [UInt8]?
    ) -> EndpointExample? {
        for job in endpoint.templates.lazy.flatMap({ plan.jobs[plan.jobRanges[$0]] }) {
            let path = job.path
            let file = String(path.dropFirst(contract.version.folder.count))
            guard contract.endpoint(of: file, job.template)?.path == endpoint.path,
                let parameters = endpoint.pattern.values(in: file)
            else { continue }
            // To read all elements of a long list would take as long as everything else that follows an edit.
            guard let bytes = bytes(path),
                let node = readJSON(
                    SourceFile(path: path, bytes: bytes), elementsOfLists: endpoint.schema.longestExample)
            else { return nil }
            return EndpointExample(json: JSONValue(shortened: node, endpoint.schema), parameters: parameters)
        }
        return nil
    }
}

extension Reads {
    /// The reads of a changelog with a new change, which has the day of the build. The next midnight is no change to
    /// come, since the day stays once the change is published.
    static var ofNewChange: Reads {
        var reads = Reads()
        reads.validity.showsMoment = true
        return reads
    }
}

extension ValueSchema {
    /// The largest number of elements that an example has in a list. A schema whose lists are not cut has no limit.
    fileprivate var longestExample: Int {
        switch form {
        case .array(let element, let count): max(2, count.minimum ?? 0, element.longestExample)
        case .dictionary(let element, _): element.longestExample
        case .object(let properties): properties.map(\.schema.longestExample).max() ?? 2
        case .null, .boolean, .integer, .number, .string, .oneOf: 2
        case .any, .tuple, .union: .max
        }
    }
}

extension JSONValue {
    /// Copies a document with two elements of each list, or as many as the list must have.
    fileprivate init(shortened node: SourceNode, _ schema: ValueSchema) {
        switch (node.content, schema.form) {
        case (.mapping(let members), .object(let properties)):
            self = .object(
                members.map { member in
                    let property = properties.first { $0.name == member.key }
                    return (member.key, JSONValue(shortened: member.value, property?.schema ?? ValueSchema(.any)))
                })
        case (.mapping(let members), .dictionary(let element, _)):
            self = .object(members.prefix(2).map { ($0.key, JSONValue(shortened: $0.value, element)) })
        case (.sequence(let elements), .array(let element, let count)):
            let limit = max(2, count.minimum ?? 0)
            self = .array(elements.prefix(limit).map { JSONValue(shortened: $0, element) })
        default: self.init(node)
        }
    }
}

extension Sealer {
    /// - Parameter listed: The manifest's lines for all files of the version that do not describe it.
    /// - Parameter describing: The files that do.
    /// - Parameter made: The outputs whose validities tell when the version changes, except the kept ones.
    private func manifest(
        of review: VersionReview, _ listed: [VersionManifest.File], _ describing: [MadeOutput],
        _ made: [MadeOutput], _ kept: KeptFiles
    ) -> MadeOutput {
        let folder = review.version.folder
        let validities =
            made.map(\.validity) + zip(kept.paths, kept.validities).filter { $0.0.hasPrefix(folder) }.map(\.1)
        let steady = steady(review.contract, validities)
        var files = listed + list(of: review, describing, KeptFiles())
        let makers = review.contract.makersOfAmbiguousFiles
        if !makers.isEmpty { for index in files.indices { files[index].endpoint = makers[files[index].path] } }
        let manifest = manifest(of: review, files, until: steady.upperBound)
        var reads = Reads()
        // The hash of a new changelog changes with its day.
        reads.validity = describing.reduce(Reads.Validity(steady: steady)) { $0.and($1.validity) }
        return MadeOutput(
            OutputFile(path: folder + VersionFile.manifest.name, bytes: manifest.bytes), reads, in: plan.site)
    }

    /// Returns the lines of a version's files in its manifest.
    private func list(of review: VersionReview, _ made: [MadeOutput], _ kept: KeptFiles) -> [VersionManifest.File] {
        let folder = review.version.folder
        let old = kept.paths.filter { $0.hasPrefix(folder) }
        let new = made.map(\.file) + (kept.arePublished ? [] : old.compactMap(kept.file))
        let known = Dictionary((review.manifest?.files ?? []).map { ($0.path, $0) }) { first, _ in first }
        let next = review.nextRevision
        @Sendable func file(_ path: String, _ bytes: [UInt8]) -> VersionManifest.File {
            let hash = sha256(bytes)
            let name = String(path.dropFirst(folder.count))
            let revision = known[name].flatMap { $0.sha256 == hash ? $0.revision : nil }
            return .init(path: name, size: bytes.count, sha256: hash, revision: revision ?? next)
        }
        var files = concurrentMap(new.count, share: 64) { file(new[$0].path, new[$0].bytes) }
        for path in kept.arePublished ? old : [] {
            if var file = known[String(path.dropFirst(folder.count))] {
                file.endpoint = nil
                files.append(file)
            } else if let bytes = kept.bytes(path) {
                files.append(file(path, bytes))
            }
        }
        return files
    }

    private func manifest(of review: VersionReview, _ files: [VersionManifest.File], until end: Int) -> VersionManifest
    {
        let next = review.nextRevision
        // The manifest is the same if no file is new, changed or gone.
        let isSame = files.count == review.manifest?.files.count ?? 0 && files.allSatisfy { $0.revision != next }
        return VersionManifest(
            version: review.version,
            revision: isSame ? max(review.lastRevision, review.version.firstRevision) : next,
            nextChange: end == .max ? nil : plan.site.settings.timeZone.dateTime(epochSeconds: end).description,
            timeZone: plan.site.settings.timeZone.identifier,
            files: files.sorted { $0.path < $1.path })
    }

    /// Returns the range of moments, in seconds since 1970 and around this one, in which the version stays the same
    /// without an edit. At its ends a window of an entry that the version shows opens or closes, or a comparison of one
    /// of its files changes.
    ///
    /// - Parameter validities: The validities of the version's files.
    package func steady(_ contract: VersionContract, _ validities: [Reads.Validity]) -> Range<Int> {
        let templates = contract.endpoints.flatMap(\.templates)
        let named = plan.site.schema.declarations.referred(
            from: Set(templates.flatMap { plan.templates.templates[$0].collections }))
        let isNamed = plan.site.content.collections.map { named.contains($0.name) }
        let now = plan.site.moment.epochSeconds
        var (last, next) = (Int.min, Int.max)
        for bound in plan.site.windowBounds where isNamed[bound.entry.collection] {
            if bound.moment > now { next = min(next, bound.moment) } else { last = max(last, bound.moment) }
        }
        return (validities + templates.map { plan.reads[$0].validity }).reduce(
            (last..<next).clamped(to: untilRetired(contract.version))
        ) { $0.clamped(to: $1.steady) }
    }
}

internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

extension Sealer {
    /// Checks all rendered outputs against the schemas of the versions.
    func checkPromises(_ rendered: RenderedOutputs, _ versions: ReviewedVersions) -> [Diagnostic] {
        if versions.reviews.isEmpty { return [] }
        return concurrentMap(rendered.made.count, share: 64) { index -> [Diagnostic] in
            // A part that an earlier mistake left out must not count as a second mistake.
            guard rendered.made[index].isWhole else { return [] }
            return checkPromises(of: rendered.outputs[index], rendered.made[index].file.bytes, versions)
        }.flatMap(\.self)
    }

    /// Checks an output against the schemas that apps were written for: the published one and the next one.
    func checkPromises(of output: PlannedOutput, _ bytes: [UInt8], _ versions: ReviewedVersions) -> [Diagnostic] {
        guard case .job(let position) = output.maker else { return [] }
        let job = plan.jobs[position]
        guard plan.templates.templates[job.template].makesJSON else { return [] }
        for review in versions.reviews where job.path.hasPrefix(review.version.folder) {
            let file = String(job.path.dropFirst(review.version.folder.count))
            let endpoint = review.contract.endpoint(of: file, job.template)
            let promised = plan.site.settings.channel == .live ? review.promised(of: file, endpoint) : []
            let schemas = [endpoint?.schema].compactMap(\.self) + promised.filter { $0 != endpoint?.schema }
            for (index, schema) in schemas.enumerated() {
                let found = schema.violations(in: bytes)
                guard found.isEmpty else {
                    let isPublished = index > 0 || endpoint == nil
                    let mistakes = found.map { violation($0, job, review.version, endpoint, isPublished) }
                    return located(mistakes, at: found.map(\.range), position, bytes)
                }
            }
        }
        return []
    }

    /// Makes the mistakes point at the values. A shape shows no place of a value, but other templates hold the value or
    /// what makes it.
    private func located(
        _ mistakes: [Diagnostic], at ranges: [Range<Int>], _ position: Int, _ bytes: [UInt8]
    ) -> [Diagnostic] {
        let template = plan.templates.templates[plan.jobs[position].template]
        guard template.infersSchema else { return mistakes }
        var (mistakes, locator) = (mistakes, SourceLocator(SourceFile(path: template.path, bytes: bytes)))
        for (index, range) in ranges.enumerated() { mistakes[index].span = locator.span(range) }
        guard case .page(let page) = template.kind else { return mistakes }
        // The origin of the bytes is not stored, because few outputs have a mistake. The page is rendered again
        // instead.
        var known: [Diagnostic] = []
        return plan.renderPage(position, page, nil, &known).located(mistakes)
    }

    private func violation(
        _ violation: SchemaViolation, _ job: OutputJob, _ version: APIVersion, _ endpoint: EndpointContract?,
        _ isPublished: Bool
    ) -> Diagnostic {
        let template = plan.templates.templates[job.template]
        let output = template.infersSchema ? plan.named(job) : "'\(job.path)'"
        let isInferred = endpoint?.isInferred ?? false
        let place = violation.path.isEmpty ? "" : " at \(violation.path)"
        let contract = "public/\(version.folder)\(VersionFile.openAPI.name)"
        return Diagnostic(
            .error, .contractData, "\(output) breaks apps on \(version.name)\(place): \(violation.message)",
            at: template.span,
            help: isPublished || isInferred
                ? "apps were written for \(contract): put the value "
                    + "\(isInferred ? "" : "of the entry or the shape ")back as it was, "
                    + "or give new apps a version of their own"
                : "the site's types promise something else, which is a bug in Kairan: please report it; "
                    + "until it is fixed, leave the value out of the shape or the entry")
    }
}

extension VersionReview {
    /// Returns what apps rely on in a file: the schema of its endpoint, and that of the endpoint that made it before.
    /// Changes that were accepted or already refused are left out. The result is empty if apps rely on nothing.
    fileprivate func promised(of file: String, _ endpoint: EndpointContract?) -> [ValueSchema] {
        guard let published, min(published.status, version.status) != .draft else { return [] }
        let own = endpoint.flatMap { endpoint in published.endpoints.first { $0.path == endpoint.path } }
        let mayBeFormer = endpoint.map { formerEndpoints[$0.path] ?? [] } ?? published.endpoints
        let former = mayBeFormer.isEmpty ? nil : formerEndpoint(of: file, unlessBy: own?.path, in: published)
        return [own, former].compactMap(\.self).compactMap { known in
            let decided = decided(about: known.path)
            guard let new = contract.endpoints.first(where: { $0.path == known.path }) ?? endpoint else {
                return decided.isEmpty ? known.schema : nil
            }
            let schema = known.schema.accepting(decided, from: new.schema)
            guard let endpoint, endpoint.path != known.path else { return schema }
            return schema.accepting(self.decided(about: endpoint.path), from: endpoint.schema)
        }
    }

    private func decided(about endpoint: String) -> [String: Set<ContractRule>] {
        Dictionary(grouping: refused.union(decisions.keys).filter { $0.endpoint == endpoint }) { $0.path }
            .mapValues { Set($0.map(\.rule)) }
    }

    /// Returns the published endpoint that made a file which another endpoint makes now, or nil if there is none.
    private func formerEndpoint(
        of file: String, unlessBy own: String?, in published: PublishedContract
    ) -> EndpointContract? {
        guard publishedFiles.contains(file) else { return nil }
        let makers = published.makers(of: file)
        return makers.contains { $0.path == own } ? nil : makers.first
    }
}

extension PublishedContract {
    /// Returns the endpoint that made a published file, or all endpoints that may have made it if the file is not
    /// listed.
    func makers(of file: String) -> [EndpointContract] {
        let makers = endpoints.filter { $0.pattern.values(in: file) != nil }
        // The file of an endpoint without parameters always exists.
        let maker = makers.first { $0.pattern.placeholders.isEmpty } ?? makers.first { $0.files.contains(file) }
        return maker.map { [$0] } ?? makers
    }
}

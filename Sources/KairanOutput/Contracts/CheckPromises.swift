internal import KairanContent
internal import KairanModel

extension OutputPlan {
    /// What is not as the schemas say that apps were written by: the one that is published, and the one to be.
    func checkPromises(of job: OutputJob, _ bytes: [UInt8]) -> [Diagnostic] {
        let template = templates.templates[job.template]
        for review in versions where template.path.hasPrefix(review.version.templateFolder) {
            let file = String(job.path.dropFirst(review.version.folder.count))
            guard let endpoint = review.contract.endpoint(of: file, job.template) else { continue }
            var schemas = [endpoint.schema]
            if site.settings.channel == .live, let published = review.published(endpoint), published != endpoint.schema
            {
                schemas.append(published)
            }
            for schema in schemas {
                let found = schema.violations(in: bytes)
                if !found.isEmpty { return found.map { violation($0, job, template, review.version) } }
            }
        }
        return []
    }

    private func violation(
        _ violation: SchemaViolation, _ job: OutputJob, _ template: Template, _ version: APIVersion
    ) -> Diagnostic {
        let place = violation.path.isEmpty ? "" : " at \(violation.path)"
        return Diagnostic(
            .error, "contract.data", "'\(job.path)' breaks apps on \(version.name)\(place): \(violation.message)",
            at: template.span, help: "the schema is in public/\(version.folder)\(VersionFile.openAPI.name)")
    }
}

extension VersionContract {
    /// - Parameter file: Of the template, below the version's folder.
    func endpoint(of file: String, _ template: Int) -> EndpointContract? {
        let candidates = endpoints.filter { $0.templates.contains(template) }
        if candidates.count == 1 { return candidates[0] }
        // The index of cells has one parameter less than they.
        return candidates.sorted { $0.parameters.count < $1.parameters.count }
            .first { values(in: file, of: $0.path) != nil }
    }
}

extension VersionReview {
    /// Nil where apps rely on nothing, or where it was decided that they may break.
    fileprivate func published(_ endpoint: EndpointContract) -> ValueSchema? {
        guard let published, published.status != .draft else { return nil }
        let isDecided = decisions.keys.contains { $0.endpoint == endpoint.path }
        return isDecided ? nil : published.endpoints.first { $0.path == endpoint.path }?.schema
    }
}

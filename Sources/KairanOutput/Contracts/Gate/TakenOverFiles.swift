extension OutputPlan {
    /// What breaks readers of published files that another endpoint makes from now on: it has to promise what the one
    /// before did, or their keys could go one build later. What is inferred promises all that the files hold.
    func takenOverFiles(
        from manifest: VersionManifest?, of old: PublishedContract, now contract: VersionContract
    ) -> [ContractChange] {
        let new = contract.endpoints.filter { endpoint in
            !endpoint.isInferred && !old.endpoints.contains { $0.path == endpoint.path }
        }
        guard !new.isEmpty else { return [] }
        let published = Set(manifest?.files.map(\.path) ?? [])
        return new.flatMap { endpoint -> [ContractChange] in
            var makers: [String: EndpointContract] = [:]
            for job in endpoint.templates.lazy.flatMap({ self.jobs[self.jobRanges[$0]] }) {
                let file = String(job.path.dropFirst(contract.version.folder.count))
                guard published.contains(file), endpoint.pattern.values(in: file) != nil,
                    let maker = old.endpoints(of: file).first
                else { continue }
                makers[maker.path] = maker
            }
            // Of an endpoint that is gone itself, that is said.
            let known = makers.values.filter { maker in contract.endpoints.contains { $0.path == maker.path } }
            return known.sorted { $0.path < $1.path }
                .flatMap { $0.schema.changes(to: endpoint.schema, endpoint: endpoint.path) }.filter(\.isBreaking)
        }
    }
}

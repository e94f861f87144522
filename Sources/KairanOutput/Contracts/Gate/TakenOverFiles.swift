extension OutputPlan {
    /// What breaks readers of published files that another endpoint makes from now on: it has to promise what the one
    /// before did, or their keys could go one build later. What is inferred promises all that the files hold.
    ///
    /// - Parameter isRemoved: Whether a decision takes the endpoint away, and nothing else.
    func takenOverFiles(
        from manifest: VersionManifest?, of old: PublishedContract, now contract: VersionContract,
        isRemoved: (EndpointContract) -> Bool
    ) -> [ContractChange] {
        let published = Set(manifest?.files.map(\.path) ?? [])
        return contract.endpoints.filter { !$0.isInferred }.flatMap { endpoint -> [ContractChange] in
            // Of an endpoint that is gone itself, that is said; and once that is decided, what its files become.
            let others = old.endpoints.filter { other in
                other.path != endpoint.path && other.pattern.mayOverlap(endpoint.pattern)
                    && (contract.endpoints.contains { $0.path == other.path } || isRemoved(other))
            }
            guard !others.isEmpty else { return [] }
            var taken: [String: String] = [:]
            for file in files(of: endpoint, in: contract) where published.contains(file) {
                let makers = old.makers(of: file)
                guard makers.count == 1 || !makers.contains(where: { $0.path == endpoint.path }) else { continue }
                if let maker = makers.first, taken[maker.path] == nil { taken[maker.path] = file }
            }
            return others.flatMap { maker -> [ContractChange] in
                guard let file = taken[maker.path] else { return [] }
                return maker.schema.changes(to: endpoint.schema, endpoint: endpoint.path).filter(\.isBreaking).map {
                    var change = $0
                    change.message += "; '\(file)' used to be made by '\(maker.path)'"
                    return change
                }
            }
        }
    }
}

internal import KairanTemplates

extension ContractGate {
    /// Returns the breaking changes in published files that another endpoint makes from now on. It must promise what
    /// the former endpoint did, because otherwise keys could vanish one build later. An inferred endpoint promises
    /// everything that its files hold.
    ///
    /// - Parameter isRemoved: Returns whether a decision removes the endpoint and does nothing else.
    func takenOverFiles(
        from manifest: VersionManifest?, of old: PublishedContract, now contract: VersionContract,
        isRemoved: (EndpointContract) -> Bool
    ) -> [ContractChange] {
        let published = Set(manifest?.files.map(\.path) ?? [])
        return contract.endpoints.filter { !$0.isInferred }.flatMap { endpoint -> [ContractChange] in
            // If the former endpoint is gone, its removal is reported instead. Once that is accepted, changes in its
            // files are reported.
            let others = old.endpoints.filter { other in
                other.path != endpoint.path && other.pattern.mayOverlap(endpoint.pattern)
                    && (contract.endpoints.contains { $0.path == other.path } || isRemoved(other))
            }
            guard !others.isEmpty else { return [] }
            var taken: [String: String] = [:]
            for file in plan.files(of: endpoint, in: contract) where published.contains(file) {
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

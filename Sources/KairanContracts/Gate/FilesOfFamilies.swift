internal import KairanFormats
internal import KairanReaders
internal import KairanTemplates

extension ContractGate {
    /// Returns the breaking changes in new files whose paths are those of a published endpoint with parameters. To apps
    /// `news/latest.json` is the news 'latest' if there is a published `news/{id}.json`. Files that were published already
    /// are compared with what made them: see `takenOverFiles`.
    func newFilesOfFamilies(
        from manifest: VersionManifest?, of old: PublishedContract, now contract: VersionContract
    ) -> [ContractChange] {
        let published = Set(manifest?.files.map(\.path) ?? [])
        let families = old.endpoints.filter { family in
            !family.parameters.isEmpty && contract.endpoints.contains { $0.path == family.path }
        }
        let new = contract.endpoints.filter { endpoint in
            !published.contains(endpoint.path) && !old.endpoints.contains { $0.path == endpoint.path }
        }
        return new.flatMap { endpoint -> [ContractChange] in
            guard let family = families.first(where: { $0.path != endpoint.path && $0.mayHave(endpoint) }) else {
                return []
            }
            return family.schema.changes(to: endpoint.schema, endpoint: endpoint.path).filter(\.isBreaking).map {
                var change = $0
                change.message += "; apps take it for a file of '\(family.path)'"
                change.family = family.path
                return change
            }
        }
    }
}

extension EndpointContract {
    /// Returns whether a file of another endpoint may have a path of this one, with values that its parameters may have.
    fileprivate func mayHave(_ other: EndpointContract) -> Bool {
        guard other.parameters.isEmpty else { return pattern.mayOverlap(other.pattern) }
        guard let values = pattern.values(in: other.path) else { return false }
        return parameters.allSatisfy { parameter in
            values[parameter.name].map { parameter.schema.mayBe($0) } ?? true
        }
    }
}

extension ValueSchema {
    /// Returns whether a value may stand in a path as this text.
    fileprivate func mayBe(_ text: String) -> Bool {
        let forms = [JSONValue.string(text)] + (Int(text).map { [.integer($0)] } ?? [])
        return forms.contains { violations(in: writeJSON($0)).isEmpty }
    }
}

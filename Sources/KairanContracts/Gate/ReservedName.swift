internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

extension ReservedName {
    /// Returns the endpoint that has the name now: one with this path, or one that makes this file among several.
    func bearers(
        in contract: VersionContract, of plan: OutputPlan
    ) -> (endpoint: EndpointContract, schemas: [ValueSchema])? {
        guard let pattern = OutputPattern(endpoint) else { return nil }
        let bearer =
            contract.endpoints.first { $0.pattern.isAlike(pattern) }
            ?? contract.endpoints.first {
                $0.pattern.values(in: endpoint) != nil && plan.files(of: $0, in: contract).contains(endpoint)
            }
        guard let bearer else { return nil }
        let schemas = bearer.schema.schemas(at: path)
        return schemas.isEmpty ? nil : (bearer, schemas)
    }

    /// For an endpoint with parameters, returns the new single-file endpoints that may have the path of one of its
    /// files. Which files it had is no longer known.
    private func newMembers(of contract: VersionContract, since published: [String]) -> [EndpointContract] {
        guard let pattern = OutputPattern(endpoint), !pattern.placeholders.isEmpty else { return [] }
        return contract.endpoints.filter {
            $0.pattern.placeholders.isEmpty && !published.contains($0.path) && pattern.values(in: $0.path) != nil
        }
    }

    /// Returns the changes that apps meet if they still read the name as it was.
    ///
    /// - Parameter published: The endpoints of the last publication, which were compared already.
    func changes(
        in contract: VersionContract, of plan: OutputPlan, since published: [String]
    ) -> [ContractChange] {
        let bearers = [bearers(in: contract, of: plan)].compactMap(\.self)
        let members = newMembers(of: contract, since: published).map { ($0, $0.schema.schemas(at: path)) }
        return (bearers + members).compactMap { change(by: $0, $1) }
    }

    private func change(by bearer: EndpointContract, _ schemas: [ValueSchema]) -> ContractChange? {
        let changes = schemas.flatMap { schema.changes(to: $0, endpoint: bearer.path, at: path) }.filter(\.isBreaking)
        guard !changes.isEmpty else { return nil }
        let differences = changes.map(\.message).joined(separator: "; ")
        return ContractChange(
            rule: .nameReused, endpoint: bearer.path, path: path,
            message:
                "\(path.isEmpty ? "the endpoint '\(endpoint)'" : "'\(path)'") was removed before "
                + "and comes back as something else: \(differences)")
    }
}

extension [ReservedName] {
    static let key = "x-reserved"

    /// The names, grouped by endpoint and key.
    var json: JSONValue {
        let endpoints = Dictionary(grouping: self, by: \.endpoint).sorted { $0.key < $1.key }
        return .object(
            endpoints.map { endpoint, names in
                let schemas = Dictionary(names.map { ($0.path, $0.schema.json) }) { first, _ in first }
                return (endpoint, .object(schemas.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
            })
    }

    /// - Parameter node: The reserved names; nil if there are none.
    init(reading node: SourceNode?) throws(SchemaMistake) {
        self = []
        for endpoint in node?.members ?? [] {
            for name in endpoint.value.members ?? [] {
                append(
                    ReservedName(
                        endpoint: endpoint.key, path: name.key, schema: try ValueSchema(reading: name.value)))
            }
        }
    }
}

extension ValueSchema {
    /// Returns the schemas at a place in the JSON, written as in changes.
    fileprivate func schemas(at wanted: String, from path: String = "") -> [ValueSchema] {
        if path == wanted { return [self] }
        guard wanted.hasPrefix(path) else { return [] }
        switch form {
        case .array(let element, _): return element.schemas(at: wanted, from: path + "[]")
        case .tuple(let elements):
            // A list may have become an array with a schema for each element.
            return elements.enumerated().flatMap { index, element in
                element.schemas(at: wanted, from: "\(path)[\(index)]") + element.schemas(at: wanted, from: path + "[]")
            }
        case .dictionary(let element, _): return element.schemas(at: wanted, from: path + "{}")
        case .object(let properties):
            return properties.flatMap {
                $0.schema.schemas(at: wanted, from: path.isEmpty ? $0.name : "\(path).\($0.name)")
            }
        case .union(let types): return types.flatMap { $0.schemas(at: wanted, from: path) }
        case .any, .null, .boolean, .integer, .number, .string, .oneOf: return []
        }
    }

    /// Returns the schema of a key.
    func schema(at path: String) -> ValueSchema? { schemas(at: path).first }
}

extension VersionReview {
    /// Returns the names that this publication reserves, once all changes are decided.
    func namesToReserve(_ plan: OutputPlan) -> [ReservedName] {
        // A draft promises nothing, so it cannot take over a reserved name.
        let kept = reserved.filter { version.status == .draft || $0.bearers(in: contract, of: plan) == nil }
        guard let published, min(published.status, version.status) != .draft else { return kept }
        let removed = decisions.keys.compactMap { change -> ReservedName? in
            guard [.keyRemoved, .keyRenamed, .endpointRemoved].contains(change.rule),
                let endpoint = published.endpoints.first(where: { $0.path == change.endpoint }),
                let schema = endpoint.schema.schema(at: change.path)
            else { return nil }
            return ReservedName(endpoint: change.endpoint, path: change.path, schema: schema)
        }
        return kept + removed.filter { $0.bearers(in: contract, of: plan) == nil }
    }
}

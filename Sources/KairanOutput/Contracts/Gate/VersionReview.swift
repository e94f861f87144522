package import KairanModel

/// A version as it is published and as it would be.
package struct VersionReview: Sendable {
    package var contract: VersionContract
    /// Nil when nothing is published of it, or nothing that can be relied on.
    var published: PublishedContract? { didSet { formerEndpoints = published?.overlaps(with: contract) ?? [:] } }
    /// For the path of an endpoint the other published ones that may have made some of its files, if any.
    private(set) var formerEndpoints: [String: [EndpointContract]] = [:]
    package var manifest: VersionManifest? { didSet { publishedFiles = Set((manifest?.files ?? []).map(\.path)) } }
    /// The paths in `manifest`.
    private(set) var publishedFiles: Set<String> = []
    /// What was removed before this build.
    var reserved: [ReservedName] = []
    var last: PublishedFiles
    /// The highest that is known of the publication; 0 when nothing is.
    var lastRevision = 0
    package var changes: [ContractChange] = []
    /// Those of `changes` that a build is refused for.
    package var refused: Set<ContractChange> = []
    /// Of `changes`: where the key stands in the template, or what was around it.
    package var places: [ContractChange: SourceSpan] = [:]
    /// Why breaking changes are made all the same.
    package var decisions: [ContractChange: String] = [:]

    package var version: APIVersion { contract.version }
    /// Of what changes with this build.
    var nextRevision: Int { max(lastRevision + 1, version.firstRevision) }
    /// Of the endpoints, below the version's folder.
    package var publishedPaths: [String] { published?.endpoints.map(\.path) ?? [] }
}

extension PublishedContract {
    fileprivate func overlaps(with contract: VersionContract) -> [String: [EndpointContract]] {
        Dictionary(
            contract.endpoints.map { new in
                (new.path, endpoints.filter { $0.path != new.path && $0.pattern.mayOverlap(new.pattern) })
            }
        ) { first, _ in first }
    }
}

/// A decision to break clients, from the command line.
package struct AcceptedChange: Sendable, Hashable {
    package var rule: ContractRule
    /// `v1/ad_items`, or `v1` for what is of the whole version.
    package var endpoint: String
    /// Where in the JSON: `prItems[].imageDescription`; nil for every place.
    package var path: String?
    package var why: String

    package init(rule: ContractRule, endpoint: String, path: String? = nil, why: String) {
        (self.rule, self.endpoint, self.path, self.why) = (rule, endpoint, path, why)
    }

    /// As it is written: `keyRemoved:v1/ad_items:prItems[].imageDescription`.
    package var text: String { ([rule.rawValue, endpoint] + [path].compactMap(\.self)).joined(separator: ":") }

    /// Of one change and no other of its kind.
    init(_ change: ContractChange, in version: String) {
        self.init(
            rule: change.rule, endpoint: stem(of: fullPath(of: change, in: version)),
            path: change.path.isEmpty ? nil : change.path, why: "")
    }

    func isOf(_ change: ContractChange, in version: String) -> Bool {
        guard change.rule == rule, path == nil || path == change.path else { return false }
        let path = fullPath(of: change, in: version)
        // As messages name the file, too.
        return [path, stem(of: path), "api/" + path, "api/" + stem(of: path)].contains(endpoint)
    }
}

/// `v1/ad_items.json`; `v1` of what is of the whole version.
private func fullPath(of change: ContractChange, in version: String) -> String {
    change.endpoint.isEmpty ? version : "\(version)/\(change.endpoint)"
}

/// `v1/ad_items` of `v1/ad_items.json`; no file of another kind goes by its name alone.
private func stem(of path: String) -> String {
    path.hasSuffix(".json") ? String(path.dropLast(".json".count)) : path
}

package import KairanTemplates

/// A comparison of the published version with the next one.
package struct VersionReview: Sendable {
    package var contract: VersionContract
    /// The published contract; nil if there is none that can be relied on.
    var published: PublishedContract? { didSet { formerEndpoints = published?.overlaps(with: contract) ?? [:] } }
    /// For the path of an endpoint, the other published endpoints that may have made some of its files.
    private(set) var formerEndpoints: [String: [EndpointContract]] = [:]
    package var manifest: VersionManifest? { didSet { publishedFiles = Set((manifest?.files ?? []).map(\.path)) } }
    /// The paths in `manifest`.
    private(set) var publishedFiles: Set<String> = []
    /// The names that were removed before this build.
    var reserved: [ReservedName] = []
    var last: PublishedFiles
    /// The highest known revision of the publication, or 0 if there is none.
    var lastRevision = 0
    package var changes: [ContractChange] = []
    /// The changes for which a build is refused.
    package var refused: Set<ContractChange> = []
    package var places: [ContractChange: PlaceOfChange] = [:]
    /// The reasons why breaking changes are made nevertheless.
    package var decisions: [ContractChange: String] = [:]

    package var version: APIVersion { contract.version }
    /// The revision of everything that changes with this build.
    var nextRevision: Int { max(lastRevision + 1, version.firstRevision) }
    /// The paths of the published endpoints, below the version's folder.
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
    /// A path such as `v1/ad_items`, or `v1` for the whole version.
    package var endpoint: String
    /// The place in the JSON, such as `prItems[].imageDescription`; nil for every place.
    package var path: String?
    package var why: String

    package init(rule: ContractRule, endpoint: String, path: String? = nil, why: String) {
        (self.rule, self.endpoint, self.path, self.why) = (rule, endpoint, path, why)
    }

    /// The decision as it is written: `keyRemoved:v1/ad_items:prItems[].imageDescription`.
    package var text: String { ([rule.rawValue, endpoint] + [path].compactMap(\.self)).joined(separator: ":") }

    /// Makes a decision about one change and no other of its kind.
    init(_ change: ContractChange, in version: String) {
        self.init(
            rule: change.rule, endpoint: stem(of: fullPath(of: change, in: version)),
            path: change.path.isEmpty ? nil : change.path, why: "")
    }

    func isOf(_ change: ContractChange, in version: String) -> Bool {
        guard change.rule == rule, path == nil || path == change.path else { return false }
        let path = fullPath(of: change, in: version)
        // The endpoint may also be written in the forms that messages use.
        return [path, stem(of: path), "api/" + path, "api/" + stem(of: path)].contains(endpoint)
    }
}

/// Returns a path such as `v1/ad_items.json`, or `v1` for the whole version.
private func fullPath(of change: ContractChange, in version: String) -> String {
    change.endpoint.isEmpty ? version : "\(version)/\(change.endpoint)"
}

/// Returns `v1/ad_items` for `v1/ad_items.json`. Only JSON files may be named without their extension.
private func stem(of path: String) -> String {
    path.hasSuffix(".json") ? String(path.dropLast(".json".count)) : path
}

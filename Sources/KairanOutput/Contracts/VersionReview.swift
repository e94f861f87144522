package import KairanModel

/// A version as it is published and as it would be.
package struct VersionReview: Sendable {
    package var contract: VersionContract
    /// Nil when nothing is published of it, or nothing that can be relied on.
    var published: PublishedContract?
    package var manifest: VersionManifest?
    package var changes: [ContractChange] = []
    /// Those of `changes` that a build is refused for.
    package var refused: Set<ContractChange> = []
    /// Of `changes`: where the key stands in the template, or what was around it.
    package var places: [ContractChange: SourceSpan] = [:]
    /// Why breaking changes are made all the same.
    var decisions: [ContractChange: String] = [:]

    package var version: APIVersion { contract.version }
    /// Of the endpoints, below the version's folder.
    package var publishedPaths: [String] { published?.endpoints.map(\.path) ?? [] }
}

/// A decision to break clients, from the command line.
package struct AcceptedChange: Sendable, Hashable {
    package var rule: ContractRule
    /// `v1/ad_items`, or `v1` for what is of the whole version.
    package var endpoint: String
    package var why: String

    package init(rule: ContractRule, endpoint: String, why: String) {
        (self.rule, self.endpoint, self.why) = (rule, endpoint, why)
    }

    func isOf(_ change: ContractChange, in version: String) -> Bool {
        guard change.rule == rule else { return false }
        let path = change.endpoint.isEmpty ? version : "\(version)/\(change.endpoint)"
        return endpoint == path || path.hasPrefix(endpoint + ".") && !path.dropFirst(endpoint.count).contains("/")
    }
}

internal import KairanContracts
internal import KairanModel
internal import KairanTemplates

extension BuildResult {
    /// Returns what becomes of the promises to clients and users.
    func contractChanges(_ versions: ReviewedVersions) -> [PublicationChange] {
        var told: Set<Rule> = []
        let ofVersions = versions.reviews.flatMap { review in
            review.changes.map { change in
                let rule = change.rule.id
                let span = review.places[change]?.span ?? review.version.span
                let isRefused = review.refused.contains(change)
                if isRefused { told.insert(rule) }
                let why = review.decisions[change]
                return PublicationChange(
                    weight: isRefused ? .breaking : why != nil ? .accepted : change.isBreaking ? .changing : .growing,
                    rule: rule.rawValue, version: review.version.name, endpoint: change.endpoint, path: change.path,
                    message: change.message + (why.map { ": \($0)" } ?? ""), clients: change.rule.effectOnClients,
                    span: span)
            }
        }
        // The others belong to no present version, or only the data shows them.
        let others = diagnostics.filter { $0.isRefusal && !told.contains($0.rule) }
        return ofVersions
            + others.map { refusal in
                let version = VersionPath(refusal.span.path.withoutTemplatesFolder)?.version ?? ""
                return PublicationChange(
                    weight: .breaking, rule: refusal.rule.rawValue, version: version, message: refusal.message,
                    difference: refusal.difference, span: refusal.span)
            }
    }
}

extension String {
    fileprivate var withoutTemplatesFolder: String {
        hasPrefix("templates/") ? String(dropFirst("templates/".count)) : self
    }
}

extension PublicationChange {
    init(_ agreement: NewAgreement) {
        self.init(
            weight: .asking, rule: "agreement.new", path: agreement.collection,
            message: "\(agreement.collection) \(agreement.version) asks everyone to agree"
                + (agreement.isAgain ? " again" : ""),
            elements: [agreement.version.description], difference: agreement.difference, span: agreement.span)
    }
}

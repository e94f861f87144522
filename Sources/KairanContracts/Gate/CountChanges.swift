internal import KairanTemplates

extension ContractGate {
    /// Compares which changes revisions count. A client that checks only the number misses changes that are not
    /// counted.
    ///
    /// A removed output that is no longer counted is left out, because its removal is reported by itself if it matters.
    func countChanges(from old: PublishedContract, to new: VersionContract) -> [ContractChange] {
        let paths = Set(plan.jobs.map(\.path))
        return old.endpoints.flatMap { endpoint -> [ContractChange] in
            guard let other = new.endpoints.first(where: { $0.path == endpoint.path }), !endpoint.counts.isEmpty else {
                return []
            }
            func changes(_ rule: ContractRule, _ counted: [String], _ what: String) -> [ContractChange] {
                counted.map {
                    ContractChange(
                        rule: rule, endpoint: endpoint.path, path: $0, message: "changes to '\($0)' \(what) counted")
                }
            }
            let removed = endpoint.counts.filter { !other.counts.contains($0) && paths.contains($0) }
            let added = other.counts.filter { !endpoint.counts.contains($0) }
            return changes(.countRemoved, removed, "would no longer be") + changes(.countAdded, added, "are now")
        }
    }
}

internal import KairanModel
internal import KairanTemplates

extension Result<ComparedBuild, EarlierBuild.Obstacle> {
    /// Returns the paths of the outputs of each search template that would make the same again. An index then need not
    /// be made to find out how many files it has.
    func knownSearches(_ plan: OutputPlan) -> [String: Set<String>] {
        guard let compared = build, let changes = compared.changes else { return [:] }
        var paths: [String: Set<String>] = [:]
        for template in plan.searchTemplates {
            guard let source = compared.record.sources.position(of: template), compared.sources[source]?.isSame == true
            else { continue }
            let fact = LinkFacts.fact(ofPath: template)
            let made = compared.details.outputs.indices.filter { compared.details.outputs[$0].source == fact }
            guard !made.isEmpty, made.allSatisfy({ changes.reason(forOutput: $0) == nil }) else {
                continue
            }
            paths[template] = Set(made.map { compared.record.outputs[$0].path })
        }
        return paths
    }
}

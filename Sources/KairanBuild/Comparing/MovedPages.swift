internal import KairanContracts
internal import KairanModel
internal import KairanTemplates

extension BuildResult {
    /// Returns what becomes of former addresses that did not lead to these pages before.
    ///
    /// - Parameter files: The files that would be others.
    func movedPages(among files: [PublicationComparison.FileChange]) -> [PublicationChange] {
        guard let plan, let moved = notes?.pages.moved else { return [] }
        let changed = Set(files.filter { $0.kind != .removed }.map(\.path))
        let redirects = (plan.redirects + moved.map { Redirect($0, to: $1) }).filter { changed.contains($0.path) }
            .sorted { $0.path < $1.path }
        guard !redirects.isEmpty else { return [] }
        func address(_ path: String) -> String { plan.site.address(ofOutput: path, .fromRoot) }
        let shown = redirects.prefix(3).map { "\(address($0.path)) to \(address($0.target))" }
        let rest = redirects.count > 3 ? " and \(redirects.count - 3) more" : ""
        let what = redirects.count == 1 ? "a former address leads on" : "\(redirects.count) former addresses lead on"
        return [
            PublicationChange(
                weight: .data, rule: "address.moved", message: "\(what): \(shown.joined(separator: ", "))\(rest)",
                elements: redirects.map { address($0.path) }, span: SourceSpan(path: "content/site.yml"))
        ]
    }
}

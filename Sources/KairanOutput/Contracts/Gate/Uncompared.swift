internal import KairanModel

/// Of a folder that holds outputs, and nothing that says which version they are of.
package let uncomparedRule = "contract.uncompared"

extension OutputPlan {
    /// Files of the user alone are no sign that anything was published.
    func uncompared(with last: LastPublication) -> Diagnostic? {
        guard hasPromises, case .nothing = last(publishedListPath),
            let known = jobs.first(where: { if case .nothing = last($0.path) { false } else { true } })
        else { return nil }
        return Diagnostic(
            .warning, uncomparedRule,
            "'\(known.path)' is there already, but no '\(publishedListPath)': "
                + "what apps and users rely on was compared with nothing",
            at: versions.first?.version.span ?? SourceSpan(path: "content"),
            help:
                "if the site was published there before, bring the whole folder back from its history, and build again")
    }
}

internal import KairanContent
internal import KairanModel

extension ContractGate {
    /// Versions that were published and that no folder of templates declares any more.
    mutating func reviewRemovedVersions() {
        // The preview may lose them.
        guard !isPreview else { return }
        let declared = plan.templates.versions.map(\.name)
        for name in last.names where !declared.contains(name) {
            let published = last.version(name)
            var status = APIVersion.Status.current
            if case .known(let contract) = published.contract { status = contract.status }
            guard status != .draft else { continue }
            let change = ContractChange(
                rule: .versionRemoved, endpoint: "", path: "", message: "the whole version \(name) would be gone")
            if let decision = decision(about: change, in: name) {
                let entry = change.changelogEntry(published.revision + 1, plan.site.moment.date, decision.why)
                let path = "api/\(name)/\(VersionFile.changelog.name)"
                changelogs.append((path, changelogDocument(name, [entry] + publishedChangelog(of: name, last.last))))
            } else {
                undecided.append(AcceptedChange(change, in: name))
                diagnostics.append(mistake(change, name, status))
            }
        }
        // Also after the next builds everybody can read why it is gone.
        for name in last.removed where !declared.contains(name) {
            let path = "api/\(name)/\(VersionFile.changelog.name)"
            let changes = publishedChangelog(of: name, last.last)
            guard !changes.isEmpty, !plan.jobs.contains(where: { $0.path == path }) else { continue }
            changelogs.append((path, changelogDocument(name, changes)))
        }
    }

    private func mistake(_ change: ContractChange, _ name: String, _ status: APIVersion.Status) -> Diagnostic {
        let decide = "or, if no app relies on it, \(decide(change, in: name))"
        let message = "\(change.message), which is published as \(status.rawValue)"
        if let withheld = plan.templates.withheld.first(where: { $0.name == name }) {
            return Diagnostic(
                .error, change.rule.id, "\(message): it is declared for the preview alone now", at: withheld.span,
                help: "take 'channel: preview' out, and give what is not live yet a version of its own, \(decide)")
        }
        return Diagnostic(
            .error, change.rule.id, message, at: SourceSpan(path: "templates/api/\(name)/_version.yml"),
            help: "declare it again, \(decide)")
    }
}

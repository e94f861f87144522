internal import KairanContent
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanReaders
internal import KairanTemplates

extension ContractGate {
    /// Reviews versions that were published and that no template folder declares any more.
    mutating func reviewRemovedVersions() {
        // The preview may lose versions.
        guard !isPreview else { return }
        let declared = plan.templates.versions.map(\.name)
        for name in last.names where !declared.contains(name) {
            let published = last.version(name)
            var (status, reserved) = (APIVersion.Status.current, [ReservedName]())
            if case .known(let contract) = published.contract {
                (status, reserved) = (contract.status, contract.reserved)
                if status != .draft { reserved += contract.endpoints.map(\.reservedName) }
            }
            let earlier = publishedChangelog(of: name, last.last)
            guard status != .draft else {
                if !reserved.isEmpty { keep(earlier, of: name, reserved) }
                continue
            }
            let change = ContractChange(
                rule: .versionRemoved, endpoint: "", path: "", message: "the whole version \(name) would be gone")
            if let decision = decision(about: change, in: name) {
                let entry = change.changelogEntry(
                    published.revision + 1, plan.site.moment.date, change.message, decision.why)
                keep([entry] + earlier, of: name, reserved, .ofNewChange)
            } else {
                undecided.append(AcceptedChange(change, in: name))
                diagnostics.append(mistake(change, name, status))
            }
        }
        // The changelog stays published in later builds, so that everybody can read why the version is gone.
        for name in last.removed where !declared.contains(name) {
            do {
                keep(publishedChangelog(of: name, last.last), of: name, try last.namesReserved(byRemoved: name))
            } catch {
                reportDamage(of: name, error.reason)
            }
        }
    }

    private mutating func keep(
        _ changes: [JSONValue], of name: String, _ reserved: [ReservedName], _ reads: Reads = Reads()
    ) {
        let path = "api/\(name)/\(VersionFile.changelog.name)"
        guard !changes.isEmpty, !plan.jobs.contains(where: { $0.path == path }) else { return }
        let bytes = writeJSON(changelogDocument(name, changes, reserved: reserved))
        // A changelog that stays is promised too: see `ReservedName`.
        let revision = revisionNumbers(in: bytes).max()
        let file = OutputFile(path: path, bytes: bytes, revision: revision)
        versions.changelogs.append(MadeOutput(file, reads, in: plan.site))
    }

    private mutating func reportDamage(of name: String, _ reason: String) {
        let change = ContractChange(rule: .damaged, endpoint: "", path: "", message: reason)
        // The accepted new beginning has no changelog.
        if decision(about: change, in: name) != nil { return }
        undecided.append(AcceptedChange(change, in: name))
        let place = SourceSpan(path: "templates/api/\(name)/_version.yml")
        diagnostics.append(
            Diagnostic(
                .error, change.rule.id, reason, at: place,
                help: "restore it as it was published, or start over: \(decide([change], in: name))"))
    }

    private func mistake(_ change: ContractChange, _ name: String, _ status: APIVersion.Status) -> Diagnostic {
        let decide = "or, if no app relies on it, use \(decide([change], in: name))"
        let message = "the whole version \(name), published as \(status.rawValue), would be gone"
        if let withheld = plan.templates.withheld.first(where: { $0.name == name }) {
            return Diagnostic(
                .error, change.rule.id, "\(message): it is now declared for the preview only", at: withheld.span,
                help: "remove 'channel: preview', and give what is not live yet a version of its own; \(decide)")
        }
        return Diagnostic(
            .error, change.rule.id, message, at: SourceSpan(path: "templates/api/\(name)/_version.yml"),
            help: "declare it again; \(decide)")
    }
}

extension EndpointContract {
    fileprivate var reservedName: ReservedName { ReservedName(endpoint: path, path: "", schema: schema) }
}

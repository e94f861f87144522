package import KairanModel
internal import KairanReaders
package import KairanTemplates

/// The reviews of all versions against the last publication.
package struct ReviewedVersions: Sendable {
    package var reviews: [VersionReview] = []
    /// The changelogs of versions that are gone. The decisions about those versions stay published.
    var changelogs: [MadeOutput] = []

    /// The outputs that are in no plan because only the last publication has them.
    package var outputs: [PlannedOutput] {
        changelogs.map { PlannedOutput(path: $0.file.path, key: $0.hash, sources: [], maker: .version) }
    }
}

extension Sealer {
    /// Compares what the plan promises with what is published: versions, and the texts that users agree to.
    package func review(_ terms: SealingTerms) -> Diagnosed<ReviewedVersions> {
        let past = terms.published
        var reviewed = review(after: past.last, terms)
        // Each of two branches may have promised something that the other never did.
        for branch in past.branches {
            let others = review(after: branch, terms).diagnostics
            // A decision is useful if it applies to at least one branch.
            reviewed.diagnostics.removeAll { $0.rule == .contractUnused && !others.contains($0) }
            reviewed.diagnostics += others.filter { $0.severity == .error && !reviewed.diagnostics.contains($0) }
        }
        let isRefused = reviewed.diagnostics.hasErrors
        if plan.hasPromises || plan.templates.templates.contains(where: { $0.revision != nil }) {
            reviewed.diagnostics += past.warnings
        }
        if !isRefused, !terms.isFirstPublication { reviewed.diagnostics += uncompared(with: past) }
        return reviewed
    }

    private func review(after last: PublishedFiles, _ terms: SealingTerms) -> Diagnosed<ReviewedVersions> {
        let published = PublishedVersions(last: last)
        if let mistake = mixedChannels(published) {
            let reviews = plan.contracts.map { VersionReview(contract: $0, last: last) }
            return Diagnosed(ReviewedVersions(reviews: reviews), [mistake])
        }
        var gate = ContractGate(plan: plan, files: terms.sources, last: published, accepted: terms.accepted)
        for contract in plan.contracts { gate.review(contract) }
        gate.reviewRemovedVersions()
        gate.noteUnusedDecisions()
        return Diagnosed(gate.versions, gate.diagnostics + checkLostAgreements(after: last))
    }
}

extension Sealer {
    /// Refuses to publish over another channel. Live and preview have folders of their own, and over another channel
    /// nothing would be compared with what apps read.
    private func mixedChannels(_ last: PublishedVersions) -> Diagnostic? {
        let own = plan.site.settings.channel.rawValue
        guard let published = last.channel, published != own else { return nil }
        return Diagnostic(
            .error, .contractChannel, "this would replace the \(published) site with the \(own) one",
            at: SourceSpan(path: "templates/api"), help: "drop --out, or name a separate folder")
    }
}

/// Compares the published contract of every version with the next one, and refuses changes that break apps.
struct ContractGate {
    let plan: OutputPlan
    let files: [SourceFile]
    let last: PublishedVersions
    let accepted: [AcceptedChange]
    private var used: Set<AcceptedChange> = []
    /// The decisions that would accept the refused changes.
    var undecided: [AcceptedChange] = []
    var versions = ReviewedVersions()
    var diagnostics: [Diagnostic] = []

    init(plan: OutputPlan, files: [SourceFile], last: PublishedVersions, accepted: [AcceptedChange]) {
        (self.plan, self.files, self.last, self.accepted) = (plan, files, last, accepted)
    }

    fileprivate mutating func review(_ contract: VersionContract) {
        let published = last.version(contract.version.name)
        var review = VersionReview(contract: contract, last: last.last)
        (review.manifest, review.lastRevision) = (published.manifest, published.revision)
        switch published.contract {
        case .none(let reserved): review.reserved = reserved
        case .damaged(let reason):
            review.changes = [ContractChange(rule: .damaged, endpoint: "", path: "", message: reason)]
        case .known(let old):
            let kept = contract.keeping(old, files: review.publishedFiles)
            let contract = keepingRevisions(of: old, in: kept)
            (review.published, review.contract, review.reserved) = (old, contract, old.reserved)
            review.changes =
                old.changes(to: contract) + movedAddress(from: old, to: contract.version) + changedTimeZone(from: old)
                + countChanges(from: old, to: contract)
                + newFilesOfFamilies(from: published.manifest, of: old, now: contract)
                + vanishedFiles(from: published.manifest, of: old, now: contract)
                + takenOverFiles(from: published.manifest, of: old, now: contract) { endpoint in
                    let removal = ContractChange(rule: .endpointRemoved, endpoint: endpoint.path, path: "", message: "")
                    return accepted.contains { $0.isOf(removal, in: contract.version.name) }
                }
        }
        review.changes += review.reserved.flatMap {
            $0.changes(in: review.contract, of: plan, since: review.publishedPaths)
        }
        judge(&review)
        review.contract.reserved = review.namesToReserve(plan)
        versions.reviews.append(review)
    }

    private mutating func judge(_ review: inout VersionReview) {
        let version = review.version
        // The status that was published counts if it is stricter than the next one.
        let status = isPreview ? .draft : min(review.published?.status ?? version.status, version.status)
        for change in review.changes {
            review.places[change] = place(of: change, review)
            if let decision = decision(about: change, in: version.name) {
                // The change is accepted, and the new contract replaces the published one.
                review.decisions[change] = decision.why
            } else if change.rule == .damaged || change.rule == .statusLoosened && !isPreview
                || change.rule == .nameReused && version.status != .draft && !isPreview
                || status == .current && change.isBreaking || status > .current && !change.rule.keepsJSON
            {
                review.refused.insert(change)
                undecided.append(AcceptedChange(change, in: version.name))
            }
        }
        diagnostics += mistakes(of: review, status)
    }

    mutating func decision(about change: ContractChange, in version: String) -> AcceptedChange? {
        guard let decision = accepted.first(where: { $0.isOf(change, in: version) }) else { return nil }
        used.insert(decision)
        return decision
    }

    /// This is true in the preview, whose contracts may change in any way.
    var isPreview: Bool { plan.site.settings.channel == .preview }

    fileprivate mutating func noteUnusedDecisions() {
        for decision in accepted where !used.contains(decision) {
            let place = decision.path.map { "'\($0)' of " } ?? ""
            let known = undecided.map {
                AcceptedChange(
                    rule: $0.rule, endpoint: $0.endpoint, path: decision.path == nil ? nil : $0.path, why: ""
                ).text
            }
            diagnostics.append(
                Diagnostic(
                    .warning, .contractUnused,
                    "nothing to accept: there is no \(decision.rule.rawValue) in \(place)\(decision.endpoint)",
                    at: .ofOptions, help: nearestHelp(to: decision.text, in: known) ?? "drop --accept-breaking"))
        }
    }
}

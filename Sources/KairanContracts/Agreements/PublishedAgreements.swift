internal import KairanContent
internal import KairanModel
internal import KairanPublish
internal import KairanTemplates

extension Sealer {
    /// Returns what users agreed to, according to the last publication.
    func publishedAgreements(
        _ last: PublishedFiles, at span: SourceSpan
    ) -> Result<AgreementLedger, UnreadableAgreements> {
        // Nobody agreed to anything that is only in the preview.
        guard plan.site.settings.channel == .live else { return .success(AgreementLedger(plan.site.settings)) }
        let problem: String
        switch (last[agreementsPath], last.list.promises) {
        case (_, nil): problem = "cannot be trusted: '\(publishedListPath)' beside it was not written only by Kairan"
        case (.nothing, let promises?):
            guard promises.files[agreementsPath] != nil || last.list.contains(agreementsPath) else {
                return .success(AgreementLedger(plan.site.settings))
            }
            problem = "was published but is gone"
        case (.bytes(let bytes), let promises?):
            if let ledger = AgreementLedger(reading: bytes, plan.site.settings) {
                guard let fault = promises.fault(in: agreementsPath, bytes) else { return .success(ledger) }
                problem = fault
            } else {
                problem = "no longer says what users agreed to"
            }
        case (.unreadable(let reason), _): problem = "cannot be read: \(reason)"
        }
        return .failure(
            UnreadableAgreements(
                diagnostic: Diagnostic(
                    .error, .agreementUnreadable, "the published '\(agreementsPath)' \(problem)", at: span,
                    help: "restore it, with .kairan.json, from the history of what you published; "
                        + "without it, the present texts would count as what they agreed to")))
    }

    /// Reports collections whose versions users agreed to and that no longer declare an agreement.
    func checkLostAgreements(after last: PublishedFiles) -> [Diagnostic] {
        let agreements = plan.site.content.collections.compactMap(\.declaration.agreement)
        switch publishedAgreements(last, at: agreements.first?.span ?? SourceSpan(path: "content")) {
        case .success(let ledger):
            let lost = ledger.versions.filter { name, versions in
                !versions.isEmpty && plan.site.content.collection(name)?.declaration.agreement == nil
            }
            return lost.sorted { $0.key < $1.key }.map { lostAgreement(of: $0.key, $0.value.map(\.version)) }
        case .failure(let unreadable):
            // With an agreement, the mistake is reported when that is checked. Without one, the file may not be
            // Kairan's.
            let isOurs = last.list.contains(agreementsPath) && !plan.jobs.contains { $0.path == agreementsPath }
            return agreements.isEmpty && isOurs ? [unreadable.diagnostic] : []
        }
    }

    private func lostAgreement(of name: String, _ versions: [Version]) -> Diagnostic {
        let highest = versions.max()?.description ?? ""
        let file = SourceSpan(path: "content/\(name)/_collection.yml")
        return Diagnostic(
            .error, .agreementRemoved,
            "users agreed to \(name), most recently to version \(highest), but the collection no longer declares "
                + "an 'agreement'",
            at: file,
            help: "declare it again, with the versions that were published: what users agreed to must stay readable")
    }
}

struct UnreadableAgreements: Error {
    var diagnostic: Diagnostic
}

internal import KairanContent
internal import KairanModel

extension Site {
    var hasAgreements: Bool { content.collections.contains { $0.declaration.agreement != nil } }
}

extension OutputPlan {
    /// What users agreed to before, and what they agree to now; that must be the same where it was published.
    func agreements(_ options: RenderOptions, after last: LastPublication) -> Diagnosed<MadeOutput> {
        let recorder = ReadRecorder()
        var ledger = AgreementLedger(site.settings)
        var diagnostics: [Diagnostic] = []
        for (position, collection) in site.content.collections.enumerated() {
            guard let agreement = collection.declaration.agreement else { continue }
            let published: AgreementLedger
            switch publishedAgreements(last, at: agreement.span) {
            case .success(let ledger): published = ledger
            case .failure(let unreadable):
                diagnostics.append(unreadable.diagnostic)
                continue
            }
            var check = AgreementCheck(
                site: site, position: position, agreement: agreement, recorder: recorder,
                published: published.versions[collection.name] ?? [])
            ledger.versions[collection.name] = check.versions()
            diagnostics += check.diagnostics
        }
        let bytes = writeJSON(ledger.json, style: options.style)
        if let mistake = validateJSON(bytes, path: agreementsPath) { diagnostics.append(mistake) }
        return Diagnosed(MadeOutput(OutputFile(path: agreementsPath, bytes: bytes), recorder.reads), diagnostics)
    }

    private func publishedAgreements(
        _ last: LastPublication, at span: SourceSpan
    ) -> Result<AgreementLedger, UnreadableAgreements> {
        let problem: String
        switch last(agreementsPath) {
        case .nothing: return .success(AgreementLedger(site.settings))
        case .bytes(let bytes):
            if let ledger = AgreementLedger(reading: bytes, site.settings) { return .success(ledger) }
            problem = "does not say any more what users agreed to"
        case .unreadable(let reason): problem = "cannot be read: \(reason)"
        }
        return .failure(
            UnreadableAgreements(
                diagnostic: Diagnostic(
                    .error, "agreement.unreadable", "the published '\(agreementsPath)' \(problem)", at: span,
                    help: "put it back as it was, from the history of what you published; "
                        + "without the file, what is there now would count as what they agreed to")))
    }
}

private struct UnreadableAgreements: Error {
    var diagnostic: Diagnostic
}

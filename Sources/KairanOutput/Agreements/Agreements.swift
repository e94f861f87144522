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
}

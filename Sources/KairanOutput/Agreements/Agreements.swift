internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension Site {
    var hasAgreements: Bool { content.collections.contains { $0.declaration.agreement != nil } }
}

extension OutputPlan {
    /// Adds what users agreed to, once all other outputs are made, as these may show what comes.
    func addAgreements(
        to made: inout [MadeOutput], _ rendered: RenderedOutputs, _ options: RenderOptions, _ last: PublishedFiles
    ) -> [Diagnostic] {
        guard rendered.unsealed.contains(where: { if case .agreements = $0.maker { true } else { false } }) else {
            return []
        }
        let output = agreements(options, after: last, announcing: announcedVersions(rendered))
        made.append(output.value)
        return output.diagnostics
    }

    /// The versions whose texts outputs show before their day.
    private func announcedVersions(_ rendered: RenderedOutputs) -> Set<EntryReference> {
        var announced: Set<EntryReference> = []
        for (output, made) in zip(rendered.outputs, rendered.made) {
            guard case .job(let job) = output.maker else { continue }
            let template = templates.templates[jobs[job].template]
            if template.announced.isEmpty { continue }
            var reader = ByteReader(made.trace)
            // What parts of a search were made of no part tells.
            if !template.makesParts, let trace = undamaged({ () throws(DamagedBytes) in try Trace(reading: &reader) }) {
                announced.formUnion(site.comingVersions(trace.entries(in: site.content)))
            } else {
                for (position, collection) in site.content.collections.enumerated()
                where template.announced.contains(collection.name) {
                    announced.formUnion(
                        collection.entries.indices.map { EntryReference(collection: position, index: $0) }
                            .filter { site.comingDay(of: $0) != nil })
                }
            }
        }
        return announced
    }

    /// What users agreed to before, and what they agree to now; that must be the same where it was published.
    private func agreements(
        _ options: RenderOptions, after last: PublishedFiles, announcing announced: Set<EntryReference>
    ) -> Diagnosed<MadeOutput> {
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
                site: site, position: position, agreement: agreement, recorder: recorder, announced: announced,
                published: published.versions[collection.name] ?? [])
            ledger.versions[collection.name] = check.versions()
            diagnostics += check.diagnostics
        }
        let bytes = writeJSON(ledger.json, style: options.style)
        if let mistake = validateJSON(bytes, path: agreementsPath) { diagnostics.append(mistake) }
        return Diagnosed(
            MadeOutput(OutputFile(path: agreementsPath, bytes: bytes), recorder.reads, in: site), diagnostics)
    }
}

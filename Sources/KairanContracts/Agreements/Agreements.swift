internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanReaders
internal import KairanTemplates

extension Sealer {
    /// Adds what users agreed to. All other outputs must be made before, because they may show versions that are not
    /// yet in force.
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

    /// Returns the versions whose texts are shown before they are in force.
    private func announcedVersions(_ rendered: RenderedOutputs) -> Set<EntryReference> {
        var announced: Set<EntryReference> = []
        for (output, made) in zip(rendered.outputs, rendered.made) {
            guard case .job(let job) = output.maker else { continue }
            let template = plan.templates.templates[plan.jobs[job].template]
            if template.announced.isEmpty { continue }
            // The parts of a search do not record which entries they were made of.
            if !template.makesParts {
                let read = Reads.entries(of: ByteReader(made.trace), in: plan.site.content)
                announced.formUnion(plan.site.comingVersions(read))
            } else {
                for (position, collection) in plan.site.content.collections.enumerated()
                where template.announced.contains(collection.name) {
                    announced.formUnion(
                        collection.entries.indices.map { EntryReference(collection: position, index: $0) }
                            .filter { plan.site.comingDay(of: $0) != nil })
                }
            }
        }
        return announced
    }

    /// Makes the record of what users agreed to before and agree to now. Published texts must stay the same.
    private func agreements(
        _ options: RenderOptions, after last: PublishedFiles, announcing announced: Set<EntryReference>
    ) -> Diagnosed<MadeOutput> {
        let recorder = ReadRecorder()
        var ledger = AgreementLedger(plan.site.settings)
        var diagnostics: [Diagnostic] = []
        for (position, collection) in plan.site.content.collections.enumerated() {
            guard let agreement = collection.declaration.agreement else { continue }
            let published: AgreementLedger
            switch publishedAgreements(last, at: agreement.span) {
            case .success(let ledger): published = ledger
            case .failure(let unreadable):
                diagnostics.append(unreadable.diagnostic)
                continue
            }
            var check = AgreementCheck(
                site: plan.site, position: position, agreement: agreement, recorder: recorder, announced: announced,
                published: published.versions[collection.name] ?? [])
            ledger.versions[collection.name] = check.versions()
            diagnostics += check.diagnostics
        }
        let bytes = writeJSON(ledger.json, style: options.style)
        if let mistake = validateJSON(bytes, path: agreementsPath) { diagnostics.append(mistake) }
        return Diagnosed(
            MadeOutput(OutputFile(path: agreementsPath, bytes: bytes), recorder.reads, in: plan.site), diagnostics)
    }
}

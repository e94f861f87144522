internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension OutputPlan {
    /// Reports versions that an output would show too early, although no query of its template asks for future
    /// versions. Queries leave them out, so a reference or a list must lead to them.
    func checkDays(of job: OutputJob, _ recorder: ReadRecorder) -> [Diagnostic] {
        var mistakes: [EntryReference: Diagnostic] = [:]
        for (entry, readsText, readsPage) in site.versionsRead(recorder.reads.entries) {
            let declaration = site.content.collections[entry.collection].declaration
            guard let from = declaration.agreement?.from else { continue }
            recorder.note(entry, FieldSet(field: from))
            recorder.note(dayOf: entry, in: site)
            guard let day = site.comingDay(of: entry) else { continue }
            let name = declaration.fields[from].name
            let what = "'\(site.id(of: entry))' of \(declaration.name)"
            let template = templates.templates[job.template]
            if readsText, !template.announced.contains(declaration.name) {
                mistakes[entry] = Diagnostic(
                    .error, .agreementEarly,
                    "'\(job.path)' would show the text of \(what) before it comes into force on \(day)",
                    at: template.span,
                    help: "show it with its own query, such as { first: \(declaration.name), where: { id: … } }, "
                        + "which takes only what is in force; to announce it, add \(name): { exists: true } to it"
                )
            } else if readsPage, site.schema.collectionsWithPages[declaration.name] == false,
                site.page(of: entry, in: template.locale ?? 0) == nil
            {
                mistakes[entry] = Diagnostic(
                    .error, .agreementEarly,
                    "'\(job.path)' names the page of \(what), which has none before \(day)", at: template.span,
                    help: "give it one: where: { \(name): { exists: true } } under 'for' of its page; "
                        + "or add page: { exists: true } to the query")
            }
        }
        return mistakes.sorted { $0.key.index < $1.key.index }.map(\.value)
    }
}

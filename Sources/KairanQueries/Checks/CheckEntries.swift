internal import KairanContent
package import KairanModel

extension Site {
    /// Returns errors for all entries that break a check, or whose patterns have names that do not exist, and the
    /// moments on which this result depends.
    ///
    /// For entries that an earlier build read, only those checks are made again that ask for more than the entry.
    package func check(_ checks: [EntryCheck]) -> Diagnosed<Reads.Validity> {
        let recorder = ReadRecorder()
        let evaluators = settings.locales.indices.map {
            Evaluator(site: self, form: .absolute, locale: $0, recorder: recorder)
        }
        var diagnostics = checkPatterns()
        for check in checks {
            let entries = content.isCached && !check.asksMore ? readEntries(of: check.collection) : nil
            // A text may break a rule in one language only.
            let languages = check.mayDifferByLocale ? evaluators[...] : evaluators.prefix(1)
            let breaches = Set(languages.flatMap { $0.breaches(of: check, among: entries) })
            diagnostics += breaches.sorted { $0.index < $1.index }.map { breach(of: check, by: $0) }
        }
        return Diagnosed(recorder.reads.withWindows(of: self).validity, diagnostics + recorder.mistakes)
    }

    /// Returns the entries of a collection that this build read itself.
    private func readEntries(of collection: Int) -> [EntryReference] {
        let entries = content.collections[collection].entries
        return entries.indices.filter { !entries[$0].isCached }.map {
            EntryReference(collection: collection, index: $0)
        }
    }

    private func breach(of check: EntryCheck, by reference: EntryReference) -> Diagnostic {
        let (entry, declaration) = (content[reference], check.declaration)
        let place = entry.place(of: declaration, content.collections[reference.collection].declaration.fields)
        var diagnostic = Diagnostic(
            .error, .checkFailed, declaration.sentence, at: place.span,
            help: "\(declaration.span.path):\(declaration.span.line) says what must hold",
            related: [RelatedPlace(declaration.span, "what must hold")])
        diagnostic.missingKey = place.missingKey
        return diagnostic
    }
}

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
            let breaches = languages.flatMap { $0.breaches(of: check, among: entries) }
            var told: Set<EntryReference> = []
            diagnostics += breaches.sorted { $0.positions < $1.positions }.filter { told.insert($0.entry).inserted }
                .compactMap { breach(of: check, $0) }
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

    /// Returns nil if the field is missing that the check is about, although every entry must have it: that is told
    /// already, and nobody knows whether the check would hold.
    private func breach(of check: EntryCheck, _ breach: Breach) -> Diagnostic? {
        let declaration = check.declaration
        let fields = content.collections[check.collection].declaration.fields
        let place = content[breach.entry].place(of: declaration, fields)
        if place.missingKey == fields[check.declaration.field].name, !fields[check.declaration.field].mayBeLeftOut {
            return nil
        }
        let other = breach.other.map { content[$0].place(of: declaration, fields).span }
        var diagnostic = Diagnostic(
            .error, .checkFailed, declaration.sentence, at: place.span,
            help: (place.missingKey.map { "'\($0)' is missing; " } ?? "")
                + (other.map { "\($0.path):\($0.line) is the other one; " } ?? "")
                + "\(declaration.span.path):\(declaration.span.line) says what must hold",
            related: (other.map { [RelatedPlace($0, "the other one")] } ?? [])
                + [RelatedPlace(declaration.span, "what must hold")])
        diagnostic.missingKey = place.missingKey
        return diagnostic
    }
}

/// An entry that breaks a check.
private struct Breach {
    var entry: EntryReference
    /// The earlier entry with which it has something in common; nil if it breaks the check by itself.
    var other: EntryReference?

    /// The positions of both, by which breaches are sorted.
    var positions: (Int, Int) { (entry.index, other?.index ?? -1) }
}

extension Evaluator {
    fileprivate func breaches(of check: EntryCheck, among entries: [EntryReference]?) -> [Breach] {
        switch check.demand {
        case .holds(let alternatives):
            breaches(of: alternatives, check, among: entries).map { Breach(entry: $0, other: nil) }
        case .unique(let values):
            meetings(of: entriesMeant(by: check).flatMap { claims(of: $0, to: values) }).map {
                Breach(entry: $0.entry, other: $0.other)
            }
        }
    }
}

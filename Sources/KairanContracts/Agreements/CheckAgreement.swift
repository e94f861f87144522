internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries

/// Compares the versions of one collection with the published ones.
struct AgreementCheck {
    let site: Site
    /// The position of the collection.
    let position: Int
    let agreement: Agreement
    let recorder: ReadRecorder
    /// The versions whose texts are shown before their day.
    let announced: Set<EntryReference>
    let published: [AgreementLedger.Version]
    var diagnostics: [Diagnostic] = []

    private var collection: Collection { site.content.collections[position] }

    /// Returns the versions to keep: the published ones unchanged, and those that came into force or are shown early.
    mutating func versions() -> [AgreementLedger.Version] {
        let entries = entriesByVersion()
        let next = (published.map(\.version) + entries.keys).max()?.nextMinor.description ?? ""
        let kept = published.map { checked($0, entries, next) }
        let known = Set(kept.map(\.version))
        let others = entries.filter { !known.contains($0.key) }.sorted { $0.key.isOrdered(before: $1.key) }
        let inForce = others.filter { isInForce($0.value) || announced.contains($0.value) }.map(\.key)
        var last: Version?
        for (version, entry) in others {
            // Versions that come into force together need only be in ascending order among each other.
            let others = inForce.contains(version) ? known : known.union(inForce)
            if let highest = (others + [last].compactMap(\.self)).max(), !(highest < version) {
                diagnostics.append(notHigher(version, entry, highest, next))
            }
            last = version
        }
        return kept
            + inForce.compactMap { version in
                let isHighest = version == (inForce + known).max()
                return entries[version].map { newVersion(version, $0, includes: isHighest ? agreement.includes : []) }
            }
    }

    private mutating func checked(
        _ published: AgreementLedger.Version, _ entries: [Version: EntryReference], _ next: String
    ) -> AgreementLedger.Version {
        var kept = published
        let version = published.version
        if let entry = entries[version] {
            // Once a version was in force, a later day does not make it a future version again.
            if kept.from != nil { kept.from = isInForce(entry) ? nil : site.comingDay(of: entry) }
            let collection = collection.name
            kept.text = checked(kept.text, entry) { place in
                Diagnostic(
                    .error, .agreementChanged,
                    "the text of version \(version) of \(collection) is not the one that was published", at: place,
                    help: "put the text back, or write it as version \(next)")
            }
        } else {
            diagnostics.append(removed(version))
        }
        if version == self.published.map(\.version).max(), !entries.keys.contains(where: { version < $0 }) {
            checkIncludes(of: &kept, next)
        }
        return kept
    }

    /// Makes a version. It includes the other texts only if it is the version that users agree to from now on, because
    /// their wording at the time of earlier versions is unknown.
    private func newVersion(
        _ version: Version, _ entry: EntryReference, includes: [Agreement.Included]
    ) -> AgreementLedger.Version {
        let texts = includes.compactMap { included in
            reference(of: included).map { (included.name, site.agreedText(of: $0, recorder)) }
        }
        return .init(
            version: version, from: site.comingDay(of: entry), text: site.agreedText(of: entry, recorder),
            includes: Dictionary(texts) { first, _ in first })
    }

    private func entriesByVersion() -> [Version: EntryReference] {
        var columns = FieldSet.entries
        for field in [agreement.version, agreement.from].compactMap(\.self) {
            columns.formUnion(FieldSet(field: field))
        }
        recorder.note(column: columns, of: position)
        var entries: [Version: EntryReference] = [:]
        for (index, entry) in collection.entries.enumerated() {
            guard case .version(let version) = entry.values[agreement.version] else { continue }
            entries[version] = EntryReference(collection: position, index: index)
        }
        return entries
    }

    private func isInForce(_ entry: EntryReference) -> Bool {
        guard let from = agreement.from, case .date(let date) = site.content[entry].values[from] else { return true }
        if date <= site.moment.date {
            recorder.note(dayOf: entry, in: site)
            return true
        }
        let start = site.settings.timeZone.dateTime(date: date).epochSeconds
        recorder.note(Reads.Validity(steady: .min..<max(start, site.moment.epochSeconds + 1)))
        return false
    }

    private func reference(of included: Agreement.Included) -> EntryReference? {
        guard let position = site.content.position(of: included.collection) else { return nil }
        return site.content.collections[position].positions[included.id].map {
            EntryReference(collection: position, index: $0)
        }
    }

    // MARK: Texts

    /// Returns the published text with the translations that were added since. A text with the same meaning stays as it
    /// was written.
    private mutating func checked(
        _ published: AgreedText, _ entry: EntryReference, _ mistake: (SourceSpan) -> Diagnostic
    ) -> AgreedText {
        let now = site.agreedText(of: entry, recorder)
        // A language that the site no longer has is not checked.
        for code in site.settings.locales.map(\.code) {
            guard let old = published[code] else { continue }
            let new = now[code] ?? ""
            if saysSame(old, new) { continue }
            var mistake = mistake(site.place(ofAgreedText: entry, in: code))
            mistake.difference = differenceLines(from: old, to: new)
            diagnostics.append(mistake)
        }
        return published.merging(now) { withLinks($0, of: $1) }
    }

    /// Checks the texts that the highest version, which users agree to, includes.
    private mutating func checkIncludes(of version: inout AgreementLedger.Version, _ next: String) {
        let names = Set(agreement.includes.map(\.name))
        for name in version.includes.keys.sorted() where !names.contains(name) {
            diagnostics.append(
                Diagnostic(
                    .error, .agreementVersion,
                    "'\(name)' belongs to what users agree to with version \(version.version) of \(collection.name), "
                        + "but is no longer included",
                    at: agreement.span, help: "add version \(next) to \(collection.name), or include it again"))
        }
        for included in agreement.includes {
            guard let entry = reference(of: included) else { continue }
            let old = version.includes[included.name] ?? [site.settings.locales[0].code: ""]
            let (name, collection) = (included.name, collection.name)
            version.includes[included.name] = checked(old, entry) { place in
                Diagnostic(
                    .error, .agreementVersion,
                    "the text of '\(name)' is not the one that users agreed to with version \(version.version) "
                        + "of \(collection)",
                    at: place, help: "add version \(next) to \(collection), or put the text back")
            }
        }
    }

    // MARK: Versions

    private func removed(_ version: Version) -> Diagnostic {
        let trashed = site.content.trash.first {
            $0.collection == collection.name && $0.entry.values[agreement.version] == .version(version)
        }
        return Diagnostic(
            .error, .agreementRemoved, "version \(version) of \(collection.name) was published but is gone",
            at: trashed?.deletion.span ?? agreement.span,
            help: trashed == nil
                ? "put its entry back: what users agreed to must stay readable, and a new version is a new entry"
                : "remove 'deleted': what users agreed to must stay readable")
    }

    private func notHigher(_ version: Version, _ entry: EntryReference, _ highest: Version, _ next: String)
        -> Diagnostic
    {
        Diagnostic(
            .error, .agreementOrder, "version \(version) is not higher than \(highest)",
            at: site.content[entry].span(ofField: agreement.version), help: "make it version \(next) or higher")
    }
}

extension Version {
    /// Orders versions even if neither is higher, as with `3.1` and `3.1.0`.
    fileprivate func isOrdered(before other: Version) -> Bool {
        self < other || !(other < self) && description < other.description
    }
}

internal import KairanContent
package import KairanModel

extension ShapeCompiler {
    /// Limits a query over versions of an agreement to those in force, unless a condition concerns the day from which
    /// they are in force. In that case the author has considered future versions.
    mutating func inForce(_ query: Query) -> [[Filter]] {
        guard let name = query.collection, let declaration = schema.declarations.collection(name),
            let agreement = declaration.agreement, let from = agreement.from
        else { return query.alternatives }
        let path = Path(
            frame: query.frame, slot: nil, steps: [.field(from)], type: .date, isOptional: false,
            text: declaration.fields[from].name)
        let today = DayExpression(base: .today, text: "today", span: agreement.span)
        let isInForce = Filter(path: path, comparison: .atMost, operands: [.day(today)])
        let alternatives = query.alternatives.isEmpty ? [[]] : query.alternatives
        return alternatives.map { filters in
            // A condition on a part of the day, such as its year, does not count.
            let ofDay = filters.filter {
                $0.path.slot == nil && $0.path.frame == query.frame && $0.path.steps == [.field(from)]
            }
            if ofDay.isEmpty { return filters + [isInForce] }
            if !ofDay.contains(where: \.isOver) { announced.insert(name) }
            return filters
        }
    }
}

extension Filter {
    /// This is true if the condition holds for no day after today.
    fileprivate var isOver: Bool {
        guard !isNegated, [.atMost, .lessThan, .is, .on].contains(comparison),
            case .day(let day)? = operands.first, case .today = day.base
        else { return false }
        return day.offsets.allSatisfy { $0.count <= 0 }
    }
}

extension Site {
    /// Returns the day from which a version is in force, if that day is still to come.
    package func comingDay(of entry: EntryReference) -> LocalDate? {
        guard let from = content.collections[entry.collection].declaration.agreement?.from,
            case .date(let date) = value(ofField: from, of: entry), moment.date < date
        else { return nil }
        return date
    }

    /// Returns the versions of agreements whose text or page an output reads.
    package func versionsRead(_ reads: [Reads.EntryFields]) -> [(
        entry: EntryReference, readsText: Bool, readsPage: Bool
    )] {
        let texts = content.collections.map { collection in
            guard collection.declaration.agreement?.from != nil else { return FieldSet() }
            return collection.declaration.textFields.reduce(into: FieldSet()) { $0.formUnion(FieldSet(field: $1)) }
        }
        if texts.allSatisfy(\.isEmpty) { return [] }
        return reads.compactMap { read in
            let text = texts[read.entry.collection]
            if text.isEmpty { return nil }
            let readsText = !read.fields.intersection(text).isEmpty
            let readsPage = !read.fields.intersection(.page).isEmpty
            return readsText || readsPage ? (read.entry, readsText, readsPage) : nil
        }
    }

    /// Returns the versions that are not in force yet and whose text an output shows.
    package func comingVersions(_ reads: [Reads.EntryFields]) -> Set<EntryReference> {
        Set(versionsRead(reads).filter { $0.readsText && comingDay(of: $0.entry) != nil }.map(\.entry))
    }
}

extension ReadRecorder {
    /// Records what `checkDays` needs in case whole columns were recorded instead of entries: the days of all versions,
    /// and each version that is not in force yet.
    package func note(versionsIn reads: Reads, of site: Site) {
        for read in reads.entries {
            let collection = read.entry.collection
            guard let from = site.content.collections[collection].declaration.agreement?.from else { continue }
            note(column: FieldSet(field: from), of: collection)
            note(dayOf: read.entry, in: site)
            if site.comingDay(of: read.entry) != nil { note(read.entry, read.fields) }
        }
    }

    /// Records that outputs with a version in force must be checked again at a moment before its day.
    package func note(dayOf version: EntryReference, in site: Site) {
        guard let from = site.content.collections[version.collection].declaration.agreement?.from,
            case .date(let date) = site.content[version].values[from], date <= site.moment.date
        else { return }
        note(Reads.Validity(steady: site.settings.timeZone.dateTime(date: date).epochSeconds..<Int.max))
    }
}

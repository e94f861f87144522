internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// What is not as it was when an earlier build was recorded, in terms of that record.
///
/// The declarations are the same, or everything is made again; so collections and fields have the positions they had.
struct Changes {
    private let record: BuildRecord
    private let collections: [Collection]
    /// For each entry of the record, which of its fields are not the same; all of them when it is gone.
    private var fields: [[FieldSet]]
    /// For each collection, the fields that are not the same in some entry, and an example for an explanation.
    private var columns: [FieldSet]
    /// For each entry of the record, where it stands now.
    private let positions: [[Int?]]
    private let valuePages: Set<String>
    /// True when the page of an entry is not where it was.
    private(set) var movedPages = false
    private let clock: Reads.Clock

    /// `known` are the entries that were taken over, by their files' paths.
    init(since earlier: EarlierBuild, to plan: OutputPlan, _ sources: HashedSources, known: [String: [KnownEntry]]) {
        let record = earlier.record
        self.record = record
        let content = plan.site.content
        collections = content.collections
        positions = zip(record.collections, content.collections).map { old, new in old.ids.map { new.positions[$0] } }
        fields = record.collections.map { Array(repeating: .everything, count: $0.ids.count) }
        columns = record.collections.map { _ in FieldSet() }
        valuePages = Set(
            Set(record.valuePages.keys).union(plan.valuePageKeys.keys)
                .filter { record.valuePages[$0] != plan.valuePageKeys[$0] })
        clock = record.difference(to: plan.site.moment, plan.site.settings.timeZone)
        compareEntries(plan.site, sources, known) { sources.hashes[$0] == earlier.hash(ofSource: $0) }
        comparePages(plan)
        collectColumns(content)
    }

    private mutating func compareEntries(
        _ site: Site, _ sources: HashedSources, _ known: [String: [KnownEntry]], isSame: (_ path: String) -> Bool
    ) {
        let content = site.content
        let earlier = record.collections.map { collection in
            Dictionary(uniqueKeysWithValues: collection.ids.enumerated().map { ($1, $0) })
        }
        let files = Dictionary(uniqueKeysWithValues: sources.files.map { ($0.path, $0) })
        for source in record.sources {
            guard let file = files[source.path], let collection = content.position(ofSource: source.path)
            else { continue }
            let isSameFile = isSame(source.path)
            // Most files are the same, and so are all that they name.
            let before = known[source.path] != nil ? [] : source.entries ?? []
            let entries = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
            let now = site.entriesBySource[source.path] ?? []
            for reference in now {
                let entry = content[reference]
                guard let old = earlier[collection][entry.id] else { continue }
                if isSameFile, entry.files.allSatisfy({ isSame("content/" + $0) }) {
                    fields[collection][old] = FieldSet()
                } else if let before = entries[entry.id], let now = content.known(reference, in: file) {
                    fields[collection][old] = before.differences(to: now)
                }
            }
            // A link to a file leads to the page of its first entry.
            if now.first.map({ content[$0].id }) != source.firstEntry,
                let old = source.firstEntry.flatMap({ earlier[collection][$0] })
            {
                note(.page, collection, old)
            }
        }
    }

    private mutating func comparePages(_ plan: OutputPlan) {
        for (collection, old) in record.collections.enumerated() {
            let phases = plan.site.windowPhases(of: plan.site.content.collections[collection])
            let (width, oldWidth) = (phases.fields.count, old.ids.isEmpty ? 0 : old.phases.count / old.ids.count)
            for index in old.ids.indices {
                guard let new = positions[collection][index] else {
                    note(.page, collection, index)
                    continue
                }
                let page = plan.site.page(of: EntryReference(collection: collection, index: new))
                if old.pages[index] != page { note(.page, collection, index) }
                for (offset, field) in phases.fields.enumerated() where width == oldWidth {
                    if old.phases[index * width + offset] != phases.values[new * width + offset] {
                        note(FieldSet(field: field), collection, index)
                    }
                }
            }
        }
    }

    private mutating func note(_ changed: FieldSet, _ collection: Int, _ entry: Int) {
        fields[collection][entry].formUnion(changed)
        if changed == .page { movedPages = true }
    }

    private mutating func collectColumns(_ content: Content) {
        for (collection, old) in record.collections.enumerated() {
            for set in fields[collection] { columns[collection].formUnion(set) }
            // Where nothing else decides, the order of the files does.
            let isSame = old.ids.elementsEqual(content.collections[collection].entries.lazy.map(\.id))
            columns[collection].formUnion(isSame ? FieldSet() : .entries)
        }
    }
}

// MARK: What they mean for an output

extension Changes {
    /// Why an output that reads this would be another; nil when it would not.
    func reason(for reads: Reads) -> String? {
        for read in reads.entries {
            let changed = fields[read.entry.collection][read.entry.index].intersection(read.fields)
            if !changed.isEmpty { return describe(changed, of: read.entry) }
        }
        for column in reads.columns {
            let changed = columns[column.collection].intersection(column.fields)
            if !changed.isEmpty { return describe(changed, in: column.collection) }
        }
        if reads.valuePages.contains(where: valuePages.contains) { return "the pages of its values moved" }
        guard reads.clock != .none, reads.clock >= clock, clock != .none else { return nil }
        return clock == .day ? "it is another day" : "it is another moment"
    }

    /// The same reads at the positions that entries have now.
    func moved(_ reads: Reads) -> Reads {
        var moved = reads
        moved.entries = reads.entries.map { read in
            guard let index = positions[read.entry.collection][read.entry.index] else { return read }
            return .init(
                entry: EntryReference(collection: read.entry.collection, index: index), fields: read.fields)
        }
        return moved
    }

    private func describe(_ changed: FieldSet, of entry: EntryReference) -> String {
        let name = "\(record.collections[entry.collection].name)/\(record.collections[entry.collection].ids[entry.index])"
        if positions[entry.collection][entry.index] == nil { return "\(name) is gone" }
        return changed == .page ? "the page of \(name) moved" : "\(name): \(names(changed, entry.collection)) changed"
    }

    private func describe(_ changed: FieldSet, in collection: Int) -> String {
        let name = record.collections[collection].name
        if !changed.intersection(.entries).isEmpty { return "\(name) has other entries, or another order" }
        return "\(name): \(names(changed, collection)) changed, which it is chosen by"
    }

    private func names(_ fields: FieldSet, _ collection: Int) -> String {
        let declared = collections[collection].declaration.fields
        let names = declared.indices.filter { !fields.intersection(FieldSet(field: $0)).isEmpty }.map {
            declared[$0].name
        }
        return names.count == declared.count ? "everything" : names.joined(separator: ", ")
    }
}

extension BuildRecord {
    /// How far the clock has gone on, as far as an output can tell.
    fileprivate func difference(to moment: DateTime, _ zone: SiteTimeZone) -> Reads.Clock {
        if self.moment == moment.epochSeconds { return .none }
        return zone.dateTime(epochSeconds: self.moment).date == moment.date ? .moment : .day
    }
}

extension KnownEntry {
    /// The fields whose values are not the same.
    fileprivate func differences(to other: KnownEntry) -> FieldSet {
        var set = FieldSet()
        for index in fields.indices where index >= other.fields.count || fields[index] != other.fields[index] {
            set.formUnion(FieldSet(field: index))
        }
        return set
    }
}

extension Content {
    /// The collection whose folder holds the file.
    fileprivate func position(ofSource path: String) -> Int? {
        let parts = path.split(separator: "/", maxSplits: 2)
        return parts.count == 3 ? position(of: String(parts[1])) : nil
    }
}

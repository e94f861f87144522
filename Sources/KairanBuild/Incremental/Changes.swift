internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// The reason of what changes in every build.
let anotherMoment = "the moment has changed"

/// What is not as it was when an earlier build was recorded, in terms of that record.
///
/// The declarations are the same, or nothing is taken over; so collections and fields have the positions they had.
struct Changes: Sendable {
    /// Those of the record's details.
    private let bytes: [UInt8]
    private let earlier: [BuildRecord.Collection]
    private let declarations: [CollectionDeclaration]
    /// By the entries of the record; of one that is gone nothing is the same.
    private var differences: Differences
    /// For each entry of the record, where it stands now; empty for a collection in which each stands where it did.
    private var positions: [[Int?]] = []
    /// True when an entry stands elsewhere.
    private(set) var hasMovedEntries = false
    /// True when the page of an entry is not where it was.
    private(set) var movedPages = false
    /// True when the phase of a window is not what it was.
    private var movedPhases = false
    private let isAnotherDay: Bool

    init(since build: ComparedBuild, to plan: OutputPlan, _ sources: SourceTree) {
        (bytes, earlier) = (build.details.bytes, build.details.collections)
        declarations = plan.site.content.collections.map(\.declaration)
        let (old, new) = (build.details.valuePages, plan.valuePageKeys)
        let moment = plan.site.settings.timeZone.dateTime(epochSeconds: build.record.head.moment)
        differences = Differences(
            fields: [], columns: [], valuePages: Set(Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }),
            moment: plan.site.moment.epochSeconds, isAnotherMoment: moment != plan.site.moment)
        isAnotherDay = moment.date != plan.site.moment.date
        for (position, collection) in plan.site.content.collections.enumerated() {
            let ids = build.details.collections[position].ids
            // Where nothing else decides, the order of the files does, so that counts as another collection too.
            let isSame =
                ids.count == collection.entries.count && ids.indices.allSatisfy { ids[$0] == collection.entries[$0].id }
            positions.append(isSame ? [] : ids.map { collection.positions[$0] })
            differences.columns.append(isSame ? FieldSet() : .entries)
            if !isSame { hasMovedEntries = true }
            differences.fields.append(Array(repeating: .everything, count: ids.count))
        }
        for position in earlier.indices { compare(position, build, plan, sources) }
        for (position, fields) in differences.fields.enumerated() {
            for set in fields { differences.columns[position].formUnion(set) }
        }
    }

    /// Whether a record would say the same of every collection and of all pages of values, where the same files still hold
    /// the entries.
    var keepCollections: Bool { !hasMovedEntries && !movedPages && !movedPhases && differences.valuePages.isEmpty }

    private func position(of entry: Int, _ collection: Int) -> Int? {
        positions[collection].isEmpty ? entry : positions[collection][entry]
    }

    private mutating func compare(
        _ position: Int, _ build: ComparedBuild, _ plan: OutputPlan, _ sources: SourceTree
    ) {
        let old = earlier[position]
        let phases = plan.site.windowPhases(of: plan.site.content.collections[position])
        let width = phases.fields.count
        var changed = ChangedSource()
        for entry in old.ids.indices {
            guard let now = self.position(of: entry, position) else {
                note(.page, position, entry)
                continue
            }
            let reference = EntryReference(collection: position, index: now)
            let source = old.sources[entry]
            if source >= 0, let found = build.sources[source], found.isSame {
                differences.fields[position][entry] = FieldSet()
            } else if source >= 0 {
                if changed.position != source { changed = ChangedSource(source, build, plan.site.content) }
                differences.fields[position][entry] = changed.differences(old.ids[entry])
                // A link to a file leads to the page of its first entry.
                let isFirst = entry == 0 || old.sources[entry - 1] != source
                if isFirst, changed.first != old.ids[entry] { note(.page, position, entry) }
            }
            if old.pages[entry] != plan.site.pages(of: reference) { note(.page, position, entry) }
            for (offset, field) in phases.fields.enumerated()
            where old.phases.count == old.ids.count * width
                && old.phases[entry * width + offset] != phases.values[now * width + offset]
            {
                note(FieldSet(field: field), position, entry)
                movedPhases = true
            }
        }
    }

    private mutating func note(_ changed: FieldSet, _ collection: Int, _ entry: Int) {
        differences.fields[collection][entry].formUnion(changed)
        if changed == .page { movedPages = true }
    }
}

/// The entries of a file that is not the same, as they were and as they are.
struct ChangedSource {
    var position = -1
    private var old: [String: KnownEntry] = [:]
    private var new: [String: KnownEntry] = [:]
    /// Of the entries as they are.
    private(set) var first: String?

    init() {}

    init(_ position: Int, _ build: ComparedBuild, _ content: Content) {
        self.position = position
        let before = build.details.knownEntries(of: position) ?? []
        old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let references = Array(content.entries(inFile: build.record.sources[position].path))
        first = references.first.map { content[$0].id }
        guard build.sources[position] != nil, let bytes = content.knownBytes(references) else { return }
        var reader = ByteReader(bytes)
        let after = undamaged { () throws(DamagedBytes) in try KnownEntry.read(&reader) } ?? []
        new = Dictionary(after.map { ($0.id, $0) }) { first, _ in first }
    }

    func differences(_ id: String) -> FieldSet { changedFields(old[id], new[id]) }
}

/// The fields whose values are not the same; all of them where that cannot be told.
func changedFields(_ old: KnownEntry?, _ new: KnownEntry?) -> FieldSet {
    guard let old = old?.fields, let new = new?.fields, old.count == new.count else { return .everything }
    var set = FieldSet()
    for index in old.indices where old[index] != new[index] { set.formUnion(FieldSet(field: index)) }
    return set
}

// MARK: What they mean for an output

extension Changes {
    /// Why an output that was made of this would be another; nil when it would not.
    func reason(for output: BuildRecord.Output) -> String? {
        do {
            switch try differences.first(in: ByteReader(bytes, in: output.reads)) {
            case .fields(let changed, let entry): return describe(changed, of: entry)
            case .columns(let changed, let collection): return describe(changed, in: collection)
            case .valuePages: return "the pages of its values moved"
            case .turn:
                return isAnotherDay ? "the day has changed" : "'now' has passed a moment that it is compared with"
            case .moment: return anotherMoment
            case nil: return nil
            }
        } catch {
            return "the record is damaged"
        }
    }

    /// The same reads at the positions that entries have now.
    func moved(_ reads: Reads) -> Reads {
        var moved = reads
        moved.entries = reads.entries.map { read in
            guard let index = position(of: read.entry.index, read.entry.collection) else { return read }
            return .init(
                entry: EntryReference(collection: read.entry.collection, index: index), fields: read.fields)
        }
        return moved
    }

    private func describe(_ changed: FieldSet, of entry: EntryReference) -> String {
        let name = "\(earlier[entry.collection].name)/\(earlier[entry.collection].ids[entry.index])"
        if position(of: entry.index, entry.collection) == nil { return "\(name) is gone" }
        return changed == .page ? "the page of \(name) moved" : "\(name): \(names(changed, entry.collection)) changed"
    }

    private func describe(_ changed: FieldSet, in collection: Int) -> String {
        let name = earlier[collection].name
        if !changed.intersection(.entries).isEmpty { return "\(name) has different entries, or a different order" }
        return "\(name): \(names(changed, collection)) changed, which affects the choice of entries"
    }

    private func names(_ fields: FieldSet, _ collection: Int) -> String {
        let declared = declarations[collection].fields
        let names = declared.indices.filter { !fields.intersection(FieldSet(field: $0)).isEmpty }.map {
            declared[$0].name
        }
        return names.count == declared.count && names.count > 1 ? "everything" : names.joined(separator: ", ")
    }
}
